package gates

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Authority is how much weight a source's address gives it beside others: known
// references and the makers' own pages first, then trade press and forums that edit,
// then open platforms. It orders what is shown and helps to settle conflicts. No tier
// of a claim depends on it: a true sentence is true on any site.
type Authority struct {
	Tier   int     // 1 to 3; 4 for every other site, 0 for what has no host
	Weight float64 // 1, 0.8, 0.6, 0.4, or what a pattern says
	By     string  // the domain or pattern that decided; "synthesis.authority" is said with it where policy did
}

// OtherSite is the tier of sites that no list names.
const OtherSite = 4

var tierWeights = [...]float64{0, 1, .8, .6, .4}

// authorities lists domains by tier, each with its subdomains.
var authorities = [...][]string{
	1: {
		"github.com", "gitlab.com", "stackoverflow.com", "wikipedia.org", "arxiv.org",
		"docs.python.org", "peps.python.org", "docs.rs", "rust-lang.org", "go.dev", "nodejs.org", "react.dev", "kubernetes.io", "docs.docker.com",
		"developer.mozilla.org", "developer.apple.com", "developer.android.com", "cloud.google.com", "docs.aws.amazon.com", "learn.microsoft.com",
		"tc39.es", "w3.org", "datatracker.ietf.org", "rfc-editor.org",
		"npmjs.com", "pypi.org", "crates.io", "pkg.go.dev", "rubygems.org", "packagist.org", "nuget.org", "hex.pm", "pub.dev",
		"central.sonatype.com", "hackage.haskell.org", "metacpan.org", "cran.r-project.org",
	},
	2: {
		"news.ycombinator.com", "lobste.rs", "dev.to", "stackexchange.com", "serverfault.com", "superuser.com", "askubuntu.com", "reddit.com",
		"css-tricks.com", "smashingmagazine.com", "web.dev", "blog.cloudflare.com", "engineering.fb.com", "netflixtechblog.com",
		"openai.com", "anthropic.com", "huggingface.co", "aclanthology.org", "distill.pub",
	},
	3: {
		"medium.com", "juejin.cn", "infoq.com", "infoq.cn", "towardsdatascience.com", "freecodecamp.org", "baeldung.com", "digitalocean.com",
		"geeksforgeeks.org", "realpython.com", "hackernoon.com", "thenewstack.io", "techcrunch.com", "arstechnica.com", "theverge.com", "wired.com",
		"36kr.com", "sspai.com", "segmentfault.com", "cnblogs.com", "zhihu.com",
	},
}

// authorityPatterns are asked where no list names the host; a name before the dot is
// the host's first label, one behind it its last.
var authorityPatterns = [...]struct {
	pattern string
	weight  float64
}{
	{"docs.*", .9}, {"*.edu", .8}, {"*.gov", .8}, {"*.github.io", .7}, {"blog.*", .6},
}

// String is a clause: the tier, and what put it there.
func (a Authority) String() string {
	if a.Tier == 0 {
		return "no address of its own"
	}
	by := cmp.Or(a.By, "a site on no list")
	return fmt.Sprintf("authority tier %d (%s, weight %g)", a.Tier, by, a.Weight)
}

// Authority of an address. What the policy says of its domain goes before the lists,
// the longest name before shorter ones.
func (p Policy) Authority(rawURL string) Authority {
	host := HostOf(rawURL)
	if host == "" {
		return Authority{}
	}
	best := Authority{}
	named := func(pattern string, tier int) {
		if MatchHost(pattern, host) && (len(pattern) > len(best.By) || len(pattern) == len(best.By) && pattern < best.By) {
			best = Authority{Tier: tier, Weight: tierWeights[tier], By: pattern}
		}
	}
	for pattern, tier := range p.Synthesis.Authority {
		named(pattern, tier)
	}
	if best.Tier != 0 {
		best.By += " in synthesis.authority"
		return best
	}
	for tier, domains := range authorities {
		for _, d := range domains {
			named(d, tier)
		}
	}
	if best.Tier != 0 {
		return best
	}
	for _, a := range authorityPatterns {
		if first, ok := strings.CutSuffix(a.pattern, "*"); ok && strings.HasPrefix(host, first) ||
			!ok && strings.HasSuffix(host, strings.TrimPrefix(a.pattern, "*")) {
			return Authority{Tier: tierOf(a.weight), Weight: a.weight, By: a.pattern}
		}
	}
	return Authority{Tier: OtherSite, Weight: tierWeights[OtherSite]}
}

// tierOf is the tier that a weight falls into.
func tierOf(weight float64) int {
	return 1 + slices.IndexFunc(tierWeights[1:], func(w float64) bool { return weight >= w })
}
