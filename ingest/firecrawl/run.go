package firecrawl

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"assay/ingest/web"
)

// run is one Crawl.
type run struct {
	e        *Envelope
	o        web.CrawlOptions
	g        *web.Graph
	prefixes []string
	stop     context.CancelCauseFunc
	told     map[string]web.Page // what the service's crawl said of pages that are not in the journal
	fresh    map[string]bool     // pages that the service's crawl put into the journal in this run
	bytes    int64
	job      int         // credits that the service's crawl cost, as far as no earlier run reported them
	amended  []amendment // verdicts that were put in place of what the machine gave

	mu    sync.Mutex
	extra int // credits of pages that cost more than one, not yet asked for
	spent int // and those that were
}

type amendment struct{ from, to web.Page }

// Crawl reads the pages of a graph. One that is known in full and within its limits,
// and one of which only the nodes are wanted, is read page by page; else the service
// crawls, once: o.State keeps the job, so that a run that is killed or stopped goes on
// with what is paid for. What the service's crawl did not reach is read page by page,
// within the same limits. ErrKey and ErrCredits end the run; what was read until then
// is in the journal.
//
// A crawl of the service asks Spend for all its credits before it is submitted, and
// gives back what it did not use. It may cost more than that where it reads PDFs,
// whose pages are billed: Result.Spent has what was billed.
func (e *Envelope) Crawl(ctx context.Context, g *web.Graph, o web.CrawlOptions) (*web.Result, error) {
	bounds, err := web.NewGraph(g.Start, g.Limits)
	if err != nil {
		return nil, fmt.Errorf("crawl %s: %w", g.Start, err)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r := &run{
		e: e, o: o, g: g, prefixes: bounds.Limits.Prefixes, stop: stop,
		told: map[string]web.Page{}, fresh: map[string]bool{},
	}
	mine, err := r.begin(ctx, bounds.Limits)
	if err != nil {
		return r.refused(), fmt.Errorf("crawl %s: %w", g.Start, err)
	}
	defer mine.close()
	result, err := web.Crawl(ctx, e.o.Client, r.graph(), r.machine())
	if result != nil {
		r.amend(result)
	}
	if err == nil {
		err = forget(o.State)
	}
	return result, err
}

// begin lets the service crawl, where that is the way.
func (r *run) begin(ctx context.Context, l web.Limits) (*scratch, error) {
	if r.o.ListedOnly {
		return nil, nil
	}
	kept := remember(r.o.State, r.e.base, r.g)
	// A journal with pages and no job is of a crawl that went page by page, or whose
	// job is lost: the service is not paid twice for what is there.
	held := r.o.Journal != nil && r.o.Journal.Len() > 0
	if kept == nil && (held || !r.wide(l)) {
		return nil, nil
	}
	var mine *scratch
	if r.o.Journal == nil {
		var err error
		if mine, err = newScratch(r.g.Digest()); err != nil {
			return nil, err
		}
		r.o.Journal = mine.journal
	}
	if err := r.crawl(ctx, kept, l); err != nil {
		mine.close()
		return nil, err
	}
	return mine, nil
}

// wide reports whether a graph is one that the service had better crawl: there is
// more than it names, or more than its limits let be read.
func (r *run) wide(l web.Limits) bool {
	return r.g.Partial != "" || r.g.Wanted() > most(l)
}

// most is how many pages may be asked for.
func most(l web.Limits) int {
	if l.Credits > 0 {
		return min(l.Pages, l.Credits)
	}
	return l.Pages
}

// machine are the options of the crawl machine, with our way to read a page.
func (r *run) machine() web.CrawlOptions {
	o := r.o
	o.Fetch = r.fetch
	o.Emit = func(p web.Page) error {
		r.settle()
		if q, ok := r.told[p.URL]; ok && p.Verdict == web.Quota {
			// The limit was reached before it, and yet more is known of it.
			q.Depth, q.Found, q.From = p.Depth, p.Found, p.From
			r.amended = append(r.amended, amendment{p, q})
			p = q
		}
		if r.fresh[p.URL] {
			p.Replayed = false
		}
		if r.o.Emit == nil {
			return nil
		}
		return r.o.Emit(p)
	}
	return o
}

// graph is the graph with the pages that the service's crawl had something to say of,
// so that each gets its verdict.
func (r *run) graph() *web.Graph {
	g := *r.g
	g.Nodes = slices.Clone(g.Nodes)
	had := map[string]bool{}
	for _, n := range g.Nodes {
		had[n.URL] = true
	}
	for _, u := range slices.Sorted(maps.Keys(r.told)) {
		if !had[u] {
			g.Nodes = append(g.Nodes, web.Node{URL: u, Depth: min(1, g.Limits.Depth), Found: foundMap, From: g.Start})
		}
	}
	return &g
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
	if r.o.Spend == nil {
		return
	}
	for range extra {
		if r.o.Spend() != nil {
			return
		}
	}
}

// amend makes the machine's result that of the whole run.
func (r *run) amend(result *web.Result) {
	r.settle()
	result.Spent += r.spent + r.job
	result.Replayed -= len(r.fresh)
	result.Requests += len(r.fresh)
	result.Bytes += r.bytes
	for _, a := range r.amended {
		if result.Counts[a.from.Verdict]--; result.Counts[a.from.Verdict] == 0 {
			delete(result.Counts, a.from.Verdict)
		}
		result.Counts[a.to.Verdict]++
		if a.to.Class != "" {
			result.Classes[a.to.Class]++
		}
	}
}

// refused is the result of a run that came to nothing.
func (r *run) refused() *web.Result {
	return &web.Result{
		Counts: map[web.Verdict]int{}, Classes: map[web.Class]int{}, Pending: r.g.Wanted(),
		Spent: r.job, Requests: len(r.fresh), Bytes: r.bytes,
	}
}
