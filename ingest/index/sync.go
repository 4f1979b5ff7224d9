package index

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"assay/ingest"
)

// Changes is what a Sync did.
type Changes struct {
	Added, Removed int    // passages; one of which anything changed counts in both
	Held           int    // passages afterwards
	Rebuilt        string // why everything was built anew; "" where it was not
}

// maxTextFiles: bleve's folder grows by small files under churn.
const maxTextFiles = 200

// A row is a passage that is held: by what it is compared with one that should be, and
// its length in terms.
type row struct {
	ID     string `json:"id"`
	Tag    uint64 `json:"tag"` // xxHash64 of all that is shown of it
	Length int    `json:"length"`
}

// Sync makes the store hold exactly the passages wanted, and remembers the name of the set.
// Those it holds already cost a comparison. An index that is missing, damaged or of another
// version is built anew.
//
// The change is seen by searches all at once, when Sync returns. If it is killed,
// the next Sync starts from what was committed before.
func (s *Store) Sync(ctx context.Context, set string, wanted []ingest.Doc) (c Changes, err error) {
	s.writing.Lock()
	defer s.writing.Unlock()
	if err := os.MkdirAll(filepath.Join(s.dir, textName), 0o755); err != nil {
		return c, fmt.Errorf("build index: %w", err)
	}
	held, old, why := s.held()
	if why == "" && len(old.Text.Files) > maxTextFiles {
		why = fmt.Sprintf("text index lies in %d files", len(old.Text.Files))
	}
	m := manifest{Format: manifestFormat, Terms: ingest.TermsVersion, Set: set}
	p, err := compare(held, wanted)
	c = Changes{Added: len(p.missing), Removed: len(p.gone), Held: len(p.stay) + len(p.missing)}
	switch {
	case err != nil:
	case why != "":
		p, _ = compare(nil, wanted)
		c.Added, c.Removed, c.Rebuilt = c.Held, 0, why
		err = s.write(ctx, &m, "", p)
	case c.Added+c.Removed == 0:
		m = old
		m.Set = set
	default:
		err = s.write(ctx, &m, old.Text.Name, p)
	}
	if err == nil && (m.Set != old.Set || m.Text.Name != old.Text.Name) {
		err = m.write(s.dir)
	}
	s.sweep() // what is not committed any more, or was only begun
	if err != nil {
		return Changes{}, fmt.Errorf("build index: %w", err)
	}
	return c, nil
}

// held checks every byte of the committed state and lists its passages, or says why it is
// of no use.
func (s *Store) held() (rows []row, m manifest, why string) {
	m, err := readManifest(s.dir)
	if err == nil {
		err = m.Text.check(s.dir, true)
	}
	if err == nil {
		rows, err = readRows(filepath.Join(s.dir, textName, m.Text.Name))
	}
	if err != nil {
		return nil, manifest{}, strings.TrimPrefix(err.Error(), "read index ")
	}
	return rows, m, ""
}

// A plan is what must change.
type plan struct {
	stay    []row
	gone    []row // one of which anything changed is missing as well
	missing []missing
}

type missing struct {
	ingest.Doc
	tag uint64
}

// compare finds what is missing and what is no longer wanted. Of passages with one id the
// first counts.
func compare(held []row, wanted []ingest.Doc) (p plan, err error) {
	at := make(map[string]row, len(held))
	for _, r := range held {
		at[r.ID] = r
	}
	seen := make(map[string]bool, len(wanted))
	for _, d := range wanted {
		id := string(d.ID)
		if id == "" || seen[id] {
			continue
		}
		seen[id] = true
		shown, err := json.Marshal(d) // and again when it is written: all at once are much memory
		if err != nil {
			return p, fmt.Errorf("write passage %s: %w", id, err)
		}
		tag := xxhash.Sum64(shown)
		if r, ok := at[id]; ok && r.Tag == tag {
			p.stay = append(p.stay, r)
			delete(at, id)
			continue
		}
		p.missing = append(p.missing, missing{d, tag})
	}
	for _, r := range at {
		p.gone = append(p.gone, r)
	}
	slices.SortFunc(p.gone, func(a, b row) int { return cmp.Compare(a.ID, b.ID) })
	return p, nil
}

// sweep removes what the committed state does not name. A reader that has such a file open
// keeps it; one that was about to open it reads MANIFEST again.
func (s *Store) sweep() {
	m, err := readManifest(s.dir)
	if err != nil && !errors.Is(err, ErrNoIndex) && !errors.Is(err, errCorrupt) {
		return // what cannot be read now may name them
	}
	folder := filepath.Join(s.dir, textName)
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if e.Name() != m.Text.Name {
			os.RemoveAll(filepath.Join(folder, e.Name())) // what cannot go now goes next time
		}
	}
}
