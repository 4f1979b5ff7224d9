package browser

import (
	"context"

	"assay/ingest/web"
)

// Envelope is the browser as a way to whole sources. It starts with the first page that
// needs it and ends with the map or the crawl.
type Envelope struct{ Options }

var _ web.Envelope = Envelope{}

// Name is "browser", or "http" where plain requests come first.
func (e Envelope) Name() string {
	if e.Always {
		return name
	}
	return web.HTTP{}.Name()
}

// Map is [web.Map] that sees what scripts show.
func (e Envelope) Map(ctx context.Context, seed string, l web.Limits) (*web.Graph, error) {
	b := New(e.Options)
	defer b.Close()
	return web.Map(ctx, e.Client, b.Fetch, seed, l)
}

// Crawl is [web.Crawl] that sees what scripts show. A page for which the plain request
// was enough says so in Via.
func (e Envelope) Crawl(ctx context.Context, g *web.Graph, o web.CrawlOptions) (*web.Result, error) {
	b := New(e.Options)
	defer b.Close()
	o.Fetch = func(ctx context.Context, r web.Request) web.Page {
		p := b.Fetch(ctx, r)
		if p.Via == "" && p.Requests > 0 {
			p.Via = web.HTTP{}.Name()
		}
		return p
	}
	return web.Crawl(ctx, e.Client, g, o)
}
