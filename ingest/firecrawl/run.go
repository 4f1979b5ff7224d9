package firecrawl

import (
	"context"
	"errors"
	"net/http"
	"time"

	"assay/ingest/web"
)

const (
	pageTime = time.Minute // that the service has for a page; it takes up to five
	pdfPages = 50          // of one file, each of them a credit
)

// Crawl reads the pages of a graph one by one, and those that they link to, as [web.Crawl]
// does. A key that is refused and credits that are used up end the run; what was read until
// then is in the journal. A PDF costs a credit a page, so that a run may cost more than its
// pages: Result.Spent has what was billed.
func (e *Envelope) Crawl(ctx context.Context, g *web.Graph, o web.CrawlOptions) (*web.Result, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	o.Fetch = func(ctx context.Context, req web.Request) web.Page { return e.fetch(ctx, req, stop) }
	return web.Crawl(ctx, e.o.Client, g, o)
}

// fetch reads one page: the way in which the crawl machine reads here.
func (e *Envelope) fetch(ctx context.Context, req web.Request, stop context.CancelCauseFunc) web.Page {
	p := web.Page{URL: req.URL, Retrieved: e.now()}
	if !e.o.Client.Admit(ctx, &p, req.Prefixes) {
		return p
	}
	leave := e.o.Client.Enter(ctx, &p, p.URL, req.Prefixes)
	if leave == nil {
		return p
	}
	defer leave()
	d, err := e.scrape(ctx, p.URL)
	if no, ok := errors.AsType[*web.Failure](err); ok && !fatal(no) {
		no.Into(&p)
		return p
	} else if ok {
		stop(no)
	}
	if err != nil {
		p.Verdict, p.Class, p.Reason = web.Failed, web.ClassCancelled, "the run was stopped: "+err.Error()
		return p
	}
	e.read(&p, *d, req.Prefixes)
	p.Extra = d.Metadata.credits() - 1
	if p.Verdict == web.Fetched && p.Final != p.URL && req.Claim != nil {
		if of := req.Claim(p.Final); of != "" {
			p.Verdict, p.Of, p.Reason, p.Body, p.Refs, p.Hash = web.Duplicate, of, "redirects to it", nil, nil, web.Sum{}
		}
	}
	return p
}

// scrape has the service read one page.
func (e *Envelope) scrape(ctx context.Context, url string) (*document, error) {
	var reply struct {
		Data *document `json:"data"`
	}
	err := e.ask(ctx, "/scrape", map[string]any{
		"url":             url,
		"formats":         []string{"markdown", "links"},
		"onlyMainContent": true,
		"maxAge":          0, // never what the service read for somebody else before
		"timeout":         pageTime.Milliseconds(),
		// Evidence must come from whom it claims to come from.
		"skipTlsVerification": false,
		// The service's own choice may take a proxy that costs five credits.
		"proxy":   "basic",
		"parsers": []any{map[string]any{"type": "pdf", "maxPages": pdfPages}},
	}, &reply)
	if err != nil {
		return nil, err
	}
	if reply.Data == nil {
		return nil, answered(http.StatusOK, web.ClassServer, "success, and no page")
	}
	return reply.Data, nil
}
