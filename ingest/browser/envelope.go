package browser

import (
	"context"

	"assay/ingest/web"
)

// Envelope is the browser as a way to whole sources.
type Envelope struct{ *Browser }

var _ web.Envelope = Envelope{}

// Name is "browser".
func (Envelope) Name() string { return "browser" }

// Map is [web.Map] that sees what scripts show.
func (e Envelope) Map(ctx context.Context, seed string, l web.Limits) (*web.Graph, error) {
	return web.MapWith(ctx, e.o.Client, e.Fetch, seed, l)
}

// Crawl is [web.Crawl] that sees what scripts show. A page for which the plain request
// was enough says so in Via.
func (e Envelope) Crawl(ctx context.Context, g *web.Graph, o web.CrawlOptions) (*web.Result, error) {
	if o.Fetch == nil {
		o.Fetch = func(ctx context.Context, r web.Request) web.Page {
			p := e.Fetch(ctx, r)
			if p.Via == "" && p.Requests > 0 {
				p.Via = web.HTTP{}.Name()
			}
			return p
		}
	}
	return web.Crawl(ctx, e.o.Client, g, o)
}
