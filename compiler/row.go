package compiler

import (
	"assay/compiler/codec"
	"assay/gates"
	"assay/ingest/alike"
	"assay/provenance"
	"assay/vault"
	"encoding/binary"
	"slices"
	"strings"
)

// A noteRow is what is kept of each note beside its outcome, so that a build which finds
// a few notes changed need not read the others.
type noteRow struct {
	path    string
	outcome Key    // of what came of the note, see outcome
	settled bool   // and it holds as long as the note and what that names stay
	hangs   bool   // its grade hangs on claims of other notes
	placed  bool   // another note links to a heading or block in it, or means to
	links   int    // notes that link to it
	aliases string // which links may name, with aliasEnd between them
	asked   string // the keys of names that its links and citations ask for, see keysText
	near    string // names that its citations look for the like of, with aliasEnd between them
}

// aliasEnd is what no alias has in it.
const aliasEnd = "\x00"

func putNoteRow(e *codec.Encoder, r *noteRow) {
	e.Str(r.path)
	e.B = append(e.B, r.outcome[:]...)
	e.Uint(flags(r.settled, r.placed, r.hangs))
	e.Int(r.links)
	e.Str(r.aliases)
	e.Str(r.asked)
	e.Str(r.near)
}

func getNoteRow(d *codec.Decoder, r *noteRow) {
	r.path = d.Str()
	if len(d.B) < len(r.outcome) {
		d.Fail()
		return
	}
	copy(r.outcome[:], d.B)
	d.Skip(len(r.outcome))
	f := d.Uint()
	r.settled, r.placed, r.hangs = f&1 != 0, f&2 != 0, f&4 != 0
	r.links = d.Int()
	r.aliases, r.asked, r.near = d.Str(), d.Str(), d.Str()
}

// asks notes what names a note asks for.
func (r *noteRow) asks(n *vault.Note, asked provenance.Asked) {
	keys := append(vault.KeysOfLinks(n), asked.Keys...)
	slices.Sort(keys)
	r.asked, r.near = keysText(slices.Compact(keys)), strings.Join(asked.Near, aliasEnd)
}

// rowAt finds the row of a note among rows by path.
func rowAt(rows []noteRow, path string) (int, bool) {
	return slices.BinarySearchFunc(rows, path, func(r noteRow, path string) int { return strings.Compare(r.path, path) })
}

// named are the aliases of a note; nil where it has none.
func (r *noteRow) named() *vault.Aliases {
	if r == nil || r.aliases == "" {
		return nil
	}
	return &vault.Aliases{Path: r.path, Names: strings.Split(r.aliases, aliasEnd)}
}

func putAliases(e *codec.Encoder, a *vault.Aliases) {
	e.Str(a.Path)
	e.Strs(a.Names)
}

func getAliases(d *codec.Decoder, a *vault.Aliases) { a.Path, a.Names = d.Str(), d.Strs() }

// A toldNote is what there is to tell of one note; there is none of a note without.
type toldNote struct {
	path        string
	diagnostics []gates.Diagnostic
}

func putToldNote(e *codec.Encoder, t *toldNote) {
	e.Str(t.path)
	codec.List(e, t.diagnostics, putGrouped)
}

func getToldNote(d *codec.Decoder, t *toldNote) {
	t.path, t.diagnostics = d.Str(), codec.Unlist(d, getGrouped)
}

// A notePairs is the claims of one note that cannot hold beside others, in order.
type notePairs struct {
	note  string
	pairs []conflictPair
}

func putNotePairs(e *codec.Encoder, p *notePairs) {
	e.Str(p.note)
	codec.List(e, p.pairs, putConflictPair)
}

func getNotePairs(d *codec.Decoder, p *notePairs) {
	p.note, p.pairs = d.Str(), codec.Unlist(d, getConflictPair)
}

// byNote are pairs in order, note by note.
func byNote(pairs []conflictPair) (out []notePairs) {
	for from := 0; from < len(pairs); {
		to := from + 1
		for to < len(pairs) && pairs[to].note == pairs[from].note {
			to++
		}
		out = append(out, notePairs{pairs[from].note, pairs[from:to:to]})
		from = to
	}
	return out
}

// A sourceCount is how many permanent notes rest on a source.
type sourceCount struct {
	id    string
	notes int
}

func putSourceCount(e *codec.Encoder, c *sourceCount) {
	e.Str(c.id)
	e.Int(c.notes)
}

func getSourceCount(d *codec.Decoder, c *sourceCount) { c.id, c.notes = d.Str(), d.Int() }

// A citedFile is a file that notes cite: what a changed note may have to do with it.
type citedFile struct {
	path   string
	copied bool // some note was found to be a copy of it
	marks  alike.Marks
	like   []string // the notes that share some of them, as the note that cites it found
}

func putCitedFile(e *codec.Encoder, c *citedFile) {
	e.Str(c.path)
	e.Bool(c.copied)
	putMarks(e, c.marks)
	e.Strs(c.like)
}

func getCitedFile(d *codec.Decoder, c *citedFile) {
	c.path, c.copied, c.marks, c.like = d.Str(), d.Bool(), getMarks(d), d.Strs()
}

// keysText is keys in the form in which they are stored, keysIn reads it.
func keysText(keys []vault.NameKey) string {
	b := make([]byte, 0, 4*len(keys))
	for _, k := range keys {
		b = binary.LittleEndian.AppendUint32(b, uint32(k))
	}
	return string(b)
}

func keysIn(text string) []vault.NameKey {
	if len(text) < 4 {
		return nil
	}
	keys := make([]vault.NameKey, 0, len(text)/4)
	for b := []byte(text); len(b) >= 4; b = b[4:] {
		keys = append(keys, vault.NameKey(binary.LittleEndian.Uint32(b)))
	}
	return keys
}

// asksFor reports whether a note asks for one of some names.
func (r *noteRow) asksFor(keys map[vault.NameKey]bool, like func(string) bool) bool {
	if slices.ContainsFunc(keysIn(r.asked), func(k vault.NameKey) bool { return keys[k] }) {
		return true
	}
	return r.near != "" && slices.ContainsFunc(strings.Split(r.near, aliasEnd), like)
}
