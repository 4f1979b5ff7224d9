package tool

import (
	"net/url"
	"strings"

	"assay/ingest/web"
)

// The names that [Route] gives besides those of tools.
const (
	HTTP     = "http"     // plain requests: what a skill does too
	DeepWiki = "deepwiki" // an MCP server
)

// Route lists the envelopes for a source, the one to take first: skill or plain HTTP,
// then a program, then MCP, never higher than needed. A program stands before plain
// HTTP where it gives what the page does not: threads without their frame, subtitles,
// files. Where only a program or a server will do, plain HTTP is not among them: its
// answer would be a frame without the content, taken for evidence.
//
// It asks nobody. Who composes passes over tools that are not installed, and says how
// to install the first of them where nothing is left.
func Route(seed string) []string {
	switch {
	case (Git{}).Fits(seed):
		return []string{"git"}
	case (Video{}).Fits(seed):
		return []string{"yt-dlp"}
	case (GitHub{}).Fits(seed):
		return []string{"gh", HTTP}
	case (Context7{}).Fits(seed):
		return []string{"ctx7"}
	case IsWiki(seed):
		return []string{DeepWiki}
	}
	if _, err := web.Canonical(seed); err != nil {
		return nil
	}
	return []string{HTTP}
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
	return len(parts) >= 2 && len(parts) <= 3 && ownerName(parts[0]) && repoName(parts[1])
}
