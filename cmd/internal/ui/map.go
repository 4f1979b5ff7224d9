package ui

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/compiler/reports"
	"assay/gates"
	"assay/ingest/web"
	"assay/provenance"
)

// sourceMap writes what a crawl would read, and what bounds it.
func (o *Out) sourceMap(m *reports.SourceMap, p gates.Policy) {
	if m == nil {
		return
	}
	switch {
	case m.Graph != nil:
		o.tree(treeOf(m))
		o.graph(m, p)
	case strings.Contains(m.Root, "://") && !strings.HasPrefix(m.Root, "file:"):
		o.row("pages", fmt.Sprintf("%s when it was mapped; the map itself is not kept here any more", reports.Count(m.Cost.Pages, "page")))
		o.cost(m, p)
	default:
		if len(m.Pages) > 0 {
			o.tree(treeOf(m))
		}
		o.Printf("  %s %s, %s, %s; digest %s\n", o.Dim("would read"), reports.Count(len(m.Pages), "page"), Size(m.Bytes), reports.Count(m.Cost.Credits, "credit"), o.Bold(m.Digest[:min(16, len(m.Digest))]))
		return
	}
	o.Printf("  %s %s\n", o.Dim(fmt.Sprintf("%-10s", "digest")), o.Bold(m.Digest[:min(16, len(m.Digest))]))
}

// graph writes the facts of a map below its tree.
func (o *Out) graph(m *reports.SourceMap, p gates.Policy) {
	g := m.Graph
	left := map[string]int{}
	n := 0
	for _, node := range g.Nodes {
		if v := withoutRequest(node.Verdict); v != "" {
			left[v]++
			n++
		}
	}
	pages := fmt.Sprint(g.Wanted()) + " within " + strings.Join(g.Limits.Prefixes, ", ")
	if g.Partial != "" {
		pages += ", and perhaps more"
	}
	o.row("pages", pages)
	if n > 0 {
		o.row("", fmt.Sprintf("%d not asked for: %s", n, verdictCounts(left)))
	}
	if g.Outside > 0 {
		o.row("", fmt.Sprintf("%d linked, outside of what would be approved", g.Outside))
	}
	if g.Unlisted > 0 {
		o.row("", fmt.Sprintf("%d more that the limit of %d addresses leaves out", g.Unlisted, g.Limits.URLs))
	}
	o.row("partial", g.Partial)
	o.row("found by", foundBy(g)+"; mapped by "+m.Envelope+", "+reports.Count(g.Requests, "request"))
	for _, l := range append(slices.Clone(g.Sitemaps), g.Feeds...) {
		if l.Reason != "" {
			o.row("", "could not read "+l.URL+": "+l.Reason)
		}
	}
	o.robots(g)
	o.cost(m, p)
}

// foundBy says how the addresses of a map became known.
func foundBy(g *web.Graph) string {
	by := map[web.Found]int{}
	for _, n := range g.Nodes {
		by[n.Found]++
	}
	var parts []string
	for _, f := range []struct {
		name  string
		lists []web.Listing
		found web.Found
	}{{"sitemap", g.Sitemaps, web.FoundSitemap}, {"feed", g.Feeds, web.FoundFeed}} {
		if len(f.lists) > 0 {
			parts = append(parts, fmt.Sprintf("%s (%d)", reports.Count(len(f.lists), f.name), by[f.found]))
		} else {
			parts = append(parts, "no "+f.name)
		}
	}
	return strings.Join(append(parts, fmt.Sprintf("links (%d)", by[web.FoundLink])), ", ")
}

// rulings is how many rules of robots.txt are named.
const rulings = 4

// robots writes what robots.txt says, which group and rule decided on the seed, and
// which rules kept a crawl from how many addresses.
func (o *Out) robots(g *web.Graph) {
	for _, r := range g.Robots {
		text := r.Means
		if len(g.Robots) > 1 {
			text = r.Site + ": " + text
		}
		if r.Delay > 0 {
			text += fmt.Sprintf("; it asks for %v between requests", r.Delay)
		}
		o.row("robots", text)
	}
	if len(g.Nodes) > 0 && g.Nodes[0].Robots != nil && g.Nodes[0].Robots.Group != "" {
		o.row("", "the seed: "+g.Nodes[0].Robots.String())
	}
	by := map[string]int{}
	for _, n := range g.Nodes {
		if n.Verdict == web.Robots && n.Robots != nil {
			by[n.Robots.String()]++
		}
	}
	rules := slices.SortedFunc(maps.Keys(by), func(a, b string) int { return cmp.Or(by[b]-by[a], strings.Compare(a, b)) })
	for i, rule := range rules {
		if i == rulings {
			o.row("", fmt.Sprintf("and %d more rules", len(rules)-i))
			break
		}
		o.row("", fmt.Sprintf("keeps out %d: %s", by[rule], rule))
	}
}

// cost writes what a crawl may spend, against both ceilings.
func (o *Out) cost(m *reports.SourceMap, p gates.Policy) {
	most := ""
	if m.Graph != nil && m.Graph.Partial != "" {
		most = "at most "
	}
	o.row("cost", fmt.Sprintf("%s%s, of %d a session; a person is asked above %d", most, reports.Count(m.Cost.Credits, "credit"),
		p.Quotas.MaxCreditsPerSession, p.Safety.RequireHITLForCostsOver))
	if m.Ceiling > m.Cost.Credits {
		o.row("ceiling", fmt.Sprintf("%s a reading, as it grows; a person is asked again beyond", reports.Count(m.Ceiling, "credit")))
	}
	switch {
	case m.Approved != "" && (m.Needs == "" || m.Approved != provenance.PolicyApprover):
		o.row("approved", "by "+m.Approved)
	case m.Needs != "":
		o.row("policy", "asks for a person: "+m.Needs)
	default:
		o.row("policy", "allows it without a person")
	}
}
