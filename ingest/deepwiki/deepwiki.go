// Package deepwiki gets the wiki that DeepWiki generated for a repository, through its
// MCP server: structure first, for a person to review, then the pages.
//
// What it gives was written by a model that read the repository. Each page says so in
// its frontmatter (generated, author), since it is a source about a source: where it
// matters, cite the repository. Answers to questions (ask_question) are not taken at all:
// they are made for who asks, and the next answer is another.
package deepwiki

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"time"

	"assay/ingest/tool"
	"assay/ingest/web"
)

// Public is the endpoint of the public server. It wants no key and has public
// repositories alone.
const Public = "https://mcp.deepwiki.com/mcp"

// Options say where the server is. Client must be set.
type Options struct {
	Client    *web.Client
	Endpoint  string        // of streamable HTTP; Public where ""
	Timeout   time.Duration // of one question; 2 min where 0
	MaxAnswer int64         // bytes of one answer; 50 MiB where 0: wikis of large repositories have some
}

// Wiki is the envelope.
type Wiki struct{ Options }

// Name is "deepwiki".
func (Wiki) Name() string { return "deepwiki" }

// Fits takes https://deepwiki.com/owner/name and its pages.
func (Wiki) Fits(url string) bool {
	_, _, err := seed(url)
	return err == nil
}

// seed splits an address of a wiki.
func seed(raw string) (at, repo string, err error) {
	if at, err = web.Canonical(raw); err != nil {
		return "", "", err
	}
	u, err := url.Parse(at)
	if err != nil {
		return "", "", err
	}
	parts := strings.Split(strings.Trim(u.Path, "/"), "/")
	if strings.TrimPrefix(u.Host, "www.") != "deepwiki.com" || len(parts) < 2 || len(parts) > 3 || !tool.IsRepo(parts[0], parts[1]) {
		return "", "", fmt.Errorf("%s is no wiki of a repository on deepwiki.com", at)
	}
	u.RawQuery, u.Host, u.Scheme = "", "deepwiki.com", "https"
	u.Path = strings.TrimSuffix(u.Path, "/")
	return u.String(), parts[0] + "/" + parts[1], nil
}

// Map lists the pages of a wiki.
func (e Wiki) Map(ctx context.Context, raw string, l web.Limits) (*web.Graph, error) {
	at, repo, err := seed(raw)
	if err != nil {
		return nil, fmt.Errorf("map: %w", err)
	}
	g, err := web.NewGraph(at, l)
	if err != nil {
		return nil, fmt.Errorf("map: %w", err)
	}
	if len(l.Prefixes) == 0 {
		g.Limits.Prefixes = []string{at} // a page's name has dots, so that PrefixOf would cut it off
	}
	g.Mapped = e.Client.Options().Now().UTC().Truncate(time.Second)
	text, err := e.ask(ctx, "read_wiki_structure", repo)
	g.Requests = 1
	if err != nil {
		return tool.Lost(g, err), ctx.Err()
	}
	pages := structure(text)
	if len(pages) == 0 {
		return tool.Lost(g, nothing(text)), nil
	}
	g.Nodes = nil
	for _, p := range pages {
		n := web.Node{URL: "https://deepwiki.com/" + repo + "/" + p, Depth: 1, Found: web.FoundLink, From: at}
		if web.Within(at, n.URL) {
			tool.Add(g, n)
		} else {
			g.Outside++
		}
	}
	if len(g.Nodes) == 0 {
		g.Nodes = []web.Node{{URL: at, Found: web.FoundSeed, Verdict: web.Gone, Reason: "the wiki has no such page"}}
	}
	g.Limits.Depth = max(g.Limits.Depth, 1)
	return g, ctx.Err()
}

// Crawl reads the pages of a graph. The server gives all pages of a wiki at once, so
// that it is asked when the first is wanted; each page that is taken is a credit.
func (e Wiki) Crawl(ctx context.Context, g *web.Graph, o web.CrawlOptions) (*web.Result, error) {
	_, repo, err := seed(g.Seed)
	if err != nil {
		return nil, fmt.Errorf("crawl: %w", err)
	}
	read := sync.OnceValues(func() (map[string]string, error) {
		text, err := e.ask(ctx, "read_wiki_contents", repo)
		if err != nil {
			return nil, err
		}
		pages := contents(text)
		if len(pages) == 0 {
			return nil, nothing(text)
		}
		return match(g.Nodes, pages), nil
	})
	return web.Collect(ctx, e.Client, g, o, func(_ context.Context, n web.Node) web.Page {
		pages, err := read()
		if err != nil {
			return tool.Written(nil, 0, err)
		}
		body, ok := pages[n.URL]
		if !ok {
			return tool.Written(nil, 1, &web.Failure{Verdict: web.Gone, Reason: "the wiki has no such page"})
		}
		return tool.Written(tool.WithMeta(body,
			tool.Field{Key: "author", Value: "DeepWiki (written by a model about " + repo + ")"},
			tool.Field{Key: "url", Value: n.URL}, tool.Field{Key: "generated", Value: "true"}), 1, nil)
	})
}

// Find is the wiki of the repository that a question names as owner/name, with what it is about.
func (e Wiki) Find(ctx context.Context, question, _ string, _ int) ([]tool.Found, error) {
	for _, word := range strings.Fields(question) {
		repo := strings.TrimPrefix(strings.Trim(word, `.,;:!?()"'`), "https://github.com/")
		owner, name, ok := strings.Cut(repo, "/")
		if !ok || !tool.IsRepo(owner, name) {
			continue
		}
		text, err := e.ask(ctx, "read_wiki_structure", repo)
		pages := structure(text)
		if err == nil && len(pages) == 0 {
			err = nothing(text)
		}
		switch {
		case web.IsGone(err):
			return nil, nil // it looked
		case err != nil:
			return nil, err
		}
		text = "Its pages, written by a model: " + strings.Join(pages, ", ")
		return []tool.Found{{Title: "DeepWiki of " + repo, URL: "https://deepwiki.com/" + repo, Text: text}}, nil
	}
	return nil, tool.ErrUnsuited
}
