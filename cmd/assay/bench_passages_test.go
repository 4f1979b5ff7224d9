package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"assay/ingest"
	"assay/ingest/index"
	"assay/internal/lab/vaultgen"
	"assay/provenance"
)

// TestSearchTable measures search alone: `make bench-search`.
func TestSearchTable(t *testing.T) {
	if os.Getenv("ASSAY_BENCH_SEARCH") == "" {
		t.Skip("`make bench-search` runs it")
	}
	newBench(t).passages()
}

// passages measures indexing and search over the stored passages of a vault, and the
// memory of `watch` on it.
func (b *bench) passages() {
	for _, chunks := range []int{1000, 10_000, b.chunks} {
		o := vaultgen.Options{Notes: min(10_000, slices.Max(b.sizes)), Chunks: chunks}
		if chunks < b.chunks {
			o.Notes = 100
		}
		v := b.vault(o)
		b.notes = 0
		b.heading(fmt.Sprintf("%d passages", v.made.Chunks))
		b.indexing(v)
		b.run("build", v.dir)
		queries := vaultgen.Queries(200 + b.runs)
		b.row(row{what: "`assay search`, a process of its own", most: 400 * time.Millisecond,
			sample: b.measure(nil, func(i int) time.Duration { return b.run("search", "-C", v.dir, queries[i]) })})
		if chunks == b.chunks {
			b.memory(o)
		}
	}
}

// indexing measures how long it takes until passages can be found by words and by
// meaning, and then how long it takes to find them.
func (b *bench) indexing(v *benchVault) {
	files, err := filepath.Glob(filepath.Join(v.dir, "03_Sources", "*", "*.md"))
	if err != nil {
		b.t.Fatal(err)
	}
	var docs []ingest.Doc
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			b.t.Fatal(err)
		}
		page := provenance.ParsePage(filepath.ToSlash(file), text, provenance.Source{})
		for _, c := range page.Chunks {
			docs = append(docs, ingest.Doc{ID: c.ID, Source: page.Source, Title: page.Title, Text: c.Text})
		}
	}
	store := index.Open(filepath.Join(b.t.TempDir(), "index"))
	defer store.Close()
	began := time.Now()
	if _, err := store.Sync(context.Background(), "docs", docs); err != nil {
		b.t.Fatal(err)
	}
	vectors := make([]ingest.Vector, len(docs))
	for i, d := range docs {
		vectors[i] = ingest.Vector{Chunk: d.ID, Source: d.Source, Packed: ingest.Pack(ingest.Embed(ingest.Passage{Title: d.Title, Text: d.Text}))}
	}
	took := time.Since(began)
	rate, met := float64(len(docs))/took.Seconds(), "met"
	if rate < 2500 {
		met = "missed"
	}
	fmt.Printf("| indexing %d passages, both ways | %s, %.0f passages/s | ≥ 2500 passages/s | | | %s |\n", len(docs), round(took), rate, met)
	var warm []time.Duration
	for i, text := range vaultgen.Queries(200 + b.runs) {
		began := time.Now()
		hits, err := store.Search(context.Background(), ingest.Query{Text: text, Set: "docs", Vectors: func(yield func(ingest.Vector, error) bool) {
			for _, v := range vectors {
				if !yield(v, nil) {
					return
				}
			}
		}})
		if err != nil {
			b.t.Fatal(err)
		}
		if i >= b.runs {
			warm = append(warm, time.Since(began))
		}
		if i == 0 && len(hits) == 0 {
			b.t.Fatalf("nothing is found for %q", text)
		}
	}
	b.row(row{what: "query of 3–8 words, words and meaning, warm, median", sample: sample{took: median(warm), runs: len(warm)}})
	b.row(row{what: "the same, p95", sample: sample{took: share(warm, 95), runs: len(warm)}})
}
