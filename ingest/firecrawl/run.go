package firecrawl

import (
	"context"
	"fmt"
	"os"
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
	e        *Envelope
	o        web.CrawlOptions
	g        *web.Graph
	prefixes []string
	stop     context.CancelCauseFunc
	harvest             // what the service's own crawl brought; empty where there was none
	folder   string     // of its pages
	mu       sync.Mutex // of what follows
	extra    int        // credits of pages that cost more than one, not yet asked for
	spent    int        // and those that were
}

// Crawl reads the pages of a graph. One that is known in full and within its limits,
// and one of which only the nodes are wanted, is read page by page; else the service
// crawls, once: o.State keeps the job, so that a run that is killed or stopped goes on
// with what is paid for. What the service's crawl did not reach is read page by page,
// within the same limits. ErrKey and ErrCredits end the run; what was read until then
// is in the journal.
//
// The service is told no higher limit than the credits that there are; each page of its
// crawl is then counted as the machine takes it. It may cost more than that where it reads
// PDFs, whose pages are billed: Result.Spent has what was billed.
func (e *Envelope) Crawl(ctx context.Context, g *web.Graph, o web.CrawlOptions) (*web.Result, error) {
	bounds, err := web.NewGraph(g.Start, g.Limits)
	if err != nil {
		return nil, fmt.Errorf("crawl %s: %w", g.Start, err)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r := &run{e: e, o: o, g: g, prefixes: bounds.Limits.Prefixes, stop: stop}
	if r.folder, err = os.MkdirTemp("", "assay-firecrawl-"); err != nil {
		return nil, fmt.Errorf("make a temporary folder: %w", err)
	}
	defer os.RemoveAll(r.folder)
	if err := r.crawl(ctx, bounds.Limits); err != nil {
		left := &web.Result{
			Counts: map[web.Verdict]int{}, Classes: map[web.Class]int{}, Pending: g.Wanted(), Spent: r.stopped(),
		}
		return left, fmt.Errorf("crawl %s: %w", g.Start, err)
	}
	o.Fetch, o.Emit = r.fetch, func(p web.Page) error {
		r.settle()
		if r.o.Emit == nil {
			return nil
		}
		return r.o.Emit(p)
	}
	result, err := web.Crawl(ctx, e.o.Client, r.graph(), o)
	if result != nil {
		r.settle()
		result.Spent = max(0, result.Spent+r.spent-r.reported())
	}
	if err == nil {
		err = forget(o.State)
	}
	return result, err
}

// graph is the graph with the pages that the service's crawl had something to say of, so
// that each gets its verdict. What is paid for comes first.
func (r *run) graph() *web.Graph {
	g := *r.g
	g.Nodes = nil
	had := map[string]bool{}
	for _, u := range r.order {
		at := r.places[u]
		had[u], g.Nodes = true, append(g.Nodes, web.Node{URL: u, Depth: min(at.depth, g.Limits.Depth), Found: at.found, From: at.from})
	}
	for _, n := range r.g.Nodes {
		if !had[n.URL] {
			g.Nodes = append(g.Nodes, n)
		}
	}
	return &g
}

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

// fetch reads one page: the way in which the crawl machine reads here.
func (r *run) fetch(ctx context.Context, req web.Request) web.Page {
	if p, ok := r.told[req.URL]; ok {
		return p
	}
	d, at, err := r.harvested(req.URL)
	p := web.Page{URL: req.URL, Retrieved: r.e.now()}
	if d == nil && err == nil {
		if !r.e.o.Client.Admit(ctx, &p, req.Prefixes) {
			return p
		}
		leave := r.e.o.Client.Enter(ctx, &p, p.URL, req.Prefixes)
		if leave == nil {
			return p
		}
		defer leave()
		d, err = r.e.scrape(ctx, p.URL)
	}
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
	if !at.IsZero() {
		p.Retrieved = at
	}
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
	in := e.scrapeOptions()
	in["url"] = url
	var reply struct {
		Data *document `json:"data"`
	}
	if err := e.ask(ctx, "/scrape", question{in: in}, &reply); err != nil {
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
