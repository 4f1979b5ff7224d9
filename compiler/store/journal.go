package store

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"maps"
	"os"
	"slices"

	"assay/compiler/codec"
	"assay/vault"
)

const journalMagic = "assay journ 8\n"

// Kinds of records.
const (
	recEntry    = 1 + iota // place, u64, data
	recGone                // place
	recFiles               // files
	recFileGone            // path
	recHead
	recBrief
	recClock // u64 builds, u64 since, u8 assessed
)

// replay gives the records of some bytes until one does not check out, and says how many
// bytes did.
func replay(data []byte, apply func(kind byte, body []byte)) int {
	rest := data
	for len(rest) >= 8 {
		size := binary.LittleEndian.Uint32(rest)
		if size == 0 || uint64(len(rest)-8) < uint64(size) {
			break
		}
		body := rest[8 : 8+size : 8+size]
		if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(rest[4:]) {
			break
		}
		apply(body[0], body[1:])
		rest = rest[8+size:]
	}
	return len(data) - len(rest)
}

// frame appends a record: its length and checksum, then its parts.
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

// Save makes what was put durable in the midst of a build, of which more is to come.
func (s *Store) Save() error { return s.commit(min(max(journalBytes, s.snap.size()/2), mostFresh)) }

// Unsaved is how many bytes were put since the last commit.
func (s *Store) Unsaved() (size int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pending
}

// Commit makes everything put since the last commit durable: by one append to the journal,
// or by a new snapshot where the journal has grown long. After a look at some notes it is no
// time for that, unless it is very long.
func (s *Store) Commit() error {
	most := int64(journalBytes)
	if !s.whole {
		most += s.snap.size() / 16
	}
	return s.commit(most)
}

func (s *Store) commit(most int64) error {
	if len(s.unsaved)+len(s.changed) == 0 && !s.setHead && !s.setBrief {
		return nil
	}
	size := s.journal
	for _, p := range s.unsaved {
		size += int64(len(s.fresh[p])) + 8
	}
	if s.gen == 0 || s.damaged || size > most {
		return s.fold()
	}
	out := s.records()
	f, err := os.OpenFile(journalName(s.dir, s.gen), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return fmt.Errorf("store results: %w", err)
	}
	defer f.Close()
	if s.journal == 0 {
		out = append([]byte(journalMagic), out...)
	}
	if err := f.Truncate(s.journal); err != nil { // a torn tail
		return fmt.Errorf("store results: %w", err)
	}
	if _, err := f.WriteAt(out, s.journal); err != nil {
		return fmt.Errorf("store results: %w", err)
	}
	s.journal += int64(len(out))
	s.saved()
	return f.Sync()
}

// records are those of what is not saved yet.
func (s *Store) records() (out []byte) {
	for _, p := range s.unsaved {
		if body := s.fresh[p]; body != nil {
			out = frame(out, []byte{recEntry}, body)
		} else {
			out = frame(out, []byte{recGone}, p[:])
		}
	}
	var files []vault.File
	for _, path := range slices.Sorted(maps.Keys(s.changed)) {
		if f := s.changed[path]; f != nil {
			files = append(files, *f)
		} else {
			out = frame(out, []byte{recFileGone}, []byte(path))
		}
	}
	if len(files) > 0 {
		out = frame(out, []byte{recFiles}, codec.Encode(files))
	}
	if s.setHead {
		out = frame(out, []byte{recHead}, s.head)
	}
	if s.setBrief {
		out = frame(out, []byte{recBrief}, s.brief)
	}
	return s.clock(out)
}

func (s *Store) clock(out []byte) []byte {
	b := binary.LittleEndian.AppendUint64(nil, s.builds)
	b = binary.LittleEndian.AppendUint64(b, uint64(s.since))
	if s.assessed {
		b = append(b, 1)
	} else {
		b = append(b, 0)
	}
	return frame(out, []byte{recClock}, b)
}

func (s *Store) saved() {
	s.pending = 0
	s.unsaved, s.changed, s.setHead, s.setBrief = nil, nil, false, false
}
