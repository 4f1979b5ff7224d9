package tool

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"assay/ingest/web"
)

// overview is asked for where a seed names no topic: ctx7 wants a question.
const overview = "overview and getting started"

// Context7 reads documentation of libraries through ctx7 in its two steps: which
// library is meant, then what it says on a topic. A page is one library and one topic,
// known as https://context7.com/owner/name?topic=…; the seed "ctx7:name#topic" is
// resolved to such an address by the map, so that a person approves the library.
type Context7 struct{ Options }

// Name is "ctx7".
func (Context7) Name() string { return "ctx7" }

// Fits takes "ctx7:" seeds and addresses of libraries on context7.com.
func (Context7) Fits(raw string) bool {
	_, err := parseLibrary(raw)
	return err == nil
}

// Available finds ctx7.
func (e Context7) Available(ctx context.Context) Program {
	return e.available(ctx, Program{
		Name: "ctx7", For: "documentation of libraries, by topic",
		Install: "install ctx7 (npm install -g ctx7); CONTEXT7_API_KEY or ctx7 login gives higher limits",
	})
}

// Map resolves the library and lists a page a topic.
func (e Context7) Map(ctx context.Context, seed string, l web.Limits) (*web.Graph, error) {
	lib, err := parseLibrary(seed)
	if err != nil {
		return nil, fmt.Errorf("map: %w", err)
	}
	topics := lib.topics
	if len(topics) == 0 {
		topics = []string{""}
	}
	name := strings.TrimSpace(seed)
	if lib.id != "" {
		name = lib.page(topics[0])
		g := e.Graph(name, lib.page(""), l, lib.page(""))
		for _, t := range topics {
			Add(g, web.Node{URL: lib.page(t), Found: web.FoundSeed})
		}
		return g, nil
	}
	g := e.Graph(name, name, l, name)
	g.Requests++
	found, err := e.resolve(ctx, lib.name, topics[0])
	if err != nil {
		return Lost(g, err), ctx.Err()
	}
	lib.id = found[0].ID
	g = e.Graph(name, lib.page(""), l, lib.page(""))
	g.Requests = 1
	for _, t := range topics {
		Add(g, web.Node{URL: lib.page(t), Found: web.FoundSeed, From: name})
	}
	for _, other := range found[1:min(len(found), 6)] { // so that a person sees what else the name could mean
		Add(g, web.Node{URL: library{id: other.ID}.page(topics[0]), Depth: 1, Found: web.FoundLink, From: name, Verdict: web.Quota, Reason: "another library of that name; propose its address if it is the one that is meant"})
	}
	return g, ctx.Err()
}

// Crawl reads the topics of a graph.
func (e Context7) Crawl(ctx context.Context, g *web.Graph, o web.CrawlOptions) (*web.Result, error) {
	chosen := *g
	chosen.Nodes = slices.DeleteFunc(slices.Clone(g.Nodes), func(n web.Node) bool { return n.Verdict == web.Quota })
	return web.Collect(ctx, e.Client, &chosen, o, func(ctx context.Context, n web.Node) web.Page {
		lib, err := parseLibrary(n.URL)
		if err == nil && lib.id == "" {
			err = Failed(web.ClassURL, "the library was not resolved by the map")
		}
		if err != nil {
			return Written(nil, 0, err)
		}
		topic := overview
		if len(lib.topics) > 0 {
			topic = lib.topics[0]
		}
		body, err := e.docs(ctx, lib, topic, n.URL)
		if no, ok := errors.AsType[*web.Failure](err); ok && no.Verdict == web.Denied {
			return Written(nil, 0, err)
		}
		return Written(body, 1, err)
	})
}
