package store

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"os"
	"slices"
	"sort"

	"assay/compiler/codec"
	"assay/vault"
)

// A snapshot is one state-N.bin. What is read of it is its head, at the first question for
// an entry where each begins, and then one entry for each question.
type snapshot struct {
	file    *os.File
	entries int64  // where they begin
	end     int64  // where they end, and the index begins
	indexed int64  // where that ends
	sum     uint32 // CRC-32C of the index
	index   []byte // of each entry, in order: place, u64 offset; nil until it is asked for
	bad     bool   // it cannot be read
}

const (
	snapshotMagic = "assay state 8\n"
	indexEntry    = len(place{}) + 8
	footer        = 8 + 8 + 4 + 4 // where the index begins and ends, its checksum, that of the footer
)

var errCorrupt = errors.New("corrupt snapshot")

// openSnapshot opens a snapshot, and gives the records of its head.
func openSnapshot(dir string, gen uint64) (*snapshot, []byte, error) {
	f, err := vault.Open(snapshotName(dir, gen))
	if err != nil {
		return nil, nil, err
	}
	s := &snapshot{file: f, entries: int64(len(snapshotMagic))}
	head, err := s.open()
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return s, head, nil
}

func (s *snapshot) open() (head []byte, err error) {
	info, err := s.file.Stat()
	if err != nil {
		return nil, err
	}
	magic, foot := make([]byte, len(snapshotMagic)), make([]byte, footer)
	if _, err := s.file.ReadAt(magic, 0); err != nil || string(magic) != snapshotMagic {
		return nil, errCorrupt
	}
	from := info.Size() - footer
	if _, err := s.file.ReadAt(foot, from); err != nil || crc32.Checksum(foot[:footer-4], castagnoli) != binary.LittleEndian.Uint32(foot[footer-4:]) {
		return nil, errCorrupt
	}
	s.end, s.indexed, s.sum = int64(binary.LittleEndian.Uint64(foot)), int64(binary.LittleEndian.Uint64(foot[8:])), binary.LittleEndian.Uint32(foot[16:])
	if s.end < s.entries || s.indexed < s.end || from < s.indexed || (s.indexed-s.end)%int64(indexEntry) != 0 {
		return nil, errCorrupt
	}
	head = make([]byte, from-s.indexed)
	if _, err := s.file.ReadAt(head, s.indexed); err != nil || replay(head, func(byte, []byte) {}) < len(head) {
		return nil, errCorrupt
	}
	return head, nil
}

// size is how many bytes of entries there are.
func (s *snapshot) size() int64 {
	if s == nil {
		return 0
	}
	return s.end - s.entries
}

// places reads the index.
func (s *snapshot) places() bool {
	if s.index == nil && !s.bad {
		s.index = make([]byte, s.indexed-s.end)
		if _, err := s.file.ReadAt(s.index, s.end); err != nil || crc32.Checksum(s.index, castagnoli) != s.sum {
			s.index, s.bad = nil, true
		}
	}
	return !s.bad
}

func (s *snapshot) len() int { return len(s.index) / indexEntry }

func (s *snapshot) at(i int) []byte { return s.index[i*indexEntry : i*indexEntry+len(place{})] }

// offset is where an entry begins, and for the one past the last where they end.
func (s *snapshot) offset(i int) int64 {
	if i == s.len() {
		return s.end
	}
	return int64(binary.LittleEndian.Uint64(s.index[i*indexEntry+len(place{}):]))
}

// search is the first entry that does not stand before some bytes.
func (s *snapshot) search(from []byte) int {
	return sort.Search(s.len(), func(i int) bool { return bytes.Compare(s.at(i), from) >= 0 })
}

// number is that of the entry at a place, if there is one.
func (s *snapshot) number(p place) (int, bool) {
	i := s.search(p[:])
	return i, i < s.len() && bytes.Equal(s.at(i), p[:])
}

// find gives the entry at a place, place first; nil where there is none. It is not sound
// where there may be one.
func (s *snapshot) find(p place) (body []byte, sound bool) {
	if !s.places() {
		return nil, false
	}
	i, there := s.number(p)
	if !there {
		return nil, true
	}
	s.each(i, i+1, func(_, b []byte) { body = b })
	return body, body != nil
}

// each gives the entries from one to another: where each stands, and the entry, place first;
// nil for one that does not check out.
func (s *snapshot) each(from, to int, yield func(p, body []byte)) {
	const atOnce = 1 << 20 // bytes
	for from < to {
		begin, end := s.offset(from), from+1
		for end < to && s.offset(end+1)-begin <= atOnce {
			end++
		}
		raw := make([]byte, max(0, min(s.offset(end), s.end)-begin))
		_, err := s.file.ReadAt(raw, begin)
		for ; from < end; from++ {
			entry := raw[min(int64(len(raw)), max(0, s.offset(from)-begin)):]
			entry = entry[:min(int64(len(entry)), max(0, s.offset(from+1)-s.offset(from)))]
			if err != nil || !isEntry(entry, s.at(from)) {
				yield(s.at(from), nil)
				continue
			}
			yield(s.at(from), entry[8:])
		}
	}
}

// isEntry reports an entry of a place that checks out.
func isEntry(raw, p []byte) bool {
	return len(raw) >= 8+entryHead && int(binary.LittleEndian.Uint32(raw)) == len(raw)-8 &&
		crc32.Checksum(raw[8:], castagnoli) == binary.LittleEndian.Uint32(raw[4:]) && bytes.HasPrefix(raw[8:], p)
}

// fold writes what there is as a new snapshot, without a journal, and removes what it
// replaces. Results that nobody asked for in a long time are left out.
func (s *Store) fold() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	gen := s.last + 1
	name := snapshotName(s.dir, gen)
	file, err := vault.BeginFile(name)
	if err != nil {
		return fmt.Errorf("store results: %w", err)
	}
	w := &snapshotWriter{file: file, path: name, out: bufio.NewWriterSize(file, 1<<20)}
	w.write([]byte(snapshotMagic))
	s.merge(w.add)
	if s.broken { // then nothing is known of notes
		s.head, s.assessed = nil, false
	}
	if err := w.close(s.headRecords()); err != nil {
		return fmt.Errorf("store results: %w", err)
	}
	snap, _, err := openSnapshot(s.dir, gen)
	if err != nil {
		return fmt.Errorf("store results: %w", err)
	}
	if s.snap != nil {
		s.snap.file.Close()
	}
	s.snap, s.gen, s.last, s.journal, s.damaged, s.broken, s.anew = snap, gen, gen, 0, false, false, false
	clear(s.fresh)
	s.saved()
	s.sweep()
	return nil
}

// merge gives all entries in the order of their places.
func (s *Store) merge(yield func(body []byte)) {
	fresh := slices.SortedFunc(maps.Keys(s.fresh), func(a, b place) int { return bytes.Compare(a[:], b[:]) })
	give := func(body []byte) {
		if body[0] != 0 || s.keeps(body) {
			yield(body)
		}
	}
	upTo := func(p []byte) {
		for ; len(fresh) > 0 && (p == nil || bytes.Compare(fresh[0][:], p) < 0); fresh = fresh[1:] {
			if body := s.fresh[fresh[0]]; body != nil {
				give(body)
			}
		}
	}
	switch {
	case s.snap == nil:
	case !s.snap.places():
		s.broken = !s.anew
	default:
		s.snap.each(0, s.snap.len(), func(p, body []byte) {
			upTo(p)
			switch _, over := s.fresh[place(p)]; {
			case over:
			case body != nil:
				give(body)
			default:
				s.broken = s.broken || p[0] != 0 && !s.anew
			}
		})
	}
	upTo(nil)
}

// keeps reports whether a result is still of use, and dates one that was asked for.
func (s *Store) keeps(body []byte) bool {
	used := body[len(place{}):entryHead]
	if s.used[place(body[:len(place{})])] {
		binary.LittleEndian.PutUint64(used, s.builds)
	}
	return binary.LittleEndian.Uint64(used)+keepBuilds >= s.builds
}

func (s *Store) headRecords() []byte {
	out := frame(s.clock(nil), []byte{recFiles}, codec.Encode(s.files))
	if s.head != nil {
		out = frame(out, []byte{recHead}, s.head)
		out = frame(out, []byte{recBrief}, s.brief)
	}
	return out
}

// sweep removes files of earlier generations. A system that does not let them go while
// somebody reads them keeps them to the next time.
func (s *Store) sweep() {
	for _, prefix := range []string{snapshotPrefix, journalPrefix} {
		for _, gen := range generations(s.dir, prefix) {
			if gen != s.gen {
				os.Remove(nameOf(s.dir, prefix, gen))
			}
		}
	}
}

// A snapshotWriter writes a snapshot as its entries come, in their order.
type snapshotWriter struct {
	file  *os.File
	path  string
	out   *bufio.Writer // keeps the first error
	at    uint64        // bytes so far
	index []byte
}

func (w *snapshotWriter) write(b []byte) {
	_, _ = w.out.Write(b)
	w.at += uint64(len(b))
}

func (w *snapshotWriter) add(body []byte) {
	w.index = binary.LittleEndian.AppendUint64(append(w.index, body[:len(place{})]...), w.at)
	w.write(frame(nil, body))
}

// close ends the file with the index, the head and the footer, makes it durable and gives it
// its name.
func (w *snapshotWriter) close(head []byte) error {
	foot := binary.LittleEndian.AppendUint64(nil, w.at)
	w.write(w.index)
	foot = binary.LittleEndian.AppendUint64(foot, w.at)
	foot = binary.LittleEndian.AppendUint32(foot, crc32.Checksum(w.index, castagnoli))
	w.write(head)
	w.write(binary.LittleEndian.AppendUint32(foot, crc32.Checksum(foot, castagnoli)))
	return vault.FinishFile(w.file, w.path, true, w.out.Flush())
}
