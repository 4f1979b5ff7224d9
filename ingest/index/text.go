package index

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/blevesearch/bleve/v2/index/scorch"
	bleve "github.com/blevesearch/bleve_index_api"

	"assay/ingest"
)

// The fields of the text index. All words of a passage share one field, with the
// title's counted double, so that a query reads each posting list once.
const (
	fieldID     = "_id"
	fieldTerms  = "t"
	fieldSource = "s"
)

// A text is a scorch index, bleve's own format, opened.
type text struct {
	index bleve.Index
	queue *bleve.AnalysisQueue
}

// openText opens a committed generation for searching.
func openText(folder string, timeout time.Duration) (*text, error) {
	return openScorch(folder, map[string]any{"path": folder, "read_only": true, "bolt_timeout": timeout.String()})
}

// openWriter opens a generation that is not yet committed. A bulk load does not
// wait for the disk after each batch: until the commit nobody counts on it.
func openWriter(folder string, bulk bool) (*text, error) {
	return openScorch(folder, map[string]any{"path": folder, "bolt_timeout": "300ms", "unsafe_batch": bulk})
}

func openScorch(folder string, config map[string]any) (*text, error) {
	queue := bleve.NewAnalysisQueue(2)
	index, err := scorch.NewScorch(scorch.Name, config, queue)
	if err == nil {
		err = index.Open()
	}
	if err != nil {
		queue.Close()
		if strings.Contains(err.Error(), "timeout") {
			return nil, fmt.Errorf("open text index %s: %w", folder, ErrBusy)
		}
		return nil, fmt.Errorf("open text index %s: %w: %w", folder, errCorrupt, err)
	}
	return &text{index, queue}, nil
}

func (t *text) close() error {
	defer t.queue.Close()
	return t.index.Close()
}

// flush waits until everything given to a bulk load is on disk.
func (t *text) flush() error {
	done := make(chan error, 1)
	last := bleve.NewBatch()
	last.SetInternal([]byte("complete"), []byte{1})
	last.SetPersistedCallback(func(err error) { done <- err })
	if err := t.index.Batch(last); err != nil {
		return fmt.Errorf("write text index: %w", err)
	}
	select {
	case err := <-done:
		if err != nil {
			return fmt.Errorf("write text index: %w", err)
		}
		return nil
	case <-time.After(5 * time.Minute): // a disk that takes longer has failed
		return errors.New("write text index: not on disk after 5 minutes")
	}
}

// An entry is a passage as the text index takes it: ready counted.
type entry struct {
	id, source string
	counts     []ingest.Count
	length     int
	fields     [3]field
}

// newEntry prepares a passage.
func newEntry(id, source string, counts []ingest.Count, length int) *entry {
	e := &entry{id: id, source: source, counts: counts, length: length}
	e.fields[0] = field{name: fieldID, value: id, stored: true}
	e.fields[1] = field{name: fieldSource, value: source}
	e.fields[2] = field{name: fieldTerms, counts: counts, length: length}
	return e
}

// The methods of a bleve document.

func (e *entry) ID() string                                 { return e.id }
func (e *entry) Size() int                                  { return 64 + 48*len(e.counts) }
func (e *entry) VisitComposite(bleve.CompositeFieldVisitor) {}
func (e *entry) HasComposite() bool                         { return false }
func (e *entry) NumPlainTextBytes() uint64                  { return uint64(8 * e.length) }
func (e *entry) AddIDField()                                {}
func (e *entry) StoredFieldsBytes() uint64                  { return uint64(len(e.id)) }
func (e *entry) Indexed() bool                              { return true }

func (e *entry) VisitFields(visit bleve.FieldVisitor) {
	for i := range e.fields {
		visit(&e.fields[i])
	}
}

// A field is one field of an entry: a single value, or counted terms.
type field struct {
	name   string
	value  string
	stored bool
	counts []ingest.Count
	length int
	freqs  bleve.TokenFrequencies
}

func (f *field) Name() string              { return f.name }
func (f *field) Value() []byte             { return []byte(f.value) }
func (f *field) ArrayPositions() []uint64  { return nil }
func (f *field) EncodedFieldType() byte    { return 't' }
func (f *field) NumPlainTextBytes() uint64 { return uint64(len(f.value)) }
func (f *field) AnalyzedLength() int       { return max(1, f.length) }

func (f *field) Options() bleve.FieldIndexingOptions {
	if f.stored {
		return bleve.IndexField | bleve.StoreField
	}
	return bleve.IndexField
}

func (f *field) AnalyzedTokenFrequencies() bleve.TokenFrequencies { return f.freqs }

// Analyze gives bleve the counts in its own terms.
func (f *field) Analyze() {
	if f.counts == nil && f.value != "" {
		one := &bleve.TokenFreq{Term: []byte(f.value)}
		one.SetFrequency(1)
		f.freqs = bleve.TokenFrequencies{f.value: one}
		return
	}
	f.freqs = make(bleve.TokenFrequencies, len(f.counts))
	backing := make([]bleve.TokenFreq, len(f.counts))
	for i, c := range f.counts {
		backing[i].Term = []byte(c.Term)
		backing[i].SetFrequency(c.N)
		f.freqs[c.Term] = &backing[i]
	}
}

// BM25's constants (Robertson and Zaragoza 2009). b is a little below the usual
// 0.75 because chunks are cut to size: their length says less about them.
const (
	bm25K = 1.2
	bm25B = 0.6
)

// corpus is what BM25 must know about all passages.
type corpus struct {
	docs int
	mean float64 // length in terms
}

// A match is a passage found, with its score in one list.
type match struct {
	id    string
	score float64
}

// search returns the n best passages for counted query terms by BM25, ties by id.
// bleve's own scorers are not used: they take the size of the dictionary for the
// passages' mean length and the root of a frequency for the frequency.
func (t *text) search(ctx context.Context, query []ingest.Count, n int, source string, c corpus) ([]match, error) {
	reader, err := t.index.Reader()
	if err != nil {
		return nil, fmt.Errorf("search text: %w", err)
	}
	defer reader.Close()
	var only map[uint64]bool
	if source != "" {
		only = make(map[uint64]bool)
		if err := postings(ctx, reader, source, fieldSource, func(doc uint64, _, _ float64) { only[doc] = true }); err != nil {
			return nil, err
		}
	}
	board := boards.Get().(*board)
	defer boards.Put(board)
	board.reset(c.docs)
	for _, q := range query {
		list, err := reader.TermFieldReader(ctx, []byte(q.Term), fieldTerms, true, true, false)
		if err != nil {
			return nil, fmt.Errorf("search text: %w", err)
		}
		weight := float64(q.N) * (bm25K + 1) * inverseFrequency(list.Count(), c.docs)
		err = each(list, func(doc uint64, tf, length float64) {
			if only == nil || only[doc] {
				norm := bm25K * (1 - bm25B + bm25B*length/c.mean)
				board.add(doc, float32(weight*tf/(tf+norm)))
			}
		})
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	var found []match
	for _, doc := range board.best(n) {
		id, err := reader.ExternalID(binary.BigEndian.AppendUint64(nil, doc))
		if err != nil {
			return nil, fmt.Errorf("search text: name passage: %w", err)
		}
		found = append(found, match{strings.Clone(id), float64(board.scores[doc])})
	}
	return cutMatches(found, n), nil
}

// postings calls f for every passage that has a term.
func postings(ctx context.Context, r bleve.IndexReader, term, field string, f func(doc uint64, tf, length float64)) error {
	list, err := r.TermFieldReader(ctx, []byte(term), field, true, true, false)
	if err != nil {
		return fmt.Errorf("search text: %w", err)
	}
	return each(list, f)
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

// A board adds up scores by bleve's document numbers.
type board struct {
	scores  []float32
	touched []uint64
}

var boards = sync.Pool{New: func() any { return new(board) }}

func (b *board) reset(docs int) {
	for _, d := range b.touched {
		b.scores[d] = 0
	}
	b.touched = b.touched[:0]
	if len(b.scores) < docs {
		b.scores = append(b.scores, make([]float32, docs-len(b.scores))...)
	}
}

func (b *board) add(doc uint64, score float32) {
	if doc >= uint64(len(b.scores)) {
		b.scores = append(b.scores, make([]float32, int(doc)+1-len(b.scores)+len(b.scores)/4)...)
	}
	if b.scores[doc] == 0 {
		b.touched = append(b.touched, doc)
	}
	b.scores[doc] += score
}

// best are the n passages with the highest scores and all that tie with the last.
func (b *board) best(n int) []uint64 {
	var low lowest
	for _, d := range b.touched {
		low.offer(b.scores[d], n)
	}
	var docs []uint64
	for _, d := range b.touched {
		if b.scores[d] >= low.bar(n) {
			docs = append(docs, d)
		}
	}
	return docs
}

// clone makes a generation that shares the segment files of another: they never
// change. root.bolt, which does, is copied.
func clone(from, to string) error {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return fmt.Errorf("copy text index: %w", err)
	}
	entries, err := os.ReadDir(from)
	if err != nil {
		return fmt.Errorf("copy text index: %w", err)
	}
	for _, e := range entries {
		a, b := filepath.Join(from, e.Name()), filepath.Join(to, e.Name())
		if strings.HasSuffix(e.Name(), ".zap") && os.Link(a, b) == nil {
			continue
		}
		if err := copyFile(a, b); err != nil {
			return fmt.Errorf("copy text index: %w", err)
		}
	}
	return nil
}

func copyFile(from, to string) error {
	a, err := os.Open(from)
	if err != nil {
		return err
	}
	defer a.Close()
	b, err := os.Create(to)
	if err != nil {
		return err
	}
	if _, err := io.Copy(b, a); err != nil {
		b.Close()
		return err
	}
	return b.Close()
}
