package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"assay/compiler/eval"
	"assay/ingest"
	"assay/ingest/index"
	"assay/provenance"
)

func (a *app) evalRetrieval() *cobra.Command {
	var o eval.RetrievalOptions
	cmd := &cobra.Command{
		Use:   "retrieval folder",
		Short: "how well search finds what is relevant",
		Long: `Retrieval builds an index of a folder with corpus.jsonl[.gz], queries.jsonl and
qrels.tsv, or of each such folder in it, and scores nDCG@10 and recall@100 of search
by words, by meaning and by both.`,
		Example: `  assay eval retrieval cranfield/
  assay eval retrieval cranfield/ --json | jq .ndcg10`,
		Args: takes(1, 1, "one folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Index = buildIndex
			r, err := eval.Retrieval(cmd.Context(), args[0], o)
			return a.answer(r, err, func() {
				a.out.Printf("%d documents, %d queries, %.0f documents a second\n", r.Documents, r.Queries, r.DocsPerSec)
				a.out.Printf("nDCG@10     text %.4f, vector %.4f, %s\n", r.NDCG10.Text, r.NDCG10.Vector, a.out.Bold(fmt.Sprintf("hybrid %.4f", r.NDCG10.Hybrid)))
				a.out.Printf("recall@100  text %.4f, vector %.4f, hybrid %.4f\n", r.Recall100.Text, r.Recall100.Vector, r.Recall100.Hybrid)
				a.out.Printf("query       %.1f ms in the middle, %.1f ms at the 95th percentile\n", r.QueryMS.P50, r.QueryMS.P95)
			})
		},
	}
	cmd.Flags().StringVar(&o.Split, "split", "", "only the queries of one `split`, such as dev or test")
	return cmd
}

// buildIndex builds the index that `search` uses, over a collection.
func buildIndex(ctx context.Context, dir string, docs []eval.Document) (eval.Searcher, error) {
	s := index.Open(dir)
	names := make(map[provenance.ChunkID]string, len(docs))
	passages := make([]ingest.Doc, len(docs))
	vectors := make([]ingest.Vector, len(docs))
	for i, d := range docs {
		p := d.Passage()
		id := provenance.NewChunkID(provenance.NewSourceID("eval"), d.ID)
		names[id] = d.ID
		passages[i] = ingest.Doc{ID: id, Title: p.Title, Heading: p.Heading, Text: p.Text}
		vectors[i] = ingest.Vector{Chunk: id, Packed: ingest.Pack(ingest.Embed(p))}
	}
	if _, err := s.Sync(ctx, dir, passages); err != nil {
		s.Close()
		return nil, fmt.Errorf("index collection: %w", err)
	}
	return collection{s, dir, vectors, names}, nil
}

// collection is an index whose passages are documents of a collection.
type collection struct {
	store   *index.Store
	set     string
	vectors []ingest.Vector
	names   map[provenance.ChunkID]string
}

func (c collection) Search(ctx context.Context, query string, mode eval.SearchMode, k int) ([]string, error) {
	q := ingest.Query{Text: query, K: k, Meaning: mode == eval.SearchVector}
	if mode != eval.SearchText {
		q.Set, q.Vectors = c.set, c.all
	}
	hits, err := c.store.Search(ctx, q)
	ids := make([]string, len(hits))
	for i, h := range hits {
		ids[i] = c.names[h.Chunk]
	}
	return ids, err
}

func (c collection) all(yield func(ingest.Vector, error) bool) {
	for _, v := range c.vectors {
		if !yield(v, nil) {
			return
		}
	}
}

func (c collection) Close() error { return c.store.Close() }
