package firecrawl

import (
	"context"
	"time"

	"assay/ingest/web"
)

const (
	pageTime = time.Minute // that the service has for a page; it takes up to five
	pdfPages = 50          // of one file, each of them a credit
)

// scrapeOptions are what every page is read with, alone or in a crawl.
func (e *Envelope) scrapeOptions() map[string]any {
	return map[string]any{
		"formats":         []string{"markdown", "links"},
		"onlyMainContent": true,
		"maxAge":          0, // never what the service read for somebody else before
		"timeout":         pageTime.Milliseconds(),
		// Evidence must come from whom it claims to come from.
		"skipTlsVerification": false,
		// The service's own choice may take a proxy that costs five credits.
		"proxy":   "basic",
		"parsers": []any{map[string]any{"type": "pdf", "maxPages": pdfPages}},
	}
}

type scrapeReply struct {
	Data *document `json:"data"`
}

// fetch reads one page: the way in which the crawl machine reads here.
func (r *run) fetch(ctx context.Context, req web.Request) web.Page {
	if p, ok := r.told[req.URL]; ok {
		return p
	}
	e := r.e
	p := web.Page{URL: req.URL, Retrieved: e.now()}
	if !e.o.Client.Admit(ctx, &p, req.Prefixes) {
		return p
	}
	leave := e.o.Client.Enter(ctx, &p, p.URL, req.Prefixes)
	if leave == nil {
		return p
	}
	defer leave()
	in := e.scrapeOptions()
	in["url"] = p.URL
	var reply scrapeReply
	// The service's own limit comes first, so that it is the service that says so.
	err := e.call(ctx, question{method: "POST", path: "/scrape", in: in, within: pageTime + 30*time.Second}, &reply)
	failed, ok := asAPIError(err)
	switch {
	case ok && failed.fatal():
		r.stop(failed)
		fallthrough
	case err != nil && !ok:
		p.Verdict, p.Class, p.Reason = web.Failed, web.ClassCancelled, "the run was stopped: "+err.Error()
		return p
	case err != nil:
		p.Verdict, p.Class, p.Reason = web.Failed, failed.class(), failed.Error()
		return p
	case reply.Data == nil:
		p.Verdict, p.Class, p.Reason = web.Failed, web.ClassServer, "Firecrawl says success and gives no page"
		return p
	}
	e.read(&p, *reply.Data, req.Prefixes)
	r.charge(reply.Data.Metadata.credits() - 1)
	if p.Verdict == web.Fetched && p.Final != p.URL && req.Claim != nil {
		if of := req.Claim(p.Final); of != "" {
			p.Verdict, p.Of, p.Reason, p.Body, p.Refs, p.Hash = web.Duplicate, of, "redirects to it", nil, nil, web.Sum{}
		}
	}
	return p
}
