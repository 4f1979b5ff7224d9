package index

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"assay/vault"

	"github.com/blevesearch/bleve/v2/index/scorch"
	bleve "github.com/blevesearch/bleve_index_api"
)

// The fields of the text index. All words of a passage share one field, with the
// title's counted double, so that a query reads each posting list once.
const (
	fieldTerms  = "t"
	fieldSource = "s"
	fieldDoc    = "d"
)

// A text is a scorch index, bleve's own format, opened.
type text struct {
	index  bleve.Index
	queue  *bleve.AnalysisQueue
	folder string
	failed chan error // of a writer: what kept it from writing last
}

// writers are the texts that are being written, by folder. bleve tries again what fails,
// without end, and tells only here that it does.
var writers sync.Map

var listen = sync.OnceFunc(func() {
	scorch.RegistryAsyncErrorCallbacks["assay"] = func(err error, folder string) {
		if t, ok := writers.Load(folder); ok {
			select {
			case t.(*text).failed <- err:
			default:
			}
		}
	}
})

// openText opens a committed generation for searching.
func openText(folder string) (*text, error) {
	return openScorch(folder, map[string]any{"path": folder, "read_only": true})
}

// openWriter opens a generation that is not yet committed. A bulk load does not
// wait for the disk after each batch: until the commit nobody counts on it.
func openWriter(folder string, bulk bool) (*text, error) {
	listen()
	t, err := openScorch(folder, map[string]any{"path": folder, "unsafe_batch": bulk, "asyncErrorCallbackName": "assay"})
	if err == nil {
		t.failed = make(chan error, 1)
		writers.Store(folder, t)
	}
	return t, err
}

func openScorch(folder string, config map[string]any) (*text, error) {
	config["bolt_timeout"] = "300ms" // then the index is busy
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
	return &text{index: index, queue: queue, folder: folder}, nil
}

func (t *text) close() error {
	defer t.queue.Close()
	defer writers.CompareAndDelete(t.folder, t)
	return t.index.Close()
}

// flush gives a last batch, and waits until everything is on disk.
func (t *text) flush(last *bleve.Batch) error {
	done := make(chan error, 1)
	last.SetPersistedCallback(func(err error) { done <- err })
	if err := t.index.Batch(last); err != nil {
		return fmt.Errorf("write text index: %w", err)
	}
	var since, until time.Time // writing failed again and again
	for end := time.Now().Add(patience); time.Now().Before(end); {
		select {
		case err := <-done:
			if err != nil {
				return fmt.Errorf("write text index: %w", err)
			}
			return nil
		case why := <-t.failed:
			if time.Since(until) > time.Second {
				since = time.Now()
			}
			until = time.Now()
			if _, gone := os.Stat(t.folder); gone != nil {
				return fmt.Errorf("write text index: %w", gone)
			}
			if until.Sub(since) > failing { // what is full, or may not be written, stays so
				return fmt.Errorf("write text index: %w", why)
			}
		case <-time.After(time.Second):
		}
	}
	return errors.New("write text index: not on disk after 2 minutes; is the disk full?")
}

const (
	patience = 2 * time.Minute // a disk that takes longer is full or has failed
	failing  = 3 * time.Second // as long as writing may fail again and again
)

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
		text, err := vault.ReadFile(a)
		if err == nil {
			err = os.WriteFile(b, text, 0o644)
		}
		if err != nil {
			return fmt.Errorf("copy text index: %w", err)
		}
	}
	return nil
}
