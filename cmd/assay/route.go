package main

import (
	"assay/ingest/deepwiki"
	"assay/ingest/github"
	"assay/ingest/tool"
	"assay/ingest/web"
)

// The names that [route] gives besides those of programs.
const (
	byHTTP     = "http"     // plain requests
	byGitHub   = "github"   // its interface for programs
	byDeepWiki = "deepwiki" // an MCP server
)

// route lists the envelopes for a source, the one to take first. One stands before plain
// requests where it gives what the page does not: threads without their frame, subtitles,
// files. Where only a program or a server will do, plain requests are not among them: their
// answer would be a frame without the content, taken for evidence. It asks nobody.
func route(seed string) []string {
	switch {
	case (tool.Git{}).Fits(seed):
		return []string{"git"}
	case (tool.Video{}).Fits(seed):
		return []string{"yt-dlp"}
	case (github.GitHub{}).Fits(seed):
		return []string{byGitHub, byHTTP}
	case (tool.Context7{}).Fits(seed):
		return []string{"ctx7"}
	case (deepwiki.Wiki{}).Fits(seed):
		return []string{byDeepWiki}
	}
	if _, err := web.Canonical(seed); err != nil {
		return nil
	}
	return []string{byHTTP}
}
