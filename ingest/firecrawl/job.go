package firecrawl

import (
	"context"
	"errors"
	"net/url"
	"regexp"
	"strings"

	"assay/ingest/web"
	"assay/vault"
)

// crawl submits a crawl, or finds the one of an earlier run, and takes in its pages.
func (r *run) crawl(ctx context.Context, kept *job, l web.Limits) error {
	h := &harvest{run: r, job: kept, old: kept != nil, had: map[string]bool{}, sums: map[vault.Hash]string{}, depths: map[string]place{}, docs: map[string]bool{}}
	for _, n := range r.g.Nodes {
		h.depths[n.URL] = place{n.Depth, n.Found, n.From}
	}
	err := r.o.Journal.Pages(func(p web.Page) error {
		h.had[p.URL] = true
		if p.Verdict == web.Fetched {
			h.sums[p.Hash] = p.URL
		}
		return nil
	})
	if err != nil {
		return err
	}
	if kept != nil && kept.ID == "" {
		if err := h.find(ctx); err != nil {
			return err
		}
	}
	if h.job == nil || h.job.ID == "" {
		if r.o.Journal.Len() > 0 {
			return nil
		}
		if again, err := h.submit(ctx, l); err != nil || !again {
			return err
		}
	}
	err = h.gather(ctx)
	if errors.Is(err, errGone) { // results are kept a day
		if !h.old {
			h.refund(h.job.Limit)
		}
		return forget(r.o.State)
	}
	return h.close(ctx, err)
}

// find looks for a crawl that was submitted by a run that was killed before it heard
// the name of it.
func (h *harvest) find(ctx context.Context) error {
	var reply struct {
		Crawls []struct {
			ID  string `json:"id"`
			URL string `json:"url"`
		} `json:"crawls"`
	}
	err := h.e.call(ctx, question{path: "/crawl/active"}, &reply)
	if failed, ok := asAPIError(err); ok && !failed.fatal() {
		return nil
	}
	if err != nil {
		return err
	}
	for _, c := range reply.Crawls {
		if at, err := web.Canonical(c.URL); err == nil && at == h.g.Start && isID(c.ID) {
			h.job.ID = c.ID
			return h.job.keep(h.o.State)
		}
	}
	return nil
}

// submit asks for the credits and hands the crawl in. It gives false where nothing
// may be asked for.
func (h *harvest) submit(ctx context.Context, l web.Limits) (bool, error) {
	p := web.Page{URL: h.g.Start}
	if !h.e.o.Client.Admit(ctx, &p, h.prefixes) {
		return false, ctx.Err() // the machine says so of the page
	}
	limit := most(l)
	if h.e.o.Key != "" {
		left, err := h.e.remaining(ctx)
		switch {
		case err != nil:
			return false, err
		case left == 0:
			return false, ErrCredits
		case left > 0:
			limit = min(limit, left)
		}
	}
	limit = h.reserve(limit)
	if limit == 0 {
		return false, nil
	}
	h.old, h.job = false, &job{Base: h.e.base, Bounds: h.g.Digest(), Start: h.g.Start, Limit: limit, Submitted: h.e.now()}
	if err := h.job.keep(h.o.State); err != nil {
		h.refund(limit)
		return false, err
	}
	var reply struct {
		ID string `json:"id"`
	}
	err := h.e.call(ctx, question{method: "POST", path: "/crawl", in: h.order(l, limit), once: true}, &reply)
	if err == nil && !isID(reply.ID) {
		err = errors.New("the service gives a crawl no usable name")
	}
	if err != nil {
		// An answer of no is final; without one the file stays, for the crawl may be under way.
		if failed, ok := asAPIError(err); ok && failed.status >= 400 && failed.status < 500 {
			h.refund(limit)
			err = errors.Join(err, forget(h.o.State))
		}
		return false, err
	}
	h.job.ID = reply.ID
	return true, h.job.keep(h.o.State)
}

// reserve asks for credits, one by one, and gives how many there are.
func (h *harvest) reserve(want int) int {
	if h.o.Spend == nil {
		return want
	}
	for n := range want {
		if h.o.Spend() != nil {
			return n
		}
	}
	return want
}

func (h *harvest) refund(n int) {
	for range n {
		if h.o.Refund == nil {
			return
		}
		h.o.Refund()
	}
}

// order is the crawl as the service wants it described.
func (h *harvest) order(l web.Limits, limit int) map[string]any {
	in := map[string]any{
		"url": h.g.Start, "limit": limit, "maxDiscoveryDepth": l.Depth, "sitemap": "include",
		"crawlEntireDomain": true, "allowExternalLinks": false, "allowSubdomains": false, "ignoreQueryParameters": false,
		"scrapeOptions": h.e.scrapeOptions(),
	}
	if paths := includePaths(h.prefixes, h.g.Start); paths != nil {
		in["includePaths"] = paths
	}
	if d := h.e.web.Delay; d > 0 {
		in["delay"] = min(d.Seconds(), 60)
	}
	return in
}

// includePaths gives the patterns of the prefixes on the host of the start. The start
// is tested like any page, and a start that no pattern matches is a crawl of nothing:
// so it has its own. Nil is for a whole host.
func includePaths(prefixes []string, start string) []string {
	at, err := url.Parse(start)
	if err != nil {
		return nil
	}
	paths := []string{"^" + regexp.QuoteMeta(at.EscapedPath()) + "$"}
	for _, p := range prefixes {
		u, err := url.Parse(p)
		if err != nil || u.Host != at.Host {
			continue
		}
		switch path := u.EscapedPath(); {
		case path == "/" || path == "":
			return nil
		case strings.HasSuffix(path, "/"):
			paths = append(paths, "^"+regexp.QuoteMeta(path))
		default:
			paths = append(paths, "^"+regexp.QuoteMeta(path)+"(/|$)")
		}
	}
	return paths
}
