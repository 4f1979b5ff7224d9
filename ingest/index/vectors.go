package index

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/philippgille/chromem-go"

	"assay/ingest"
	"assay/provenance"
)

// vectors are a chromem-go collection, filled by the first query that asks for its set.
type vectors struct {
	mu   sync.Mutex // held while it is filled
	set  string
	held *chromem.Collection
}

func (c *vectors) drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.set, c.held = "", nil
}

// open gives the collection of a query's set.
func (c *vectors) open(ctx context.Context, q ingest.Query) (*chromem.Collection, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.held != nil && c.set == q.Set {
		return c.held, nil
	}
	c.set, c.held = "", nil // before another one takes as much memory
	held, err := chromem.NewDB().CreateCollection("passages", nil, noEmbedding)
	if err != nil {
		return nil, err
	}
	of := make(map[provenance.SourceID]map[string]string)
	for v, err := range q.Vectors {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		if len(v.Packed) == 0 {
			continue // a passage without words
		}
		if of[v.Source] == nil {
			of[v.Source] = map[string]string{fieldSource: string(v.Source)}
		}
		if err := held.AddDocument(ctx, chromem.Document{ID: string(v.Chunk), Metadata: of[v.Source], Embedding: ingest.Unpack(v.Packed)}); err != nil {
			return nil, err
		}
	}
	c.set, c.held = q.Set, held
	return held, nil
}

// nearest returns the n passages nearest to a vector, ties by id. Which of several equals
// chromem-go takes in the last place changes from run to run, so it is asked for more
// until all of those are there.
func nearest(ctx context.Context, c *chromem.Collection, vector []float32, n int, source provenance.SourceID) ([]match, error) {
	var where map[string]string
	if source != "" {
		where = map[string]string{fieldSource: string(source)}
	}
	for k := n + 1; ; k *= 2 {
		k = min(k, c.Count())
		if k == 0 || vector == nil {
			return nil, ctx.Err()
		}
		results, err := c.QueryEmbedding(ctx, vector, k, where, nil)
		if err != nil {
			return nil, fmt.Errorf("search vectors: %w", err)
		}
		whole := len(results) < k || k == c.Count()
		if !whole && results[n-1].Similarity == results[k-1].Similarity {
			continue
		}
		found := make([]match, 0, len(results))
		for _, r := range results {
			if r.Similarity > 0 && (whole || r.Similarity > results[k-1].Similarity) {
				found = append(found, match{r.ID, float64(r.Similarity)})
			}
		}
		return cutMatches(found, n), nil
	}
}

// noEmbedding stands where chromem-go would call a model: vectors come ready.
func noEmbedding(context.Context, string) ([]float32, error) {
	return nil, errors.New("embed: passages come with their vectors")
}

// Model makes vectors by a model behind an endpoint, as chromem-go asks for them: by
// OpenAI's embeddings (POST …/v1/embeddings), which many services speak, or by Ollama's
// (POST …/api/embeddings). It connects to nothing before it is asked.
func Model(api, endpoint, key, model string) func(ctx context.Context, text string) ([]float32, error) {
	base := strings.TrimSuffix(endpoint, "/")
	if api == "ollama" {
		return chromem.NewEmbeddingFuncOllama(model, base+"/api")
	}
	return chromem.NewEmbeddingFuncOpenAICompat(strings.TrimSuffix(base, "/v1")+"/v1", key, model, nil)
}
