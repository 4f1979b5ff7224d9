package compiler

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"assay/vault"
)

// fold makes a segment of the journal's results, and then a state that names it. Where
// the segments are many or small, or where that is asked for, they become one.
func (s *Store) fold(merge bool) error {
	gen, segments := s.gen, s.segments
	if len(s.fresh) > 0 {
		gen++
		if err := writeSegment(s.dir, gen, s.fresh); err != nil {
			return fmt.Errorf("store results: %w", err)
		}
		segments = append(slices.Clone(segments), &segment{gen: gen, name: resultsName(s.dir, gen)})
	}
	// After the saving of one note it is no time for that.
	if merge || s.whole && scattered(segments) || len(segments) > 4*mostSegments {
		gen++
		if err := mergeSegments(s.dir, gen, segments, s.keep); err != nil {
			return fmt.Errorf("store results: %w", err)
		}
		segments = []*segment{{gen: gen, name: resultsName(s.dir, gen)}}
	}
	s.segments = segments
	return s.replaceState(gen + 1)
}

// keep drops what nobody asked for in a long time, and dates what somebody did.
func (s *Store) keep(k Key, body []byte) bool {
	if s.used[k] {
		binary.LittleEndian.PutUint64(body[17:], s.builds)
	}
	return binary.LittleEndian.Uint64(body[17:])+keepBuilds >= s.builds
}

// scattered reports whether results lie in too many places.
func scattered(segments []*segment) bool {
	if len(segments) > mostSegments {
		return true
	}
	var first, later int64
	for i, g := range segments {
		info, err := os.Stat(g.name)
		if err != nil {
			continue
		}
		if i == 0 {
			first = info.Size()
		} else {
			later += info.Size()
		}
	}
	return later > first
}

// replaceState writes the state anew, and removes what it does not name.
func (s *Store) replaceState(gen uint64) error {
	out := binary.LittleEndian.AppendUint64([]byte(stateMagic), gen)
	folded := !slices.ContainsFunc(s.tables(), func(t storedTable) bool { return !t.folded() })
	if !folded || s.Broken() {
		if err := s.writeNotes(gen); err != nil {
			return fmt.Errorf("store results: %w", err)
		}
	}
	out = frame(out, []byte{recBuild}, s.clock())
	for _, g := range s.segments {
		out = frame(out, []byte{recSegment}, binary.LittleEndian.AppendUint64(nil, g.gen))
	}
	e := &encoder{}
	for i := range s.files {
		putFile(e, &s.files[i])
	}
	out = frame(out, []byte{recFile}, e.b)
	if s.head != nil {
		out = frame(out, []byte{recHead}, s.head)
		out = frame(out, []byte{recBrief}, s.brief)
	}
	if s.notes != 0 {
		out = frame(out, []byte{recNotes}, binary.LittleEndian.AppendUint64(nil, s.notes))
	}
	for i, t := range s.tables() {
		out = t.over(byte(i), out)
	}
	if err := vault.Replace(filepath.Join(s.dir, stateName), out, 0o644); err != nil {
		return fmt.Errorf("store results: %w", err)
	}
	s.gen, s.journal, s.records = gen, 0, 0
	clear(s.fresh)
	s.sweep()
	return nil
}

// writeNotes writes the tables to a file of notes, and goes on with it.
func (s *Store) writeNotes(gen uint64) error {
	w, err := newNotesWriter(s.dir, gen)
	if err != nil {
		return err
	}
	var places [][]region
	for _, t := range s.tables() {
		places = append(places, t.write(w))
	}
	if s.Broken() { // then nothing is known of notes
		places, s.head, s.assessed = make([][]region, len(places)), nil, false
	}
	if err := w.close(places); err != nil {
		return err
	}
	s.notes = gen
	return s.openNotes()
}

// sweep removes files that belong to no state any more. They would be ignored, and a
// system that does not let them go while somebody reads them keeps them to the next time.
func (s *Store) sweep() {
	named := map[string]bool{}
	for _, g := range s.segments {
		named[g.name] = true
	}
	named[notesName(s.dir, s.notes)] = true
	entries, _ := os.ReadDir(s.dir)
	for _, e := range entries {
		name := filepath.Join(s.dir, e.Name())
		if e.Name() == journalName || (strings.HasPrefix(e.Name(), "results-") || strings.HasPrefix(e.Name(), "notes-")) && !named[name] {
			os.Remove(name)
		}
	}
}
