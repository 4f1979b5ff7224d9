package compiler

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
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
	out = frame(out, []byte{recBuild}, s.clock())
	for _, g := range s.segments {
		out = frame(out, []byte{recSegment}, binary.LittleEndian.AppendUint64(nil, g.gen))
	}
	e := &encoder{}
	for i := range s.files {
		putFile(e, &s.files[i])
	}
	out = frame(out, []byte{recFile}, e.b)
	if len(s.patches) > 0 {
		e := &encoder{}
		list(e, s.Rows(), putNoteRow)
		s.parts[lastRows] = e.b
		clear(s.patches)
	}
	if len(s.pairsOf) > 0 {
		if pairs, ok := s.Pairs(); ok {
			s.parts[lastPairs] = encodePairs(pairs)
			clear(s.pairsOf)
		}
	}
	if len(s.retold) > 0 {
		if told, ok := s.Told(); ok {
			e := &encoder{}
			list(e, told, putToldNote)
			s.parts[lastTold], s.retold = e.b, nil
		}
	}
	for i, kind := range partRecords {
		if s.parts[i] != nil {
			out = frame(out, []byte{kind}, s.parts[i])
		}
	}
	if err := replaceFile(filepath.Join(s.dir, stateName), out); err != nil {
		return fmt.Errorf("store results: %w", err)
	}
	s.gen, s.journal, s.records = gen, 0, 0
	clear(s.fresh)
	s.sweep()
	return nil
}

// sweep removes files that belong to no state any more. They would be ignored, and a
// system that does not let them go while somebody reads them keeps them to the next time.
func (s *Store) sweep() {
	named := map[string]bool{}
	for _, g := range s.segments {
		named[g.name] = true
	}
	entries, _ := os.ReadDir(s.dir)
	for _, e := range entries {
		name := filepath.Join(s.dir, e.Name())
		if e.Name() == journalName || strings.HasPrefix(e.Name(), "results-") && !named[name] {
			os.Remove(name)
		}
	}
}

func replaceFile(path string, data []byte) error {
	tmp := path + ".tmp"
	f, err := os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, bytes.NewReader(data))
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		os.Remove(tmp)
		return err
	}
	return os.Rename(tmp, path)
}
