package compiler

import (
	"assay/compiler/codec"
	"assay/gates"
	"assay/vault"
	"encoding/json"
	"maps"
	"slices"
	"time"
)

// An assessment is what the gates say of a whole vault: what build and check report,
// kept so that a command that finds nothing changed says it again, and one that finds a
// few notes changed judges those. What there is to tell of single notes lies in their
// outcomes.
type assessment struct {
	made      string    // names the program and the rules that it was made by
	until     time.Time // when it no longer holds by the clock alone; zero: never
	converged bool      // a build made it, and nothing was left to do
	rooted    bool      // a build did, and since then only what since names changed
	postponed bool      // nothing but what takes the network
	claims    Tally
	summary   Summary
	gaps      int
	held      []HeldDraft
	waiting   []Waiting
	showcase  []Example          // where notes were looked at all
	general   []gates.Diagnostic // of files that are no notes
	brief     gates.Brief        // of all that there is to tell
	told      []gates.Diagnostic // all of that, in order; nil where it was not asked for; not stored with it
	each      []gates.Diagnostic // before what has one cause is told once; likewise
	files     int
	passages  int // that notes rest on; one counts once a note

	// For the next look, which may be at a few notes only.
	names     string                // digest of all paths
	held0     string                // digest of all that is no note, see heldDigest
	since     map[string]vault.Hash // notes that changed since a build made an assessment, with the words that it saw
	filed     map[string]bool       // notes whose claims are filed under older words, see statements
	scores    scores
	some      bool            // it was made over some notes
	notes     ofNotes         // what it says of notes; stored beside it
	stored    bool            // that lies in the store, but for what laid has
	laid      laidNotes       // of one that was made over some notes, what is to be laid over it
	wants     map[string]bool // gaps that only a source can close; of this build, not stored
	elsewhere bool            // the sources that notes rest on are others; likewise
}

// scores are those of a build that only a look at the whole vault can give.
type scores struct {
	LicenceClear     Measure
	GapToCrawl       Measure
	IndexAccuracy    Measure
	PolicyCompliance Measure
}

// encode writes an assessment, without what it says of notes, and without the brief.
func (a *assessment) encode() []byte {
	e := &codec.Encoder{}
	e.Str(a.made)
	putTime(e, a.until)
	e.Uint(flags(a.converged, a.rooted, a.filed != nil, a.postponed))
	for _, n := range a.claims.list() {
		e.Int(*n)
	}
	for _, n := range a.summary.list() {
		e.Int(*n)
	}
	e.Int(a.gaps)
	e.Int(a.files)
	codec.List(e, a.held, func(e *codec.Encoder, h *HeldDraft) {
		e.Str(h.Note)
		for _, n := range h.Claims.list() {
			e.Int(*n)
		}
		e.Str(h.Reason)
	})
	codec.List(e, a.waiting, func(e *codec.Encoder, w *Waiting) {
		e.Strs([]string{w.Source, w.Needs, w.Command})
	})
	codec.List(e, a.general, putDiagnostic)
	e.Int(a.passages)
	e.Str(a.names)
	e.Str(a.held0)
	e.Uint(uint64(len(a.since)))
	for _, note := range slices.Sorted(maps.Keys(a.since)) {
		h := a.since[note]
		e.Str(note)
		e.B = append(e.B, h[:]...)
	}
	e.Strs(slices.Sorted(maps.Keys(a.filed)))
	e.Str(string(encodeJSON(a.scores)))
	return e.B
}

func decodeAssessment(b []byte) (*assessment, error) {
	d := codec.NewDecoder(b)
	a := &assessment{made: d.Str(), until: getTime(d)}
	bits := d.Uint()
	a.converged, a.rooted, a.postponed = bits&1 != 0, bits&2 != 0, bits&8 != 0
	for _, n := range a.claims.list() {
		*n = d.Int()
	}
	for _, n := range a.summary.list() {
		*n = d.Int()
	}
	a.gaps, a.files = d.Int(), d.Int()
	a.held = codec.Unlist(d, func(d *codec.Decoder, h *HeldDraft) {
		h.Note = d.Str()
		for _, n := range h.Claims.list() {
			*n = d.Int()
		}
		h.Reason = d.Str()
	})
	a.waiting = codec.Unlist(d, func(d *codec.Decoder, w *Waiting) {
		if s := d.Strs(); len(s) == 3 {
			w.Source, w.Needs, w.Command = s[0], s[1], s[2]
		}
	})
	a.general = codec.Unlist(d, getDiagnostic)
	a.passages = d.Int()
	a.names, a.held0 = d.Str(), d.Str()
	a.since = map[string]vault.Hash{}
	for range d.Count() {
		note := d.Str()
		var h vault.Hash
		if len(d.B) < len(h) {
			d.Fail()
			break
		}
		copy(h[:], d.B)
		d.Skip(len(h))
		a.since[note] = h
	}
	if filed := d.Strs(); bits&4 != 0 {
		a.filed = map[string]bool{}
		for _, note := range filed {
			a.filed[note] = true
		}
	}
	if scored := d.Str(); d.Err == nil && json.Unmarshal([]byte(scored), &a.scores) != nil {
		d.Fail()
	}
	return a, d.Err
}

func encodeBrief(b gates.Brief) []byte {
	e := &codec.Encoder{}
	codes := slices.Sorted(maps.Keys(b.Errors))
	e.Uint(uint64(len(codes)))
	for _, code := range codes {
		e.Str(string(code))
		e.Int(b.Errors[code])
	}
	codec.List(e, b.First, putGrouped)
	return e.B
}

func decodeBrief(b []byte) (gates.Brief, error) {
	d := codec.NewDecoder(b)
	brief := gates.Brief{Errors: map[gates.Code]int{}}
	for range d.Count() {
		code := gates.Code(d.Str())
		brief.Errors[code] = d.Int()
	}
	brief.First = codec.Unlist(d, getGrouped)
	return brief, d.Err
}

// laidNotes is the same of some notes, by path; nil stands for what is gone.
type laidNotes struct {
	rows    map[string]*noteRow
	told    map[string]*toldNote
	pairs   map[string]*notePairs
	cited   map[string]*citedFile
	sources map[string]*sourceCount
}

// ofNotes is what an assessment says of notes and what they rest on, each by path.
type ofNotes struct {
	rows    []noteRow
	told    []toldNote
	pairs   []conflictPair
	cited   []citedFile
	sources map[string]int
}

// noteCount is one note's share of the counts.
type noteCount struct {
	path    string
	claims  Tally
	summary Summary
}

func putNoteCount(e *codec.Encoder, n *noteCount) {
	e.Str(n.path)
	for _, x := range slices.Concat(n.claims.list(), n.summary.list()) {
		e.Int(*x)
	}
}

func getNoteCount(d *codec.Decoder, n *noteCount) {
	n.path = d.Str()
	for _, x := range slices.Concat(n.claims.list(), n.summary.list()) {
		*x = d.Int()
	}
}

// rests is what notes rest on.
type rests struct {
	passages int      // a passage counts once a note
	sources  []string // sorted
}

// row is what an assessment has of a note.
func (a *assessment) row(s *Store, path string) (noteRow, bool) {
	if !a.stored {
		i, ok := rowAt(a.notes.rows, path)
		if !ok {
			return noteRow{}, false
		}
		return a.notes.rows[i], true
	}
	if r, laid := a.laid.rows[path]; laid {
		if r == nil {
			return noteRow{}, false
		}
		return *r, true
	}
	return s.rows.At(path)
}

// allRows are those of all notes, by path.
func (a *assessment) allRows(s *Store) []noteRow {
	if !a.stored {
		return a.notes.rows
	}
	return s.rows.With(a.laid.rows)
}

// keepNotes stores what an assessment says of notes.
func (s *Store) keepNotes(a *assessment) {
	if !a.stored {
		s.setNotes(&a.notes)
		return
	}
	aliases, hanging := map[string]*vault.Aliases{}, map[string]*string{}
	for path, r := range a.laid.rows {
		aliases[path], hanging[path] = r.named(), nil
		if r != nil && r.hangs {
			hanging[path] = &path
		}
	}
	s.rows.Lay(a.laid.rows)
	s.aliases.Lay(aliases)
	s.hanging.Lay(hanging)
	s.told.Lay(a.laid.told)
	s.pairs.Lay(a.laid.pairs)
	s.cited.Lay(a.laid.cited)
	s.sources.Lay(a.laid.sources)
}

// setNotes stores what an assessment of all notes says of them.
func (s *Store) setNotes(n *ofNotes) {
	var aliases []vault.Aliases
	var hanging []string
	for i := range n.rows {
		if named := n.rows[i].named(); named != nil {
			aliases = append(aliases, *named)
		}
		if n.rows[i].hangs {
			hanging = append(hanging, n.rows[i].path)
		}
	}
	var sources []sourceCount
	for _, id := range slices.Sorted(maps.Keys(n.sources)) {
		sources = append(sources, sourceCount{id, n.sources[id]})
	}
	s.rows.Set(n.rows)
	s.aliases.Set(aliases)
	s.hanging.Set(hanging)
	s.told.Set(n.told)
	s.pairs.Set(byNote(n.pairs))
	s.cited.Set(n.cited)
	s.sources.Set(sources)
}

// assessment is the last one, but for what it says of notes.
func (s *Store) assessment() (*assessment, error) {
	head, brief := s.Head()
	a, err := decodeAssessment(head)
	if err == nil {
		a.brief, err = decodeBrief(brief)
	}
	return a, err
}

// sinceThen adds what changed to the notes that changed since a build had nothing to do.
func (a *assessment) sinceThen(changed map[string]vault.Hash) map[string]vault.Hash {
	all := make(map[string]vault.Hash, len(a.since)+len(changed))
	maps.Copy(all, changed)
	maps.Copy(all, a.since)
	return all
}
