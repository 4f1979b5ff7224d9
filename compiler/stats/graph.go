package stats

import (
	"cmp"
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/sources"
	"assay/compiler/view"
	"assay/ingest/rank"
	"assay/provenance"
	"assay/vault"
)

// Graph is the evidence graph of a vault: what is claimed, what carries it, and which
// sources are of the same thing.
type Graph struct {
	Claims   []GraphClaim  `json:"claims"`
	Sources  []GraphSource `json:"sources"`
	Entities []string      `json:"entities"` // doi:…, arxiv:…, host/owner/name, or an address
	Edges    []GraphEdge   `json:"edges"`
	Bare     int           `json:"bare"` // claims that nothing supports
	events   []provenance.Event
}

// GraphClaim is a claim of a note.
type GraphClaim struct {
	ID   string `json:"id"`
	File string `json:"file"`
	Line int    `json:"line"`
	Text string `json:"text"`
	Tier string `json:"tier"`
}

// GraphSource is what a claim rests on: a source, or a file of the vault.
type GraphSource struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	URL   string `json:"url"` // "" for a file
	State string `json:"state,omitempty"`
}

// GraphEdge leads from a claim to what supports it, or from a source to what it is of.
type GraphEdge struct {
	From  string  `json:"from"`
	To    string  `json:"to"`
	Kind  string  `json:"kind"`            // supports, same-as
	Chunk string  `json:"chunk,omitempty"` // the passage
	Quote string  `json:"quote,omitempty"`
	Score float64 `json:"score,omitempty"` // of support, from 0 to 1
}

// EvidenceGraph reads the graph off the verdicts. An edge is there where a passage carries
// its claim: a citation alone makes none. paths bound the notes; none for all.
func EvidenceGraph(ctx context.Context, c *compiler.Compiler, paths []string) (*Graph, error) {
	p, w, rows, err := weighed(ctx, c)
	if err != nil {
		return nil, err
	}
	g := &Graph{Claims: []GraphClaim{}, Sources: []GraphSource{}, Entities: []string{}, Edges: []GraphEdge{}, events: p.Ledger.Events()}
	used := map[string]GraphSource{}
	for _, n := range p.Notes {
		if !p.Graded(n) || len(paths) > 0 && !view.Within(n.Path, paths) {
			continue
		}
		text, err := p.Snap.Read(n.Path)
		if err != nil {
			continue
		}
		lines, verdicts := vault.NewLines(text), p.Grade.VerdictsOf(n)
		for i, claim := range p.Whole(n).Claims[:min(len(verdicts), len(p.Whole(n).Claims))] {
			v := verdicts[i]
			g.Claims = append(g.Claims, GraphClaim{string(claim.ID), n.Path, lines.Position(claim.Start).Line, claim.Text, v.Tier.String()})
			if !g.supports(string(claim.ID), v, used) {
				g.Bare++
			}
		}
	}
	for _, r := range rows {
		if s, ok := used[string(r.ID)]; ok {
			s.Title, s.URL, s.State = cmp.Or(r.Title, s.Title), cmp.Or(r.URL, s.URL), r.State
			used[string(r.ID)] = s
		}
	}
	for _, id := range slices.Sorted(maps.Keys(used)) {
		g.Sources = append(g.Sources, used[id])
		if url := webOnly(used[id].URL); url != "" { // it joins those of the same thing
			entity := w.Fusion.Entity(url)
			g.Entities = append(g.Entities, entity)
			g.Edges = append(g.Edges, GraphEdge{From: id, To: entity, Kind: "same-as"})
		}
	}
	slices.Sort(g.Entities)
	g.Entities = slices.Compact(g.Entities)
	return g, nil
}

// weighed is a graded vault with the weights that it ranks by, and its sources.
func weighed(ctx context.Context, c *compiler.Compiler) (p *compiler.Plan, w *rank.Weights, rows []reports.SourceRow, err error) {
	if _, p, err = c.Graded(ctx); err == nil {
		w, err = Weights(c.Root)
	}
	if err == nil {
		rows, err = sources.Sources(ctx, c)
	}
	return p, w, rows, err
}

// supports adds the edges of a claim that holds, and reports whether there are any.
func (g *Graph) supports(claim string, v provenance.Verdict, used map[string]GraphSource) bool {
	if !passes(v.Tier) {
		return false
	}
	had := len(g.Edges)
	for _, q := range v.Passages {
		e := q.Evidence
		best := v.Best != nil && v.Best.Evidence.Span == e.Span
		if q.Judgement.Stance == provenance.Contradicts || e.Barred != "" || !best && v.Tier != provenance.T2 {
			continue
		}
		id := cmp.Or(string(e.Source), e.Span.File)
		used[id] = GraphSource{ID: id, Title: cmp.Or(e.Title, filepath.Base(e.Span.File)), URL: webOnly(e.URL)}
		g.Edges = append(g.Edges, GraphEdge{From: claim, To: id, Kind: "supports", Chunk: string(e.Chunk), Quote: strings.Join(strings.Fields(e.Text), " "), Score: q.Judgement.Score})
	}
	return len(g.Edges) > had
}

func webOnly(url string) string {
	if strings.HasPrefix(url, "http://") || strings.HasPrefix(url, "https://") {
		return url
	}
	return ""
}

// A LinkedGraph is the graph in JSON-LD, in the words of W3C PROV-O.
type LinkedGraph struct {
	Context map[string]any   `json:"@context"`
	Graph   []map[string]any `json:"@graph"`
}

// Linked gives the graph in JSON-LD: claims are derived from passages, passages quoted from
// sources, and what the ledger records are activities of agents that used them.
func (g *Graph) Linked() LinkedGraph {
	l := LinkedGraph{Context: map[string]any{"prov": "http://www.w3.org/ns/prov#", "schema": "https://schema.org/", "owl": "http://www.w3.org/2002/07/owl#",
		"tier": "schema:reviewRating", "xsd": "http://www.w3.org/2001/XMLSchema#"}, Graph: []map[string]any{}}
	ref := func(id string) map[string]any { return map[string]any{"@id": urn(id)} }
	derived, same, passages := map[string][]any{}, map[string][]any{}, map[string]map[string]any{}
	for _, e := range g.Edges {
		switch e.Kind {
		case "supports":
			id := e.To
			if e.Chunk != "" {
				id = e.Chunk
				node := passages[id]
				if node == nil {
					node = map[string]any{"@id": urn(id), "@type": "prov:Entity", "prov:wasQuotedFrom": ref(e.To)}
					l.Graph, passages[id] = append(l.Graph, node), node
				}
				if quotes, _ := node["prov:value"].([]string); !slices.Contains(quotes, e.Quote) {
					node["prov:value"] = append(quotes, e.Quote)
				}
			}
			derived[e.From] = append(derived[e.From], ref(id))
		case "same-as":
			same[e.From] = append(same[e.From], ref(e.To))
		}
	}
	for _, c := range g.Claims {
		node := map[string]any{"@id": urn(c.ID), "@type": "prov:Entity", "prov:value": c.Text, "tier": c.Tier, "prov:atLocation": c.File}
		if len(derived[c.ID]) > 0 {
			node["prov:wasDerivedFrom"] = derived[c.ID]
		}
		l.Graph = append(l.Graph, node)
	}
	for _, s := range g.Sources {
		node := map[string]any{"@id": urn(s.ID), "@type": "prov:Entity", "schema:name": s.Title}
		if s.URL != "" {
			node["schema:url"], node["owl:sameAs"] = s.URL, same[s.ID]
		}
		l.Graph = append(l.Graph, node)
	}
	l.Graph = append(l.Graph, g.activities()...)
	return l
}

// activities are what the ledger says was done with the sources and notes of the graph.
func (g *Graph) activities() (out []map[string]any) {
	known := map[string]bool{}
	for _, c := range g.Claims {
		known[c.ID], known[c.File] = true, true
	}
	for _, s := range g.Sources {
		known[s.ID] = true
	}
	agents := map[string]bool{}
	for _, e := range g.events {
		if !known[e.Subject] {
			continue
		}
		agents[e.Actor] = true
		out = append(out, map[string]any{"@id": urn(e.ID), "@type": "prov:Activity", "schema:name": e.Kind, "prov:endedAtTime": map[string]any{"@type": "xsd:dateTime", "@value": e.Time.UTC().Format(time.RFC3339)},
			"prov:wasAssociatedWith": map[string]any{"@id": urn(e.Actor)}, "prov:used": map[string]any{"@id": urn(e.Subject)}})
	}
	for _, a := range slices.Sorted(maps.Keys(agents)) {
		out = append(out, map[string]any{"@id": urn(a), "@type": "prov:Agent", "schema:name": a})
	}
	return out
}

// urn names a thing of the vault by an address that no other thing has.
func urn(id string) string {
	if webOnly(id) != "" {
		return id
	}
	return "urn:assay:" + strings.ReplaceAll(filepath.ToSlash(id), " ", "%20")
}
