package compiler

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"assay/gates"
	"assay/ingest"
)

// embedded are the vectors of a stored page's passages, packed, each after its length.
type embedded []byte

// embedderOf names what makes vectors by a policy.
func embedderOf(p gates.Policy) string {
	if e := p.Embedding; e.IsModel() {
		return e.Use + "/" + e.Model
	}
	return ingest.Embedder
}

// embedAction makes the vectors of a stored page's passages.
func (p *indexer) embedAction(file string, passages int) *Action {
	f, _ := p.snap.File(file)
	self := p
	a := &Action{
		Kind: "embed", Target: file, keep: true, net: p.policy.Embedding.IsModel(), asked: p.policy.Embedding.IsModel(),
		Inputs: []Input{{"embedding", embedderOf(p.policy)}, {"page", f.Hash.String()}},
		run:    func(ctx context.Context, w World) (any, error) { return self.embedPage(ctx, w, file) },
		encode: func(v any) []byte { return v.(embedded) },
	}
	if p.policy.Embedding.Leaves() {
		a.Cost.Credits = passages
	}
	return a
}

func (p *indexer) embedPage(ctx context.Context, w World, file string) (all embedded, err error) {
	page := p.readPage(file)
	for _, c := range page.Chunks {
		if !c.Intact {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var v []float32
		if p.policy.Embedding.IsModel() {
			text := strings.Join(append(slices.Concat([]string{page.Title}, c.Heading), "", c.Text), "\n")
			if v, err = w.embed(ctx, p.policy.Embedding, text); err != nil {
				return nil, err
			}
		} else {
			v = ingest.Embed(ingest.Passage{Title: page.Title, Heading: c.Heading, Text: c.Text})
		}
		packed := ingest.Pack(v)
		all = append(binary.AppendUvarint(all, uint64(len(packed))), packed...)
	}
	return all, nil
}

// embed asks the model that policy names for a vector. A text that leaves the machine
// costs a credit.
func (w World) embed(ctx context.Context, e gates.Embedding, text string) ([]float32, error) {
	model, err := w.embedder()
	if err == nil && e.Leaves() {
		err = w.credits.spend()
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

// embed asks that the passages of all wanted pages have vectors, and reports whether they
// are on their way. Of a model that is asked the first page comes alone, so that one that
// is not there is told of once.
func (p *indexer) embed() (pending bool) {
	asked, answers := false, false
	p.unembedded = false
	for _, page := range p.indexed {
		if _, done := p.results.memo[page.vectors]; done {
			p.results.memo[page.vectors] = embedded(nil) // they lie in the store: no need to have them twice
			answers = true
			continue
		}
		if !p.results.force && p.results.store.Has(page.vectors) {
			continue
		}
		a := p.embedAction(page.file, len(page.passages))
		switch p.unembedded = true; {
		case a.net && p.offline:
			p.postponed = true
		case !a.net || !asked || answers:
			need[embedded](p.view, a, nil)
			asked, pending = true, pending || p.asked[page.vectors]
		}
	}
	return pending
}

// query asks for passages by words and by meaning.
func (p *indexer) query(ctx context.Context, w World, text string, k int) (q ingest.Query, err error) {
	q = ingest.Query{Text: text, K: k, Set: p.vectorsDigest(), Vectors: p.vectors}
	if p.policy.Embedding.IsModel() {
		q.Vector, err = w.embed(ctx, p.policy.Embedding, text)
	}
	return q, err
}

// vectorsDigest names the vectors of this plan's passages.
func (p *indexer) vectorsDigest() string {
	keys := make([]byte, 0, len(p.indexed)*len(Key{}))
	for _, page := range p.indexed {
		keys = append(keys, page.vectors[:]...)
	}
	return hashOf(string(keys))
}

var errVectors = errors.New("vectors are cut short")

// vectors reads those of all wanted pages from the store. What is missing there is made
// again, where that needs nobody else.
func (p *indexer) vectors(yield func(ingest.Vector, error) bool) {
	for _, page := range p.indexed {
		stored, ok := p.results.store.Get(page.vectors)
		if !ok {
			if p.policy.Embedding.IsModel() {
				yield(ingest.Vector{}, fmt.Errorf("%s has no vectors yet; `assay build` makes them", page.file))
				return
			}
			stored, _ = p.embedPage(context.Background(), World{}, page.file) // fails with its context alone
		}
		for _, id := range page.passages {
			n, size := binary.Uvarint(stored)
			if size <= 0 || n > uint64(len(stored)-size) {
				yield(ingest.Vector{}, fmt.Errorf("embed %s: %w", page.file, errVectors))
				return
			}
			v := ingest.Vector{Chunk: id, Source: page.source, Packed: stored[size : size+int(n)]}
			if stored = stored[size+int(n):]; !yield(v, nil) {
				return
			}
		}
	}
}
