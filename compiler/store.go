package compiler

import (
	"encoding/binary"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"

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
	dir       string
	gen       uint64                 // joins the journal to the state that it follows
	segments  []*segment             // oldest first
	fresh     map[Key][]byte         // results of the journal and those put since: records, head and data
	unsaved   []Key                  // put since the last commit
	used      map[Key]bool           // of the segments, asked for in this process
	files     []vault.File           // by path
	moved     map[string]*vault.File // of the journal, to be laid over files; nil for what is gone
	changed   map[string]*vault.File // of files since the last commit; nil for what is gone
	parts     [lastParts][]byte      // what the last assessment was made of, encoded
	setPart   [lastParts]bool
	rows      []noteRow // of the assessment's notes, by path; see notes
	rowsRead  bool
	patches   map[string]*noteRow // rows of the journal; nil for what is gone
	told      []toldNote          // see Told
	toldRead  bool
	toldAhead func() *[]toldNote // being read
	retold    []toldNote         // of the journal, to be laid over them
	setTold   []toldNote         // of these, since the last commit
	pairs     []conflictPair     // see Pairs
	pairsRead bool
	pairsOf   map[string][]conflictPair // of the journal, in place of all those of a note
	setPairs  []string                  // notes of these, since the last commit
	setRows   []string                  // paths of patches since the last commit
	assessed  bool                      // the table of files is the one that the assessment was made of
	whole     bool                      // this process looks at the whole vault
	builds    uint64                    // builds of the whole vault so far; ages results
	since     int64                     // when the scan behind files began, in nanoseconds since 1970
	journal   int64                     // bytes of journal on disk
	records   int
	torn      func() error // set while results are made from files that may change; see [vault.Snapshot.Torn]
}

// The parts of an assessment, by how often they change.
const (
	lastHead  = iota // what there is to tell of the vault as a whole
	lastRows         // a row for each note
	lastCited        // the files that notes cite
	lastTold         // what there is to tell of notes
	lastPairs        // claims that cannot both hold
	lastParts
)

const (
	stateName    = "state.bin"
	journalName  = "journal.bin"
	stateMagic   = "assay state 4\n"
	resultMagic  = "assay resul 3\n"
	journalMagic = "assay journ 4\n"

	journalBytes   = 8 << 20 // beyond this, or
	journalRecords = 20_000  // beyond these, the journal becomes a segment
	mostSegments   = 8       // beyond these, or when the later ones outweigh the first, they are merged
	keepBuilds     = 30      // an unused result is kept this many builds, so that an undo finds it

	resultHeadSize = 1 + 16 + 8
	leastFileSize  = 5 + 1 + 32 // bytes of a file's record
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
	recTold
	recToldOf
	recPairs
	recRowGone
	recPairsOf
)

func newStore(dir string) *Store {
	return &Store{dir: dir, fresh: map[Key][]byte{}, used: map[Key]bool{}, patches: map[string]*noteRow{}, pairsOf: map[string][]conflictPair{}}
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
	s.settle()
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
		if s.files == nil {
			s.files = make([]vault.File, 0, len(body)/leastFileSize)
			for len(d.b) > 0 && d.err == nil {
				s.files = append(s.files, getFile(d))
			}
			if d.err != nil {
				s.files = s.files[:len(s.files)-1]
			}
			break
		}
		for len(d.b) > 0 && d.err == nil {
			if f := getFile(d); d.err == nil {
				s.move(f.Path, &f)
			}
		}
	case recGone:
		s.move(string(body[1:]), nil)
	case recHead:
		s.parts[lastHead] = body[1:]
	case recCited:
		s.parts[lastCited] = body[1:]
	case recPairs:
		s.parts[lastPairs] = body[1:]
		clear(s.pairsOf)
	case recPairsOf:
		d := newDecoder(body[1:])
		if note, pairs := d.str(), unlist(d, getConflictPair); d.err == nil {
			s.pairsOf[note] = pairs
		}
	case recRows:
		s.parts[lastRows] = body[1:]
		clear(s.patches)
	case recRow:
		d := newDecoder(body[1:])
		var r noteRow
		if getNoteRow(d, &r); d.err == nil {
			s.patches[r.path] = &r
		}
	case recRowGone:
		s.patches[string(body[1:])] = nil
	case recTold:
		s.parts[lastTold] = body[1:]
		s.retold = nil
	case recToldOf:
		d := newDecoder(body[1:])
		var t toldNote
		if getToldNote(d, &t); d.err == nil {
			s.retold = append(s.retold, t)
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

// move notes that a file of the table is another one; nil for gone.
func (s *Store) move(path string, f *vault.File) {
	if s.moved == nil {
		s.moved = map[string]*vault.File{}
	}
	s.moved[path] = f
}

// settle lays what the journal says of files over the table.
func (s *Store) settle() {
	if len(s.moved) == 0 {
		return
	}
	files := make([]vault.File, 0, len(s.files)+len(s.moved))
	for i := range s.files {
		if _, ok := s.moved[s.files[i].Path]; !ok {
			files = append(files, s.files[i])
		}
	}
	for _, f := range s.moved {
		if f != nil {
			files = append(files, *f)
		}
	}
	vault.SortFiles(files)
	s.files, s.moved = files, nil
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

// Files is the table of files that the last build saw, by path.
func (s *Store) Files() []vault.File { return s.files }

// SetFiles makes the table what a snapshot says whose scan began at since. The files,
// which are by path, must not change any more.
func (s *Store) SetFiles(files []vault.File, since int64) {
	s.since = since
	same := true
	for old, now := range vault.Differences(s.files, files) {
		if now == nil {
			s.change(old.Path, nil)
		} else {
			s.change(now.Path, now)
		}
		same = same && old != nil && now != nil && old.Hash == now.Hash && old.Ignored == now.Ignored
	}
	s.files = files
	s.assessed = s.assessed && same
}

func (s *Store) change(path string, f *vault.File) {
	if s.changed == nil {
		s.changed = map[string]*vault.File{}
	}
	s.changed[path] = f
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
		for path, r := range s.patches {
			if r != nil {
				s.rows = withRow(s.rows, *r)
			} else {
				s.rows = withoutRow(s.rows, path)
			}
		}
	}
	return s.rows
}

// SetRows stores the rows of all notes, PatchRows what few of them are others.
func (s *Store) SetRows(rows []noteRow) {
	e := &encoder{}
	list(e, rows, putNoteRow)
	s.parts[lastRows], s.setPart[lastRows] = e.b, true
	s.rows, s.rowsRead, s.setRows = rows, true, nil
	clear(s.patches)
}

func (s *Store) PatchRows(rows []noteRow) {
	patch := func(path string, r *noteRow) {
		s.patches[path] = r
		s.setRows = append(s.setRows, path)
	}
	old := s.Rows()
	for i := range rows {
		r := &rows[i]
		for len(old) > 0 && old[0].path < r.path {
			patch(old[0].path, nil)
			old = old[1:]
		}
		there := len(old) > 0 && old[0].path == r.path
		if !there || old[0] != *r {
			patch(r.path, r)
		}
		if there {
			old = old[1:]
		}
	}
	for i := range old {
		patch(old[i].path, nil)
	}
	s.rows = rows
}

// Told is what there is to tell of notes, by path; false where it cannot be read.
func (s *Store) Told() ([]toldNote, bool) {
	if !s.toldRead {
		s.ReadTold()
		told := s.toldAhead()
		if told == nil {
			return nil, false
		}
		s.told, s.toldRead = *told, true
	}
	return s.told, true
}

// ReadTold begins to read what Told will be asked for.
func (s *Store) ReadTold() {
	if s.toldRead || s.toldAhead != nil {
		return
	}
	all, later := s.parts[lastTold], s.retold
	s.toldAhead = ahead(func() *[]toldNote {
		d := newDecoder(all)
		told := unlist(d, getToldNote)
		if d.err != nil {
			return nil
		}
		for _, t := range later {
			told = retell(told, t)
		}
		return &told
	})
}

// SetTold stores what there is to tell of all notes, SetToldOf what is new of it.
func (s *Store) SetTold(all []toldNote) {
	e := &encoder{}
	list(e, all, putToldNote)
	s.parts[lastTold], s.setPart[lastTold] = e.b, true
	s.told, s.toldRead, s.retold, s.setTold = all, true, nil, nil
}

func (s *Store) SetToldOf(all, of []toldNote) {
	s.told, s.toldRead = all, true
	s.retold, s.setTold = append(s.retold, of...), append(s.setTold, of...)
}

// Assessed reports whether the table of files is the one that the assessment was made of.
func (s *Store) Assessed() bool { return s.assessed && s.parts[lastHead] != nil }

// Begin counts a build of the whole vault.
func (s *Store) Begin() { s.builds, s.whole = s.builds+1, true }

// rest lets go of what only the build that just ended needed.
func (s *Store) rest() {
	s.whole = false
	clear(s.used)
}

// Since is when the scan that made the table of files began.
func (s *Store) Since() int64 { return s.since }
