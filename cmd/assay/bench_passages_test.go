package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"assay/ingest/index"
	"assay/internal/lab/vaultgen"
	"assay/provenance"
)

// passages measures indexing and search over the stored passages of a vault, and the
// memory of `watch` on it.
func (b *bench) passages() {
	o := vaultgen.Options{Notes: min(10_000, slices.Max(b.sizes)), Chunks: b.chunks}
	v := b.vault(o)
	b.notes = 0
	b.heading(fmt.Sprintf("%d passages", v.made.Chunks))
	b.indexing(v)
	b.run("build", v.dir)
	queries := vaultgen.Queries(0, 200+b.runs)
	store, err := index.Open(filepath.Join(v.state(), "index"), index.Options{})
	if err != nil {
		b.t.Fatal(err)
	}
	var warm []time.Duration
	for i, q := range queries {
		began := time.Now()
		hits, err := store.Search(context.Background(), q, index.SearchOptions{})
		if err != nil {
			b.t.Fatal(err)
		}
		if i >= b.runs {
			warm = append(warm, time.Since(began))
		}
		if i == 0 && len(hits) == 0 {
			b.t.Fatalf("nothing is found for %q", q)
		}
	}
	store.Close()
	b.row(row{what: "query of 3–8 words, words and meaning, warm, median", sample: sample{took: median(warm), runs: len(warm)}})
	b.row(row{what: "the same, p95", most: 40 * time.Millisecond, sample: sample{took: share(warm, 95), runs: len(warm)}})
	b.row(row{what: "`assay search`, a process of its own", most: 120 * time.Millisecond,
		sample: b.measure(nil, func(i int) time.Duration { return b.run("search", "-C", v.dir, queries[i]) })})
	b.memory(o)
}

// indexing measures how long it takes until passages can be found by words and by
// meaning.
func (b *bench) indexing(v *benchVault) {
	files, err := filepath.Glob(filepath.Join(v.dir, "03_Sources", "*", "*.md"))
	if err != nil {
		b.t.Fatal(err)
	}
	var docs []index.Doc
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			b.t.Fatal(err)
		}
		page := provenance.ParsePage(filepath.ToSlash(file), text, provenance.Source{})
		for _, c := range page.Chunks {
			docs = append(docs, index.Doc{ID: c.ID, Source: page.Source, Title: page.Title, Text: c.Text})
		}
	}
	store, err := index.Open(filepath.Join(b.t.TempDir(), "index"), index.Options{})
	if err != nil {
		b.t.Fatal(err)
	}
	defer store.Close()
	wanted, load := index.Docs(docs)
	began := time.Now()
	if _, err := store.Sync(context.Background(), wanted, load); err != nil {
		b.t.Fatal(err)
	}
	took := time.Since(began)
	rate, met := float64(len(docs))/took.Seconds(), "met"
	if rate < 2500 {
		met = "missed"
	}
	fmt.Printf("| indexing %d passages, both ways | %s, %.0f passages/s | ≥ 2500 passages/s | | | %s |\n", len(docs), round(took), rate, met)
}
