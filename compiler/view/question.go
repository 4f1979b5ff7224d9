package view

import (
	"encoding/binary"
	"hash/fnv"
	"slices"
	"strings"

	"assay/compiler/codec"
	"assay/ingest/alike"
	"assay/provenance"
	"assay/provenance/citation"
	"assay/vault/links"
	"assay/vault/markdown"
)

// A Question is what a note asks of the rest of the vault. Those of each note are recorded
// with what came of it. After an edit, those that the changed files may answer otherwise are
// looked up in the table of all questions, and the notes that asked one are planned again.
//
// What a name leads to is asked by the key of the name, which has its own type.
type Question uint64

// LinksTo is what a note asks that links to another. That one asks how many do.
func LinksTo(note string) Question { return question('l', note) }

// PlacesIn asks for the headings and blocks of a note.
func PlacesIn(note string) Question { return question('p', note) }

// TextOf asks what a file says, and which notes are nearly the same.
func TextOf(file string) Question { return question('t', file) }

// VerdictsOf asks what came of the claims of a note.
func VerdictsOf(note string) Question { return question('v', note) }

// Premises is asked by each note with a claim derived from others. Such claims may rest on each
// other, so they are graded together.
func Premises() Question { return question('d', "") }

// Unanswered is asked by a note of which a judge has left a question open. It is asked anew
// each time.
func Unanswered() Question { return question('u', "") }

func question(kind byte, of string) Question {
	h := fnv.New64a()
	_, _ = h.Write([]byte{kind})
	_, _ = h.Write([]byte(of))
	return Question(h.Sum64())
}

// NoteQuestions are those of one note.
type NoteQuestions struct {
	Path  string
	Marks alike.Marks // of a permanent note: asked of it by a file that may be its double
	names string      // keys of names, see KeysText
	near  string      // names that others are to be like, with aliasEnd between them
	asked string      // the other questions, in order
	links string      // LinksTo alone, in order
}

// Ask records names.
func (q *NoteQuestions) Ask(n *markdown.Note, asked citation.Asked) {
	keys := append(links.KeysOfLinks(n), asked.Keys...)
	slices.Sort(keys)
	q.names, q.near = KeysText(slices.Compact(keys)), strings.Join(asked.Near, AliasEnd)
}

// AskOthers records what else was asked.
func (q *NoteQuestions) AskOthers(others []Question, l provenance.NoteLinks) {
	for _, path := range l.Into {
		others = append(others, PlacesIn(path))
	}
	q.asked = questionsText(others)
	to := make([]Question, len(l.To))
	for i, path := range l.To {
		to[i] = LinksTo(path)
	}
	q.links = questionsText(to)
}

func questionsText(qs []Question) string {
	slices.Sort(qs)
	qs = slices.Compact(qs)
	b := make([]byte, 0, 8*len(qs))
	for _, q := range qs {
		b = binary.LittleEndian.AppendUint64(b, uint64(q))
	}
	return string(b)
}

// in calls yield with each question of a text until it returns false.
func in(text string, yield func(Question) bool) {
	for b := text; len(b) >= 8; b = b[8:] {
		if !yield(Question(binary.LittleEndian.Uint64([]byte(b[:8])))) {
			return
		}
	}
}

// Linked are the recorded questions after the notes that it links to.
func (q *NoteQuestions) Linked(yield func(Question) bool) { in(q.links, yield) }

func putNoteQuestions(e *codec.Encoder, q *NoteQuestions) {
	PutMarks(e, q.Marks)
	parts := q.parts()
	for _, s := range parts[1:] {
		e.Int(len(*s))
	}
	e.Str(*parts[0] + *parts[1] + *parts[2] + *parts[3] + *parts[4])
}

// getNoteQuestions reads all in one piece, since there is much of it.
func getNoteQuestions(d *codec.Decoder, q *NoteQuestions) {
	q.Marks = GetMarks(d)
	parts := q.parts()
	var sizes [5]int
	for i := range parts[1:] {
		sizes[i+1] = d.Int()
	}
	text := d.Str()
	for i := len(parts) - 1; i >= 0; i-- {
		from := len(text) - sizes[i]
		if i == 0 {
			from = 0
		}
		if from < 0 || from > len(text) {
			d.Fail()
			return
		}
		*parts[i], text = text[from:], text[:from]
	}
}

func (q *NoteQuestions) parts() [5]*string {
	return [5]*string{&q.Path, &q.names, &q.near, &q.asked, &q.links}
}

// Reopened are the questions that changed files may answer otherwise.
type Reopened struct {
	Names  map[links.NameKey]bool
	Like   func(name string) bool
	Others map[Question]bool
}

// Named reports whether a note asked where a name leads that may lead elsewhere.
func (r *Reopened) Named(q *NoteQuestions) bool {
	if len(r.Names) == 0 {
		return false
	}
	if slices.ContainsFunc(KeysIn(q.names), func(k links.NameKey) bool { return r.Names[k] }) {
		return true
	}
	return r.Like != nil && q.near != "" && slices.ContainsFunc(strings.Split(q.near, AliasEnd), r.Like)
}

// Asked reports whether a note asked one of the others.
func (r *Reopened) Asked(q *NoteQuestions) (asked bool) {
	in(q.asked, func(a Question) bool { asked = r.Others[a]; return !asked })
	return asked
}

// has reports whether a question is among the recorded ones.
func (q *NoteQuestions) has(want Question) (has bool) {
	in(q.asked, func(a Question) bool { has = a == want; return !has })
	return has
}
