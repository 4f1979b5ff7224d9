package tool

import (
	"net/url"
	"strings"

	"assay/ingest/web"
)

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"

// IsRepo reports whether owner and name could be those of a repository of GitHub.
func IsRepo(owner, name string) bool {
	return owner != "" && len(owner) <= 39 && owner[0] != '-' && strings.Trim(owner, letters) == "" &&
		name != "" && len(name) <= 100 && name != "." && name != ".." && strings.Trim(name, letters+".") == ""
}

// IsWiki reports whether an address is one of a repository's wiki on deepwiki.com.
func IsWiki(raw string) bool {
	at, err := web.Canonical(raw)
	if err != nil {
		return false
	}
	u, err := url.Parse(at)
	if err != nil || strings.TrimPrefix(u.Host, "www.") != "deepwiki.com" {
		return false
	}
	parts := strings.Split(strings.Trim(u.Path, "/"), "/")
	return len(parts) >= 2 && len(parts) <= 3 && IsRepo(parts[0], parts[1])
}
