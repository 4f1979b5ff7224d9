package firecrawl

import (
	"context"
	"errors"
	"fmt"

	"assay/ingest/web"
)

// maxMap is the most addresses that the service maps.
const maxMap = 100_000

// foundMap is how an address became known that the service's map names.
const foundMap web.Found = "map"

// Map asks the service for the addresses of a source. It costs one credit, which
// [web.Graph.Requests] has. What the service lists within the prefixes is checked
// against policy and robots.txt; where the seed leads to is not known before it is read.
func (e *Envelope) Map(ctx context.Context, seed string, l web.Limits) (*web.Graph, error) {
	g, err := web.NewGraph(seed, l)
	if err != nil {
		return nil, fmt.Errorf("map: %w", err)
	}
	g.Mapped = e.now()
	l = g.Limits
	p := web.Page{URL: g.Seed}
	admitted := e.o.Client.Admit(ctx, &p, l.Prefixes)
	g.Robots = append(g.Robots, e.o.Client.Robots(ctx, g.Seed))
	if !admitted {
		n := &g.Nodes[0]
		n.Verdict, n.Class, n.Reason, n.Robots = p.Verdict, p.Class, p.Reason, p.Robots
		g.Partial = "the seed may not be read: " + string(p.Verdict) + " " + p.Reason
		return g, ctx.Err()
	}
	limit := min(l.URLs, maxMap)
	var reply struct {
		Links links `json:"links"`
	}
	err = e.ask(ctx, "/map", map[string]any{
		"url": g.Seed, "limit": limit, "sitemap": "include", "includeSubdomains": false, "ignoreQueryParameters": false,
	}, &reply)
	if no, ok := errors.AsType[*web.Failure](err); ok && !fatal(no) {
		g.Nodes[0].Verdict, g.Nodes[0].Class, g.Nodes[0].Reason = web.Failed, no.Class, no.Reason
		g.Partial = "the map failed: " + no.Error()
		return g, nil
	}
	if err != nil {
		return nil, fmt.Errorf("map %s: %w", g.Seed, err)
	}
	g.Requests = 1
	e.list(ctx, g, reply.Links)
	switch {
	case len(reply.Links) >= limit:
		g.Partial = fmt.Sprintf("more than %d addresses", limit)
	case len(g.Nodes) == 1:
		g.Partial = "the service lists no page but the seed"
	}
	return g, ctx.Err()
}

// list takes what lies within the bounds into a graph.
func (e *Envelope) list(ctx context.Context, g *web.Graph, all []string) {
	had := map[string]bool{g.Seed: true}
	for _, ref := range all {
		u, err := web.Resolve(g.Seed, ref)
		if err != nil || had[u] {
			continue
		}
		had[u] = true
		switch {
		case g.Limits.Prefixes != nil && !web.WithinAny(g.Limits.Prefixes, u):
			g.Outside++
			continue
		case len(g.Nodes) >= g.Limits.URLs:
			g.Unlisted++
			continue
		}
		n := web.Node{URL: u, Depth: min(1, g.Limits.Depth), Found: foundMap, From: g.Seed}
		p := web.Page{URL: u}
		if !e.o.Client.Admit(ctx, &p, g.Limits.Prefixes) {
			n.Verdict, n.Class, n.Reason, n.Robots = p.Verdict, p.Class, p.Reason, p.Robots
		}
		g.Nodes = append(g.Nodes, n)
	}
}
