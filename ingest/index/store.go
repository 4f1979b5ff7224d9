// Package index makes stored passages searchable: a bleve text index for words and
// exact names, which also holds what a hit shows, a chromem-go collection of vectors for
// what is said in other words, and the two fused.
//
// The text index lies on disk, can be deleted and is built again from the passages
// (see FORMAT.md):
//
//	MANIFEST            what counts; replaced as a whole, the commit point
//	text/GENERATION/    a bleve (scorch) index that is never changed again
//
// A change never touches what MANIFEST names: it writes a new generation that shares
// the old one's files by hard links. So readers need no lock, and a process killed at
// any moment leaves the last committed state. Vectors come with the first query that asks
// for them, and stay as long as the process.
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

	vectors vectors
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

// Holds reports whether the passages held are those that Sync was told to hold by
// this name. It reads one small file.
func (s *Store) Holds(set string) bool {
	m, _, err := readManifest(s.dir)
	return err == nil && m.Set == set
}

// Close releases files and vectors. The store may be used again afterwards.
func (s *Store) Close() error {
	s.vectors.drop()
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
	v := &view{manifest: m, dir: s.dir, timeout: s.options.Timeout}
	if err := m.Text.check(s.dir, false); err != nil {
		return err
	}
	s.view, s.stat = v, stat
	return nil
}

// A view is one committed state, opened.
type view struct {
	manifest
	dir     string
	timeout time.Duration

	opening sync.Mutex // guards text
	text    *text
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
	if v.text == nil {
		return nil
	}
	return v.text.close()
}
