package compiler

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"assay/vault"
)

// Store keeps the results of actions between builds, in files of .assay:
//
//	state.bin        the table of files, what the last assessment says of the vault as a
//	                 whole, and the names of the other files: all that a build needs that
//	                 finds nothing changed
//	notes-N.bin      what it says of notes, see table
//	results-N.bin    results, see segment
//	journal.bin      what was added since, one record after another
//
// All are disposable. A file that does not check out is as good as none: its
// results are made again. FORMAT.md gives every byte.
type Store struct {
	dir      string
	gen      uint64                 // joins the journal to the state that it follows
	segments []*segment             // oldest first
	fresh    map[Key][]byte         // results of the journal and those put since: records, head and data
	unsaved  []Key                  // put since the last commit
	used     map[Key]bool           // of the segments, asked for in this process
	files    []vault.File           // by path
	moved    map[string]*vault.File // of the journal, to be laid over files; nil for what is gone
	changed  map[string]*vault.File // of files since the last commit; nil for what is gone
	head     []byte                 // what the last assessment says of the vault as a whole, encoded
	brief    []byte                 // the errors that a build shows, encoded
	setHead  bool                   // since the last commit
	setBrief bool                   // likewise
	assessed bool                   // the table of files is the one that the assessment was made of
	whole    bool                   // this process looks at the whole vault
	builds   uint64                 // builds of the whole vault so far; ages results
	since    int64                  // when the scan behind files began, in nanoseconds since 1970
	journal  int64                  // bytes of journal on disk
	records  int
	notes    uint64       // the file of notes that the state names; 0 for none
	noted    *os.File     // that file
	notesErr error        // why it cannot be read
	torn     func() error // set while results are made from files that may change; see [vault.Snapshot.Torn]

	// What the last assessment says of notes.
	rows    *table[noteRow]
	told    *table[toldNote]
	pairs   *table[notePairs]
	cited   *table[citedFile]
	sources *table[sourceCount]
	aliases *table[vault.Aliases] // of notes that have any
	hanging *table[string]        // notes whose grade hangs on claims of others
}

// tables are those of the store, in the order in which files name them.
func (s *Store) tables() []storedTable {
	return []storedTable{s.rows, s.told, s.pairs, s.cited, s.sources, s.aliases, s.hanging}
}

const (
	stateName    = "state.bin"
	journalName  = "journal.bin"
	stateMagic   = "assay state 5\n"
	notesMagic   = "assay notes 1\n"
	resultMagic  = "assay resul 3\n"
	journalMagic = "assay journ 5\n"

	journalBytes   = 8 << 20 // beyond this, or
	journalRecords = 20_000  // beyond these, the journal becomes a segment
	mostSegments   = 8       // beyond these, or when the later ones outweigh the first, they are merged
	keepBuilds     = 30      // an unused result is kept this many builds, so that an undo finds it

	resultHeadSize = 1 + 16 + 8
	usualFileSize  = 80 // bytes of a file's record
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Record types.
const (
	recResult = 1 + iota
	recFile
	recGone
	recHead
	recBuild
	recSegment
	recBrief
	recNotes
	recTable
	recLaid
)

func newStore(dir string) *Store {
	return &Store{dir: dir, fresh: map[Key][]byte{}, used: map[Key]bool{},
		rows:    newTable(codec[noteRow]{putNoteRow, getNoteRow, func(r *noteRow) string { return r.path }}),
		told:    newTable(codec[toldNote]{putToldNote, getToldNote, func(t *toldNote) string { return t.path }}),
		pairs:   newTable(codec[notePairs]{putNotePairs, getNotePairs, func(p *notePairs) string { return p.note }}),
		cited:   newTable(codec[citedFile]{putCitedFile, getCitedFile, func(c *citedFile) string { return c.path }}),
		sources: newTable(codec[sourceCount]{putSourceCount, getSourceCount, func(c *sourceCount) string { return c.id }}),
		aliases: newTable(codec[vault.Aliases]{putAliases, getAliases, func(a *vault.Aliases) string { return a.Path }}),
		hanging: newTable(codec[string]{func(e *encoder, v *string) { e.str(*v) }, func(d *decoder, v *string) { *v = d.str() }, func(v *string) string { return *v }})}
}

// OpenStore reads the store in dir. What cannot be read is left out.
func OpenStore(dir string) *Store {
	for range mostTries {
		s := newStore(dir)
		data, err := vault.ReadFile(filepath.Join(dir, stateName))
		// Unlike a journal, a state was renamed into place and must be whole.
		if err != nil || s.load(data, stateMagic) < len(data) {
			break
		}
		if errors.Is(s.notesErr, fs.ErrNotExist) {
			continue // another process has replaced the state meanwhile, or somebody deleted it
		}
		if s.notesErr != nil {
			break
		}
		s.records = 0
		if data, err = vault.ReadFile(filepath.Join(dir, journalName)); err == nil {
			s.journal = int64(s.load(data, journalMagic))
		}
		s.settle()
		return s
	}
	return newStore(dir)
}

// openNotes opens the file of notes that the state names.
func (s *Store) openNotes() error {
	file, places, err := openNotes(s.dir, s.notes, len(s.tables()))
	if err != nil {
		return err
	}
	for i, t := range s.tables() {
		t.open(file, places[i])
	}
	if s.noted != nil {
		s.noted.Close()
	}
	s.noted = file
	return nil
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
			s.files = make([]vault.File, 0, len(body)/usualFileSize)
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
		s.head = body[1:]
	case recBrief:
		s.brief = body[1:]
	case recNotes:
		if len(body) >= 9 {
			s.notes = binary.LittleEndian.Uint64(body[1:])
			s.notesErr = s.openNotes()
		}
	case recTable, recLaid:
		all := s.tables()
		if len(body) < 2 || int(body[1]) >= len(all) {
			break
		}
		if t := all[body[1]]; body[0] == recTable {
			t.load(body[2:])
		} else {
			t.loadLaid(newDecoder(body[2:]))
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
	f, err := vault.Open(filepath.Join(s.dir, stateName))
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

// Head is what the last assessment says of the vault as a whole; nil where there is none.
func (s *Store) Head() []byte { return s.head }

// SetHead stores what an assessment of the table of files says.
func (s *Store) SetHead(data, brief []byte) {
	s.head, s.setHead, s.assessed = data, true, true
	if !bytes.Equal(s.brief, brief) { // it is long, and seldom another
		s.brief, s.setBrief = brief, true
	}
}

// Broken reports whether something of what was said of notes could not be read.
func (s *Store) Broken() bool {
	return slices.ContainsFunc(s.tables(), func(t storedTable) bool { return t.broken() })
}

// Assessed reports whether the table of files is the one that the assessment was made of.
func (s *Store) Assessed() bool { return s.assessed && s.head != nil && !s.Broken() }

// Begin counts a build of the whole vault.
func (s *Store) Begin() { s.builds, s.whole = s.builds+1, true }

// rest lets go of what only the build that just ended needed.
func (s *Store) rest() {
	s.whole = false
	clear(s.used)
}

// Since is when the scan that made the table of files began.
func (s *Store) Since() int64 { return s.since }
