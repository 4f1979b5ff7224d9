package compiler

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"assay/vault"
)

// Store keeps the results of actions between builds, in files of .assay:
//
//	state.bin        the table of files, the last assessment and the names of the files
//	                 of results: all that a command needs that finds nothing changed
//	results-N.bin    results, see segment
//	journal.bin      what was added since, one record after another
//
// All are disposable. A file that does not check out is as good as none: its
// results are made again. FORMAT.md gives every byte.
type Store struct {
	dir      string
	gen      uint64         // joins the journal to the state that it follows
	segments []*segment     // oldest first
	fresh    map[Key][]byte // results of the journal and those put since: records, head and data
	unsaved  []Key          // put since the last commit
	used     map[Key]bool   // of the segments, asked for in this process
	files    map[string]vault.File
	changed  []vault.File
	removed  []string
	parts    [lastParts][]byte // what the last assessment was made of, encoded
	setPart  [lastParts]bool
	rows     []noteRow // of the assessment's notes, by path; see notes
	rowsRead bool
	patches  map[string]noteRow // rows of the journal
	setRows  []noteRow          // patches since the last commit
	newRows  bool               // all rows were set since the last commit
	assessed bool               // the table of files is the one that the assessment was made of
	whole    bool               // this process looks at the whole vault
	builds   uint64             // builds of the whole vault so far; ages results
	since    int64              // when the scan behind files began, in nanoseconds since 1970
	journal  int64              // bytes of journal on disk
	records  int
	torn     func() error // set while results are made from files that may change; see [vault.Snapshot.Torn]
}

// The parts of an assessment, by how often they change.
const (
	lastHead  = iota // what there is to tell of the vault as a whole
	lastRows         // a row for each note
	lastCited        // the files that notes cite
	lastParts
)

const (
	stateName    = "state.bin"
	journalName  = "journal.bin"
	stateMagic   = "assay state 3\n"
	resultMagic  = "assay resul 3\n"
	journalMagic = "assay journ 3\n"

	journalBytes   = 8 << 20 // beyond this, or
	journalRecords = 20_000  // beyond these, the journal becomes a segment
	mostSegments   = 8       // beyond these, or when the later ones outweigh the first, they are merged
	keepBuilds     = 30      // an unused result is kept this many builds, so that an undo finds it

	resultHeadSize = 1 + 16 + 8
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Record types.
const (
	recResult = 1 + iota
	recFile
	recGone
	recHead
	recBuild
	recRows
	recRow
	recCited
	recSegment
)

func newStore(dir string) *Store {
	return &Store{dir: dir, fresh: map[Key][]byte{}, used: map[Key]bool{}, files: map[string]vault.File{}, patches: map[string]noteRow{}}
}

// OpenStore reads the store in dir. What cannot be read is left out.
func OpenStore(dir string) *Store {
	s := newStore(dir)
	data, err := os.ReadFile(filepath.Join(dir, stateName))
	// Unlike a journal, a state was renamed into place and must be whole.
	if err != nil || s.load(data, stateMagic) < len(data) {
		return newStore(dir)
	}
	s.records = 0
	if data, err = os.ReadFile(filepath.Join(dir, journalName)); err == nil {
		s.journal = int64(s.load(data, journalMagic))
	}
	return s
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
		if uint64(len(rest)-8) < uint64(size) {
			break
		}
		body := rest[8 : 8+size : 8+size]
		if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(rest[4:]) {
			break
		}
		s.apply(body)
		s.records++
		rest = rest[8+size:]
	}
	return len(data) - len(rest)
}

func (s *Store) apply(body []byte) {
	if len(body) == 0 {
		return
	}
	switch body[0] {
	case recResult:
		if len(body) >= resultHeadSize {
			s.fresh[Key(body[1:17])] = body
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
	case recHead:
		s.parts[lastHead] = body[1:]
	case recCited:
		s.parts[lastCited] = body[1:]
	case recRows:
		s.parts[lastRows] = body[1:]
		clear(s.patches)
	case recRow:
		d := newDecoder(body[1:])
		var r noteRow
		if getNoteRow(d, &r); d.err == nil {
			s.patches[r.path] = r
		}
	case recSegment:
		if len(body) >= 9 {
			gen := binary.LittleEndian.Uint64(body[1:])
			s.segments = append(s.segments, &segment{gen: gen, name: resultsName(s.dir, gen)})
		}
	case recBuild:
		if len(body) >= 18 {
			s.builds = binary.LittleEndian.Uint64(body[1:])
			s.since = int64(binary.LittleEndian.Uint64(body[9:]))
			s.assessed = body[17] == 1
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
	if body, ok := s.fresh[k]; ok {
		if binary.LittleEndian.Uint64(body[17:]) != s.builds {
			s.used[k] = true
		}
		return body[resultHeadSize:], true
	}
	for _, g := range slices.Backward(s.segments) {
		if body := g.find(k); body != nil {
			s.used[k] = true
			return body[resultHeadSize:], true
		}
	}
	return nil, false
}

// Sound reports whether what results are made from is still what they are named by.
func (s *Store) Sound() bool { return s.torn == nil || s.torn() == nil }

// Put stores a result, if it is sound.
func (s *Store) Put(k Key, data []byte) {
	if s.Sound() {
		s.put(k, data)
	}
}

func (s *Store) put(k Key, data []byte) {
	body := make([]byte, 0, resultHeadSize+len(data))
	body = append(append(body, recResult), k[:]...)
	body = binary.LittleEndian.AppendUint64(body, s.builds)
	s.fresh[k] = append(body, data...)
	s.unsaved = append(s.unsaved, k)
}

// Close lets go of the files of results. The store may still be asked: it opens them
// again.
func (s *Store) Close() {
	for _, g := range s.segments {
		g.close()
	}
}

// Files is the table of files that the last build saw.
func (s *Store) Files() map[string]vault.File { return s.files }

// SetFiles makes the table what a snapshot says whose scan began at since.
func (s *Store) SetFiles(files []vault.File, since int64) {
	s.since = since
	moved := false
	seen := make(map[string]bool, len(files))
	for _, f := range files {
		seen[f.Path] = true
		if old, ok := s.files[f.Path]; !ok || old != f {
			moved = moved || !ok || old.Hash != f.Hash || old.Ignored != f.Ignored
			s.files[f.Path] = f
			s.changed = append(s.changed, f)
		}
	}
	for path := range s.files {
		if !seen[path] {
			moved = true
			delete(s.files, path)
			s.removed = append(s.removed, path)
		}
	}
	sort.Strings(s.removed)
	s.assessed = s.assessed && !moved
}

// Unchanged reports whether the files are still what this store last read or wrote: who
// holds no lock asks before it adds to them.
func (s *Store) Unchanged() bool {
	head := make([]byte, len(stateMagic)+8)
	f, err := os.Open(filepath.Join(s.dir, stateName))
	if err != nil {
		return s.gen == 0
	}
	defer f.Close()
	if _, err := f.ReadAt(head, 0); err != nil || string(head[:len(stateMagic)]) != stateMagic {
		return s.gen == 0
	}
	journal := int64(0)
	if info, err := os.Stat(filepath.Join(s.dir, journalName)); err == nil {
		journal = info.Size()
	}
	return binary.LittleEndian.Uint64(head[len(stateMagic):]) == s.gen && journal == s.journal
}

// Head is what the last assessment says of the vault as a whole, Cited the files that
// its notes cite; nil where there is none.
func (s *Store) Head() []byte  { return s.parts[lastHead] }
func (s *Store) Cited() []byte { return s.parts[lastCited] }

// SetHead stores what an assessment of the table of files says, SetCited the rest of it.
func (s *Store) SetHead(data []byte) {
	s.parts[lastHead], s.setPart[lastHead], s.assessed = data, true, true
}
func (s *Store) SetCited(data []byte) { s.parts[lastCited], s.setPart[lastCited] = data, true }

// Rows are the rows of the notes that were assessed, by path.
func (s *Store) Rows() []noteRow {
	if !s.rowsRead {
		s.rowsRead = true
		d := newDecoder(s.parts[lastRows])
		s.rows = unlist(d, getNoteRow)
		if d.err != nil {
			s.rows = nil
		}
		for i := range s.rows {
			if r, ok := s.patches[s.rows[i].path]; ok {
				s.rows[i] = r
			}
		}
	}
	return s.rows
}

// SetRows stores the rows of all notes, SetRow another one for a note that has one.
func (s *Store) SetRows(rows []noteRow) {
	e := &encoder{}
	list(e, rows, putNoteRow)
	s.parts[lastRows], s.setPart[lastRows] = e.b, true
	s.rows, s.rowsRead, s.setRows = rows, true, nil
	clear(s.patches)
}

func (s *Store) SetRow(r noteRow) {
	if i, ok := slices.BinarySearchFunc(s.Rows(), r.path, func(a noteRow, path string) int { return strings.Compare(a.path, path) }); ok && s.rows[i] != r {
		s.rows[i] = r
		s.patches[r.path] = r
		s.setRows = append(s.setRows, r)
	}
}

// Assessed reports whether the table of files is the one that the assessment was made of.
func (s *Store) Assessed() bool { return s.assessed && s.parts[lastHead] != nil }

// Begin counts a build of the whole vault.
func (s *Store) Begin() { s.builds, s.whole = s.builds+1, true }

// Since is when the scan that made the table of files began.
func (s *Store) Since() int64 { return s.since }

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

// Commit makes everything put since the last commit durable: one append and one
// sync, or a new state when the journal has grown long.
func (s *Store) Commit() error {
	var out []byte
	for _, k := range s.unsaved {
		out = frame(out, s.fresh[k])
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
	for i, kind := range partRecords {
		if s.setPart[i] {
			out = frame(out, []byte{kind}, s.parts[i])
		}
	}
	for i := range s.setRows {
		e := &encoder{}
		putNoteRow(e, &s.setRows[i])
		out = frame(out, []byte{recRow}, e.b)
	}
	if out == nil {
		return nil
	}
	out = frame(out, []byte{recBuild}, s.clock())
	records := len(s.unsaved) + len(s.removed) + len(s.setRows) + 4
	s.unsaved, s.changed, s.removed, s.setPart, s.setRows = nil, nil, nil, [lastParts]bool{}, nil
	if s.gen == 0 || s.journal+int64(len(out)) > journalBytes || s.records+records > journalRecords && s.journal > 0 {
		return s.fold()
	}
	if err := s.append(out); err != nil {
		return fmt.Errorf("store results: %w", err)
	}
	s.records += records
	return nil
}

// partRecords are the records of an assessment's parts.
var partRecords = [lastParts]byte{lastHead: recHead, lastRows: recRows, lastCited: recCited}

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

// fold makes a segment of the journal's results, and then a state that names it. Where
// the segments are many or small they become one.
func (s *Store) fold() error {
	old, gen := s.segments, s.gen+1
	if len(s.fresh) > 0 {
		if err := writeSegment(s.dir, gen, s.fresh); err != nil {
			return fmt.Errorf("store results: %w", err)
		}
		s.segments = append(slices.Clone(old), &segment{gen: gen, name: resultsName(s.dir, gen)})
	}
	if s.whole && s.scattered() || len(s.segments) > 4*mostSegments { // it is no time for that after the saving of one note
		gen++
		if err := mergeSegments(s.dir, gen, s.segments, s.keep); err != nil {
			return fmt.Errorf("store results: %w", err)
		}
		s.segments = []*segment{{gen: gen, name: resultsName(s.dir, gen)}}
	}
	return s.replaceState(gen)
}

// compact makes one segment of all that is still of use.
func (s *Store) compact() error {
	gen := s.gen + 1
	if err := writeSegment(s.dir, gen, s.fresh); err != nil {
		return fmt.Errorf("store results: %w", err)
	}
	all := append(slices.Clone(s.segments), &segment{gen: gen, name: resultsName(s.dir, gen)})
	gen++
	if err := mergeSegments(s.dir, gen, all, s.keep); err != nil {
		return fmt.Errorf("store results: %w", err)
	}
	s.segments = []*segment{{gen: gen, name: resultsName(s.dir, gen)}}
	return s.replaceState(gen)
}

// keep drops what nobody asked for in a long time, and dates what somebody did.
func (s *Store) keep(k Key, body []byte) bool {
	if s.used[k] {
		binary.LittleEndian.PutUint64(body[17:], s.builds)
	}
	return binary.LittleEndian.Uint64(body[17:])+keepBuilds >= s.builds
}

// scattered reports whether results lie in too many places.
func (s *Store) scattered() bool {
	if len(s.segments) > mostSegments {
		return true
	}
	var first, later int64
	for i, g := range s.segments {
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
	for _, p := range slices.Sorted(maps.Keys(s.files)) {
		f := s.files[p]
		putFile(e, &f)
	}
	out = frame(out, []byte{recFile}, e.b)
	if len(s.patches) > 0 {
		e := &encoder{}
		list(e, s.Rows(), putNoteRow)
		s.parts[lastRows] = e.b
		clear(s.patches)
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
	found, _ := filepath.Glob(filepath.Join(s.dir, "results-*.bin*"))
	for _, name := range append(found, filepath.Join(s.dir, journalName)) {
		if !named[name] {
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
