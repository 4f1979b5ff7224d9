package index

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"assay/ingest"

	bleve "github.com/blevesearch/bleve_index_api"
)

// BM25's constants (Robertson and Zaragoza 2009). b is a little below the usual
// 0.75 because chunks are cut to size: their length says less about them.
const (
	bm25K = 1.2
	bm25B = 0.6
)

// A match is a passage found, with its score in one list.
type match struct {
	id    string
	score float64
}

// A reader is the text index as it was at one moment, with what BM25 must know about all
// passages.
type reader struct {
	bleve.IndexReader
	text  *text
	docs  int
	mean  float64           // length in terms
	known map[string]uint64 // how many passages have a term
}

func openReader(folder string, m manifest) (*reader, error) {
	t, err := openText(folder)
	if err != nil {
		return nil, err
	}
	in, err := t.index.Reader()
	if err != nil {
		t.close()
		return nil, fmt.Errorf("search text: %w", err)
	}
	r := &reader{in, t, m.Docs, max(1, float64(m.Length)/float64(max(1, m.Docs))), map[string]uint64{}}
	// bleve opens an index that lacks what it cannot read.
	if n, err := r.DocCount(); err != nil || n != uint64(m.Docs) {
		r.close()
		return nil, fmt.Errorf("search text: %w: %d of %d passages can be read", errCorrupt, n, m.Docs)
	}
	return r, nil
}

func (r *reader) close() {
	r.Close()
	r.text.close()
}

// doc is what is shown of a passage; false where another process took it out after its
// vector was read.
func (r *reader) doc(id string) (d ingest.Doc, ok bool, err error) {
	found, err := r.Document(id)
	if err != nil {
		return d, false, fmt.Errorf("read passage %s: %w", id, err)
	}
	if found == nil {
		return d, false, nil
	}
	found.VisitFields(func(f bleve.Field) {
		if f.Name() == fieldDoc {
			err = json.Unmarshal(f.Value(), &d)
		}
	})
	if err != nil {
		return d, false, fmt.Errorf("read passage %s: %w: %w", id, errCorrupt, err)
	}
	return d, true, nil
}

// frequency is how many passages have a term. It is remembered, since what queries are
// steered by is many terms, and mostly the same.
func (r *reader) frequency(ctx context.Context, term string) (uint64, error) {
	if n, ok := r.known[term]; ok {
		return n, nil
	}
	list, err := r.TermFieldReader(ctx, []byte(term), fieldTerms, false, false, false)
	if err != nil {
		return 0, fmt.Errorf("search text: %w", err)
	}
	defer list.Close()
	r.known[term] = list.Count()
	return list.Count(), nil
}

// A weighed term is one of a query, with how much it counts.
type weighed struct {
	term   string
	weight float64
}

// search returns the n best passages for weighed query terms by BM25, ties by id.
// bleve's own scorers are not used: they take the size of the dictionary for the
// passages' mean length and the root of a frequency for the frequency.
func (r *reader) search(ctx context.Context, query []weighed, n int, source string) ([]match, error) {
	var only map[uint64]bool
	if source != "" {
		only = make(map[uint64]bool)
		list, err := r.TermFieldReader(ctx, []byte(source), fieldSource, true, true, false)
		if err != nil {
			return nil, fmt.Errorf("search text: %w", err)
		}
		if err := each(list, func(doc uint64, _, _ float64) { only[doc] = true }); err != nil {
			return nil, err
		}
	}
	scores := make([]float32, r.docs) // by bleve's document numbers
	for _, q := range query {
		list, err := r.TermFieldReader(ctx, []byte(q.term), fieldTerms, true, true, false)
		if err != nil {
			return nil, fmt.Errorf("search text: %w", err)
		}
		weight := q.weight * (bm25K + 1) * inverseFrequency(list.Count(), r.docs)
		err = each(list, func(doc uint64, tf, length float64) {
			if only == nil || only[doc] {
				norm := bm25K * (1 - bm25B + bm25B*length/r.mean)
				if more := int(doc) + 1 - len(scores); more > 0 { // numbers of passages that are gone are not used again
					scores = append(scores, make([]float32, more)...)
				}
				scores[doc] += float32(weight * tf / (tf + norm))
			}
		})
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	ranked := slices.DeleteFunc(slices.Clone(scores), func(score float32) bool { return score == 0 })
	slices.Sort(ranked)
	var found []match
	for doc, score := range scores {
		if score == 0 || score < ranked[max(0, len(ranked)-n)] { // what ties with the last is named: ties go by id
			continue
		}
		id, err := r.ExternalID(binary.BigEndian.AppendUint64(nil, uint64(doc)))
		if err != nil {
			return nil, fmt.Errorf("search text: name passage: %w", err)
		}
		found = append(found, match{strings.Clone(id), float64(score)})
	}
	return cutMatches(found, n), nil
}

// each calls f for every posting of a list and closes the list.
func each(list bleve.TermFieldReader, f func(doc uint64, tf, length float64)) error {
	defer list.Close()
	var p bleve.TermFieldDoc
	for {
		next, err := list.Next(p.Reset())
		if err != nil {
			return fmt.Errorf("search text: %w", err)
		}
		if next == nil {
			return nil
		}
		f(binary.BigEndian.Uint64(next.ID), float64(next.Freq), 1/(next.Norm*next.Norm))
	}
}
