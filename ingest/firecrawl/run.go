package firecrawl

import (
	"context"
	"sync"
	"time"

	"assay/ingest/web"
)

const (
	pageTime = time.Minute // that the service has for a page; it takes up to five
	pdfPages = 50          // of one file, each of them a credit
)

// run is one Crawl.
type run struct {
	e     *Envelope
	o     web.CrawlOptions
	stop  context.CancelCauseFunc
	mu    sync.Mutex // of what follows
	extra int        // credits of pages that cost more than one, not yet asked for
	spent int        // and those that were
}

// Crawl reads the pages of a graph one by one, and those that they link to, as [web.Crawl]
// does. ErrKey and ErrCredits end the run; what was read until then is in the journal. A
// PDF costs a credit a page, so that a run may cost more than its pages: Result.Spent has
// what was billed.
func (e *Envelope) Crawl(ctx context.Context, g *web.Graph, o web.CrawlOptions) (*web.Result, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r := &run{e: e, o: o, stop: stop}
	o.Fetch, o.Emit = r.fetch, func(p web.Page) error {
		r.settle()
		if r.o.Emit == nil {
			return nil
		}
		return r.o.Emit(p)
	}
	result, err := web.Crawl(ctx, e.o.Client, g, o)
	if result != nil {
		r.settle()
		result.Spent += r.spent
	}
	return result, err
}

// fetch reads one page: the way in which the crawl machine reads here.
func (r *run) fetch(ctx context.Context, req web.Request) web.Page {
	p := web.Page{URL: req.URL, Retrieved: r.e.now()}
	if !r.e.o.Client.Admit(ctx, &p, req.Prefixes) {
		return p
	}
	leave := r.e.o.Client.Enter(ctx, &p, p.URL, req.Prefixes)
	if leave == nil {
		return p
	}
	defer leave()
	d, err := r.e.scrape(ctx, p.URL)
	no := refusalOf(err)
	if no != nil && no.fatal() {
		r.stop(no)
		no = nil
	}
	switch {
	case no != nil:
		p.Verdict, p.Class, p.Reason = web.Failed, no.class, no.Error()
		return p
	case err != nil:
		p.Verdict, p.Class, p.Reason = web.Failed, web.ClassCancelled, "the run was stopped: "+err.Error()
		return p
	}
	r.e.read(&p, *d, req.Prefixes)
	r.charge(d.Metadata.credits() - 1)
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
		return nil, &refusal{status: 200, class: web.ClassServer, text: "success, and no page"}
	}
	return reply.Data, nil
}

// charge notes credits beyond the one that a page was asked for with.
func (r *run) charge(extra int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.extra += max(extra, 0)
}

// settle asks for the credits that pages cost beyond the one. They are spent already,
// so that an answer of no only keeps the next page from being asked for.
func (r *run) settle() {
	r.mu.Lock()
	extra := r.extra
	r.extra, r.spent = 0, r.spent+extra
	r.mu.Unlock()
	for range extra {
		if r.o.Spend == nil || r.o.Spend() != nil {
			return
		}
	}
}
