package tool

import (
	"context"
	"fmt"
	"path"
	"strings"
	"sync"

	"assay/ingest/plain"
	"assay/ingest/web"
)

// Git reads the documents of a git repository: what its authors wrote for readers, at
// the tip of a branch, a tag or a commit. Nothing is checked out, no hook runs, no
// submodule is followed, nobody is asked for a password.
//
// A page's entity tag is the object id of its file, and Last-Modified the time of the
// commit, so a refresh reads only files that changed. A seed that names a commit is
// fixed for ever ([Pinned]), a tag until somebody moves it.
type Git struct{ Options }

// Name is "git".
func (Git) Name() string { return "git" }

// Fits takes the forms of [parseRepo].
func (Git) Fits(url string) bool {
	_, err := parseRepo(url)
	return err == nil
}

// Pinned reports whether an address, of a repository or of a file in it, names one
// state for ever, so that what lies there can go stale but not change.
func Pinned(url string) bool {
	if r, err := parseRepo(url); err == nil {
		return isCommit(r.ref)
	}
	for _, f := range forges {
		if rest, ok := strings.CutPrefix(url, "https://"+f.host+"/"); ok {
			_, rest, _ = strings.Cut(rest, f.infix)
			name, _, _ := strings.Cut(strings.TrimPrefix(rest, "commit/"), "/")
			return isCommit(name)
		}
	}
	return false
}

// Available finds git.
func (e Git) Available(ctx context.Context) Program {
	return e.available(ctx, Program{
		Name: "git", For: "repositories as sources",
		Install: "install git (apt install git, brew install git, https://git-scm.com/downloads)",
	})
}

// Map lists the documents of a repository. Their names come with the tree; no document
// is read.
func (e Git) Map(ctx context.Context, seed string, l web.Limits) (*web.Graph, error) {
	r, err := parseRepo(seed)
	if err != nil {
		return nil, fmt.Errorf("map: %w", err)
	}
	g := e.Graph(r.seed, r.seed, l, r.prefix())
	c, err := e.clone(ctx, r)
	if c != nil {
		defer c.close()
	}
	if err != nil {
		return Lost(g, err), ctx.Err()
	}
	g.Start, g.Requests = r.base(c.at), c.requests
	for _, f := range c.files {
		Add(g, web.Node{URL: pageURL(r, g.Start, f.path), Depth: 1, Found: web.FoundLink, From: g.Seed, LastMod: c.date.Format("2006-01-02")})
	}
	if len(g.Nodes) == 0 {
		g.Nodes = []web.Node{{URL: g.Start, Found: web.FoundSeed, Verdict: web.Gone, Reason: "no document for readers in the repository"}}
	}
	switch {
	case c.cut:
		g.Partial = fmt.Sprintf("more than %d files, of which the first were looked at", maxFiles)
	case g.Unlisted > 0:
		g.Partial = "more documents than addresses that are kept"
	}
	return g, ctx.Err()
}

// Crawl reads the documents of a graph.
func (e Git) Crawl(ctx context.Context, g *web.Graph, o web.CrawlOptions) (*web.Result, error) {
	r, err := parseRepo(g.Seed)
	if err != nil {
		return nil, fmt.Errorf("crawl: %w", err)
	}
	// The repository is fetched when the first page is asked for, so that a crawl which
	// a journal answers asks nobody.
	var c *clone
	open := sync.OnceValue(func() error {
		var err error
		if c, err = e.clone(ctx, r); err != nil {
			return err
		}
		c.queue(g.Nodes, g.Start)
		return nil
	})
	defer func() {
		if c != nil {
			c.close()
		}
	}()
	return web.Collect(ctx, e.Client, g, o, func(ctx context.Context, n web.Node) web.Page {
		var p web.Page
		if err := open(); err != nil {
			settle(&p, err)
			return p
		}
		known := web.Known{}
		if o.Known != nil {
			known = o.Known(n.URL)
		}
		c.read(ctx, n, known, g.Start, &p)
		return p
	})
}

// read gives a file as a page.
func (c *clone) read(ctx context.Context, n web.Node, known web.Known, start string, p *web.Page) {
	f, ok := c.find(n.URL, start)
	if !ok {
		p.Verdict, p.Reason = web.Gone, "no such file in "+c.at.name
		p.Requests = 1
		return
	}
	p.Header = web.Header{ETag: `"` + f.oid + `"`, LastModified: c.date.UTC().Format("Mon, 02 Jan 2006 15:04:05 GMT"), ContentType: contentType(f.path)}
	if known.ETag == p.Header.ETag {
		p.Verdict, p.Requests = web.NotModified, 1
		return
	}
	body, err := c.blob(ctx, f)
	p.Requests = 1
	if err != nil {
		settle(p, err)
		return
	}
	p.Verdict, p.Body = web.Fetched, body
	switch {
	case len(strings.TrimSpace(string(body[:min(len(body), 1<<16)]))) == 0:
		p.Verdict, p.Reason, p.Body = web.Soft404, "the file is empty", nil
	case strings.IndexByte(string(body[:min(len(body), 8000)]), 0) >= 0:
		p.Verdict, p.Reason, p.Body = web.Type, "the file is binary", nil
	case p.Header.ContentType == markdown:
		p.Body = WithMeta(plain.Text(body), Field{"published", c.date.UTC().Format("2006-01-02")}, Field{"url", n.URL}, Field{"revision", c.at.commit})
	}
}

func contentType(file string) string {
	switch strings.ToLower(path.Ext(file)) {
	case ".md", ".markdown", ".mdx":
		return markdown
	case ".html", ".htm":
		return "text/html"
	}
	return "text/plain"
}
