// Package index makes stored passages searchable: a bleve text index for words and
// exact names, vectors for what is said in other words, and the two fused.
//
// Everything it keeps can be deleted and is built again from the passages. On disk
// (see FORMAT.md):
//
//	MANIFEST                      what counts; replaced as a whole, the commit point
//	vec/MODEL/model.bin           the frozen embedder, named by its hash
//	vec/MODEL/seg-HASH.f32, .doc  immutable rows: unit vectors, and what a hit shows
//	text/GENERATION/              a bleve (scorch) index that is never changed again
//
// A change never touches what MANIFEST names: it writes new segments, and a new
// generation that shares the old one's files by hard links. So readers need no
// lock, and a process killed at any moment leaves the last committed state.
package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"assay/provenance"
)

// A Doc is a passage to be found.
type Doc struct {
	ID        provenance.ChunkID
	Source    provenance.SourceID
	Title     string // of the page
	URL       string
	Heading   []string // breadcrumb; may begin with the title
	Text      string
	Retrieved time.Time // zero where unknown
}

// Options of a Store. The zero value is useful.
type Options struct {
	// Timeout is how long to wait for bleve's lock before ErrBusy; 300 ms if zero.
	Timeout time.Duration
}

// Errors of a Store.
var (
	ErrBusy    = errors.New("index busy")
	ErrNoIndex = errors.New("no index yet")
	errCorrupt = errors.New("index damaged")
)

// A Store is the two indexes over one set of passages. Any number of processes
// may search while one changes it; only one may call Sync at a time, under the
// lock of the build. A Store is safe for concurrent use.
type Store struct {
	dir     string
	options Options

	writing sync.Mutex   // held by Sync
	reading sync.RWMutex // guards view; held for reading during a search
	view    *view
	stat    os.FileInfo // of the MANIFEST that view was read from
}

// Open names the folder of a store. It reads nothing: a command that does not
// search pays nothing.
func Open(dir string, o Options) (*Store, error) {
	if dir == "" {
		return nil, errors.New("open index: no folder named")
	}
	if o.Timeout == 0 {
		o.Timeout = 300 * time.Millisecond
	}
	return &Store{dir: dir, options: o}, nil
}

// Digest names the passages held and the embedder that placed them; "" where
// there is no usable index. It reads one small file.
func (s *Store) Digest() string {
	m, _, err := readManifest(s.dir)
	if err != nil {
		return ""
	}
	return m.Digest
}

// Len is how many passages are held.
func (s *Store) Len() int {
	m, _, err := readManifest(s.dir)
	if err != nil {
		return 0
	}
	return m.Docs
}

// Close releases files. The store may be used again afterwards.
func (s *Store) Close() error {
	s.reading.Lock()
	defer s.reading.Unlock()
	return s.drop()
}

// drop closes the view; reading is held.
func (s *Store) drop() error {
	if s.view == nil {
		return nil
	}
	err := s.view.close()
	s.view, s.stat = nil, nil
	return err
}

// read calls f with the committed state, which stays open until f returns. A
// commit by another process is seen by the next call.
func (s *Store) read(f func(*view) error) error {
	for try := 0; ; try++ {
		s.reading.RLock()
		if s.view != nil && s.current() {
			defer s.reading.RUnlock()
			return f(s.view)
		}
		s.reading.RUnlock()
		err := s.load()
		if err == nil {
			continue
		}
		// The writer may have swept away what an older MANIFEST names.
		if try == 3 || errors.Is(err, ErrNoIndex) {
			return err
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// current reports whether MANIFEST is still the file that view was read from.
func (s *Store) current() bool {
	stat, err := os.Stat(filepath.Join(s.dir, manifestName))
	return err == nil && s.stat != nil && os.SameFile(stat, s.stat) && stat.ModTime().Equal(s.stat.ModTime())
}

func (s *Store) load() error {
	s.reading.Lock()
	defer s.reading.Unlock()
	if s.view != nil && s.current() {
		return nil
	}
	if err := s.drop(); err != nil {
		return fmt.Errorf("close index %s: %w", s.dir, err)
	}
	m, stat, err := readManifest(s.dir)
	if err != nil {
		return err
	}
	v, err := openView(s.dir, m, false)
	if err != nil {
		return err
	}
	v.timeout = s.options.Timeout
	s.view, s.stat = v, stat
	return nil
}

// A view is one committed state, opened.
type view struct {
	manifest
	dir      string
	timeout  time.Duration
	model    *model
	segments []*segment

	opening sync.Mutex // guards text
	text    *text
}

// openView opens the model and the segments. With verify, every byte is checked.
func openView(dir string, m manifest, verify bool) (v *view, err error) {
	v = &view{manifest: m, dir: dir, timeout: 300 * time.Millisecond}
	defer func() {
		if err != nil {
			v.close()
			v = nil
		}
	}()
	folder := filepath.Join(dir, vecName, m.Model)
	if v.model, err = openModel(filepath.Join(folder, modelName), m.Model, verify); err != nil {
		return v, err
	}
	for _, ref := range m.Segments {
		g, err := openSegment(folder, ref, verify)
		if err != nil {
			return v, err
		}
		v.segments = append(v.segments, g)
	}
	return v, m.Text.check(dir, verify)
}

// openText opens the text index on first use.
func (v *view) openText(ctx context.Context) (*text, error) {
	v.opening.Lock()
	defer v.opening.Unlock()
	if v.text == nil {
		t, err := openText(filepath.Join(v.dir, textName, v.Text.Name), v.timeout)
		if err != nil {
			return nil, err
		}
		v.text = t
	}
	return v.text, ctx.Err()
}

func (v *view) close() error {
	var errs []error
	if v.text != nil {
		errs = append(errs, v.text.close())
	}
	for _, g := range v.segments {
		errs = append(errs, g.close())
	}
	if v.model != nil {
		errs = append(errs, v.model.close())
	}
	return errors.Join(errs...)
}

// doc returns the passage with an id.
func (v *view) doc(id string) (Doc, bool) {
	if g, row, ok := v.locate(id); ok {
		return g.doc(row), true
	}
	return Doc{}, false
}

// locate finds the live row of an id.
func (v *view) locate(id string) (*segment, int, bool) {
	for i := len(v.segments) - 1; i >= 0; i-- {
		if row, ok := v.segments[i].find(id); ok && !v.segments[i].dead.has(row) {
			return v.segments[i], row, true
		}
	}
	return nil, 0, false
}
