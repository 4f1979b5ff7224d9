package index

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/blevesearch/bleve/v2/document"
	bleve "github.com/blevesearch/bleve_index_api"
	"golang.org/x/sync/errgroup"

	"assay/ingest"
)

// textBatch is how many passages bleve takes at once: larger batches merge
// less and hold more memory.
const textBatch = 1000

// rowsKey is where the text index lists the passages that it holds.
var rowsKey = []byte("rows")

// readRows lists the passages of a generation.
func readRows(folder string) (rows []row, err error) {
	t, err := openText(folder)
	if err != nil {
		return nil, err
	}
	defer t.close()
	r, err := t.index.Reader()
	if err != nil {
		return nil, fmt.Errorf("open text index: %w", err)
	}
	defer r.Close()
	list, err := r.GetInternal(rowsKey)
	if err == nil {
		err = json.Unmarshal(list, &rows)
	}
	if err != nil {
		return nil, fmt.Errorf("open text index: %w: %w", errCorrupt, err)
	}
	return rows, nil
}

// write makes a generation of the text index: from another one, or anew where that has no
// name.
func (s *Store) write(ctx context.Context, m *manifest, from string, p plan) (err error) {
	m.Text.Name = s.fresh()
	folder := filepath.Join(s.dir, textName, m.Text.Name)
	if from != "" {
		if err := clone(filepath.Join(s.dir, textName, from), folder); err != nil {
			return err
		}
	}
	t, err := openWriter(folder, from == "")
	if err != nil {
		return err
	}
	rows := p.stay
	added, err := t.load(ctx, p)
	rows = append(rows, added...)
	for _, r := range rows {
		m.Length += int64(r.Length)
	}
	m.Docs = len(rows)
	if err == nil {
		err = t.keep(rows)
	}
	if e := t.close(); err == nil {
		err = e
	}
	if err == nil {
		err = m.Text.mark(s.dir)
	}
	return err
}

// keep lists the passages held, and waits until everything is on disk.
func (t *text) keep(rows []row) error {
	list, err := json.Marshal(rows)
	if err != nil {
		return err
	}
	last := bleve.NewBatch()
	last.SetInternal(rowsKey, list)
	return t.flush(last)
}

// load gives the text index what is missing, in batches, and takes out what is gone.
// Counting words and filling bleve overlap.
func (t *text) load(ctx context.Context, p plan) (rows []row, err error) {
	batch := bleve.NewBatch()
	wanted := make(map[string]bool, len(p.missing))
	for _, d := range p.missing {
		wanted[string(d.ID)] = true
	}
	for _, r := range p.gone {
		if !wanted[r.ID] { // an update replaces what it finds
			batch.Delete(r.ID)
		}
	}
	writing, writes := errgroup.WithContext(ctx)
	writing.SetLimit(1)
	send := func() {
		full := batch
		writing.Go(func() error { return t.index.Batch(full) })
		batch = bleve.NewBatch()
	}
	for part := range slices.Chunk(p.missing, textBatch) {
		if writes.Err() != nil {
			break
		}
		entries, made := make([]*document.Document, len(part)), make([]row, len(part))
		var counting errgroup.Group
		counting.SetLimit(runtime.GOMAXPROCS(0))
		for i, m := range part {
			counting.Go(func() error {
				counts, length := m.Passage().Counts()
				shown, _ := json.Marshal(m.Doc) // compare has seen that it can be
				entries[i], made[i] = newEntry(m.Doc, shown, counts, length), row{string(m.ID), m.tag, length}
				return nil
			})
		}
		counting.Wait()
		for _, e := range entries {
			batch.Update(e)
		}
		rows = append(rows, made...)
		send()
	}
	if len(batch.IndexOps) > 0 {
		send()
	}
	if err := writing.Wait(); err != nil {
		return nil, fmt.Errorf("write text index: %w", err)
	}
	return rows, ctx.Err()
}

// fresh is a name that no generation ever had: the number after the largest one there, of
// which the committed one is always there.
func (s *Store) fresh() string {
	var last uint64
	entries, _ := os.ReadDir(filepath.Join(s.dir, textName))
	for _, e := range entries {
		n, _ := strconv.ParseUint(strings.TrimPrefix(e.Name(), "gen-"), 16, 64)
		last = max(last, n)
	}
	return fmt.Sprintf("gen-%x", last+1)
}

// newEntry is a passage as the text index takes it, ready counted; shown is what a hit shows
// of it.
func newEntry(d ingest.Doc, shown []byte, counts []ingest.Count, length int) *document.Document {
	e := document.NewDocument(string(d.ID))
	e.AddField(document.NewTextFieldCustom(fieldSource, nil, []byte(d.Source), bleve.IndexField, nil))
	e.AddField(&terms{document.NewTextFieldCustom(fieldTerms, nil, nil, bleve.IndexField, nil), counts, length, nil})
	e.AddField(document.NewTextFieldCustom(fieldDoc, nil, shown, bleve.StoreField, nil))
	e.SetIndexed()
	return e
}

// terms are a field of terms that are counted already.
type terms struct {
	*document.TextField
	counts []ingest.Count
	length int
	freqs  bleve.TokenFrequencies
}

func (t *terms) AnalyzedLength() int { return max(1, t.length) }

func (t *terms) AnalyzedTokenFrequencies() bleve.TokenFrequencies { return t.freqs }

// Analyze gives bleve the counts in its own terms.
func (t *terms) Analyze() {
	t.freqs = make(bleve.TokenFrequencies, len(t.counts))
	backing := make([]bleve.TokenFreq, len(t.counts))
	for i, c := range t.counts {
		backing[i].Term = []byte(c.Term)
		backing[i].SetFrequency(c.N)
		t.freqs[c.Term] = &backing[i]
	}
}
