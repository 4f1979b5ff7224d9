package view

import (
	"hash/fnv"
	"slices"

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
	Path    string
	Aliases []string        // which links of others may name
	Marks   alike.Marks     // of a permanent note: asked of it by a file that may be its double
	names   []links.NameKey // in order
	near    []string        // names that others are to be like
	asked   []Question      // the other questions, in order
	links   []Question      // LinksTo alone, in order
}

// Ask records what a note asked: names, where its links lead, and others.
func (q *NoteQuestions) Ask(n *markdown.Note, asked citation.Asked, l provenance.NoteLinks, others []Question) {
	keys := append(links.KeysOfLinks(n), asked.Keys...)
	slices.Sort(keys)
	q.names, q.near = slices.Compact(keys), asked.Near
	for _, path := range l.Into {
		others = append(others, PlacesIn(path))
	}
	for _, path := range l.To {
		q.links = append(q.links, LinksTo(path))
	}
	slices.Sort(others)
	slices.Sort(q.links)
	q.asked, q.links = slices.Compact(others), slices.Compact(q.links)
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
	if slices.ContainsFunc(q.names, func(k links.NameKey) bool { return r.Names[k] }) {
		return true
	}
	return r.Like != nil && slices.ContainsFunc(q.near, r.Like)
}

// Asked reports whether a note asked one of the others.
func (r *Reopened) Asked(q *NoteQuestions) bool {
	return slices.ContainsFunc(q.asked, func(a Question) bool { return r.Others[a] })
}
