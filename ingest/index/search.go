package index

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/philippgille/chromem-go"

	"assay/ingest"
	"assay/provenance"
)

// A Mode says which indexes answer a query.
type Mode int

// The modes. Hybrid is the default.
const (
	Hybrid Mode = iota
	Text
	Vector
)

func (m Mode) String() string { return [...]string{"hybrid", "text", "vector"}[m] }

// SearchOptions of a query. The zero value asks both indexes for ten hits.
type SearchOptions struct {
	K      int // hits wanted; 10 if zero
	Mode   Mode
	Source provenance.SourceID // only passages of this source; "" for all
}

const (
	// fuseDepth is how many of each list are fused: deeper ones change no rank
	// that a reader looks at.
	fuseDepth = 200

	// feedbackDocs and feedbackWeight steer the query's vector to the first hits
	// by words before the vectors are searched. Three are enough to name the
	// subject, more dilute it.
	feedbackDocs   = 3
	feedbackWeight = 2
)

// Search returns the passages that answer a query, best first, ties by id. A
// query without a usable word has no hits.
func (s *Store) Search(ctx context.Context, query string, o SearchOptions) (hits []ingest.Hit, err error) {
	if o.K <= 0 {
		o.K = 10
	}
	err = s.read(func(v *view) error {
		hits, err = v.search(ctx, query, o)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	return hits, nil
}

func (v *view) search(ctx context.Context, query string, o SearchOptions) ([]ingest.Hit, error) {
	if v.Docs == 0 {
		return nil, nil
	}
	depth := o.K
	if o.Mode == Hybrid {
		depth = max(fuseDepth, o.K)
	}
	var byText, byVector []match
	if o.Mode != Vector {
		t, err := v.openText(ctx)
		if err != nil {
			return nil, err
		}
		c := corpus{v.Docs, max(1, float64(v.Length)/float64(v.Docs))}
		if byText, err = t.search(ctx, queryTerms(query), depth, string(o.Source), c); err != nil {
			return nil, err
		}
	}
	if o.Mode != Text {
		q := v.model.EmbedQuery(query)
		if q != nil && o.Mode == Hybrid {
			q = ingest.Steer(q, v.vectors(byText[:min(feedbackDocs, len(byText))]), feedbackWeight)
		}
		var err error
		if byVector, err = v.nearest(ctx, q, depth, o.Source); err != nil {
			return nil, err
		}
	}
	ranked := byText
	switch o.Mode {
	case Vector:
		ranked = byVector
	case Hybrid:
		ranked = fuse(byText, byVector, o.K)
	}
	return v.hits(ranked[:min(o.K, len(ranked))], byText, byVector), nil
}

// queryTerms counts a query's terms; one made of stop words alone is taken at its
// word, since titles keep theirs.
func queryTerms(query string) []ingest.Count {
	counts, _ := ingest.Passage{Text: query}.Counts()
	if len(counts) == 0 {
		if counts, _ = (ingest.Passage{Heading: []string{query}}).Counts(); len(counts) == 0 {
			return nil
		}
	}
	return counts
}

// vectors of passages found.
func (v *view) vectors(found []match) (rows [][]float32) {
	for _, m := range found {
		if g, row, ok := v.locate(m.id); ok {
			rows = append(rows, g.row(row))
		}
	}
	return rows
}

// hits fills in what a reader is shown.
func (v *view) hits(ranked, byText, byVector []match) []ingest.Hit {
	score := func(list []match) map[string]float64 {
		scores := make(map[string]float64, len(list))
		for _, m := range list {
			scores[m.id] = m.score
		}
		return scores
	}
	text, vector := score(byText), score(byVector)
	hits := make([]ingest.Hit, 0, len(ranked))
	for _, m := range ranked {
		d, ok := v.doc(m.id)
		if !ok {
			continue // the text index knows it, the table does not: damaged, rebuilt by the next Sync
		}
		hits = append(hits, ingest.Hit{
			Chunk: d.ID, Source: d.Source, Score: m.score, TextScore: text[m.id], VectorScore: vector[m.id],
			URL: d.URL, Title: d.Title, Heading: d.Heading, Text: d.Text, Retrieved: d.Retrieved,
		})
	}
	return hits
}

// nearest returns the n passages nearest to q. An exact scan of the rows picks the
// candidates, chromem-go ranks them: its own scan is several times slower and its
// order among equals changes from run to run.
func (v *view) nearest(ctx context.Context, q []float32, n int, source provenance.SourceID) ([]match, error) {
	if q == nil {
		return nil, nil
	}
	candidates := v.scan(q, n, source)
	if len(candidates) == 0 {
		return nil, ctx.Err()
	}
	collection, err := chromem.NewDB().CreateCollection("candidates", nil, noEmbedding)
	if err != nil {
		return nil, fmt.Errorf("search vectors: %w", err)
	}
	for _, c := range candidates {
		id := strings.Clone(c.segment.id(c.row))
		if err := collection.AddDocument(ctx, chromem.Document{ID: id, Embedding: c.segment.row(c.row)}); err != nil {
			return nil, fmt.Errorf("search vectors: %w", err)
		}
	}
	results, err := collection.QueryEmbedding(ctx, q, collection.Count(), nil, nil)
	if err != nil {
		return nil, fmt.Errorf("search vectors: %w", err)
	}
	found := make([]match, 0, len(results))
	for _, r := range results {
		found = append(found, match{r.ID, float64(r.Similarity)})
	}
	return cutMatches(found, n), nil
}

// noEmbedding stands where chromem-go would call a model: vectors come ready.
func noEmbedding(context.Context, string) ([]float32, error) {
	return nil, errors.New("embed: passages come with their vectors")
}
