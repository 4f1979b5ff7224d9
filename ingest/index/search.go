package index

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"assay/ingest"
)

const (
	// fuseDepth is how many of each list are fused: deeper ones change no rank
	// that a reader looks at.
	fuseDepth = 200

	// feedbackDocs and feedbackWeight steer the query's vector to the first hits
	// by words before the vectors are searched. Three are enough to name the
	// subject, more dilute it.
	feedbackDocs   = 3
	feedbackWeight = 4
)

// Search returns the passages that answer a query, best first, ties by id. A
// query without a usable word has no hits.
func (s *Store) Search(ctx context.Context, q ingest.Query) (hits []ingest.Hit, err error) {
	q.K = cmp.Or(max(q.K, 0), 10)
	r, err := s.read(ctx)
	if err == nil {
		defer r.close()
		hits, err = s.search(ctx, r, q)
	}
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	return hits, nil
}

func (s *Store) search(ctx context.Context, r *reader, q ingest.Query) (hits []ingest.Hit, err error) {
	if r.docs == 0 {
		return nil, nil
	}
	depth := q.K
	if q.Vectors != nil && !q.Meaning {
		depth = max(fuseDepth, q.K)
	}
	var byText, byVector []match
	builtin, share := q.Vector == nil, float64(modelShare)
	terms := queryTerms(q.Text)
	if !q.Meaning {
		if byText, err = r.search(ctx, weigh(terms), depth, string(q.Source)); err != nil {
			return nil, err
		}
	}
	if q.Vectors != nil {
		held, err := s.vectors.open(ctx, q)
		if err != nil {
			return nil, fmt.Errorf("read vectors: %w", err)
		}
		if q.Vector == nil {
			share = builtinShare * (1 - long(terms)/2)
			if q.Vector, err = r.embed(ctx, terms, byText[:min(feedbackDocs, len(byText))]); err != nil {
				return nil, err
			}
		}
		if builtin && len(byText) > 0 {
			if byText, err = r.again(ctx, terms, byText, depth, string(q.Source)); err != nil {
				return nil, err
			}
		}
		if byVector, err = nearest(ctx, held, q.Vector, depth, q.Source); err != nil {
			return nil, err
		}
	}
	switch {
	case q.Meaning:
		return r.hits(byVector[:min(q.K, len(byVector))])
	case q.Vectors == nil:
		return r.hits(byText[:min(q.K, len(byText))])
	}
	hits, err = r.hits(fuse(byText, byVector, share, max(q.K, nameDepth)))
	if err != nil {
		return nil, err
	}
	hits = named(q.Text, hits)
	return hits[:min(q.K, len(hits))], nil
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

// embed is the built-in vector of a query, steered towards passages. Vectors of passages
// know nothing of how rare a term is, so a query's has the square of it: the share of both.
func (r *reader) embed(ctx context.Context, terms []ingest.Count, answers []match) ([]float32, error) {
	var failed error
	rare := func(term string) float64 {
		n, err := r.frequency(ctx, term)
		if err != nil {
			failed = err
		}
		if n == 0 {
			return 0 // what no passage has is near to none
		}
		idf := inverseFrequency(n, r.docs)
		return idf * idf
	}
	vector := ingest.Project(terms, rare)
	var near [][]float32
	for _, m := range answers {
		d, _, err := r.doc(m.id)
		if err != nil {
			return nil, err
		}
		counts, _ := d.Passage().Counts()
		near = append(near, ingest.Project(counts, rare))
	}
	if vector == nil || failed != nil {
		return nil, failed
	}
	return ingest.Steer(vector, near, feedbackWeight), nil
}

// hits fills in what a reader is shown.
func (r *reader) hits(ranked []match) ([]ingest.Hit, error) {
	hits := make([]ingest.Hit, 0, len(ranked))
	for _, m := range ranked {
		d, ok, err := r.doc(m.id)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		hits = append(hits, ingest.Hit{
			Chunk: d.ID, Source: d.Source, Score: m.score,
			URL: d.URL, Title: d.Title, Heading: d.Heading, Text: d.Text, Retrieved: d.Retrieved,
		})
	}
	return hits, nil
}

// inverseFrequency is BM25's weight of a term.
func inverseFrequency(df uint64, docs int) float64 {
	return math.Log(1 + (max(0, float64(docs)-float64(df))+0.5)/(float64(df)+0.5))
}

// cutMatches orders matches, best first, ties by id, and keeps n.
func cutMatches(found []match, n int) []match {
	slices.SortFunc(found, func(a, b match) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.id, b.id))
	})
	return found[:min(len(found), n)]
}

// rrfK is the constant of reciprocal rank fusion (Cormack, Clarke and Büttcher,
// SIGIR 2009).
const rrfK = 60

// builtinShare is the share of the list by built-in vectors against 1 for the text list.
// Words are the better witness: on three public test collections shares from 0.15 to 0.3
// differ little, and larger ones are worse. A model's list has as much as the text's.
const (
	builtinShare = 0.2
	modelShare   = 1
)

// fuse adds up the reciprocal ranks of both lists.
func fuse(text, vector []match, share float64, n int) []match {
	sum := make(map[string]float64, len(text)+len(vector))
	for rank, m := range text {
		sum[m.id] += 1 / float64(rrfK+rank+1)
	}
	for rank, m := range vector {
		sum[m.id] += share / float64(rrfK+rank+1)
	}
	fused := make([]match, 0, len(sum))
	for id, score := range sum {
		fused = append(fused, match{id, score})
	}
	return cutMatches(fused, n)
}
