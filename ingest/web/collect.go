package web

import (
	"cmp"
	"context"
	"slices"
	"time"

	"assay/vault"
)

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
