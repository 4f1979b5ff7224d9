package web

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"assay/vault"
)

// Limits bound what may be read of a source. All of them but Probe are part of what
// is approved.
type Limits struct {
	Prefixes []string `json:"prefixes,omitempty"` // canonical; the seed's own ([PrefixOf]) where empty
	Depth    int      `json:"depth"`              // links from the seed; what sitemaps and feeds name is one away
	Pages    int      `json:"pages"`              // page requests at most; 200 where 0
	Credits  int      `json:"credits,omitempty"`  // that one reading may cost, one a page; no ceiling of its own where 0
	URLs     int      `json:"urls,omitempty"`     // addresses kept at most; 10 a page, at least 10,000, where 0
	Probe    int      `json:"-"`                  // pages that a map reads for their links; 20 where 0, the seed alone where negative
}

// Filled are the limits with their defaults.
func (l Limits) Filled() Limits {
	l.Pages = cmp.Or(max(l.Pages, 0), 200)
	l.URLs = cmp.Or(max(l.URLs, 0), max(10*l.Pages, 10_000))
	l.Probe = cmp.Or(l.Probe, 20)
	return l
}

// Alike reports whether two bounds are of the same place: the same prefixes, as deep.
func (l Limits) Alike(o Limits) bool {
	return l.Depth == o.Depth && slices.Equal(sorted(l.Prefixes), sorted(o.Prefixes))
}

// sorted is a list in order, each entry once.
func sorted(list []string) []string { return slices.Compact(slices.Sorted(slices.Values(list))) }

// ceiling is how many pages may be asked for, and which limit says so.
func (l Limits) ceiling() (int, string) {
	if l.Credits > 0 && l.Credits < l.Pages {
		return l.Credits, fmt.Sprintf("the %d credits that were approved for a reading are used up", l.Credits)
	}
	return l.Pages, fmt.Sprintf("the limit of %d pages is reached", l.Pages)
}

// Found says how a URL became known.
type Found string

// The ways.
const (
	FoundSeed    Found = "seed"
	FoundSitemap Found = "sitemap"
	FoundFeed    Found = "feed"
	FoundLink    Found = "link"
)

// A Graph is what is known of a source before it is crawled: for a person to
// review, and for [Crawl] to start from.
type Graph struct {
	Seed     string         `json:"seed"`  // canonical, as proposed
	Start    string         `json:"start"` // where it led to
	Limits   Limits         `json:"limits"`
	Mapped   time.Time      `json:"mapped,omitzero"`
	Robots   []RobotsRecord `json:"robots,omitempty"`
	Sitemaps []Listing      `json:"sitemaps,omitempty"`
	Feeds    []Listing      `json:"feeds,omitempty"`
	Nodes    []Node         `json:"nodes"` // the seed first, then as found
	Outside  int            `json:"outside,omitempty"`
	Unlisted int            `json:"unlisted,omitempty"` // addresses beyond Limits.URLs
	Requests int            `json:"requests"`           // sent for the map
	Partial  string         `json:"partial,omitempty"`  // why there may be more pages; empty when all were seen
}

// A Node is one address of a graph.
type Node struct {
	URL     string  `json:"url"`
	Depth   int     `json:"depth"`
	Found   Found   `json:"found"`
	From    string  `json:"from,omitempty"`    // the page, sitemap or feed
	LastMod string  `json:"lastmod,omitempty"` // as a sitemap says
	Verdict Verdict `json:"verdict,omitempty"` // empty: nobody has looked; a crawl will
	Class   Class   `json:"class,omitempty"`
	Reason  string  `json:"reason,omitempty"`
	Robots  *Ruling `json:"robots,omitempty"`
}

// A Listing is a sitemap or feed that was read, or could not be.
type Listing struct {
	URL    string `json:"url"`
	URLs   int    `json:"urls"` // within the bounds
	Reason string `json:"reason,omitempty"`
}

// NewGraph is a graph of the seed alone, for a crawl that finds its way by links.
func NewGraph(seed string, l Limits) (*Graph, error) {
	at, err := Canonical(seed)
	if err != nil {
		return nil, err
	}
	l = l.Filled()
	if l.Prefixes, err = canonicalPrefixes(l.Prefixes, at); err != nil {
		return nil, err
	}
	return &Graph{Seed: at, Start: at, Limits: l, Nodes: []Node{{URL: at, Found: FoundSeed}}}, nil
}

func canonicalPrefixes(prefixes []string, seed string) ([]string, error) {
	if len(prefixes) == 0 {
		return []string{PrefixOf(seed)}, nil
	}
	var out []string
	for _, p := range prefixes {
		u, err := Canonical(p)
		if err != nil {
			return nil, err
		}
		out = append(out, u)
	}
	return sorted(out), nil
}

// Wanted counts the nodes that a crawl would ask for.
func (g *Graph) Wanted() int {
	n := 0
	for _, node := range g.Nodes {
		switch node.Verdict {
		case Robots, Denied, Quota, Type: // known without a request
		default:
			n++
		}
	}
	return n
}

// Credits estimates the cost of the crawl: the pages that are known where the map
// is complete, else the most that the limits let it become. One page is one credit.
func (g *Graph) Credits() int {
	most, _ := g.Limits.ceiling()
	if g.Partial != "" {
		return most
	}
	return min(g.Wanted(), most)
}

// Cap makes the cost of the graph the most that a reading of it may ever come to, or
// least where that is more. It is part of what is approved; a site that outgrows it is
// asked about again.
func (g *Graph) Cap(least int) {
	g.Limits.Credits = max(g.Credits(), least, 1)
	g.Limits.Pages = g.Limits.Credits
}

// Only narrows a graph to the page that its seed leads to.
func (g *Graph) Only() {
	g.Limits.Prefixes, g.Nodes, g.Partial = []string{g.Start}, g.Nodes[:1], ""
}

// Reached reports whether anything is known of the source besides its address.
func (g *Graph) Reached() bool {
	return len(g.Nodes) > 1 || len(g.Nodes) == 1 && (g.Nodes[0].Verdict == "" || g.Nodes[0].Verdict.Look() == LooksGood)
}

// Hosts lists the hosts of the prefixes.
func (g *Graph) Hosts() []string {
	var hosts []string
	for _, p := range g.Limits.Prefixes {
		hosts = append(hosts, hostOf(p))
	}
	return sorted(hosts)
}

// Digest names what an approval is for: hosts, prefixes, depth, page and credit
// ceilings. Pages that appear within them leave it as it is.
func (g *Graph) Digest() vault.Hash {
	l := g.Limits.Filled()
	return vault.HashText(fmt.Appendf(nil, "assay-bounds 1\nhosts %s\nprefixes %s\ndepth %d\npages %d\ncredits %d\n",
		strings.Join(g.Hosts(), " "), strings.Join(sorted(l.Prefixes), " "), l.Depth, l.Pages, l.Credits))
}
