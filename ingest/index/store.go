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
// the old one's files by hard links, names it in MANIFEST, and sweeps the old one. No two
// generations ever have one name. So readers need no lock: who has opened a generation and
// finds it in MANIFEST still had it before it could be swept, and who does not opens the
// next. A process killed at any moment leaves the last committed state. Vectors come with
// the first query that asks for them, and stay as long as the process.
package index

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
)

// Errors of a Store.
var (
	ErrBusy    = errors.New("index busy")
	ErrNoIndex = errors.New("no index yet")
	errCorrupt = error(damage{})
)

type damage struct{}

func (damage) Error() string { return "index damaged" }
func (damage) Hint() string  { return "delete .assay/index; the next search builds it again" }

// A Store is the two indexes over one set of passages. Any number of processes
// may search while one changes it; only one may call Sync at a time, under the
// lock of the build. A Store is safe for concurrent use.
type Store struct {
	dir     string
	writing sync.Mutex // held by Sync
	vectors vectors
}

// Open names the folder of a store. It reads nothing: a command that does not
// search pays nothing.
func Open(dir string) *Store { return &Store{dir: dir} }

// Holds reports whether the passages held are those that Sync was told to hold by
// this name. It reads one small file.
func (s *Store) Holds(set string) bool {
	m, err := readManifest(s.dir)
	return err == nil && m.Set == set
}

// Close releases the vectors. The store may be used again afterwards.
func (s *Store) Close() error {
	s.vectors.drop()
	return nil
}

// read opens the committed state, which takes a millisecond.
func (s *Store) read(ctx context.Context) (*reader, error) {
	for ctx.Err() == nil {
		m, err := readManifest(s.dir)
		if err != nil {
			return nil, err
		}
		if r, err := s.open(m); r != nil || err != nil {
			return r, err
		}
	}
	return nil, ctx.Err()
}

// open opens a state that was read from MANIFEST; nothing where that names another one by
// now, since this one may be half swept.
func (s *Store) open(m manifest) (r *reader, err error) {
	if err = m.Text.check(s.dir, false); err == nil {
		r, err = openReader(filepath.Join(s.dir, textName, m.Text.Name), m)
	}
	if now, e := readManifest(s.dir); e == nil && now.Text.Name != m.Text.Name {
		if r != nil {
			r.close()
		}
		return nil, nil
	}
	return r, err
}
