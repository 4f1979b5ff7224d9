package rank

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

var (
	doi      = regexp.MustCompile(`(?i)\b10\.\d{4,9}/[^\s"<>?#]+`)
	arxivID  = regexp.MustCompile(`(?i)^(?:/(?:abs|pdf|html|format)/)?((?:\d{4}\.\d{4,5})|(?:[a-z-]+(?:\.[a-z]{2})?/\d{7}))(?:v\d+)?(?:\.pdf)?$`)
	tracking = regexp.MustCompile(`^(?:utm_.*|amp|fbclid|gclid|ref_src)$`)
)

// Canonical gives all addresses of one page one spelling: hosts without www., old. and m.,
// mirrors and AMP as their originals, no tracking parameters, no fragment, no slash at the
// end. Papers are known by DOI or arXiv number. An address that cannot be read stays.
func (f *Fusion) Canonical(raw string) string {
	u, err := url.Parse(strings.TrimSpace(raw))
	if err != nil || u.Host == "" {
		return raw
	}
	if host := strings.ToLower(u.Hostname()); strings.HasSuffix(host, ".cdn.ampproject.org") || host == "cdn.ampproject.org" {
		// https://example-org.cdn.ampproject.org/c/s/example.org/page
		if _, rest, ok := strings.Cut(u.Path, "/s/"); ok {
			return f.Canonical("https://" + rest)
		}
	}
	host := f.host(u)
	path := strings.TrimSuffix(u.EscapedPath(), "/")
	path = strings.TrimSuffix(strings.TrimSuffix(path, "/amp"), ".amp")
	if host == "doi.org" {
		return "doi:" + strings.ToLower(strings.TrimPrefix(path, "/"))
	}
	if m := arxivID.FindStringSubmatch(path); m != nil && host == "arxiv.org" {
		return "arxiv:" + strings.ToLower(m[1])
	}
	if strings.EqualFold(u.Hostname(), "youtu.be") {
		path, u.RawQuery = "/watch", "v="+strings.TrimPrefix(path, "/")
	}
	q := u.Query()
	for k := range q {
		if tracking.MatchString(strings.ToLower(k)) {
			q.Del(k)
		}
	}
	out := host + path
	if len(q) > 0 {
		out += "?" + q.Encode()
	}
	return "https://" + out
}

func (f *Fusion) host(u *url.URL) string {
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	for _, head := range []string{"www.", "old.", "m.", "amp."} {
		host = strings.TrimPrefix(host, head)
	}
	host = strings.Replace(host, ".m.", ".", 1) // en.m.wikipedia.org
	if m := f.Mirrors[host]; m != "" {
		host = m
	}
	if p := u.Port(); p != "" && p != "80" && p != "443" {
		host += ":" + p
	}
	return host
}

// identities are all names that a hit is known by.
func (f *Fusion) identities(c Candidate) []string {
	out := []string{f.Canonical(c.URL)}
	for _, text := range []string{c.ID, c.URL} {
		if m := doi.FindString(text); m != "" {
			id := strings.ToLower(strings.TrimRight(m, ".,;)/"))
			out = append(out, "doi:"+id)
			if n, ok := strings.CutPrefix(id, "10.48550/arxiv."); ok { // arXiv's own DOIs
				out = append(out, "arxiv:"+n)
			}
		}
	}
	if id, ok := strings.CutPrefix(c.ID, "arxiv:"); ok {
		if m := arxivID.FindStringSubmatch(id); m != nil {
			out = append(out, "arxiv:"+strings.ToLower(m[1]))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// same groups the indexes of what shares a name, also by way of a third: union and find.
// Groups are in the order of their first member.
func same(ids [][]string) [][]int {
	parent := make([]int, len(ids))
	for i := range parent {
		parent[i] = i
	}
	var find func(int) int
	find = func(i int) int {
		if parent[i] != i {
			parent[i] = find(parent[i])
		}
		return parent[i]
	}
	first := map[string]int{}
	for i, names := range ids {
		for _, n := range names {
			j, known := first[n]
			if !known {
				first[n] = i
				continue
			}
			if a, b := find(i), find(j); a != b {
				parent[max(a, b)] = min(a, b)
			}
		}
	}
	groups, order := map[int][]int{}, []int(nil)
	for i := range ids {
		r := find(i)
		if groups[r] == nil {
			order = append(order, r)
		}
		groups[r] = append(groups[r], i)
	}
	var out [][]int
	for _, r := range order {
		out = append(out, groups[r])
	}
	return out
}

var repository = regexp.MustCompile(`^https://(github\.com|gitlab\.com|codeberg\.org)/([\w.-]+)/([\w.-]+)`)

// Entity names what an address is of, so that a paper or a repository is known as itself
// wherever it stands: doi:…, arxiv:…, host/owner/name of a repository, else its page.
func (f *Fusion) Entity(address string) string {
	at := f.Canonical(address)
	for _, id := range f.identities(Candidate{Item: Item{URL: address}}) {
		if strings.HasPrefix(id, "doi:") || strings.HasPrefix(id, "arxiv:") {
			at = id
		}
	}
	if m := repository.FindStringSubmatch(at); m != nil {
		return m[1] + "/" + strings.ToLower(m[2]+"/"+strings.TrimSuffix(m[3], ".git"))
	}
	return at
}
