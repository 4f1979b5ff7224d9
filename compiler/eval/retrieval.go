package eval

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"assay/ingest"
)

// A SearchMode is how a query is answered.
type SearchMode string

// The modes compared.
const (
	SearchText   SearchMode = "text"
	SearchVector SearchMode = "vector"
	SearchHybrid SearchMode = "hybrid"
)

// searchModes in the order in which they run.
var searchModes = []SearchMode{SearchText, SearchVector, SearchHybrid}

// A Searcher is an index over one collection, as `search` would use it.
type Searcher interface {
	// Search returns the ids of the k best documents, best first.
	Search(ctx context.Context, query string, mode SearchMode, k int) ([]string, error)
	Close() error
}

// A Document is one row of a collection's corpus.
type Document struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Section string `json:"section"` // headings joined by " | "
	Text    string `json:"text"`
}

// Passage is the document as the indexes take it.
func (d Document) Passage() ingest.Passage {
	p := ingest.Passage{Title: d.Title, Text: d.Text}
	if d.Section != "" {
		p.Heading = strings.Split(d.Section, " | ")
	}
	return p
}

// RetrievalOptions of [Retrieval].
type RetrievalOptions struct {
	// Index builds the index under test in an empty folder.
	Index func(ctx context.Context, dir string, docs []Document) (Searcher, error)
	// Split limits the queries to one split ("dev"); "" takes all.
	Split string
}

// ByMode is one figure per mode, between 0 and 1.
type ByMode struct {
	Text   float64 `json:"text"`
	Vector float64 `json:"vector"`
	Hybrid float64 `json:"hybrid"`
}

// at is the figure of a mode.
func (b *ByMode) at(m SearchMode) *float64 {
	switch m {
	case SearchText:
		return &b.Text
	case SearchVector:
		return &b.Vector
	}
	return &b.Hybrid
}

// Percentiles of times in milliseconds.
type Percentiles struct {
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
}

// A RetrievalReport is what `eval retrieval` prints. For a folder of collections
// the figures are the means over them, each with the same weight, and Sets has a
// report for each.
type RetrievalReport struct {
	Documents  int                         `json:"documents"`
	Queries    int                         `json:"queries"`
	NDCG10     ByMode                      `json:"ndcg10"`
	Recall100  ByMode                      `json:"recall100"`
	QueryMS    Percentiles                 `json:"query_ms"` // hybrid
	DocsPerSec float64                     `json:"docs_per_s"`
	Sets       map[string]*RetrievalReport `json:"sets,omitempty"`
}

// Retrieval measures how well queries find the documents judged relevant to them,
// in a folder with corpus.jsonl.gz (or corpus.jsonl), queries.jsonl and qrels.tsv, or a
// folder of such folders. nDCG is Järvelin and Kekäläinen's (2002) with the
// discount 1/log2(rank+1) over ten ranks; queries without a relevant document are
// left out.
func Retrieval(ctx context.Context, dir string, o RetrievalOptions) (*RetrievalReport, error) {
	if _, err := os.Stat(filepath.Join(dir, "queries.jsonl")); err == nil {
		return retrieveOne(ctx, dir, o)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("evaluate retrieval: %w", err)
	}
	all := &RetrievalReport{Sets: map[string]*RetrievalReport{}}
	var rate float64
	for _, e := range entries {
		sub := filepath.Join(dir, e.Name())
		if _, err := os.Stat(filepath.Join(sub, "queries.jsonl")); err != nil {
			continue
		}
		r, err := retrieveOne(ctx, sub, o)
		if err != nil {
			return nil, err
		}
		all.Sets[e.Name()] = r
		all.Documents += r.Documents
		all.Queries += r.Queries
		all.QueryMS.P50 += r.QueryMS.P50
		all.QueryMS.P95 = max(all.QueryMS.P95, r.QueryMS.P95)
		rate += r.DocsPerSec
		for _, m := range searchModes {
			*all.NDCG10.at(m) += *r.NDCG10.at(m)
			*all.Recall100.at(m) += *r.Recall100.at(m)
		}
	}
	n := float64(len(all.Sets))
	if n == 0 {
		return nil, fmt.Errorf("evaluate retrieval: %s has no queries.jsonl, nor has a folder in it", dir)
	}
	for _, m := range searchModes {
		*all.NDCG10.at(m) /= n
		*all.Recall100.at(m) /= n
	}
	all.QueryMS.P50 /= n
	all.DocsPerSec = rate / n
	return all, nil
}

// retrieveOne measures one collection.
func retrieveOne(ctx context.Context, dir string, o RetrievalOptions) (_ *RetrievalReport, err error) {
	docs, err := readCorpus(dir)
	if err != nil {
		return nil, fmt.Errorf("evaluate retrieval: %w", err)
	}
	queries, err := readQueries(dir, o.Split)
	if err != nil {
		return nil, fmt.Errorf("evaluate retrieval: %w", err)
	}
	temp, err := os.MkdirTemp("", "assay-eval-")
	if err != nil {
		return nil, fmt.Errorf("evaluate retrieval: %w", err)
	}
	defer os.RemoveAll(temp)
	start := time.Now()
	index, err := o.Index(ctx, temp, docs)
	if err != nil {
		return nil, fmt.Errorf("evaluate retrieval: index %s: %w", dir, err)
	}
	defer func() {
		if e := index.Close(); err == nil && e != nil {
			err = fmt.Errorf("evaluate retrieval: close index: %w", e)
		}
	}()
	r := &RetrievalReport{Documents: len(docs), Queries: len(queries)}
	r.DocsPerSec = float64(len(docs)) / time.Since(start).Seconds()
	var times []float64
	for _, mode := range searchModes {
		for _, q := range queries {
			start := time.Now()
			ranked, err := index.Search(ctx, q.Text, mode, 100)
			if err != nil {
				return nil, fmt.Errorf("evaluate retrieval: query %s: %w", q.ID, err)
			}
			if mode == SearchHybrid {
				times = append(times, float64(time.Since(start).Microseconds())/1000)
			}
			*r.NDCG10.at(mode) += ndcg(ranked, q.relevant, 10) / float64(len(queries))
			*r.Recall100.at(mode) += recall(ranked, q.relevant) / float64(len(queries))
		}
	}
	slices.Sort(times)
	r.QueryMS = Percentiles{percentile(times, 0.5), percentile(times, 0.95)}
	return r, nil
}

// A judgedQuery is a query with the documents that answer it.
type judgedQuery struct {
	ID       string `json:"id"`
	Text     string `json:"text"`
	Split    string `json:"split"`
	relevant map[string]float64
}

func readCorpus(dir string) ([]Document, error) {
	raw, err := readEither(dir, "corpus.jsonl")
	if err != nil {
		return nil, fmt.Errorf("read corpus: %w", err)
	}
	docs, err := rowsOf[Document](raw, nil)
	if err != nil {
		return nil, fmt.Errorf("read corpus of %s: %w", dir, err)
	}
	return docs, nil
}

func readQueries(dir, split string) ([]judgedQuery, error) {
	qrels, err := os.ReadFile(filepath.Join(dir, "qrels.tsv"))
	if err != nil {
		return nil, fmt.Errorf("read judgements: %w", err)
	}
	relevant := make(map[string]map[string]float64)
	for line := range strings.Lines(string(qrels)) {
		f := strings.Fields(line)
		var score float64
		if len(f) != 3 || f[0] == "query_id" {
			continue
		}
		if _, err := fmt.Sscan(f[2], &score); err != nil {
			return nil, fmt.Errorf("read judgements: score %q: %w", f[2], err)
		}
		if score > 0 {
			if relevant[f[0]] == nil {
				relevant[f[0]] = make(map[string]float64)
			}
			relevant[f[0]][f[1]] = score
		}
	}
	path := filepath.Join(dir, "queries.jsonl")
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read queries: %w", err)
	}
	queries, err := rowsOf(raw, func(q *judgedQuery) error { q.relevant = relevant[q.ID]; return nil })
	if err != nil {
		return nil, fmt.Errorf("read queries %s: %w", path, err)
	}
	queries = slices.DeleteFunc(queries, func(q judgedQuery) bool { return len(q.relevant) == 0 || split != "" && q.Split != split })
	if len(queries) == 0 {
		return nil, fmt.Errorf("read queries %s: none has a relevant document", path)
	}
	return queries, nil
}

// rowsOf reads a text of JSON, a value on every line that is not blank, and names the line at fault.
// fault says what is wrong with a value; nil for those of which nothing is asked.
func rowsOf[T any](text []byte, fault func(*T) error) (rows []T, err error) {
	n := 0
	for line := range bytes.Lines(text) {
		n++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var row T
		err := json.Unmarshal(line, &row)
		if err == nil && fault != nil {
			err = fault(&row)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// ndcg is the discounted gain of the first n ranks against the best order.
func ndcg(ranked []string, relevant map[string]float64, n int) float64 {
	gain, best := 0.0, 0.0
	for i, id := range ranked[:min(n, len(ranked))] {
		gain += relevant[id] / math.Log2(float64(i)+2)
	}
	scores := slices.Sorted(maps.Values(relevant))
	slices.Reverse(scores)
	for i, s := range scores[:min(n, len(scores))] {
		best += s / math.Log2(float64(i)+2)
	}
	return gain / best
}

// recall is the share of the relevant documents among those ranked.
func recall(ranked []string, relevant map[string]float64) float64 {
	found := 0
	for _, id := range ranked {
		if relevant[id] > 0 {
			found++
		}
	}
	return float64(found) / float64(len(relevant))
}

// percentile of sorted values, by the nearest rank.
func percentile(sorted []float64, p float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[max(0, int(math.Ceil(p*float64(len(sorted))))-1)]
}
