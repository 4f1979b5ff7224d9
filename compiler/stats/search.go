package stats

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"assay/compiler"
	"assay/gates"
	"assay/ingest"
	"assay/ingest/rank"
	"assay/provenance"
	"assay/vault"
)

// SearchOptions are one search's.
type SearchOptions struct {
	K      int         // passages wanted; 8 if zero
	Intent rank.Intent // rank by what the question is after; "" for the order of the index
	Boost  []string    // domains that gain in authority, where there is an intent
}

// rankDeep is how many passages are ranked by intent: enough that a newer or better
// one can come up, and few enough that all of them bear on the question.
const rankDeep = 40

// Search finds stored passages. If the index does not hold what the vault does, it
// is brought up to date first. Where there is a .assay, a trace of the search is left
// there.
func Search(ctx context.Context, c *compiler.Compiler, query string, o SearchOptions) ([]ingest.Hit, error) {
	began := time.Now()
	held, err := look(ctx, c, nil)
	if err != nil {
		return nil, err
	}
	return held.search(ctx, query, o, began)
}

// A holding is what a look at a vault found that can be searched. Many may search it at once.
type holding struct {
	c *compiler.Compiler
	w *rank.Weights
	s *compiler.Session
	p *compiler.Plan // nil where nothing is stored
	*about
}

// about is what was read of sources, each once. Of a plan one asks at a time.
type about struct {
	mu sync.Mutex
	of map[provenance.SourceID]provenance.Source
}

// keptFor is how long a plan of a vault that stays as it is may be searched: its clock stands.
const keptFor = time.Minute

// look finds what a vault has that can be searched. Where it has what it had at an earlier look,
// what was made of that serves again.
func look(ctx context.Context, c *compiler.Compiler, before *holding) (*holding, error) {
	w, err := Weights(c.Root)
	if err != nil {
		return nil, err
	}
	// It is what another look would find where the files and the policy are the same.
	if before != nil && before.p != nil && before.c.Dir == c.Dir && c.World.Now().Sub(before.p.Now) < keptFor &&
		c.World.Index.Holds(before.p.Index.Digest) && before.s.Stands(ctx) {
		return &holding{c: c, w: w, s: before.s, p: before.p, about: before.about}, nil
	}
	s, p, err := c.Stored(ctx, c.Policy.Vault.Sources) // passages lie there, and what is said of sources
	if err != nil {
		return nil, err
	}
	held := &holding{c: c, w: w, s: s, about: &about{of: map[provenance.SourceID]provenance.Source{}}}
	if p.Index.Want(); p.Index.Digest == "" {
		return held, nil
	}
	held.p = p
	return held, c.Ready(ctx, s, p, true)
}

func (held *holding) search(ctx context.Context, query string, o SearchOptions, began time.Time) ([]ingest.Hit, error) {
	if held.p == nil {
		return []ingest.Hit{}, nil
	}
	if o.K <= 0 {
		o.K = 8
	}
	deep := o.K
	if o.Intent != "" {
		deep = max(deep, rankDeep)
	}
	q, err := held.p.Index.Query(ctx, held.c.World, query, deep)
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	hits, err := held.c.World.Index.Search(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	found := make([]scored, len(hits))
	for i, h := range hits {
		found[i] = scored{h, held.w.Features(query, rank.Item{Title: h.Title, Text: h.Text, URL: h.URL, Date: h.Retrieved}, held.p.Now, o.Boost)}
		if o.Intent != "" {
			found[i].Score = held.w.Intents[o.Intent].Score(found[i].features)
		}
	}
	if o.Intent != "" {
		slices.SortStableFunc(found, func(a, b scored) int { return cmp.Compare(b.Score, a.Score) })
	}
	found = found[:min(o.K, len(found))]
	held.trace(query, o, found, time.Since(began))
	hits = hits[:len(found)]
	for i := range found {
		hits[i] = found[i].Hit
	}
	return hits, nil
}

// scored is a hit, and what it is ranked by.
type scored struct {
	ingest.Hit
	features rank.Features
}

// Weights are those that the vault in a folder ranks by: its own over the built-in ones.
func Weights(root string) (*rank.Weights, error) {
	text, err := vault.ReadFile(filepath.Join(root, rank.File))
	switch {
	case errors.Is(err, os.ErrNotExist):
		return rank.Default(), nil
	case err != nil:
		return nil, fmt.Errorf("read weights: %w", err)
	}
	return rank.Parse(rank.File, text)
}

// A Searcher answers the searches of a process that many ask at once. They look at the vault one
// after the other, and what the last look made of it serves as long as it stays as it is: nobody
// is answered by an older state than the one that they asked of.
type Searcher struct {
	mu   sync.Mutex
	held *holding // that the last look found
}

// Search is [Search].
func (r *Searcher) Search(ctx context.Context, c *compiler.Compiler, query string, o SearchOptions) ([]ingest.Hit, error) {
	began := time.Now()
	r.mu.Lock()
	held, err := look(ctx, c, r.held)
	if err == nil {
		r.held = held
	}
	r.mu.Unlock()
	if err != nil {
		return nil, err
	}
	return held.search(ctx, query, o, began)
}

// Intents are the names of what a question can be after.
func Intents() (names []string) {
	for _, i := range rank.Intents() {
		names = append(names, string(i))
	}
	return names
}

// IntentOf is the intent that was asked for by name, or "auto"; "" is none.
func IntentOf(c *compiler.Compiler, name, query string) (rank.Intent, error) {
	switch {
	case name == "" || rank.Intent(name).Valid():
		return rank.Intent(name), nil
	case name == "auto":
		w, err := Weights(c.Root)
		if err != nil {
			return "", err
		}
		return w.Intent(query), nil
	}
	hint := "intents: auto, " + strings.Join(Intents(), ", ")
	if near := gates.Nearest(name, Intents()); near != "" {
		hint = fmt.Sprintf("did you mean %s?", near)
	}
	return "", gates.WithHint(fmt.Errorf("unknown intent %q", name), hint)
}

// Passage is one stored passage, by its id.
func Passage(ctx context.Context, c *compiler.Compiler, id provenance.ChunkID) (ingest.Hit, error) {
	_, p, err := c.Stored(ctx, c.Policy.Vault.Sources)
	if err != nil {
		return ingest.Hit{}, err
	}
	for _, file := range p.Index.Pages() {
		if !slices.Contains(p.Index.PageChunks(file), id) || p.State(provenance.SourceID(path.Base(path.Dir(file)))).State == provenance.Rejected {
			continue
		}
		page := p.Index.ReadPage(file)
		for _, chunk := range page.Chunks {
			if chunk.ID == id {
				return ingest.Hit{Chunk: id, Source: page.Source, URL: page.URL, Title: page.Title, Heading: chunk.Heading, Text: chunk.Text, Retrieved: page.Retrieved}, nil
			}
		}
	}
	return ingest.Hit{}, fmt.Errorf("find passage %q: nothing that is stored has it", id)
}
