package compiler

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"assay/ingest"
)

// embedded are the vectors of a stored page's passages, packed, each after its length.
type embedded []byte

// embedAction makes the vectors of a stored page's passages.
func (p *plan) embedAction(file string) *Action {
	f, _ := p.snap.File(file)
	self := p
	return &Action{
		Kind: "embed", Version: ingest.Embedder, Target: file, keep: true,
		Inputs: []Input{{"page", f.Hash.String()}},
		run:    func(ctx context.Context, w World) (any, error) { return self.embedPage(ctx, file) },
		encode: func(v any) []byte { return v.(embedded) },
	}
}

func (p *plan) embedPage(ctx context.Context, file string) (all embedded, err error) {
	page := p.readPage(file)
	for _, c := range page.Chunks {
		if !c.Intact {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v := ingest.Pack(ingest.Embed(ingest.Passage{Title: page.Title, Heading: c.Heading, Text: c.Text}))
		all = append(binary.AppendUvarint(all, uint64(len(v))), v...)
	}
	return all, nil
}

// embed asks that the passages of all wanted pages have vectors.
func (p *plan) embed() bool {
	whole := true
	for _, page := range p.indexed {
		if _, done := p.results.memo[page.vectors]; done {
			p.results.memo[page.vectors] = embedded(nil) // they lie in the store: no need to have them twice
		} else if p.results.force || !p.results.store.Has(page.vectors) {
			need[embedded](p, p.embedAction(page.file), nil)
			whole = false
		}
	}
	return whole
}

// query asks for passages by words and by meaning.
func (p *plan) query(text string, k int) ingest.Query {
	return ingest.Query{Text: text, K: k, Set: p.vectorsDigest(), Vectors: p.vectors}
}

// vectorsDigest names the vectors of this plan's passages.
func (p *plan) vectorsDigest() string {
	keys := make([]byte, 0, len(p.indexed)*len(Key{}))
	for _, page := range p.indexed {
		keys = append(keys, page.vectors[:]...)
	}
	return hashOf(string(keys))
}

var errVectors = errors.New("vectors are cut short")

// vectors reads those of all wanted pages from the store. What is missing there is made
// again.
func (p *plan) vectors(yield func(ingest.Vector, error) bool) {
	for _, page := range p.indexed {
		stored, ok := p.results.store.Get(page.vectors)
		if !ok {
			made, err := p.embedPage(context.Background(), page.file)
			if err != nil {
				yield(ingest.Vector{}, fmt.Errorf("embed %s: %w", page.file, err))
				return
			}
			stored = made
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
