package index

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"assay/compiler/codec"
	"assay/compiler/view"
	"assay/gates"
	"assay/ingest"
)

// embedded are the vectors of a stored page's passages, packed.
type embedded [][]byte

// EmbedderOf names what makes vectors by a policy.
func EmbedderOf(p gates.Policy) string {
	if e := p.Embedding; e.IsModel() {
		return e.Use + "/" + e.Model
	}
	return ingest.Embedder
}

// embedAction makes the vectors of a stored page's passages.
func (x *Indexer) embedAction(file string, passages int) *view.Action {
	f, _ := x.Snap.File(file)
	a := &view.Action{
		Kind: "embed", Target: file, Keep: true, Net: x.Policy.Embedding.IsModel(), Asked: x.Policy.Embedding.IsModel(),
		Inputs: []view.Input{{Name: "embedding", Hash: EmbedderOf(x.Policy)}, {Name: "page", Hash: f.Hash.String()}},
		Run:    func(ctx context.Context, w view.World) (any, error) { return x.embedPage(ctx, w, file) },
	}
	if x.Policy.Embedding.Leaves() {
		a.Cost.Credits = passages
	}
	return a
}

func (x *Indexer) embedPage(ctx context.Context, w view.World, file string) (all embedded, err error) {
	page := x.ReadPage(file)
	for _, c := range page.Chunks {
		if !c.Intact {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var v []float32
		if x.Policy.Embedding.IsModel() {
			text := strings.Join(append(slices.Concat([]string{page.Title}, c.Heading), "", c.Text), "\n")
			if v, err = embed(ctx, w, x.Policy.Embedding, text); err != nil {
				return nil, err
			}
		} else {
			v = ingest.Embed(ingest.Passage{Title: page.Title, Heading: c.Heading, Text: c.Text})
		}
		all = append(all, ingest.Pack(v))
	}
	return all, nil
}

// embed asks the model that policy names for a vector. A text that leaves the machine
// costs a credit.
func embed(ctx context.Context, w view.World, e gates.Embedding, text string) ([]float32, error) {
	model, err := w.Embedder()
	if err == nil && e.Leaves() {
		err = w.Credits.Spend()
	}
	if err != nil {
		return nil, fmt.Errorf("ask %s for a vector: %w", e.Model, err)
	}
	ctx, cancel := context.WithTimeout(ctx, e.Timeout)
	defer cancel()
	v, err := model(ctx, text)
	if err != nil {
		return nil, fmt.Errorf("ask %s for a vector: %w", e.Model, err)
	}
	return v, nil
}

// Embed asks that the passages of all wanted pages have vectors, and reports whether they
// are on their way. Of a model that is asked the first page comes alone, so that one that
// is not there is told of once.
func (x *Indexer) Embed() (pending bool) {
	asked, answers := false, false
	x.unembedded = false
	for _, page := range x.indexed {
		if _, done := x.Results.Memo[page.vectors]; done {
			x.Results.Memo[page.vectors] = embedded(nil) // they lie in the store: no need to have them twice
			answers = true
			continue
		}
		if !x.Results.Force && x.Results.Store.Has(page.vectors) {
			continue
		}
		a := x.embedAction(page.file, len(page.passages))
		switch x.unembedded = true; {
		case a.Net && x.Offline:
			x.Postponed = true
		case !a.Net || !asked || answers:
			view.Need[embedded](x.View, a)
			asked, pending = true, pending || x.Asked[page.vectors]
		}
	}
	return pending
}

// Query asks for passages by words and by meaning.
func (x *Indexer) Query(ctx context.Context, w view.World, text string, k int) (q ingest.Query, err error) {
	q = ingest.Query{Text: text, K: k, Set: x.vectorsDigest(), Vectors: x.vectors}
	if x.Policy.Embedding.IsModel() {
		q.Vector, err = embed(ctx, w, x.Policy.Embedding, text)
	}
	return q, err
}

// vectorsDigest names the vectors of this plan's passages.
func (x *Indexer) vectorsDigest() string {
	keys := make([]byte, 0, len(x.indexed)*len(view.Key{}))
	for _, page := range x.indexed {
		keys = append(keys, page.vectors[:]...)
	}
	return view.HashOf(string(keys))
}

var errVectors = errors.New("vectors are cut short")

// vectors reads those of all wanted pages from the store. What is missing there is made
// again, where that needs nobody else.
func (x *Indexer) vectors(yield func(ingest.Vector, error) bool) {
	for _, page := range x.indexed {
		stored, _ := x.Results.Store.Get(page.vectors)
		all, err := codec.Decode[embedded](stored)
		if err != nil {
			if x.Policy.Embedding.IsModel() {
				yield(ingest.Vector{}, fmt.Errorf("%s has no vectors yet; `assay build` makes them", page.file))
				return
			}
			all, _ = x.embedPage(context.Background(), view.World{}, page.file) // fails with its context alone
		}
		if len(all) < len(page.passages) {
			yield(ingest.Vector{}, fmt.Errorf("embed %s: %w", page.file, errVectors))
			return
		}
		for i, id := range page.passages {
			if !yield(ingest.Vector{Chunk: id, Source: page.source, Packed: all[i]}, nil) {
				return
			}
		}
	}
}
