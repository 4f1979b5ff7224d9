package view

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"assay/compiler/codec"
	"assay/gates"
	"assay/ingest/alike"
	"assay/provenance"
	"assay/vault/links"
	"assay/vault/markdown"
)

// A NoteRow is what is kept of each note beside its outcome, so that a build which finds
// a few notes changed need not read the others.
type NoteRow struct {
	Path    string
	Outcome Key    // of what came of the note, see outcome
	Settled bool   // and it holds as long as the note and what that names stay
	Aliases string // which links may name, with aliasEnd between them
	Listed  bool   // in the catalogue, under its title and with its first claim
	Title   string
	First   string
}

// AliasEnd is what no alias has in it.
const AliasEnd = "\x00"

func putNoteRow(e *codec.Encoder, r *NoteRow) {
	e.Str(r.Path)
	e.B = append(e.B, r.Outcome[:]...)
	e.Uint(Flags(r.Settled, r.Listed))
	e.Str(r.Aliases)
	e.Str(r.Title)
	e.Str(r.First)
}

func getNoteRow(d *codec.Decoder, r *NoteRow) {
	r.Path = d.Str()
	if len(d.B) < len(r.Outcome) {
		d.Fail()
		return
	}
	copy(r.Outcome[:], d.B)
	d.Skip(len(r.Outcome))
	f := d.Uint()
	r.Settled, r.Listed = f&1 != 0, f&2 != 0
	r.Aliases, r.Title, r.First = d.Str(), d.Str(), d.Str()
}

// RowAt finds the row of a note among rows by path.
func RowAt(rows []NoteRow, path string) (int, bool) {
	return slices.BinarySearchFunc(rows, path, func(r NoteRow, path string) int { return strings.Compare(r.Path, path) })
}

// Named are the aliases of a note; nil where it has none.
func (r *NoteRow) Named() *links.Aliases {
	if r == nil || r.Aliases == "" {
		return nil
	}
	return &links.Aliases{Path: r.Path, Names: strings.Split(r.Aliases, AliasEnd)}
}

func putAliases(e *codec.Encoder, a *links.Aliases) {
	e.Str(a.Path)
	e.Strs(a.Names)
}

func getAliases(d *codec.Decoder, a *links.Aliases) { a.Path, a.Names = d.Str(), d.Strs() }

// A ReportedNote is what there is to tell of one note; there is none of a note without.
type ReportedNote struct {
	Path        string
	Diagnostics []gates.Diagnostic
}

func putToldNote(e *codec.Encoder, t *ReportedNote) {
	e.Str(t.Path)
	codec.List(e, t.Diagnostics, PutGrouped)
}

func getToldNote(d *codec.Decoder, t *ReportedNote) {
	t.Path, t.Diagnostics = d.Str(), codec.Unlist(d, GetGrouped)
}

// A NotePairs is the claims of one note that cannot hold beside others, in order.
type NotePairs struct {
	Note  string
	Pairs []ConflictPair
}

func putNotePairs(e *codec.Encoder, p *NotePairs) {
	e.Str(p.Note)
	codec.List(e, p.Pairs, PutConflictPair)
}

func getNotePairs(d *codec.Decoder, p *NotePairs) {
	p.Note, p.Pairs = d.Str(), codec.Unlist(d, GetConflictPair)
}

// ByNote are pairs in order, note by note.
func ByNote(pairs []ConflictPair) (out []NotePairs) {
	for from := 0; from < len(pairs); {
		to := from + 1
		for to < len(pairs) && pairs[to].Note == pairs[from].Note {
			to++
		}
		out = append(out, NotePairs{pairs[from].Note, pairs[from:to:to]})
		from = to
	}
	return out
}

// A SourceCount is how many permanent notes rest on a source.
type SourceCount struct {
	Id    string
	Notes int
}

func putSourceCount(e *codec.Encoder, c *SourceCount) {
	e.Str(c.Id)
	e.Int(c.Notes)
}

func getSourceCount(d *codec.Decoder, c *SourceCount) { c.Id, c.Notes = d.Str(), d.Int() }

// A CitedFile is a file that notes cite, with what a note has to share with it to be its double.
type CitedFile struct {
	Path  string
	Marks alike.Marks
}

func putCitedFile(e *codec.Encoder, c *CitedFile) {
	e.Str(c.Path)
	PutMarks(e, c.Marks)
}

func getCitedFile(d *codec.Decoder, c *CitedFile) { c.Path, c.Marks = d.Str(), GetMarks(d) }

// KeysText is keys in the form in which they are stored, keysIn reads it.
func KeysText(keys []links.NameKey) string {
	b := make([]byte, 0, 4*len(keys))
	for _, k := range keys {
		b = binary.LittleEndian.AppendUint32(b, uint32(k))
	}
	return string(b)
}

func KeysIn(text string) []links.NameKey {
	if len(text) < 4 {
		return nil
	}
	keys := make([]links.NameKey, 0, len(text)/4)
	for b := []byte(text); len(b) >= 4; b = b[4:] {
		keys = append(keys, links.NameKey(binary.LittleEndian.Uint32(b)))
	}
	return keys
}

type ConflictPair struct {
	Note     string
	Claim    markdown.ClaimID
	Conflict provenance.Conflict
}

// Compare orders pairs by claim, then by what contradicts it.
func (p *ConflictPair) Compare(o *ConflictPair) int {
	if c := strings.Compare(p.Note, o.Note); c != 0 {
		return c
	}
	return cmp.Or(cmp.Compare(p.Claim, o.Claim), strings.Compare(p.Conflict.Note, o.Conflict.Note), cmp.Compare(p.Conflict.With, o.Conflict.With))
}

func PutConflictPair(e *codec.Encoder, c *ConflictPair) {
	e.Str(c.Note)
	e.Str(string(c.Claim))
	PutConflict(e, &c.Conflict)
}

func GetConflictPair(d *codec.Decoder, c *ConflictPair) {
	c.Note, c.Claim = d.Str(), markdown.ClaimID(d.Str())
	c.Conflict = *GetConflict(d)
}

func PutConflict(e *codec.Encoder, c *provenance.Conflict) {
	e.Str(string(c.With))
	e.Str(c.Note)
	PutSpan(e, c.Span)
	e.Str(c.Text)
	putMismatch(e, c.Mismatch)
	e.Str(c.Kind)
}

func GetConflict(d *codec.Decoder) *provenance.Conflict {
	return &provenance.Conflict{With: markdown.ClaimID(d.Str()), Note: d.Str(), Span: GetSpan(d), Text: d.Str(),
		Mismatch: getMismatch(d), Kind: d.Str()}
}
