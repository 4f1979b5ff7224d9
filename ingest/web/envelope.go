package web

import "context"

// An Envelope is one way to get at a source: over plain HTTP, through a crawling
// service, a browser, a program on $PATH, an MCP server. All of them give the same: a
// [Graph] for a person to review, and then [Page]s, each with its verdict, within the
// limits of the graph. None decides what is allowed.
type Envelope interface {
	// Name is what a person is told: "http", "firecrawl", "git".
	Name() string
	// Map finds out what a source consists of. A seed that cannot be read is no error:
	// its node says why.
	Map(ctx context.Context, seed string, l Limits) (*Graph, error)
	// Crawl reads the pages of a graph, as the function [Crawl] says.
	Crawl(ctx context.Context, g *Graph, o CrawlOptions) (*Result, error)
}

// HTTP is the envelope of plain requests, the lowest of all.
type HTTP struct{ *Client }

// Name is "http".
func (HTTP) Name() string { return "http" }

// Map is the function [Map].
func (e HTTP) Map(ctx context.Context, seed string, l Limits) (*Graph, error) {
	return Map(ctx, e.Client, e.Client.Fetch, seed, l)
}

// Crawl is the function [Crawl].
func (e HTTP) Crawl(ctx context.Context, g *Graph, o CrawlOptions) (*Result, error) {
	return Crawl(ctx, e.Client, g, o)
}
