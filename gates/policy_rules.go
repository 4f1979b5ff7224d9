package gates

import (
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// Denied tells why evidence may not come from a URL: the pattern of
// safety.denied_domains that its host matches. It is nil for what is allowed, and
// for what has no host, such as a path or a file: URL.
func (p Policy) Denied(rawURL string) error {
	host := HostOf(rawURL)
	if host == "" {
		return nil
	}
	for _, pattern := range p.Safety.DeniedDomains {
		if MatchHost(pattern, host) {
			return &DeniedError{Host: host, Pattern: pattern}
		}
	}
	return nil
}

// A DeniedError says that policy shuts a host out.
type DeniedError struct {
	Host, Pattern string
}

func (e *DeniedError) Error() string {
	return fmt.Sprintf("%s is denied by safety.denied_domains (%q)", e.Host, e.Pattern)
}

// Hint says what a person could do about it.
func (e *DeniedError) Hint() string {
	return "use another source, or take the domain off the list in " + PolicyFile
}

// hinted is an error with what to do about it.
type hinted struct {
	error
	hint string
}

func (h hinted) Hint() string  { return h.hint }
func (h hinted) Unwrap() error { return h.error }

// WithHint is an error with what to do about it.
func WithHint(err error, hint string) error { return hinted{err, hint} }

// NeedsPerson says why policy alone does not approve a crawl of these URLs at this
// cost in credits, or "" when it does. Local files have no host and no cost.
func (p Policy) NeedsPerson(urls []string, credits int) string {
	if limit := p.Safety.RequireHITLForCostsOver; credits > limit {
		return fmt.Sprintf("costs %d credits, more than the %d that policy allows without a person", credits, limit)
	}
	for _, u := range urls {
		if strings.HasPrefix(u, "git+file:") {
			return "it lies on this machine, outside the vault" // a source by a person's word alone
		}
	}
	if !p.Safety.RequireHITLForNewDomain {
		return ""
	}
	for _, u := range urls {
		if host := HostOf(u); host != "" && !p.Approved(host) {
			return fmt.Sprintf("%s is not in safety.approved_domains", host)
		}
	}
	return ""
}

// Approved reports whether a person put the host on safety.approved_domains.
func (p Policy) Approved(host string) bool {
	host = foldHost(host)
	return slices.ContainsFunc(p.Safety.ApprovedDomains, func(pattern string) bool { return MatchHost(pattern, host) })
}

// FreshFor is how long evidence stays fresh for a note with these tags, from a
// source of this class on this host; 0 when it never goes stale.
func (p Policy) FreshFor(tags []string, class, host string) time.Duration {
	days, named := NeverStale, false
	take := func(n int) {
		named = true
		if n != NeverStale && (days == NeverStale || n < days) {
			days = n
		}
	}
	for tag, n := range p.Synthesis.Freshness.Tags {
		if slices.ContainsFunc(tags, func(t string) bool { return matchTag(tag, t) }) {
			take(n)
		}
	}
	for c, n := range p.Synthesis.Freshness.Classes {
		if class != "" && strings.EqualFold(c, class) {
			take(n)
		}
	}
	for pattern, n := range p.Synthesis.Freshness.Domains {
		if host != "" && MatchHost(pattern, foldHost(host)) {
			take(n)
		}
	}
	if !named {
		days = p.Synthesis.FreshnessThresholdDays
	}
	if days == NeverStale {
		return 0
	}
	return time.Duration(days) * 24 * time.Hour
}

// HighStakes reports whether a note with these tags always waits for a person.
func (p Policy) HighStakes(tags []string) bool {
	return slices.ContainsFunc(tags, func(tag string) bool {
		return slices.ContainsFunc(p.Promotion.HighStakesTags, func(rule string) bool { return matchTag(rule, tag) })
	})
}

// matchTag compares as Obsidian does: without case, and a tag covers those nested
// in it.
func matchTag(rule, tag string) bool {
	rule, tag = strings.ToLower(strings.TrimPrefix(rule, "#")), strings.ToLower(strings.TrimPrefix(tag, "#"))
	return tag == rule || strings.HasPrefix(tag, rule+"/")
}

// MatchHost reports whether a host falls under a pattern. A name covers itself and
// its subdomains; "*.name" covers the subdomains alone.
func MatchHost(pattern, host string) bool {
	pattern, host = foldHost(pattern), foldHost(host)
	if sub, ok := strings.CutPrefix(pattern, "*."); ok {
		return strings.HasSuffix(host, "."+sub)
	}
	return host == pattern || strings.HasSuffix(host, "."+pattern)
}

// HostOf returns the host of a URL in lower case, without port; "" for what has
// none. A URL that browsers would still open, such as //reddit.com/x or one with
// user information, has the host that they would go to.
func HostOf(rawURL string) string {
	s := strings.TrimSpace(rawURL)
	if strings.HasPrefix(s, "//") {
		s = "https:" + s
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme == "file" {
		return ""
	}
	return foldHost(u.Hostname())
}

// foldHost gives a host, or a pattern of hosts, in the one form that all its
// spellings share: what a browser would ask a name server for, or an IP address.
func foldHost(host string) string {
	host = strings.TrimSuffix(strings.ToLower(strings.TrimSpace(host)), ".")
	if a, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return a.Unmap().String()
	}
	if strings.ContainsFunc(host, func(r rune) bool { return r >= utf8.RuneSelf }) {
		sub, name := "", host
		if rest, ok := strings.CutPrefix(host, "*."); ok {
			sub, name = "*.", rest
		}
		if ascii, err := idna.Lookup.ToASCII(name); err == nil {
			return sub + strings.TrimSuffix(ascii, ".")
		}
	}
	return host
}
