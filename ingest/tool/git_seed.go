package tool

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"assay/ingest/web"
	"assay/text"
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
	forge  string // "https://github.com/o/r" where the site shows files under addresses of their own,
	infix  string // and what stands before the branch then
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
	if r.ref != "" && !IsRef(r.ref) {
		return repo{}, fmt.Errorf("read git seed: %q is no name of a branch, tag or commit", text.Clip(r.ref, 80))
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
		return repo{}, fmt.Errorf("read git seed: %q is not a way that is taken to repositories", text.Clip(r.scheme, 20))
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
	r.forge, r.infix = forgeOf(r)
	return r, nil
}

// IsRef reports whether a name is one that git allows a branch, tag or commit
// (git-check-ref-format), of letters that mean nothing to a command line.
func IsRef(ref string) bool {
	if ref == "" || len(ref) > 200 || ref[0] == '-' || ref[0] == '.' || strings.Contains(ref, "..") || strings.Contains(ref, "@{") || strings.Contains(ref, "//") || strings.HasSuffix(ref, "/") || strings.HasSuffix(ref, ".lock") {
		return false
	}
	return strings.Trim(ref, letters+"./+") == ""
}

func plainName(s string) bool {
	return s != "" && s[0] != '-' && strings.Trim(s, letters+".") == ""
}

// isCommit reports whether a name is a whole object id, which names one state for ever.
func isCommit(ref string) bool {
	return (len(ref) == 40 || len(ref) == 64) && strings.Trim(ref, "0123456789abcdef") == ""
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"

// IsRepo reports whether owner and name could be those of a repository of GitHub.
func IsRepo(owner, name string) bool {
	return owner != "" && len(owner) <= 39 && owner[0] != '-' && strings.Trim(owner, letters) == "" &&
		name != "" && len(name) <= 100 && name != "." && name != ".." && strings.Trim(name, letters+".") == ""
}
