package web

import (
	"net/netip"
	"net/url"
	"strings"

	"golang.org/x/net/publicsuffix"
)

// SameSite reports whether two web addresses belong to one owner, as far as names
// tell: the same host, or hosts of one registrable domain. What a page says of its
// own address counts only there; else any page could pass for one of another site.
func SameSite(a, b string) bool {
	x, y := ownerOf(a), ownerOf(b)
	return x != "" && x == y
}

func ownerOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	host, err := canonicalHost(strings.Trim(u.Hostname(), "[]"))
	if err != nil {
		return ""
	}
	if _, err := netip.ParseAddr(host); err == nil {
		return host
	}
	if site, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return site
	}
	return host
}
