package index

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	bleve "github.com/blevesearch/bleve_index_api"

	"assay/ingest"
)

// Whoever takes the folder away under a writer is told at once, and not when the disk should
// have been fast enough: bleve would try again without end.
func TestWriterWithoutAFolder(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "text")
	w, err := openWriter(folder, true)
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()
	if err := os.RemoveAll(folder); err != nil {
		t.Skip(err) // a system that keeps what is open
	}
	counts, length := ingest.Passage{Title: "Tea", Text: "Green tea is steeped."}.Counts()
	batch := bleve.NewBatch()
	batch.Update(newEntry(ingest.Doc{ID: "chk_1", Source: "sr_1"}, nil, counts, length))
	if err := w.index.Batch(batch); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if err := w.flush(bleve.NewBatch()); err == nil || time.Since(began) > patience/2 {
		t.Errorf("flush says %v after %v", err, time.Since(began))
	}
}
