package index

import (
	"context"
	"encoding/binary"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/cespare/xxhash/v2"

	"assay/provenance"
)

// A Ref names a passage that should be held. Tag is whatever changes when what is
// shown of it changes (see [Doc.Tag]).
type Ref struct {
	ID  provenance.ChunkID
	Tag uint64
}

// Tag is a hash of everything in a passage, for a [Ref].
func (d Doc) Tag() uint64 { return xxhash.Sum64(appendDoc(nil, d)) }

// Changes is what a Sync did.
type Changes struct {
	Added, Removed int    // passages; one whose tag changed counts in both
	Held           int    // passages afterwards
	Rebuilt        string // why everything was built anew; "" where it was not
	Digest         string // as Store.Digest afterwards
}

const (
	// maxSegments and the dead rows below bound what a search reads in vain.
	maxSegments = 32

	// maxTextFiles: bleve's folder grows by small files under churn.
	maxTextFiles = 200
)

// Sync makes the store hold exactly the wanted passages. Those it holds already,
// under the same tag, cost a comparison; load is called for the others only, in
// the order wanted. An index that is missing, damaged, of another version, or
// whose embedder learnt from less than half of the passages, is built anew.
//
// The change is seen by searches all at once, when Sync returns. If it is killed,
// the next Sync starts from what was committed before.
func (s *Store) Sync(ctx context.Context, wanted iter.Seq[Ref], load func(provenance.ChunkID) (Doc, error)) (Changes, error) {
	s.writing.Lock()
	defer s.writing.Unlock()
	refs, tags := unique(wanted)
	old, why := s.open()
	if old != nil {
		defer old.close()
	}
	if err := os.MkdirAll(filepath.Join(s.dir, textName), 0o755); err != nil {
		return Changes{}, fmt.Errorf("build index: %w", err)
	}
	p := plan{refs: refs, load: load}
	if why == "" {
		p.compare(old, tags)
		why = p.outgrown(old)
	}
	digest := func(model string) string { return digestOf(model, refs) }
	var m manifest
	var err error
	switch {
	case why != "":
		p.missing = refs
		m, err = s.rebuild(ctx, p)
	case len(p.missing) == 0 && p.removed == 0:
		return Changes{Held: len(refs), Digest: old.Digest}, nil
	default:
		m, err = s.extend(ctx, old, p)
	}
	if err == nil {
		m.Format, m.Terms, m.Digest, m.Docs = manifestFormat, termsVersion, digest(m.Model), len(refs)
		err = s.commit(m)
	}
	if err != nil {
		s.sweep() // what was begun
		return Changes{}, fmt.Errorf("build index: %w", err)
	}
	return Changes{Added: len(p.missing), Removed: p.removed, Held: len(refs), Rebuilt: why, Digest: m.Digest}, nil
}

// Rebuild forgets everything and builds the index from the wanted passages.
func (s *Store) Rebuild(ctx context.Context, wanted iter.Seq[Ref], load func(provenance.ChunkID) (Doc, error)) (Changes, error) {
	s.writing.Lock()
	err := os.Remove(filepath.Join(s.dir, manifestName))
	s.writing.Unlock()
	if err != nil && !os.IsNotExist(err) {
		return Changes{}, fmt.Errorf("rebuild index: %w", err)
	}
	return s.Sync(ctx, wanted, load)
}

// open checks every byte of the committed state, or says why it is of no use.
func (s *Store) open() (v *view, why string) {
	m, _, err := readManifest(s.dir)
	if err == nil {
		v, err = openView(s.dir, m, true)
	}
	if err != nil {
		return nil, strings.TrimPrefix(err.Error(), "read index ")
	}
	return v, ""
}

// unique lists the wanted passages, the first of each id.
func unique(wanted iter.Seq[Ref]) ([]Ref, map[string]uint64) {
	var refs []Ref
	tags := make(map[string]uint64)
	for r := range wanted {
		if _, twice := tags[string(r.ID)]; !twice && r.ID != "" {
			tags[string(r.ID)] = r.Tag
			refs = append(refs, r)
		}
	}
	return refs, tags
}

// digestOf names a set of passages. The hashes of its members are added, so that
// their order does not matter and nothing need be sorted; a digest tells changes
// apart, it proves nothing against an adversary.
func digestOf(model string, refs []Ref) string {
	var sum [2]uint64
	var b []byte
	for _, r := range refs {
		b = binary.LittleEndian.AppendUint64(append(b[:0], r.ID...), r.Tag)
		sum[0] += xxhash.Sum64(b)
		sum[1] += xxhash.Sum64(append(b, 1))
	}
	return fmt.Sprintf("%s-%d-%016x%016x", model, len(refs), sum[0], sum[1])
}

// A plan is what must change.
type plan struct {
	refs    []Ref // all wanted
	load    func(provenance.ChunkID) (Doc, error)
	missing []Ref
	dead    [][]uint32 // by segment: rows to drop, those dead before included
	gone    []string   // their ids, those dead before not included
	length  int64      // terms in the rows that stay
	removed int
}

// compare finds what is missing and what is no longer wanted.
func (p *plan) compare(old *view, tags map[string]uint64) {
	held := make(map[string]bool, len(tags))
	p.dead = make([][]uint32, len(old.segments))
	for i, g := range old.segments {
		for row := range g.ref.Rows {
			if g.dead.has(row) {
				p.dead[i] = append(p.dead[i], uint32(row))
				continue
			}
			id := g.id(row)
			if tag, ok := tags[id]; ok && tag == g.tag(row) && !held[id] {
				held[id] = true
				p.length += int64(g.length(row))
				continue
			}
			p.dead[i] = append(p.dead[i], uint32(row))
			p.gone = append(p.gone, strings.Clone(id))
			p.removed++
		}
	}
	for _, r := range p.refs {
		if !held[string(r.ID)] {
			p.missing = append(p.missing, r)
		}
	}
}

// outgrown says why the index should be built anew although it could be extended.
func (p *plan) outgrown(old *view) string {
	if len(p.missing) == 0 && p.removed == 0 {
		return ""
	}
	switch {
	case len(p.refs) >= 2*max(1, old.Trained):
		return fmt.Sprintf("grown from %d to %d passages since the embedder was trained", old.Trained, len(p.refs))
	case len(p.refs) > 0 && 4*len(p.refs) < old.Trained:
		return fmt.Sprintf("shrunk from %d to %d passages since the embedder was trained", old.Trained, len(p.refs))
	case len(old.Text.Files) > maxTextFiles:
		return fmt.Sprintf("text index lies in %d files", len(old.Text.Files))
	}
	return ""
}

// commit makes m the committed state, and shows it to this process.
func (s *Store) commit(m manifest) error {
	if err := m.write(s.dir); err != nil {
		return err
	}
	s.reading.Lock()
	err := s.drop()
	s.reading.Unlock()
	s.sweep()
	return err
}

// sweep removes what the committed state does not name. A reader that still has
// such a file open keeps it; one that was about to open it reads MANIFEST again.
func (s *Store) sweep() {
	m, _, err := readManifest(s.dir)
	if err != nil {
		m = manifest{}
	}
	named := map[string]bool{modelName: true}
	for _, g := range m.Segments {
		named[g.Name+".f32"], named[g.Name+".doc"] = true, true
	}
	removeBut(filepath.Join(s.dir, textName), func(name string) bool { return name == m.Text.Name })
	removeBut(filepath.Join(s.dir, vecName), func(name string) bool { return name == m.Model })
	if m.Model != "" {
		removeBut(filepath.Join(s.dir, vecName, m.Model), func(name string) bool { return named[name] })
	}
}

func removeBut(folder string, keep func(name string) bool) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if !keep(e.Name()) {
			os.RemoveAll(filepath.Join(folder, e.Name())) // what cannot go now goes next time
		}
	}
}
