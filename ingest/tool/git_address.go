package tool

import (
	"cmp"
	"net/url"
	"strings"
)

// forges show a file of a branch, tag or commit under this infix.
var forges = []struct{ host, infix string }{
	{"github.com", "/blob/"},
	{"gitlab.com", "/-/blob/"},
	{"codeberg.org", "/src/"},
}

// forgeOf is what a site shows files under: the repository, and the infix.
func forgeOf(r repo) (forge, infix string) {
	for _, f := range forges {
		if r.host == f.host && r.scheme != "http" {
			return "https://" + r.host + strings.TrimSuffix(r.path, ".git"), f.infix
		}
	}
	return "", ""
}

// base is the address under which the files of a branch, tag or commit lie.
func (r repo) base(t target) string {
	name := EscapePath(t.name)
	if r.host == "codeberg.org" { // it wants to be told what a name is the name of
		name = t.kind + "/" + name
	}
	if r.forge == "" {
		return r.seed
	}
	return r.forge + r.infix + name
}

// prefix is what an approval of the seed is for.
func (r repo) prefix() string { return cmp.Or(r.forge, r.seed) }

// pageURL is the address of a file.
func pageURL(r repo, base, file string) string {
	if r.forge == "" {
		return base + "#" + EscapePath(file)
	}
	return base + "/" + EscapePath(file)
}

// EscapePath escapes each part of a path for an address.
func EscapePath(p string) string {
	parts := strings.Split(p, "/")
	for i, s := range parts {
		parts[i] = url.PathEscape(s)
	}
	return strings.Join(parts, "/")
}
