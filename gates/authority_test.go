package gates

import (
	"strings"
	"testing"
	"time"

	search "assay/ingest/rank"
	"assay/provenance"
)

func TestAuthority(t *testing.T) {
	p := Default()
	p.Synthesis.Authority = map[string]int{"example.org": 1, "blog.example.org": 4, "medium.com": 2}
	for url, want := range map[string]Authority{
		"https://github.com/a/b":                     {1, 1, "github.com"},
		"https://gist.github.com/a":                  {1, 1, "github.com"},
		"https://EN.Wikipedia.org./wiki/Tea":         {1, 1, "wikipedia.org"},
		"https://notgithub.com/":                     {4, .4, ""},
		"https://news.ycombinator.com/item?id=1":     {2, .8, "news.ycombinator.com"},
		"https://ycombinator.com/":                   {4, .4, ""},
		"https://blog.cloudflare.com/x":              {2, .8, "blog.cloudflare.com"},
		"https://blog.somebody.net/":                 {3, .6, "blog.*"},
		"https://docs.somebody.net/":                 {2, .9, "docs.*"},
		"https://docs.python.org/3/":                 {1, 1, "docs.python.org"},
		"https://somebody.github.io/garden":          {3, .7, "*.github.io"},
		"https://cs.mit.edu/":                        {2, .8, "*.edu"},
		"https://www.nist.gov/":                      {2, .8, "*.gov"},
		"https://juejin.cn/post/1":                   {3, .6, "juejin.cn"},
		"https://docs.example.org/":                  {1, 1, "example.org in synthesis.authority"},
		"https://blog.example.org/":                  {4, .4, "blog.example.org in synthesis.authority"},
		"https://medium.com/@a/b":                    {2, .8, "medium.com in synthesis.authority"},
		"https://somebody.net/github.com":            {4, .4, ""},
		"raw/tea.md":                                 {},
		"file:///home/me/github.com/tea.md":          {},
		"git+https://github.com/a/b.git@v1.0.0#docs": {1, 1, "github.com"},
	} {
		if got := p.Authority(url); got != want {
			t.Errorf("%s: %+v, want %+v", url, got, want)
		}
	}
	for tier, domains := range authorities {
		for _, d := range domains {
			if got := Default().Authority("https://" + d + "/x"); got.Tier != tier {
				t.Errorf("%s is of tier %d, listed in %d", d, got.Tier, tier)
			}
		}
	}
}

// What sort of source it is decides; its address only where that is the same on both
// sides, or not known.
func TestAuthorityInAConflict(t *testing.T) {
	p := Default()
	day := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	side := func(text string, class provenance.Class, url string) Side {
		return Side{Text: text, Quote: text, Class: class, Authority: p.Authority(url), Retrieved: day}
	}
	const here, there = "The cache holds 20 entries.", "The cache holds 30 entries."
	for _, c := range []struct {
		name      string
		new, old  Side
		way       Way
		keep, why string
	}{
		{"the same class, one address on a list", side(here, provenance.ClassCommunity, "https://stackoverflow.com/q/1"), side(there, provenance.ClassCommunity, "https://medium.com/x"),
			Update, SideNew, "authority tier 1 (stackoverflow.com, weight 1) against authority tier 3 (medium.com, weight 0.6)"},
		{"a site on no list is called a reference", side(here, provenance.ClassReference, "https://somebody.net/x"), side(there, provenance.ClassReference, "https://en.wikipedia.org/wiki/X"),
			Update, SideExisting, "authority tier 1 (wikipedia.org, weight 1) against authority tier 4 (a site on no list, weight 0.4)"},
		{"the class goes before the address", side(here, provenance.ClassPrimary, "https://somebody.net/x"), side(there, provenance.ClassReference, "https://en.wikipedia.org/wiki/X"),
			Update, SideNew, "(primary against reference)"},
		{"neither", side(here, provenance.ClassReference, "https://somebody.net/x"), side(there, provenance.ClassReference, "https://else.net/x"), Escalate, "", "nothing decides"},
		{"a file has no address", side(here, provenance.ClassReference, "raw/a.md"), side(there, provenance.ClassReference, "https://en.wikipedia.org/wiki/X"), Escalate, "", "nothing decides"},
	} {
		got := Propose(Dispute{New: c.new, Existing: c.old, Mismatch: &provenance.Mismatch{Kind: "number", Claim: "20", Source: "30"}})
		if got.Way != c.way || got.Keep != c.keep || !strings.Contains(got.Reason, c.why) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

// Search and conflicts give the same address the same authority. The lists are two,
// since the product may not have either import the other.
func TestAuthorityIsOne(t *testing.T) {
	t.Parallel()
	tiers := search.Default().Authority.Tiers
	for _, tier := range tiers {
		for _, d := range tier.Domains {
			if got := (Policy{}).Authority("https://" + d + "/x"); got.Weight != tier.Score || got.By != d {
				t.Errorf("%s: %v for conflicts, %v for search", d, got, tier.Score)
			}
		}
	}
	for i, domains := range authorities[1:] {
		for _, d := range domains {
			found := false
			for _, listed := range tiers[i].Domains {
				found = found || listed == d
			}
			if !found {
				t.Errorf("%s: of tier %d for conflicts, on no such list of search", d, i+1)
			}
		}
	}
}
