package web

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"assay/vault"
)

// crawl is the state of one Crawl. All of it belongs to the goroutine that runs it,
// but for owner, which fetches ask on redirects.
type crawl struct {
	c      *Client
	o      CrawlOptions
	b      bounds
	queue  *queue
	sums   map[vault.Hash]string // URL of a content
	result Result
	spent  string            // why no more may be asked for
	landed map[string]bool   // URLs that were asked for and are done
	told   map[string]bool   // redirect targets that have or wait for a verdict of their own
	held   map[string][]item // by the URL that they wait for
	mu     sync.Mutex
	owner  map[string]string // the URL that has, or will have, what lies at a URL
}

func (w *crawl) run(ctx context.Context, cancel context.CancelCauseFunc, g *Graph) error {
	if err := w.replay(g); err != nil {
		return err
	}
	var (
		flying  = 0
		landed  = make(chan Page)
		stopped error
	)
	for {
		for stopped == nil && ctx.Err() == nil && flying < w.o.Concurrency && w.mayAsk(flying) {
			it, ok := w.queue.next()
			if !ok {
				break
			}
			if err := w.o.Spend(); err != nil {
				w.queue.back(it)
				w.spent = err.Error()
				break
			}
			flying++
			known := w.o.Known(it.url)
			go func() { landed <- w.fetch(ctx, it, known) }()
		}
		if flying == 0 {
			break
		}
		p := <-landed
		flying--
		w.queue.free(p.URL)
		if err := w.land(p); err != nil && stopped == nil {
			stopped = err
			cancel(err)
		}
	}
	if stopped == nil && ctx.Err() == nil {
		return w.refuse()
	}
	if stopped == nil {
		stopped = fmt.Errorf("crawl %s: %w", g.Start, context.Cause(ctx))
	}
	return stopped
}

// mayAsk reports whether the limits have room for one more page, those on their way
// counted as pages.
func (w *crawl) mayAsk(flying int) bool {
	most, _ := w.b.limits.ceiling()
	return w.spent == "" && w.result.Pages+flying < most
}

// replay takes over what earlier runs fetched, then queues the graph.
func (w *crawl) replay(g *Graph) error {
	var links []item
	had := map[string]bool{}
	if w.o.Journal != nil {
		err := w.o.Journal.Pages(func(p Page) error {
			for _, u := range append(p.Redirects, p.URL) {
				w.owner[u] = p.URL
			}
			w.landed[p.URL] = true
			if p.Requests > 0 {
				w.result.Pages++
			}
			if p.Verdict == Fetched {
				w.sums[p.Hash] = p.URL
			}
			w.look(&p)
			for _, l := range w.follow(p) {
				if !had[l.url] {
					had[l.url] = true
					links = append(links, l)
				}
			}
			w.result.Replayed++
			return w.emit(p)
		})
		if err != nil {
			return err
		}
	}
	for _, n := range g.Nodes {
		if err := w.add(item{n.URL, n.Depth}, true); err != nil {
			return err
		}
	}
	for _, l := range links {
		if err := w.add(l, false); err != nil {
			return err
		}
	}
	return nil
}

// add queues a URL that is new, or writes its verdict down where it needs no request.
// What is listed gets one in any case; a link out of the bounds is counted only.
func (w *crawl) add(it item, listed bool) error {
	w.mu.Lock()
	of := w.owner[it.url]
	known := of != ""
	full := len(w.owner) >= w.b.limits.URLs
	if !known && !full {
		w.owner[it.url] = it.url
	}
	w.mu.Unlock()
	switch {
	case of == it.url, known && w.told[it.url]:
		return nil
	case known: // a redirect leads there, and its page is that of another URL
		w.told[it.url] = true
		if w.landed[of] {
			return w.settle(it, duplicateOf(of))
		}
		w.held[of] = append(w.held[of], it)
		return nil
	case full:
		w.result.Unlisted++
		return nil
	}
	if !w.b.holds(it.url) {
		w.result.Outside++
		if !listed {
			return nil
		}
		return w.settle(it, &Failure{Verdict: Denied, Reason: "lies outside the prefixes that were approved"})
	}
	if fail := w.b.screen(it.url, it.depth); fail != nil {
		return w.settle(it, fail)
	}
	w.queue.push(it)
	return nil
}

// settle gives a URL a verdict without a request.
func (w *crawl) settle(it item, fail *Failure) error {
	p := Page{URL: it.url, Depth: it.depth, Retrieved: w.c.now().UTC().Truncate(time.Second)}
	fail.Into(&p)
	return w.emit(p)
}

func duplicateOf(url string) *Failure {
	return &Failure{Verdict: Duplicate, Reason: url + " redirects to it", of: url}
}

// release settles the targets of a page's redirects: they are its duplicates, or, as
// it came to nothing, to be asked for themselves.
func (w *crawl) release(p Page) error {
	w.landed[p.URL] = true
	held := w.held[p.URL]
	delete(w.held, p.URL)
	if p.Verdict.Look() != LooksGood {
		w.mu.Lock()
		for _, u := range p.Redirects {
			if u != p.URL && w.owner[u] == p.URL {
				delete(w.owner, u)
				delete(w.told, u)
			}
		}
		w.mu.Unlock()
	}
	for _, it := range held {
		var err error
		if p.Verdict.Look() == LooksGood {
			err = w.settle(it, duplicateOf(p.URL))
		} else {
			err = w.add(it, true)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// fetch runs beside the others, one for a host.
func (w *crawl) fetch(ctx context.Context, it item, known Known) Page {
	r := Request{URL: it.url, Known: known, Prefixes: w.b.limits.Prefixes, Claim: func(to string) string { return w.claim(to, it.url) }}
	p := w.o.Fetch(ctx, r)
	p.Depth = it.depth
	return p
}

// claim makes a redirect's target the page of the URL that leads there, unless
// another has it.
func (w *crawl) claim(target, by string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if of := w.owner[target]; of != "" && of != by {
		return of
	}
	w.owner[target] = by
	return ""
}

// look finds the links of a page that lie within the bounds, and counts those that do not.
func (w *crawl) look(p *Page) {
	if p.Verdict != Fetched {
		return
	}
	all := linksOf(p).pages
	p.Links = slices.DeleteFunc(slices.Clone(all), func(u string) bool { return !w.b.holds(u) })
	w.result.Outside += len(all) - len(p.Links)
}

// land takes in a page that was asked for.
func (w *crawl) land(p Page) error {
	w.result.Requests += p.Requests
	w.result.Bytes += p.Bytes
	if p.Requests > 0 {
		w.result.Pages++
		w.result.Spent += 1 + p.Extra
		// These are spent already, so that an answer of no only keeps the next page from being
		// asked for.
		for range p.Extra {
			if w.o.Spend() != nil {
				break
			}
		}
	} else {
		w.o.Refund()
	}
	if p.Class == ClassCancelled {
		w.result.Pending++
		return nil
	}
	if p.Verdict == Fetched {
		if of, ok := w.sums[p.Hash]; ok {
			p.drop(Duplicate, "the same bytes")
			p.Of, p.Links = of, nil
		} else {
			w.sums[p.Hash] = p.URL
		}
	}
	if w.o.Journal != nil && p.Settled() {
		if err := w.o.Journal.Append(p); err != nil {
			return err
		}
	}
	// Its links are looked for once it is on disk: what a kill takes then is no request.
	w.look(&p)
	for _, l := range w.follow(p) {
		if err := w.add(l, false); err != nil {
			return err
		}
	}
	if err := w.emit(p); err != nil {
		return err
	}
	return w.release(p)
}

// follow gives the links of a page as what to ask for next. A duplicate has none: its
// twin's are known, and a space without end is full of duplicates.
func (w *crawl) follow(p Page) []item {
	if w.o.ListedOnly || p.Verdict != Fetched && p.Verdict != NotModified {
		return nil
	}
	links := p.Links
	if p.Verdict == NotModified && p.Replayed {
		links = w.o.Known(p.URL).Links
	}
	items := make([]item, 0, len(links))
	for _, u := range links {
		items = append(items, item{u, p.Depth + 1})
	}
	return items
}

// refuse gives all that is left the verdict of the limit that stopped the crawl.
func (w *crawl) refuse() error {
	_, reason := w.b.limits.ceiling()
	if w.spent != "" {
		reason = w.spent
	}
	rest := w.queue.rest()
	w.result.Beyond = len(rest)
	for _, it := range rest {
		if err := w.settle(it, &Failure{Verdict: Quota, Reason: reason}); err != nil {
			return err
		}
	}
	return nil
}

func (w *crawl) emit(p Page) error {
	w.result.Counts[p.Verdict]++
	if p.Class != "" {
		w.result.Classes[p.Class]++
	}
	if err := w.o.Emit(p); err != nil {
		return fmt.Errorf("take in %s: %w", p.URL, err)
	}
	if w.o.Progress != nil {
		done := 0
		for _, n := range w.result.Counts {
			done += n
		}
		w.o.Progress(Progress{
			Done: done, Queued: w.queue.len(), Replayed: w.result.Replayed, Bytes: w.result.Bytes, URL: p.URL,
		})
	}
	return nil
}
