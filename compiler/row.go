package compiler

import (
	"slices"
	"strings"

	"assay/gates"
	"assay/ingest/alike"
	"assay/vault"
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

func putNoteRow(e *encoder, r *noteRow) {
	e.str(r.path)
	e.b = append(e.b, r.outcome[:]...)
	e.uint(flags(r.settled, r.placed, r.hangs))
	e.int(r.links)
	e.str(r.aliases)
	e.str(r.asked)
	e.str(r.near)
}

func getNoteRow(d *decoder, r *noteRow) {
	r.path = d.str()
	if len(d.b) < len(r.outcome) {
		d.fail()
		return
	}
	copy(r.outcome[:], d.b)
	d.skip(len(r.outcome))
	f := d.uint()
	r.settled, r.placed, r.hangs = f&1 != 0, f&2 != 0, f&4 != 0
	r.links = d.int()
	r.aliases, r.asked, r.near = d.str(), d.str(), d.str()
}

// asks notes what names a note asks for.
func (r *noteRow) asks(n *vault.Note, o *outcome) {
	keys := append(vault.KeysOfLinks(n), o.asked.Keys...)
	slices.Sort(keys)
	r.asked, r.near = keysText(slices.Compact(keys)), strings.Join(o.asked.Near, aliasEnd)
}

// rowAt finds the row of a note among rows by path.
func rowAt(rows []noteRow, path string) (int, bool) {
	return slices.BinarySearchFunc(rows, path, func(r noteRow, path string) int { return strings.Compare(r.path, path) })
}

// withRow lays a row over rows by path.
func withRow(rows []noteRow, r noteRow) []noteRow {
	i, there := rowAt(rows, r.path)
	if !there {
		return slices.Insert(rows, i, r)
	}
	rows[i] = r
	return rows
}

// withoutRow takes the row of a note away.
func withoutRow(rows []noteRow, path string) []noteRow {
	if i, there := rowAt(rows, path); there {
		return slices.Delete(rows, i, i+1)
	}
	return rows
}

// A toldNote is what there is to tell of one note; there is none of a note without.
type toldNote struct {
	path        string
	diagnostics []gates.Diagnostic
}

func putToldNote(e *encoder, t *toldNote) {
	e.str(t.path)
	list(e, t.diagnostics, putGrouped)
}

func getToldNote(d *decoder, t *toldNote) {
	t.path, t.diagnostics = d.str(), unlist(d, getGrouped)
}

// retell lays what there is to tell of one note over what there is of all, which are by
// path.
func retell(all []toldNote, t toldNote) []toldNote {
	i, there := slices.BinarySearchFunc(all, t.path, func(o toldNote, path string) int { return strings.Compare(o.path, path) })
	switch {
	case there && len(t.diagnostics) == 0:
		return slices.Delete(all, i, i+1)
	case there:
		all[i] = t
	case len(t.diagnostics) > 0:
		return slices.Insert(all, i, t)
	}
	return all
}

// A citedFile is a file that notes cite: what a changed note may have to do with it.
type citedFile struct {
	path   string
	copied bool // some note was found to be a copy of it
	marks  alike.Marks
	like   []string // the notes that share some of them, as the note that cites it found
}

func putCitedFile(e *encoder, c *citedFile) {
	e.str(c.path)
	e.bool(c.copied)
	putMarks(e, c.marks)
	e.strs(c.like)
}

func getCitedFile(d *decoder, c *citedFile) {
	c.path, c.copied, c.marks, c.like = d.str(), d.bool(), getMarks(d), d.strs()
}
