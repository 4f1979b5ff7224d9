package compiler

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"

	"assay/vault"
)

// Store keeps the results of actions between builds, in three files of .assay:
//
//	state.bin        the table of files and the last assessment: all that a command
//	                 needs that finds nothing changed
//	results-N.bin    the results that state.bin names by its generation N, read when
//	                 one is first asked for
//	journal.bin      what was added since, one record after another
//
// All are disposable. A file that does not check out is as good as none: its
// results are made again. FORMAT.md gives every byte.
type Store struct {
	dir     string
	gen     uint64 // joins journal and results to the state they follow
	results map[Key]blob
	loaded  bool  // results-N.bin has been read
	fresh   []Key // put since the last commit
	files   map[string]vault.File
	changed []vault.File
	removed []string
	last    []byte // the last build's assessment, encoded
	setLast bool
	builds  uint64 // builds so far; ages results
	since   int64  // when the scan behind files began, in nanoseconds since 1970
	journal int64  // bytes of journal on disk
	records int
}

// A blob is a stored result. Its checksum is looked at when it is first asked for.
type blob struct {
	frame []byte // the record, head and data
	sum   uint32
	used  uint64 // the build that used it last
	sound bool   // the checksum was looked at
}

func (b blob) data() []byte { return b.frame[resultHeadSize:] }

const (
	stateName    = "state.bin"
	journalName  = "journal.bin"
	stateMagic   = "assay state 2\n"
	resultMagic  = "assay resul 2\n"
	journalMagic = "assay journ 2\n"

	journalBytes   = 8 << 20 // beyond this, or
	journalRecords = 20_000  // beyond these, the journal is folded into the results
	keepBuilds     = 30      // an unused result is kept this many builds, so that an undo finds it

	resultHeadSize = 1 + 16 + 8
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Record types.
const (
	recResult = 1 + iota
	recFile
	recGone
	recLast
	recBuild
)

// OpenStore reads the store in dir. What cannot be read is left out.
func OpenStore(dir string) *Store {
	s := &Store{dir: dir, results: map[Key]blob{}, files: map[string]vault.File{}}
	data, err := os.ReadFile(filepath.Join(dir, stateName))
	// Unlike a journal, a state was renamed into place and must be whole.
	if err != nil || s.load(data, stateMagic) < len(data) {
		*s = Store{dir: dir, results: map[Key]blob{}, files: map[string]vault.File{}, loaded: true}
		return s
	}
	s.records = 0
	if data, err = os.ReadFile(filepath.Join(dir, journalName)); err == nil {
		s.journal = int64(s.load(data, journalMagic))
	}
	return s
}

func resultsName(gen uint64) string { return fmt.Sprintf("results-%d.bin", gen) }

// loadResults reads the results under those that the journal already gave.
func (s *Store) loadResults() {
	if s.loaded {
		return
	}
	s.loaded = true
	data, err := os.ReadFile(filepath.Join(s.dir, resultsName(s.gen)))
	if err != nil {
		return
	}
	newer := s.results
	s.results = make(map[Key]blob, len(newer)+len(data)/1000)
	records := s.records
	s.load(data, resultMagic)
	s.records = records
	for k, b := range newer {
		s.results[k] = b
	}
}

// load reads records until one does not check out, and says how many bytes did.
func (s *Store) load(data []byte, magic string) int {
	if len(data) < len(magic)+8 || string(data[:len(magic)]) != magic {
		return 0
	}
	gen := binary.LittleEndian.Uint64(data[len(magic):])
	if magic == stateMagic {
		s.gen = gen
	} else if gen != s.gen {
		return 0
	}
	rest := data[len(magic)+8:]
	for len(rest) >= 8 {
		size := binary.LittleEndian.Uint32(rest)
		sum := binary.LittleEndian.Uint32(rest[4:])
		if uint64(len(rest)-8) < uint64(size) {
			break
		}
		body := rest[8 : 8+size : 8+size]
		// A result of the results file is checked when it is used: most are not.
		if magic != resultMagic && crc32.Checksum(body, castagnoli) != sum {
			break
		}
		s.apply(body, sum, magic != resultMagic)
		s.records++
		rest = rest[8+size:]
	}
	return len(data) - len(rest)
}

func (s *Store) apply(body []byte, sum uint32, sound bool) {
	if len(body) == 0 {
		return
	}
	switch body[0] {
	case recResult:
		if len(body) >= resultHeadSize {
			s.results[Key(body[1:17])] = blob{body, sum, binary.LittleEndian.Uint64(body[17:25]), sound}
		}
	case recFile:
		d := newDecoder(body[1:])
		for len(d.b) > 0 && d.err == nil {
			f := getFile(d)
			if d.err == nil {
				s.files[f.Path] = f
			}
		}
	case recGone:
		delete(s.files, string(body[1:]))
	case recLast:
		s.last = body[1:]
	case recBuild:
		if len(body) >= 17 {
			s.builds = binary.LittleEndian.Uint64(body[1:])
			s.since = int64(binary.LittleEndian.Uint64(body[9:]))
		}
	}
}

func putFile(e *encoder, f *vault.File) {
	e.str(f.Path)
	e.int64(f.Size)
	e.int64(f.ModTime)
	e.int64(f.Ctime)
	e.uint(f.Inode)
	e.uint(flags(f.Link, f.Ignored))
	e.b = append(e.b, f.Hash[:]...)
}

func getFile(d *decoder) (f vault.File) {
	f.Path, f.Size, f.ModTime, f.Ctime, f.Inode = d.str(), d.int64(), d.int64(), d.int64(), d.uint()
	bits := d.uint()
	f.Link, f.Ignored = bits&1 != 0, bits&2 != 0
	if len(d.b) < len(f.Hash) {
		d.fail()
		return f
	}
	copy(f.Hash[:], d.b)
	d.skip(len(f.Hash))
	return f
}

// Get gives the result under a key.
func (s *Store) Get(k Key) ([]byte, bool) {
	s.loadResults()
	b, ok := s.results[k]
	if !ok {
		return nil, false
	}
	if !b.sound && crc32.Checksum(b.frame, castagnoli) != b.sum {
		delete(s.results, k)
		return nil, false
	}
	if !b.sound || b.used != s.builds {
		b.sound, b.used = true, s.builds
		s.results[k] = b
	}
	return b.data(), true
}

// Put stores a result.
func (s *Store) Put(k Key, data []byte) {
	frame := make([]byte, 0, resultHeadSize+len(data))
	frame = append(append(frame, recResult), k[:]...)
	frame = binary.LittleEndian.AppendUint64(frame, s.builds)
	frame = append(frame, data...)
	s.results[k] = blob{frame, crc32.Checksum(frame, castagnoli), s.builds, true}
	s.fresh = append(s.fresh, k)
}

// Files is the table of files that the last build saw.
func (s *Store) Files() map[string]vault.File { return s.files }

// SetFiles makes the table what a snapshot says whose scan began at since.
func (s *Store) SetFiles(files []vault.File, since int64) {
	s.since = since
	seen := make(map[string]bool, len(files))
	for _, f := range files {
		seen[f.Path] = true
		if old, ok := s.files[f.Path]; !ok || old != f {
			s.files[f.Path] = f
			s.changed = append(s.changed, f)
		}
	}
	for path := range s.files {
		if !seen[path] {
			delete(s.files, path)
			s.removed = append(s.removed, path)
		}
	}
	sort.Strings(s.removed)
}

// Unchanged reports whether the files are still what OpenStore read: a reader asks
// before it adds to them.
func (s *Store) Unchanged() bool {
	now := OpenStore(s.dir)
	return now.gen == s.gen && now.journal == s.journal
}

// Last is the assessment the last build stored.
func (s *Store) Last() []byte { return s.last }

// SetLast stores an assessment.
func (s *Store) SetLast(data []byte) { s.last, s.setLast = data, true }

// Begin counts a build.
func (s *Store) Begin() { s.builds++ }

// Since is when the scan that made the table of files began.
func (s *Store) Since() int64 { return s.since }

func (s *Store) clock() []byte {
	b := binary.LittleEndian.AppendUint64(nil, s.builds)
	return binary.LittleEndian.AppendUint64(b, uint64(s.since))
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

// append adds a result as it stands.
func (b blob) append(out []byte) []byte {
	out = binary.LittleEndian.AppendUint32(out, uint32(len(b.frame)))
	out = binary.LittleEndian.AppendUint32(out, b.sum)
	return append(out, b.frame...)
}

// Commit makes everything put since the last commit durable: one append and one
// sync, or a new snapshot when the journal has grown long.
func (s *Store) Commit() error {
	var out []byte
	for _, k := range s.fresh {
		out = s.results[k].append(out)
	}
	if len(s.changed) > 0 {
		e := &encoder{}
		for i := range s.changed {
			putFile(e, &s.changed[i])
		}
		out = frame(out, []byte{recFile}, e.b)
	}
	for _, path := range s.removed {
		out = frame(out, []byte{recGone}, []byte(path))
	}
	if s.setLast {
		out = frame(out, []byte{recLast}, s.last)
	}
	if out == nil {
		return nil
	}
	out = frame(out, []byte{recBuild}, s.clock())
	records := len(s.fresh) + len(s.removed) + 3
	s.fresh, s.changed, s.removed, s.setLast = nil, nil, nil, false
	if s.gen == 0 || s.journal+int64(len(out)) > journalBytes || s.records+records > journalRecords && s.journal > 0 {
		return s.compact()
	}
	if err := s.append(out); err != nil {
		return fmt.Errorf("store results: %w", err)
	}
	s.records += records
	return nil
}

func (s *Store) append(out []byte) error {
	f, err := os.OpenFile(filepath.Join(s.dir, journalName), os.O_WRONLY|os.O_CREATE, 0o644)
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

// compact writes everything still of use anew: results first, under a name of their
// own, then the state that names them.
func (s *Store) compact() error {
	s.loadResults()
	old := s.gen
	s.gen++
	keys := make([]Key, 0, len(s.results))
	size := 0
	for k, b := range s.results {
		if b.used+keepBuilds < s.builds {
			delete(s.results, k)
			continue
		}
		keys = append(keys, k)
		size += len(b.frame) + 8
	}
	sort.Slice(keys, func(i, j int) bool { return bytes.Compare(keys[i][:], keys[j][:]) < 0 })
	out := make([]byte, 0, size+len(resultMagic)+8)
	out = binary.LittleEndian.AppendUint64(append(out, resultMagic...), s.gen)
	for _, k := range keys {
		b := s.results[k]
		if binary.LittleEndian.Uint64(b.frame[17:25]) != b.used {
			if !b.sound && crc32.Checksum(b.frame, castagnoli) != b.sum {
				delete(s.results, k)
				continue
			}
			b.frame = bytes.Clone(b.frame)
			binary.LittleEndian.PutUint64(b.frame[17:25], b.used)
			b.sum = crc32.Checksum(b.frame, castagnoli)
			s.results[k] = b
		}
		out = b.append(out)
	}
	if err := replaceFile(filepath.Join(s.dir, resultsName(s.gen)), out); err != nil {
		return fmt.Errorf("store results: %w", err)
	}
	out = binary.LittleEndian.AppendUint64([]byte(stateMagic), s.gen)
	out = frame(out, []byte{recBuild}, s.clock())
	e := &encoder{}
	paths := make([]string, 0, len(s.files))
	for p := range s.files {
		paths = append(paths, p)
	}
	sort.Strings(paths)
	for _, p := range paths {
		f := s.files[p]
		putFile(e, &f)
	}
	out = frame(out, []byte{recFile}, e.b)
	out = frame(out, []byte{recLast}, s.last)
	if err := replaceFile(filepath.Join(s.dir, stateName), out); err != nil {
		return fmt.Errorf("store results: %w", err)
	}
	// A journal and results of an older generation are ignored, so a kill before
	// they are gone loses nothing.
	for _, name := range []string{journalName, resultsName(old)} {
		if err := os.Remove(filepath.Join(s.dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("store results: %w", err)
		}
	}
	s.journal, s.records = 0, 0
	return nil
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
