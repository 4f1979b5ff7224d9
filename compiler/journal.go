package compiler

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// Commit makes everything put since the last commit durable: one append and one
// sync, or a new state when the journal has grown long.
func (s *Store) Commit() error {
	size := int64(0)
	for _, k := range s.unsaved {
		size += int64(len(s.fresh[k])) + 8
	}
	if s.journal+size > journalBytes || len(s.unsaved) > journalRecords {
		return s.foldAll()
	}
	var out []byte
	for _, k := range s.unsaved {
		out = frame(out, s.fresh[k])
	}
	if len(s.changed) > 0 {
		e := &encoder{}
		for _, path := range slices.Sorted(maps.Keys(s.changed)) {
			if f := s.changed[path]; f != nil {
				putFile(e, f)
			} else {
				out = frame(out, []byte{recGone}, []byte(path))
			}
		}
		out = frame(out, []byte{recFile}, e.b)
	}
	if s.setHead {
		out = frame(out, []byte{recHead}, s.head)
	}
	if s.setBrief {
		out = frame(out, []byte{recBrief}, s.brief)
	}
	records := len(s.unsaved) + len(s.changed) + 4
	for i, t := range s.tables() {
		out = t.records(byte(i), out)
		records += t.changes()
	}
	if out == nil {
		return nil
	}
	out = frame(out, []byte{recBuild}, s.clock())
	if s.gen == 0 || s.journal+int64(len(out)) > journalBytes || s.records+records > journalRecords && s.journal > 0 {
		return s.foldAll()
	}
	s.saved()
	if err := s.append(out); err != nil {
		return fmt.Errorf("store results: %w", err)
	}
	s.records += records
	return nil
}

// foldAll makes all durable without the journal.
func (s *Store) foldAll() error {
	s.saved()
	return s.fold(false)
}

// saved forgets what was put since the last commit.
func (s *Store) saved() {
	s.unsaved, s.changed, s.setHead, s.setBrief = nil, nil, false, false
	for _, t := range s.tables() {
		t.saved()
	}
}

func (s *Store) append(out []byte) error {
	f, err := os.OpenFile(filepath.Join(s.dir, journalName), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	if s.journal == 0 {
		out = append(binary.LittleEndian.AppendUint64([]byte(journalMagic), s.gen), out...)
	}
	if err := f.Truncate(s.journal); err != nil { // a torn tail, or another generation's records
		return err
	}
	if _, err := f.WriteAt(out, s.journal); err != nil {
		return err
	}
	s.journal += int64(len(out))
	return f.Sync()
}

func (s *Store) clock() []byte {
	b := binary.LittleEndian.AppendUint64(nil, s.builds)
	b = binary.LittleEndian.AppendUint64(b, uint64(s.since))
	if s.assessed {
		return append(b, 1)
	}
	return append(b, 0)
}

func frame(out []byte, parts ...[]byte) []byte {
	size, sum := 0, uint32(0)
	for _, p := range parts {
		size += len(p)
		sum = crc32.Update(sum, castagnoli, p)
	}
	out = binary.LittleEndian.AppendUint32(out, uint32(size))
	out = binary.LittleEndian.AppendUint32(out, sum)
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}
