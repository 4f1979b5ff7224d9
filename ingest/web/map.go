package web

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// maxFeeds is how many feeds of a seed are read; they all name the same entries.
const maxFeeds = 5

// Map finds out what a source consists of, without keeping a page: the seed, what
// robots.txt says, sitemaps, feeds, and links of the first pages (Limits.Probe).
// A seed that cannot be read is no error: its node says why, and the graph is partial.
// The error is that of a seed that is no address, or of ctx. Pages are read by fetch,
// which is the client's own or another way.
func Map(ctx context.Context, c *Client, fetch Fetcher, seed string, l Limits) (*Graph, error) {
	g, err := NewGraph(seed, l)
	if err != nil {
		return nil, fmt.Errorf("map: %w", err)
	}
	m := &mapper{c: c, fetch: fetch, g: g, at: map[string]int{g.Seed: 0}}
	g.Mapped = c.now().UTC().Truncate(time.Second)
	// The seed may lead anywhere that policy allows: where it ends is what a person
	// sees and approves.
	p := fetch(ctx, Request{URL: g.Seed})
	m.settle(0, &p)
	if p.Final != "" && p.Verdict == Fetched {
		g.Start = p.Final
	}
	if len(l.Prefixes) == 0 && p.Verdict == Fetched && !isHTML(mediaType(p.Header.ContentType), p.Body) {
		l.Prefixes = []string{g.Start} // a file links to nothing: it is the source, and not its folder
	}
	if g.Limits.Prefixes, err = canonicalPrefixes(l.Prefixes, g.Start); err != nil {
		return nil, fmt.Errorf("map %s: %w", g.Seed, err)
	}
	m.b = bounds{limits: g.Limits, allow: c.Allow}
	if g.Start != g.Seed { // what is crawled is where the seed leads, which may be another host
		g.Nodes[0].URL, g.Nodes[0].From, m.at[g.Start] = g.Start, g.Seed, 0
	}
	if p.Verdict == Fetched && !m.b.holds(g.Start) {
		g.Nodes[0].Verdict, g.Nodes[0].Reason = Denied, g.Start+" lies outside the prefixes"
	}
	if p.Verdict != Fetched {
		g.Partial = "the seed could not be read: " + string(p.Verdict) + " " + p.Reason
		m.robots(ctx, p.Final)
		return g, ctx.Err()
	}
	m.robots(ctx, g.Start)
	m.sitemaps(ctx)
	found := linksOf(&p)
	m.feeds(ctx, found.feeds)
	m.take(found.pages, 1, FoundLink, g.Start)
	m.probe(ctx)
	return g, ctx.Err()
}

type mapper struct {
	c     *Client
	fetch Fetcher
	g     *Graph
	b     bounds
	at    map[string]int // node of a URL
}

// settle notes what a fetch of a node came to.
func (m *mapper) settle(i int, p *Page) {
	n := &m.g.Nodes[i]
	n.Verdict, n.Class, n.Reason, n.Robots = p.Verdict, p.Class, p.Reason, p.Robots
	m.g.Requests += p.Requests
}

func (m *mapper) robots(ctx context.Context, url string) {
	if url == "" {
		return
	}
	site := siteOf(url)
	if slices.ContainsFunc(m.g.Robots, func(r RobotsRecord) bool { return r.Site == site }) {
		return
	}
	m.g.Robots = append(m.g.Robots, m.c.Robots(ctx, url))
}

// take adds addresses within the bounds and gives how many of them lie there.
func (m *mapper) take(urls []string, depth int, found Found, from string) int {
	n := 0
	for _, u := range urls {
		if m.add(Node{URL: u, Depth: depth, Found: found, From: from}) {
			n++
		}
	}
	return n
}

func (m *mapper) add(n Node) bool {
	if !m.b.holds(n.URL) {
		m.g.Outside++
		return false
	}
	if _, ok := m.at[n.URL]; ok {
		return true
	}
	if len(m.g.Nodes) >= m.g.Limits.URLs {
		m.g.Unlisted++
		m.g.Partial = fmt.Sprintf("more than %d addresses", m.g.Limits.URLs)
		return true
	}
	if fail := m.b.screen(n.URL, n.Depth); fail != nil {
		n.Verdict, n.Reason = fail.Verdict, fail.Reason
	}
	m.at[n.URL] = len(m.g.Nodes)
	m.g.Nodes = append(m.g.Nodes, n)
	return true
}

// list fetches a sitemap or feed. Both are files for machines, so they are read
// under the rules of robots.txt but cost no credit.
func (m *mapper) list(ctx context.Context, url string) (*reply, *Failure) {
	a := ask{accept: "application/xml, text/xml, */*;q=0.5", limit: maxSitemapBytes, any: true, requests: &m.g.Requests}
	r, _, fail := m.c.follow(ctx, url, a, robotsRedirects, func(at string) *Failure {
		return m.c.pass(ctx, &Page{URL: at}, at, nil)
	})
	return r, fail
}

// sitemaps reads those that robots.txt names, else the usual places.
func (m *mapper) sitemaps(ctx context.Context) {
	var queue []string
	for _, r := range m.g.Robots {
		queue = append(queue, resolveAll(r.URL, r.Sitemaps)...)
	}
	named := len(queue) > 0
	if !named {
		for _, base := range append([]string{siteOf(m.g.Start) + "/"}, m.g.Limits.Prefixes...) {
			if u, err := Resolve(base, "sitemap.xml"); err == nil {
				queue = append(queue, u)
			}
		}
	}
	had := map[string]bool{}
	for ; len(queue) > 0 && ctx.Err() == nil; queue = queue[1:] {
		url := queue[0]
		if had[url] {
			continue
		}
		if len(had) >= maxSitemaps {
			m.g.Partial = fmt.Sprintf("more than %d sitemaps", maxSitemaps)
			return
		}
		had[url] = true
		r, fail := m.list(ctx, url)
		if fail != nil || len(r.body) == 0 {
			if named {
				m.g.Sitemaps = append(m.g.Sitemaps, Listing{URL: url, Reason: reasonOf(fail)})
			}
			continue
		}
		s := ParseSitemap(r.body)
		if !named && len(s.URLs)+len(s.Files) == 0 {
			continue // a page that answers for every address
		}
		l := Listing{URL: url}
		for _, e := range s.URLs {
			if u, err := Canonical(e.Loc); err == nil && m.add(Node{URL: u, Depth: 1, Found: FoundSitemap, From: url, LastMod: e.LastMod}) {
				l.URLs++
			}
		}
		if s.Cut {
			l.Reason, m.g.Partial = "cut off: damaged, or larger than a sitemap may be", "a sitemap could not be read to its end"
		}
		m.g.Sitemaps = append(m.g.Sitemaps, l)
		for _, f := range s.Files {
			if u, err := Canonical(f); err == nil {
				queue = append(queue, u)
			}
		}
	}
}

func reasonOf(fail *Failure) string {
	if fail == nil {
		return "empty"
	}
	return fail.Reason
}

func (m *mapper) feeds(ctx context.Context, urls []string) {
	for _, url := range urls[:min(len(urls), maxFeeds)] {
		if ctx.Err() != nil {
			return
		}
		r, fail := m.list(ctx, url)
		if fail != nil || len(r.body) == 0 {
			m.g.Feeds = append(m.g.Feeds, Listing{URL: url, Reason: reasonOf(fail)})
			continue
		}
		entries := resolveAll(url, ParseFeed(r.body))
		m.g.Feeds = append(m.g.Feeds, Listing{URL: url, URLs: m.take(entries, 1, FoundFeed, url)})
	}
}

// probe reads pages for their links, nearest first, until none is left or the limit
// is reached. The seed is the first of them.
func (m *mapper) probe(ctx context.Context) {
	read := 1
	most, _ := m.g.Limits.ceiling()
	for i := 1; i < len(m.g.Nodes); i++ {
		n := m.g.Nodes[i]
		if n.Verdict != "" {
			continue
		}
		if ruling, fail := m.c.ruling(ctx, n.URL); fail == nil && !ruling.Allowed {
			m.g.Nodes[i].Verdict, m.g.Nodes[i].Reason, m.g.Nodes[i].Robots = Robots, ruling.String(), &ruling
			continue
		}
		if n.Depth >= m.g.Limits.Depth {
			continue // its links would be too deep, so it is enough that it is known
		}
		if read >= min(m.g.Limits.Probe, most) || ctx.Err() != nil {
			if m.g.Partial == "" {
				m.g.Partial = fmt.Sprintf("links of %d pages were read; those of the others are not known yet", read)
			}
			continue
		}
		read++
		p := m.fetch(ctx, Request{URL: n.URL, Prefixes: m.g.Limits.Prefixes, Claim: func(to string) string {
			if _, ok := m.at[to]; ok {
				return to
			}
			m.at[to] = i
			return ""
		}})
		m.settle(i, &p)
		if p.Verdict == Fetched {
			m.take(linksOf(&p).pages, n.Depth+1, FoundLink, p.Final)
		}
	}
}
