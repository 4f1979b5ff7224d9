// Package store keeps what builds found, in two files of .assay: a snapshot, which is
// never changed, and a journal of what was added since.
//
//	state-N.bin    the entries by place, where each begins, and what every build reads first:
//	               the table of files and what the last assessment says of the vault
//	journal-N.bin  what was put over that snapshot since
//
// An entry is the result of an action under its key, or a row of a [Table] under its path.
// Both files are disposable: what does not check out is as good as none, and is made
// again. FORMAT.md gives every byte. Begin with [Open].
package store

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"

	"assay/compiler/codec"
	"assay/vault"
)

// A Key names a result by everything it was made from: the first 128 bits of a
// SHA-256. At 10⁹ results the chance that two share a key is below 10⁻²⁰.
type Key [16]byte

func (k Key) String() string { return hex.EncodeToString(k[:]) }

// A place is where an entry stands in the order of a snapshot: 0 and the key of a result, or
// the number of a table and a hash of the row's path.
type place [1 + 16]byte

const (
	entryHead  = len(place{}) + 8 // place, u64: the build that last used a result
	keepBuilds = 30               // an unused result is kept this many builds, so that an undo finds it

	journalBytes = 8 << 20  // beyond this a journal becomes part of a snapshot
	mostFresh    = 64 << 20 // bytes of a journal, which are in memory too, in the midst of a build
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A Store is the entries of one folder. One goroutine uses it at a time, but for reads of
// tables, of which there may be more.
type Store struct {
	dir     string
	gen     uint64 // of the snapshot and of its journal; 0 where there is none
	last    uint64 // of the latest snapshot in the folder, sound or not
	journal int64  // bytes of it on disk

	mu      sync.Mutex
	snap    *snapshot
	fresh   map[place][]byte // of the journal and put since, place first; nil for what is gone
	unsaved []place          // put since the last commit
	pending int64            // bytes of those
	used    map[place]bool   // results of earlier builds that were asked for in this process
	damaged bool             // something of the snapshot cannot be read
	broken  bool             // of that, something of a table
	anew    bool             // the tables were set as a whole since the snapshot

	builds uint64 // of the whole vault so far; ages results
	whole  bool   // this process looks at the whole vault
	lastAssessment
}

// lastAssessment is what the last assessment says of the vault as a whole, and of which files.
type lastAssessment struct {
	since    int64                  // when the scan behind files began, in nanoseconds since 1970
	files    []vault.File           // by path
	changed  map[string]*vault.File // since the last commit; nil for what is gone
	head     []byte                 // what the assessment says
	brief    []byte                 // the errors that a build shows
	setHead  bool                   // since the last commit
	setBrief bool                   // likewise
	assessed bool                   // the table of files is the one that the assessment was made of
}

func newStore(dir string) *Store {
	return &Store{dir: dir, fresh: map[place][]byte{}, used: map[place]bool{}}
}

// Open reads the store in a folder. What cannot be read is left out.
func Open(dir string) *Store {
	const tries = 4 // another process may put a snapshot in the place of the one found
	for range tries {
		s := newStore(dir)
		if s.last = latest(dir); s.last == 0 {
			return s
		}
		snap, head, err := openSnapshot(dir, s.last)
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			return s
		}
		s.gen, s.snap = s.last, snap
		replay(head, s.apply)
		if data, err := vault.ReadFile(journalName(dir, s.gen)); err == nil && bytes.HasPrefix(data, []byte(journalMagic)) {
			moved := map[string]*vault.File{}
			n := replay(data[len(journalMagic):], func(kind byte, body []byte) { s.applyLater(kind, body, moved) })
			s.journal = int64(len(journalMagic) + n)
			s.files = overlay(s.files, moved)
		}
		return s
	}
	return newStore(dir)
}

// overlay is a table of files, by path, with others laid over it; nil stands for what is gone.
func overlay(base []vault.File, over map[string]*vault.File) []vault.File {
	if len(over) == 0 {
		return base
	}
	out := make([]vault.File, 0, len(base)+len(over))
	for _, path := range slices.Sorted(maps.Keys(over)) {
		n := sort.Search(len(base), func(i int) bool { return base[i].Path >= path })
		out = append(out, base[:n]...)
		if base = base[n:]; len(base) > 0 && base[0].Path == path {
			base = base[1:]
		}
		if f := over[path]; f != nil {
			out = append(out, *f)
		}
	}
	return append(out, base...)
}

// Dir is the folder.
func (s *Store) Dir() string { return s.dir }

// Unchanged reports whether the files are still what this store last read or wrote: who
// holds no lock asks before it adds to them.
func (s *Store) Unchanged() bool {
	journal := int64(0)
	if info, err := os.Stat(journalName(s.dir, s.gen)); err == nil {
		journal = info.Size()
	}
	return latest(s.dir) == s.last && (s.gen == 0 || journal == s.journal)
}

// apply takes a record of a snapshot's head.
func (s *Store) apply(kind byte, body []byte) {
	switch kind {
	case recClock:
		if len(body) == 17 {
			s.builds, s.since = binary.LittleEndian.Uint64(body), int64(binary.LittleEndian.Uint64(body[8:]))
			s.assessed = body[16] == 1
		}
	case recFiles:
		s.files, _ = codec.Decode[[]vault.File](body)
	case recHead:
		s.head = body
	case recBrief:
		s.brief = body
	}
}

// applyLater takes a record of the journal; what it says of files is put into moved.
func (s *Store) applyLater(kind byte, body []byte, moved map[string]*vault.File) {
	switch kind {
	case recEntry:
		if len(body) >= entryHead {
			s.fresh[place(body[:len(place{})])] = body
		}
	case recGone:
		if len(body) == len(place{}) {
			s.fresh[place(body)] = nil
		}
	case recFiles:
		files, _ := codec.Decode[[]vault.File](body)
		for i := range files {
			moved[files[i].Path] = &files[i]
		}
	case recFileGone:
		moved[string(body)] = nil
	default:
		s.apply(kind, body)
	}
}

// Get gives the result under a key.
func (s *Store) Get(k Key) ([]byte, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := place(append([]byte{0}, k[:]...))
	body := s.entry(p)
	if body == nil {
		return nil, false
	}
	if binary.LittleEndian.Uint64(body[len(p):]) != s.builds {
		s.used[p] = true
	}
	return body[entryHead:], true
}

// Has reports a result under a key, and keeps it from being dropped as one that nobody
// asks for. It does not read it.
func (s *Store) Has(k Key) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := place(append([]byte{0}, k[:]...))
	_, there := s.fresh[p]
	if !there && s.snap != nil && s.snap.places() {
		_, there = s.snap.number(p)
	}
	if there {
		s.used[p] = true
	}
	return there
}

// entry is what stands at a place, place first; nil for nothing.
func (s *Store) entry(p place) []byte {
	body, ok := s.fresh[p]
	if !ok && s.snap != nil {
		var sound bool
		if body, sound = s.snap.find(p); !sound {
			s.lose(p[0])
		}
	}
	return body
}

// lose notes that some entry of a table cannot be read, or some result.
func (s *Store) lose(table byte) {
	s.damaged = true
	s.broken = s.broken || table != 0
}

// Put stores a result.
func (s *Store) Put(k Key, data []byte) { s.put(place(append([]byte{0}, k[:]...)), data) }

func (s *Store) put(p place, data []byte) {
	body := make([]byte, 0, entryHead+len(data))
	body = binary.LittleEndian.AppendUint64(append(body, p[:]...), s.builds)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fresh[p] = append(body, data...)
	s.unsaved = append(s.unsaved, p)
	s.pending += int64(len(body) + len(data))
}

func (s *Store) remove(p place) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fresh[p] = nil
	s.unsaved = append(s.unsaved, p)
}

// Files is the table of files that the last build saw, by path.
func (s *Store) Files() []vault.File { return s.files }

// Since is when the scan that made the table of files began.
func (s *Store) Since() int64 { return s.since }

// SetFiles makes the table what a snapshot says whose scan began at since. The files,
// which are by path, must not change any more.
func (s *Store) SetFiles(files []vault.File, since int64) {
	s.since = since
	if s.changed == nil {
		s.changed = map[string]*vault.File{}
	}
	for old, now := range vault.Differences(s.files, files) {
		if now == nil {
			s.changed[old.Path] = nil
		} else {
			s.changed[now.Path] = now
		}
		s.assessed = s.assessed && old != nil && now != nil && old.Bytes() == now.Bytes() && old.Ignored == now.Ignored
	}
	s.files = files
}

// Head is what the last assessment says of the vault as a whole, and the errors that a
// build shows; nil where there is none.
func (s *Store) Head() (head, brief []byte) { return s.head, s.brief }

// SetHead stores what an assessment of the table of files says.
func (s *Store) SetHead(head, brief []byte) {
	s.head, s.setHead, s.assessed = head, true, true
	if !bytes.Equal(s.brief, brief) { // it is long, and seldom another
		s.brief, s.setBrief = brief, true
	}
}

// Broken reports whether a row of some table could not be read.
func (s *Store) Broken() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.broken
}

// Assessed reports whether the table of files is the one that the assessment was made of.
func (s *Store) Assessed() bool { return s.assessed && s.head != nil && !s.Broken() }

// Begin counts a build of the whole vault.
func (s *Store) Begin() { s.builds, s.whole = s.builds+1, true }

// Whole reports whether such a build has begun.
func (s *Store) Whole() bool { return s.whole }

// Rest lets go of what only the build that just ended needed.
func (s *Store) Rest() {
	s.whole = false
	clear(s.used)
}

// latest is the number of the latest snapshot in a folder; 0 for none.
func latest(dir string) (gen uint64) {
	for _, n := range generations(dir, snapshotPrefix) {
		gen = max(gen, n)
	}
	return gen
}

const (
	snapshotPrefix = "state-"
	journalPrefix  = "journal-"
	suffix         = ".bin"
)

func snapshotName(dir string, gen uint64) string { return nameOf(dir, snapshotPrefix, gen) }
func journalName(dir string, gen uint64) string  { return nameOf(dir, journalPrefix, gen) }

func nameOf(dir, prefix string, gen uint64) string {
	return filepath.Join(dir, prefix+strconv.FormatUint(gen, 10)+suffix)
}

// generations are the numbers in the names of files of a folder.
func generations(dir, prefix string) (out []uint64) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		name, is := strings.CutPrefix(e.Name(), prefix)
		if name, bin := strings.CutSuffix(name, suffix); is && bin {
			if n, err := strconv.ParseUint(name, 10, 64); err == nil {
				out = append(out, n)
			}
		}
	}
	return out
}
