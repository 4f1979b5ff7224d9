package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	bleve "github.com/blevesearch/bleve_index_api"

	"assay/ingest"
)

const termsVersion = ingest.TermsVersion

const (
	// textBatch is how many passages bleve takes at once: larger batches merge
	// less and hold more memory.
	textBatch = 1000

	// segmentRows is how many rows a segment of a new index has at least.
	segmentRows = 8192
)

// rebuild builds everything anew in fresh folders: the text index while passages
// are read, the embedder from a sample of them, then the vectors.
func (s *Store) rebuild(ctx context.Context, p plan) (m manifest, err error) {
	m.Text.Name = s.fresh(textName, "gen-")
	work := filepath.Join(s.dir, vecName, s.fresh(vecName, "new-"))
	if err := os.MkdirAll(work, 0o755); err != nil {
		return m, err
	}
	folder := filepath.Join(s.dir, textName, m.Text.Name)
	t, err := openWriter(folder, true)
	if err != nil {
		return m, err
	}
	var pieces []piece
	var train sample
	perSegment := max(segmentRows, (len(p.missing)+11)/12)
	var held []row
	var counted [][]ingest.Feature
	cut := func() error {
		if len(held) == 0 {
			return nil
		}
		g, err := newPiece(work, len(pieces), held, counted)
		pieces = append(pieces, g)
		held, counted = nil, nil
		return err
	}
	err = load(ctx, t, p, func(r row, features []ingest.Feature) error {
		m.Length += int64(r.length)
		train.offer(string(r.doc.ID), features)
		held, counted = append(held, r), append(counted, features)
		if len(held) >= perSegment {
			return cut()
		}
		return nil
	})
	if err == nil {
		err = cut()
	}
	if err == nil {
		err = t.flush()
	}
	if e := t.close(); err == nil {
		err = e
	}
	if err == nil {
		err = m.Text.mark(s.dir)
	}
	if err != nil {
		return m, err
	}
	e := ingest.Train(train.passages())
	m.Model, m.Trained = e.Hash(), len(p.refs)
	final := filepath.Join(s.dir, vecName, m.Model)
	if err := os.MkdirAll(final, 0o755); err != nil {
		return m, err
	}
	file, err := e.MarshalBinary()
	if err != nil {
		return m, err
	}
	// The model's folder may be in use: the same passages give the same names
	// and the same bytes, so a rename over them changes nothing.
	if err := writeFile(filepath.Join(work, modelName), file); err != nil {
		return m, fmt.Errorf("write embedder: %w", err)
	}
	if err := os.Rename(filepath.Join(work, modelName), filepath.Join(final, modelName)); err != nil {
		return m, fmt.Errorf("write embedder: %w", err)
	}
	for _, g := range pieces {
		ref, err := g.finish(ctx, final, e)
		if err != nil {
			return m, err
		}
		m.Segments = append(m.Segments, ref)
	}
	syncDir(final)
	if len(p.missing) > 10*segmentRows {
		debug.FreeOSMemory() // a watch lives on with what a large build left
	}
	return m, os.RemoveAll(work)
}

// extend adds a generation of the text index and a segment with what is missing,
// and marks what is dead; where too little of the rows is alive, it writes those
// that are into one new segment.
func (s *Store) extend(ctx context.Context, old *view, p plan) (m manifest, err error) {
	m = old.manifest
	m.Text = generation{Name: s.fresh(textName, "gen-")}
	m.Length = p.length
	m.Segments = nil
	folder := filepath.Join(s.dir, textName, m.Text.Name)
	if err := clone(filepath.Join(s.dir, textName, old.Text.Name), folder); err != nil {
		return m, err
	}
	t, err := openWriter(folder, false)
	if err != nil {
		return m, err
	}
	var added []row
	var rows, dead int
	for i, g := range old.segments {
		rows, dead = rows+g.ref.Rows, dead+len(p.dead[i])
	}
	err = load(ctx, t, p, func(r row, features []ingest.Feature) error {
		m.Length += int64(r.length)
		r.vec = old.model.EmbedFeatures(features)
		added = append(added, r)
		return nil
	})
	if e := t.close(); err == nil {
		err = e
	}
	if err == nil {
		err = m.Text.mark(s.dir)
	}
	if err != nil {
		return m, err
	}
	// Compaction at a quarter dead: below, a search loses little.
	if compact := 4*dead > rows+len(added) || len(old.segments) >= maxSegments; compact {
		added = append(added, old.alive(p.dead)...)
	} else {
		for i, g := range old.segments {
			if len(p.dead[i]) < g.ref.Rows {
				m.Segments = append(m.Segments, segmentRef{g.ref.Name, g.ref.Rows, p.dead[i]})
			}
		}
	}
	if len(added) > 0 {
		ref, err := writeSegment(filepath.Join(s.dir, vecName, m.Model), m.Model, added)
		if err != nil {
			return m, err
		}
		m.Segments = append(m.Segments, ref)
	}
	return m, nil
}

// alive copies out the rows that stay.
func (v *view) alive(dead [][]uint32) (rows []row) {
	for i, g := range v.segments {
		gone := dead[i]
		for at := range g.ref.Rows {
			if len(gone) > 0 && int(gone[0]) == at {
				gone = gone[1:]
				continue
			}
			rows = append(rows, row{g.doc(at), g.tag(at), g.length(at), g.row(at)})
		}
	}
	return rows
}

// writeSegment writes rows in both files under their final name.
func writeSegment(folder, model string, rows []row) (segmentRef, error) {
	sortRows(rows)
	ref := segmentRef{Name: segmentName(model, rows), Rows: len(rows)}
	path := filepath.Join(folder, ref.Name)
	err := writeDocs(path+".doc.new", rows)
	if err == nil {
		err = writeVectors(path+".f32.new", len(rows), func(i int) []float32 { return rows[i].vec })
	}
	for _, ext := range []string{".doc", ".f32"} {
		if err == nil {
			err = os.Rename(path+ext+".new", path+ext)
		}
	}
	if err != nil {
		return ref, fmt.Errorf("write segment: %w", err)
	}
	syncDir(folder)
	return ref, nil
}

// load reads the missing passages in order, gives them to the text index in
// batches, and then to each. Counting words and filling bleve overlap.
func load(ctx context.Context, t *text, p plan, each func(row, []ingest.Feature) error) error {
	batch := bleve.NewBatch()
	wanted := make(map[string]bool, len(p.missing))
	for _, r := range p.missing {
		wanted[string(r.ID)] = true
	}
	for _, id := range p.gone {
		if !wanted[id] { // an update replaces what it finds
			batch.Delete(id)
		}
	}
	writing := make(chan error, 1)
	writing <- nil
	send := func() error {
		if err := <-writing; err != nil {
			return fmt.Errorf("write text index: %w", err)
		}
		go func(b *bleve.Batch) { writing <- t.index.Batch(b) }(batch)
		batch = bleve.NewBatch()
		return nil
	}
	var failed error
	for part := range slices.Chunk(p.missing, textBatch) {
		docs := make([]Doc, len(part))
		for i, r := range part {
			if failed = ctx.Err(); failed != nil {
				break
			}
			if docs[i], failed = p.load(r.ID); failed != nil {
				failed = fmt.Errorf("load passage %s: %w", r.ID, failed)
				break
			}
			docs[i].ID = r.ID
		}
		if failed != nil {
			break
		}
		counts := make([][]ingest.Count, len(docs))
		features := make([][]ingest.Feature, len(docs))
		lengths := make([]int, len(docs))
		parallel(len(docs), func(i int) {
			d := docs[i]
			counts[i], lengths[i] = ingest.Passage{Title: d.Title, Heading: d.Heading, Text: d.Text}.Counts()
			features[i] = ingest.Features(counts[i])
		})
		for i, d := range docs {
			batch.Update(newEntry(string(d.ID), string(d.Source), counts[i], lengths[i]))
			if failed = each(row{doc: d, tag: part[i].Tag, length: lengths[i]}, features[i]); failed != nil {
				break
			}
		}
		if failed == nil {
			failed = send()
			if failed != nil {
				return failed // send has taken the writer's word already
			}
		}
	}
	if failed == nil && len(batch.IndexOps) > 0 {
		if failed = send(); failed != nil {
			return failed
		}
	}
	if err := <-writing; failed == nil && err != nil {
		failed = fmt.Errorf("write text index: %w", err)
	}
	return failed
}

// fresh is a name that nothing in a folder of the store has.
func (s *Store) fresh(folder, prefix string) string {
	for i := os.Getpid(); ; i++ {
		name := fmt.Sprintf("%s%x", prefix, i)
		if _, err := os.Lstat(filepath.Join(s.dir, folder, name)); errors.Is(err, fs.ErrNotExist) {
			return name
		}
	}
}

// parallel calls f for 0 to n-1 on all cores.
func parallel(n int, f func(i int)) {
	const batch = 16
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min((n+batch-1)/batch, runtime.GOMAXPROCS(0)) {
		wait.Go(func() {
			for {
				from := int(next.Add(batch)) - batch
				if from >= n {
					return
				}
				for i := from; i < min(n, from+batch); i++ {
					f(i)
				}
			}
		})
	}
	wait.Wait()
}
