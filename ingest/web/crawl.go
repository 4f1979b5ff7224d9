package web

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"assay/vault"
)

// CrawlOptions are what a crawl needs besides its graph. The zero value crawls in
// memory, four hosts at a time, and follows links.
type CrawlOptions struct {
	Concurrency int                    // hosts at a time; 4 where 0. One host gets one request at a time
	Journal     *Journal               // nil: a crawl that is killed begins anew
	Known       func(url string) Known // for conditional requests; nil where nothing is known
	ListedOnly  bool                   // ask for the nodes of the graph alone
	Fetch       Fetcher                // how a page is read; the client's own way where nil

	// Spend is asked for one credit before each page is asked for; an error ends the
	// crawl's requests and is the reason of the pages that are left. Refund gives a
	// credit back for which no request was made.
	Spend  func() error
	Refund func()

	Emit     func(Page) error // every page with its verdict, one at a time; an error stops the crawl
	Progress func(Progress)
}

// A Fetcher reads one page. It always gives an answer, as [Client.Fetch] does.
type Fetcher func(context.Context, Request) Page

// Progress is how far a crawl is.
type Progress struct {
	Done     int // URLs with a verdict
	Queued   int // URLs waiting or on their way
	Replayed int // of Done, from the journal
	Bytes    int64
	URL      string // the latest
}

// Result is what a crawl came to.
type Result struct {
	Counts   map[Verdict]int
	Classes  map[Class]int
	Pages    int   // pages asked for, those of earlier runs included: what the limits count
	Spent    int   // credits of this run
	Replayed int   // verdicts of earlier runs
	Requests int   // of this run, robots.txt not counted
	Bytes    int64 // of this run, as sent
	Outside  int   // links out of the bounds, each as often as a page has it
	Unlisted int   // addresses beyond Limits.URLs
	Beyond   int   // addresses that a limit on pages or credits left
	Pending  int   // URLs without a verdict, of a crawl that was stopped
}

// CouldNotLook counts the URLs of which nothing is known after the crawl.
func (r *Result) CouldNotLook() int {
	n := r.Pending + r.Unlisted
	for v, k := range r.Counts {
		if v.Look() == CouldNotLook {
			n += k
		}
	}
	return n
}

// Crawl reads the pages of a graph and, within its limits, those that they link to.
// Every URL gets a verdict. The error is that of ctx, of Emit or of the journal; the
// result is right up to there.
//
// With a journal, pages of earlier runs are emitted again, first and marked
// Replayed, and not fetched again; what failed, was refused or stood over a limit is
// decided anew. A page that was on its way when a process was killed is the only
// one that a server sees twice, at most one a host.
func Crawl(ctx context.Context, c *Client, g *Graph, o CrawlOptions) (*Result, error) {
	limits := g.Limits.Filled()
	prefixes, err := canonicalPrefixes(limits.Prefixes, g.Start)
	if err != nil {
		return nil, fmt.Errorf("crawl %s: %w", g.Start, err)
	}
	limits.Prefixes = prefixes
	return crawlWithin(ctx, c, g, o, bounds{limits: limits, allow: c.Allow})
}

func crawlWithin(ctx context.Context, c *Client, g *Graph, o CrawlOptions, b bounds) (*Result, error) {
	o.Concurrency = cmp.Or(max(o.Concurrency, 0), 4)
	if o.Known == nil {
		o.Known = func(string) Known { return Known{} }
	}
	if o.Spend == nil {
		o.Spend = func() error { return nil }
	}
	if o.Refund == nil {
		o.Refund = func() {}
	}
	if o.Emit == nil {
		o.Emit = func(Page) error { return nil }
	}
	if o.Fetch == nil {
		o.Fetch = c.Fetch
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w := &crawl{
		c: c, o: o, b: b,
		queue: newQueue(), owner: map[string]string{}, sums: map[vault.Hash]string{},
		landed: map[string]bool{}, told: map[string]bool{}, held: map[string][]item{},
		result: Result{Counts: map[Verdict]int{}, Classes: map[Class]int{}},
	}
	err := w.run(ctx, cancel, g)
	w.result.Pending += w.queue.len()
	return &w.result, err
}

// Collect is [Crawl] for what is not read page by page over HTTP: files of a
// repository, threads, videos, pages of a generated wiki. It reads the nodes of the
// graph and nothing else. Their addresses need not be canonical URLs: policy is asked
// about each as it stands, and the prefixes of the graph, its seed where it has none,
// are taken as they are. Journal, credits, limits, duplicates and verdicts are those of
// Crawl.
//
// Read gives what it knows of the page; an address, a time and a hash that it leaves
// out are filled in. Requests says whether the page cost a credit: at 0 it is given back.
func Collect(ctx context.Context, c *Client, g *Graph, o CrawlOptions, read func(context.Context, Node) Page) (*Result, error) {
	nodes := make(map[string]Node, len(g.Nodes))
	for _, n := range g.Nodes {
		nodes[n.URL] = n
	}
	o.ListedOnly = true
	o.Fetch = func(ctx context.Context, r Request) Page {
		return filled(read(ctx, nodes[r.URL]), r.URL, c.now())
	}
	limits := g.Limits.Filled()
	if limits.Prefixes = slices.Clone(limits.Prefixes); len(limits.Prefixes) == 0 {
		limits.Prefixes = []string{g.Seed}
	}
	return crawlWithin(ctx, c, g, o, bounds{limits: limits, allow: c.Allow, names: true})
}

// filled completes a page as an envelope gives it.
func filled(p Page, url string, now time.Time) Page {
	p.URL = url
	p.Final = cmp.Or(p.Final, url)
	if p.Retrieved.IsZero() {
		p.Retrieved = now.UTC().Truncate(time.Second)
	}
	if p.Verdict == Fetched {
		p.Hash = vault.HashText(p.Body)
		p.Bytes = cmp.Or(p.Bytes, int64(len(p.Body)))
	} else {
		p.Body = nil
	}
	if p.Refs == nil {
		p.Refs = []string{} // nothing is followed, so no body need be searched for links
	}
	return p
}
