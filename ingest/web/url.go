package web

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"

	"assay/text"
)

// maxURL is the longest URL that is looked at. Browsers and servers agree on about
// 2,000 bytes; what is longer is nearly always a trap that feeds on itself.
const maxURL = 2048

// maxShown is how much a message has of an address, which may be hostile.
const maxShown = 120

// tracking names query parameters that say where a reader came from, never which
// page is meant. A name that ends in "*" stands for all that begin so.
var tracking = []string{
	"utm_*", "mtm_*", "pk_*", "piwik_*", "matomo_*", "hsa_*", "fbclid", "gclid", "gclsrc", "dclid", "gbraid", "wbraid",
	"msclkid", "yclid", "twclid", "ttclid", "li_fat_id", "igshid", "mc_cid", "mc_eid", "_hsenc", "_hsmi", "vero_id",
	"oly_anon_id", "oly_enc_id", "mkt_tok", "_ga", "_gl", "srsltid", "wt_mc", "wt_zmc",
	"phpsessid", "jsessionid", "aspsessionid",
}

// Canonical gives the one spelling under which a web address is known: two
// addresses that by RFC 3986 §6.2.2–6.2.3 mean the same have the same.
//
// Scheme and host are in lower case, the host in ASCII (IDNA) without a final dot,
// the default port, fragment and tracking parameters are gone, dot segments are
// resolved, escapes are in capitals and stand only where they must. A query of
// name=value pairs is sorted by name, pairs of one name keep their order; any other
// query is left in its order, since it may be read as one string. A final slash is
// kept as it is: "/a" and "/a/" may be two pages, and a site where they are one says
// so by a redirect. User information is refused, since an address of evidence must
// not carry a password.
func Canonical(raw string) (string, error) {
	u, err := parseURL(raw)
	if err != nil {
		return "", err
	}
	return u.String(), nil
}

// Resolve is Canonical of a reference as it stands in the page at base.
func Resolve(base, ref string) (string, error) {
	b, err := url.Parse(base)
	if err != nil {
		return "", fmt.Errorf("parse URL %q: %w", base, err)
	}
	return resolve(b, ref)
}

// resolveAll resolves references, and leaves out those that are no address of the web.
func resolveAll(base string, refs []string) (urls []string) {
	for _, ref := range refs {
		if u, err := Resolve(base, ref); err == nil {
			urls = append(urls, u)
		}
	}
	return urls
}

func resolve(base *url.URL, ref string) (string, error) {
	// WHATWG: white space around is dropped, tabs and line ends within too.
	if ref = strings.TrimSpace(ref); strings.ContainsAny(ref, "\t\n\r") {
		ref = strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(ref)
	}
	r, err := url.Parse(ref)
	if err != nil {
		return "", fmt.Errorf("parse link %q: %w", text.Clip(ref, maxShown), err)
	}
	return Canonical(base.ResolveReference(r).String())
}

func parseURL(raw string) (*url.URL, error) {
	raw = strings.TrimSpace(raw)
	if len(raw) > maxURL {
		return nil, fmt.Errorf("parse URL %q: longer than %d bytes", text.Clip(raw, maxShown), maxURL)
	}
	u, err := url.Parse(raw)
	if err != nil {
		return nil, fmt.Errorf("parse URL %q: %w", text.Clip(raw, maxShown), errors.Unwrap(err))
	}
	u.Scheme = strings.ToLower(u.Scheme)
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, fmt.Errorf("parse URL %q: not http or https", text.Clip(raw, maxShown))
	case u.User != nil:
		return nil, fmt.Errorf("parse URL of %s: it carries user information", u.Hostname())
	}
	port := u.Port()
	host, err := canonicalHost(u.Hostname())
	if err != nil {
		return nil, fmt.Errorf("parse URL %q: %w", text.Clip(raw, maxShown), err)
	}
	u.Host = host
	if strings.Contains(host, ":") {
		u.Host = "[" + host + "]"
	}
	if port = strings.TrimLeft(port, "0"); port != "" && !(u.Scheme == "http" && port == "80" || u.Scheme == "https" && port == "443") {
		u.Host += ":" + port
	}
	u.Fragment, u.RawFragment, u.ForceQuery, u.Opaque = "", "", false, ""
	u.RawPath = normalEscapes(cmp.Or(u.EscapedPath(), "/"), pathSafe)
	if u.Path, err = url.PathUnescape(u.RawPath); err != nil {
		return nil, fmt.Errorf("parse URL %q: %w", text.Clip(raw, maxShown), err)
	}
	u.RawQuery = canonicalQuery(u.RawQuery)
	return u.ResolveReference(u), nil // without dot segments
}

// canonicalHost gives a name in ASCII and lower case, an IP address in its one form.
func canonicalHost(host string) (string, error) {
	host = strings.TrimSuffix(host, ".")
	if host == "" {
		return "", errors.New("no host")
	}
	if a, err := netip.ParseAddr(host); err == nil {
		if a.Zone() != "" {
			return "", errors.New("an address with a zone is of this machine alone")
		}
		return a.Unmap().String(), nil
	}
	ascii, err := idna.Lookup.ToASCII(host)
	if err != nil {
		// Names with an underscore or of odd hyphens resolve although IDNA refuses them.
		if ascii = strings.ToLower(host); strings.ContainsFunc(ascii, func(r rune) bool {
			return !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '-' || r == '_' || r == '.')
		}) {
			return "", fmt.Errorf("host %q: %w", text.Clip(host, maxShown), err)
		}
	}
	// IDNA makes dots of other signs, so that the end must be looked at again.
	ascii = strings.TrimSuffix(strings.ToLower(ascii), ".")
	if ascii == "" || strings.HasPrefix(ascii, ".") || strings.HasSuffix(ascii, ".") || strings.Contains(ascii, "..") {
		return "", fmt.Errorf("host %q has an empty label", text.Clip(host, maxShown))
	}
	if a, err := netip.ParseAddr(ascii); err == nil { // digits of other scripts
		return a.Unmap().String(), nil
	}
	return ascii, nil
}

// canonicalQuery drops tracking parameters and sorts pairs by name.
func canonicalQuery(q string) string {
	if q == "" {
		return ""
	}
	parts := strings.Split(q, "&")
	kept, pairs := parts[:0], true
	for _, part := range parts {
		name, _, pair := strings.Cut(part, "=")
		if part == "" || matchesAny(tracking, strings.ToLower(name)) {
			continue
		}
		pairs = pairs && pair
		kept = append(kept, normalEscapes(part, querySafe))
	}
	if pairs {
		slices.SortStableFunc(kept, func(a, b string) int {
			x, _, _ := strings.Cut(a, "=")
			y, _, _ := strings.Cut(b, "=")
			return strings.Compare(x, y)
		})
	}
	return strings.Join(kept, "&")
}

const (
	unreserved = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"
	pathSafe   = unreserved + "!$&'()*+,;=:@/"
	querySafe  = pathSafe + "?"
)

// normalEscapes spells escapes with capitals, takes them off unreserved characters
// and puts them on bytes that are not safe.
func normalEscapes(s, safe string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c, keep := s[i], safe
		if c == '%' && i+2 < len(s) {
			if d, err := hex.DecodeString(s[i+1 : i+3]); err == nil {
				c, keep = d[0], unreserved
				i += 2
			}
		}
		if strings.IndexByte(keep, c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// PrefixOf is the part of a site that a seed stands for: the folder of a file
// ("/docs/index.html" → "/docs/"), else the address itself and what lies under it.
func PrefixOf(canonical string) string {
	u, err := url.Parse(canonical)
	if err != nil {
		return canonical
	}
	u.RawQuery = ""
	p := u.EscapedPath()
	if dir, file := path.Split(p); strings.Contains(file, ".") {
		p = dir
	}
	u.Path, u.RawPath = UnescapePath(p), p
	return u.String()
}

// UnescapePath is a path without its escapes, or as it is where they cannot be read.
func UnescapePath(p string) string {
	if s, err := url.PathUnescape(p); err == nil {
		return s
	}
	return p
}

// Within reports whether a canonical URL lies under a prefix, at a boundary of
// segments: "/docs" holds "/docs/a" and "/docs?v=2", not "/docs-old". Http and https
// of one host at default ports are one site. An address that is no page's, such as
// "git+https://host/repo", may hold parts named by a fragment.
func Within(prefix, canonical string) bool {
	p, u := dropScheme(prefix), dropScheme(canonical)
	rest, ok := strings.CutPrefix(u, p)
	return ok && (rest == "" || strings.HasSuffix(p, "/") || rest[0] == '/' || rest[0] == '?' || rest[0] == '#')
}

// WithinAny reports whether a canonical URL lies under one of some prefixes.
func WithinAny(prefixes []string, canonical string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return Within(p, canonical) })
}

func dropScheme(u string) string {
	_, rest, _ := strings.Cut(u, "://")
	return rest
}

// siteOf is the scheme, host and port of a canonical URL: what robots.txt is for.
func siteOf(canonical string) string {
	scheme, rest, _ := strings.Cut(canonical, "://")
	host, _, _ := strings.Cut(rest, "/")
	return scheme + "://" + host
}

// hostOf is the host of a canonical URL, without port.
func hostOf(canonical string) string {
	host, _, _ := strings.Cut(dropScheme(canonical), "/")
	if h, _, err := net.SplitHostPort(host); err == nil {
		return h
	}
	return strings.Trim(host, "[]")
}

// pathOf is what robots.txt rules are matched with: path and query.
func pathOf(canonical string) string {
	rest := dropScheme(canonical)
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		return rest[i:]
	}
	return "/"
}

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
