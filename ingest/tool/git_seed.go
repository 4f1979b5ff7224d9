package tool

import (
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"

	"assay/ingest/web"
)

// A repo is a git repository as a seed names it.
type repo struct {
	seed   string // canonical: the seed without the part of the tree that is meant
	remote string // what git is told
	scheme string // https, http, ssh, file
	host   string // with port; "" for file
	path   string // on the host
	ref    string // branch, tag or commit; "" for the default branch
	sub    string // the part of the tree that is meant; "" for all
	forge  string // "https://github.com/o/r" where the site shows files under addresses of their own
}

// parseRepo reads a seed. The forms with "git+" are those of SPDX download locations:
//
//	git+https://host/path@ref#sub   also git+http, git+ssh and git+file
//	https://host/path.git           with "?ref=" for a branch, tag or commit
func parseRepo(seed string) (repo, error) {
	raw := strings.TrimSpace(seed)
	if len(raw) > 2000 {
		return repo{}, errors.New("read git seed: too long")
	}
	rest, tagged := strings.CutPrefix(raw, "git+")
	u, err := url.Parse(rest)
	if err != nil {
		return repo{}, fmt.Errorf("read git seed: %w", errors.Unwrap(err))
	}
	r := repo{scheme: strings.ToLower(u.Scheme), path: u.EscapedPath(), sub: strings.Trim(u.Fragment, "/")}
	if tagged {
		from := max(strings.LastIndexByte(r.path, '/'), 0)
		if i := strings.Index(r.path, ".git@"); i >= 0 {
			from = i
		}
		if i := strings.IndexByte(r.path[from:], '@'); i >= 0 {
			r.path, r.ref = r.path[:from+i], r.path[from+i+1:]
		}
	} else if !strings.HasSuffix(strings.TrimSuffix(r.path, "/"), ".git") || r.scheme != "https" && r.scheme != "http" {
		return repo{}, errors.New("read git seed: neither git+… nor an address that ends in .git")
	}
	if ref := u.Query().Get("ref"); ref != "" && r.ref == "" {
		r.ref = ref
	}
	if r.ref != "" && !goodRef(r.ref) {
		return repo{}, fmt.Errorf("read git seed: %q is no name of a branch, tag or commit", clip(r.ref, 80))
	}
	r.path = "/" + strings.Trim(r.path, "/")
	if strings.ContainsFunc(r.path, func(c rune) bool { return c <= ' ' || c == 0x7f }) || r.path == "/" || strings.Contains(r.path+"/", "/../") {
		return repo{}, errors.New("read git seed: no path of a repository")
	}
	user := ""
	switch r.scheme {
	case "https", "http", "ssh":
		if _, set := u.User.Password(); set || u.User != nil && r.scheme != "ssh" {
			return repo{}, errors.New("read git seed: it carries user information")
		}
		at, err := web.Canonical("https://" + u.Host + "/")
		if err != nil || strings.HasPrefix(u.Host, "-") {
			return repo{}, errors.New("read git seed: no host")
		}
		r.host = strings.TrimSuffix(strings.TrimPrefix(at, "https://"), "/")
		if r.scheme == "ssh" && u.User != nil {
			if user = u.User.Username() + "@"; !plainName(user[:len(user)-1]) {
				return repo{}, errors.New("read git seed: odd user name")
			}
		}
	case "file":
		if u.Host != "" || !tagged {
			return repo{}, errors.New("read git seed: git+file has three slashes and a path")
		}
		if r.path, err = url.PathUnescape(r.path); err != nil {
			return repo{}, fmt.Errorf("read git seed: %w", err)
		}
	default:
		return repo{}, fmt.Errorf("read git seed: %q is not a way that is taken to repositories", clip(r.scheme, 20))
	}
	r.remote = r.scheme + "://" + user + r.host + r.path
	r.seed = "git+" + r.remote
	if r.ref != "" {
		r.seed += "@" + r.ref
	}
	if !tagged {
		r.seed = r.remote
		if r.ref != "" {
			r.seed += "?ref=" + url.QueryEscape(r.ref)
		}
	}
	r.forge = forgeOf(r)
	return r, nil
}

// forges show a file of a branch, tag or commit under this infix.
var forges = []struct{ host, infix string }{
	{"github.com", "/blob/"},
	{"gitlab.com", "/-/blob/"},
	{"codeberg.org", "/src/"},
}

func forgeOf(r repo) string {
	for _, f := range forges {
		if r.host == f.host && r.scheme != "http" {
			return "https://" + r.host + strings.TrimSuffix(r.path, ".git")
		}
	}
	return ""
}

// base is the address under which the files of a branch, tag or commit lie.
func (r repo) base(t target) string {
	if r.forge == "" {
		return r.seed
	}
	for _, f := range forges {
		if r.host != f.host {
			continue
		}
		if f.host == "codeberg.org" { // it wants to be told what a name is the name of
			return r.forge + f.infix + t.kind + "/" + escapePath(t.name)
		}
		return r.forge + f.infix + escapePath(t.name)
	}
	return r.seed
}

// prefix is what an approval of the seed is for.
func (r repo) prefix() string {
	if r.forge != "" {
		return r.forge
	}
	return r.seed
}

// pageURL is the address of a file.
func pageURL(r repo, base, file string) string {
	if r.forge == "" {
		return base + "#" + escapePath(file)
	}
	return base + "/" + escapePath(file)
}

func escapePath(p string) string {
	parts := strings.Split(p, "/")
	for i, s := range parts {
		parts[i] = url.PathEscape(s)
	}
	return strings.Join(parts, "/")
}

// policyURL is how policy is asked about a repository: by its host and path.
func (r repo) policyURL() string { return "https://" + r.host + r.path }

// goodRef holds a name to what git allows (git-check-ref-format), and to letters that
// mean nothing to a command line.
func goodRef(ref string) bool {
	if len(ref) > 200 || ref[0] == '-' || ref[0] == '.' || strings.Contains(ref, "..") || strings.Contains(ref, "@{") || strings.Contains(ref, "//") || strings.HasSuffix(ref, "/") || strings.HasSuffix(ref, ".lock") {
		return false
	}
	return strings.Trim(ref, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/+-") == ""
}

func plainName(s string) bool {
	return s != "" && s[0] != '-' && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") == ""
}

// isCommit reports whether a name is a whole object id, which names one state for ever.
func isCommit(ref string) bool {
	return (len(ref) == 40 || len(ref) == 64) && strings.Trim(ref, "0123456789abcdef") == ""
}

// wanted reports whether a file of a repository is there to be read, and how soon it
// is worth it: the lower the sooner, so that limits cut off what matters least.
func wanted(file string) (rank int, ok bool) {
	name := strings.ToLower(path.Base(file))
	for _, dir := range strings.Split(strings.ToLower(path.Dir(file)), "/") {
		switch dir {
		case "node_modules", "vendor", "third_party", "testdata", ".git":
			return 0, false
		case "doc", "docs", "documentation", "guide", "manual":
			rank = -1
		}
	}
	depth := strings.Count(file, "/")
	readme := strings.HasPrefix(name, "readme")
	switch path.Ext(name) {
	case ".md", ".markdown", ".mdx", ".rst", ".txt", ".adoc", ".asciidoc", ".html", ".htm", ".org":
	default:
		if !readme && name != "changelog" && name != "changes" && name != "news" && name != "contributing" {
			return 0, false
		}
	}
	switch {
	case readme && depth == 0:
		return 0, true
	case readme, rank < 0:
		return 1, true
	case depth == 0:
		return 2, true
	}
	return 3, true
}

func unescapePath(p string) string {
	if s, err := url.PathUnescape(p); err == nil {
		return s
	}
	return p
}
