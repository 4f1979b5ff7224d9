package ui

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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

// treeLines is how many lines a map takes on the screen: few enough to be seen at
// once with what is said below it.
const treeLines = 30

// deepest is how many folders deep a tree goes; the rest of a path stays together, so
// that no address makes it large.
const deepest = 12

// A branch is a folder of a source, or one of its pages.
type branch struct {
	name  string
	pages int            // here and below, that would be asked for
	left  map[string]int // here and below, that would not, by verdict
	under []*branch
	by    map[string]*branch
	own   bool   // it is an address itself
	seen  string // how it was found when it was mapped, where there is no page
	shown int    // how many of those below are shown; 0 where folded
}

func newBranch(name string) *branch {
	return &branch{name: name, left: map[string]int{}, by: map[string]*branch{}}
}

// add puts an address below a branch. left is the verdict of one that would not be
// asked for.
func (b *branch) add(path []string, left string) *branch {
	for i := 0; ; i++ {
		if left == "" {
			b.pages++
		} else {
			b.left[left]++
		}
		if i == len(path) {
			b.own = true
			return b
		}
		next := b.by[path[i]]
		if next == nil {
			next = newBranch(path[i])
			b.by[path[i]] = next
			b.under = append(b.under, next)
		}
		b = next
	}
}

// weight is how many addresses are here and below.
func (b *branch) weight() int {
	n := b.pages
	for _, k := range b.left {
		n += k
	}
	return n
}

// settle joins folders that hold nothing but one folder, and puts folders before
// pages, the largest first. Pages stay in the order in which they were found.
func (b *branch) settle() {
	for len(b.under) == 1 && !b.own && len(b.under[0].under) > 0 {
		only := b.under[0]
		b.name += "/" + only.name
		b.under, b.own = only.under, only.own
	}
	slices.SortStableFunc(b.under, func(x, y *branch) int {
		switch fx, fy := len(x.under) > 0, len(y.under) > 0; {
		case fx && fy:
			return y.weight() - x.weight()
		case fx:
			return -1
		case fy:
			return 1
		}
		return 0
	})
	for _, u := range b.under {
		u.settle()
	}
}

// unfold opens the largest branches until the lines are used up.
func unfold(roots []*branch, lines int) {
	seen := slices.Clone(roots)
	lines -= len(roots)
	for lines > 2 { // two of a folder and how many more
		var widest *branch
		for _, b := range seen {
			if b.shown == 0 && len(b.under) > 0 && (widest == nil || b.weight() > widest.weight()) {
				widest = b
			}
		}
		if widest == nil {
			return
		}
		b := widest
		b.shown = min(len(b.under), max(2, lines*2/3))
		if b.shown == len(b.under)-1 && b.shown < lines {
			b.shown++ // "and 1 more" would take the line that it needs
		}
		lines -= b.shown
		if b.shown < len(b.under) {
			lines--
		}
		seen = append(seen, b.under[:b.shown]...)
	}
}

// counts says how much is in a branch.
func (b *branch) counts() string {
	var parts []string
	if b.pages > 0 || len(b.left) == 0 {
		parts = append(parts, reports.Count(b.pages, "page"))
	}
	if line := verdictCounts(b.left); line != "" {
		parts = append(parts, line)
	}
	return strings.Join(parts, ", ")
}

// verdictCounts lists verdicts with how many there are of each, in the order in which
// package web has them.
func verdictCounts(n map[string]int) string {
	var parts []string
	for _, v := range web.Verdicts() {
		parts = append(parts, present(counted{n[string(v)], string(v)})...)
	}
	return strings.Join(parts, ", ")
}

// tree draws what a map found.
func (o *Out) tree(roots []*branch) {
	for _, b := range roots {
		b.settle()
	}
	unfold(roots, treeLines)
	for _, b := range roots {
		o.branch(b, "  ", "  ")
	}
}

// branch draws a branch after lead; what is below it is drawn after pad.
func (o *Out) branch(b *branch, lead, pad string) {
	facts := ""
	switch {
	case len(b.under) > 0:
		facts = b.counts()
	case b.weight() == 1 && len(b.left) > 0:
		facts = slices.Collect(maps.Keys(b.left))[0]
	case b.seen != "":
		facts = b.seen
	case len(b.left) > 0:
		facts = verdictCounts(b.left)
	case b.pages > 1:
		facts = reports.Count(b.pages, "page")
	}
	name := b.name
	if len(b.under) > 0 && !strings.HasSuffix(name, "/") {
		name += "/"
	}
	if facts != "" {
		facts = "  " + facts
	}
	name = firstColumns(Visible(name), max(12, o.textWidth()-columnsOf(lead)-columnsOf(facts)))
	o.Printf("%s%s%s\n", o.Dim(lead), name, o.Dim(facts))
	for i, u := range b.under[:b.shown] {
		if i == len(b.under)-1 {
			o.branch(u, pad+"└─ ", pad+"   ")
		} else {
			o.branch(u, pad+"├─ ", pad+"│  ")
		}
	}
	if rest := b.under[b.shown:]; b.shown > 0 && len(rest) > 0 {
		n := 0
		for _, u := range rest {
			n += u.weight()
		}
		more := fmt.Sprintf("… and %d more", len(rest))
		if n != len(rest) {
			more += fmt.Sprintf(", %d addresses", n)
		}
		o.Printf("%s\n", o.Dim(firstColumns(pad+"└─ "+more, o.textWidth())))
	}
}

// treeOf sorts what a map found into folders: those of each site, or those of a folder
// on this machine.
func treeOf(m *reports.SourceMap) (roots []*branch) {
	if m.Graph == nil {
		root := newBranch(strings.TrimSuffix(m.Root, "/"))
		for _, page := range m.Pages {
			at := page
			if strings.Contains(m.Root, "://") {
				at = strings.TrimPrefix(page, m.Root)
			}
			root.add(segments(at, func(s string) string { return s }), "")
		}
		return []*branch{root}
	}
	sites := map[string]*branch{}
	for _, n := range m.Graph.Nodes {
		site, rest := cutSite(n.URL)
		root := sites[site]
		if root == nil {
			root = newBranch(site)
			sites[site] = root
			roots = append(roots, root)
		}
		at := root.add(segments(rest, readable), withoutRequest(n.Verdict))
		if n.Verdict != "" && n.Verdict.Look() != web.LooksGood {
			at.seen = string(n.Verdict)
		}
	}
	return roots
}

// withoutRequest is the verdict of an address that is not asked for, and "" of one
// that is.
func withoutRequest(v web.Verdict) string {
	switch v {
	case web.Robots, web.Denied, web.Quota, web.Type:
		return string(v)
	}
	return ""
}

// cutSite divides an address after its host.
func cutSite(address string) (site, path string) {
	scheme, rest, ok := strings.Cut(address, "://")
	if !ok {
		return "", address
	}
	host, path, _ := strings.Cut(rest, "/")
	return scheme + "://" + host, path
}

// segments divides a path into folders; what follows a question mark stays with the
// last.
func segments(path string, name func(string) string) (out []string) {
	path, query, asks := strings.Cut(path, "?")
	for _, s := range strings.Split(path, "/") {
		if s == "" {
			continue
		}
		if len(out) == deepest {
			out[deepest-1] += "/" + name(s)
			continue
		}
		out = append(out, name(s))
	}
	switch {
	case !asks:
	case len(out) == 0:
		out = []string{"?" + name(query)}
	default:
		out[len(out)-1] += "?" + name(query)
	}
	return out
}

// readable is a part of an address as its readers write it, unless that would hide
// what it is: a slash, a control character, one that cannot be seen.
func readable(escaped string) string {
	s, err := url.PathUnescape(escaped)
	if err != nil || !utf8.ValidString(s) || strings.ContainsAny(s, "/%?#") {
		return escaped
	}
	for _, r := range s {
		if !unicode.IsPrint(r) {
			return escaped
		}
	}
	return s
}
