package view

import (
	"maps"
	"slices"

	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// Most builds follow the saving of a note. A plan is then made over those notes alone that
// changed, and those that asked a [Question] which the changed ones may answer otherwise. What
// the store has of all others still holds. Where that cannot be told, the plan is out of
// scope, and one over the whole vault is made. Both come to the same: see TestSomeEqualsWhole.
type Scope struct {
	Base       *Assessment
	Store      *Store                // has what base says of notes
	Changed    map[string]vault.Hash // since base was made, and what they were then; zero of those that were not there
	SinceBuild map[string]vault.Hash // since a build last had nothing to do, and what they were then; nil in a check
	Gone       map[string]bool       // of both, those that are not there now
	CameOrWent []string              // those that came or went, and pictures that did
	Media      []string              // those pictures, sounds and films
	Renamed    []string              // notes that did not change, and that asked for a name which may lead elsewhere
	Links      map[string]provenance.NoteLinks
	Drafts     []string        // of base
	Dirty      map[string]bool // the notes that the plan is over
	followed   map[string]bool // those of them whose verdicts were asked for
}

// FewNotes is how many may have changed: where many did, looking at all is no slower.
const FewNotes = 100

// mostRenamed is how many notes may ask for the names of those that came or went, such as
// "index": to look at all notes is then no slower.
const mostRenamed = 1000

// Begin forgets what a plan found before.
func (x *Scope) Begin() {
	x.Dirty, x.Renamed, x.followed = map[string]bool{}, nil, map[string]bool{}
	x.Links = map[string]provenance.NoteLinks{}
}

// Built reports whether a note is what it was when a build last had nothing to do.
func (x *Scope) Built(note string) bool {
	if x == nil {
		return false
	}
	_, changed := x.SinceBuild[note]
	return !changed
}

// Row is what base has of a note; nil where it is none.
func (x *Scope) Row(path string) *NoteRow {
	r, ok := x.Store.Rows.At(path)
	if !ok {
		return nil
	}
	return &r
}

// Reopen takes in the notes that asked a question which may have another answer now. It
// reports false where they are too many.
func (x *Scope) Reopen(r *Reopened) bool {
	all := x.Store.Questions.All()
	for i := range all {
		q := &all[i]
		if _, changed := x.Changed[q.Path]; changed || x.Gone[q.Path] {
			continue
		}
		if r.Named(q) && !slices.Contains(x.Renamed, q.Path) {
			x.Renamed = append(x.Renamed, q.Path)
			x.Dirty[q.Path] = true
		}
		if r.Asked(q) {
			x.Dirty[q.Path] = true
		}
	}
	return len(x.Renamed) <= mostRenamed
}

// Follow takes in the notes that asked for the verdicts of those which are planned again, and
// so on.
func (x *Scope) Follow() {
	for {
		r := &Reopened{Others: map[Question]bool{}}
		for note := range x.Dirty {
			if !x.followed[note] {
				x.followed[note] = true
				r.Others[VerdictsOf(note)] = true
				if q, ok := x.Store.Questions.At(note); ok && slices.Contains(q.asked, Premises()) {
					r.Others[Premises()] = true
				}
			}
		}
		if len(r.Others) == 0 {
			return
		}
		x.Reopen(r)
	}
}

// Linked tells of some notes whether others link to them now, and whether they did.
func (x *Scope) Linked(notes []string) (now, before map[string]bool) {
	of := make(map[Question]string, len(notes))
	for _, note := range notes {
		of[LinksTo(note)] = note
	}
	now, before = map[string]bool{}, map[string]bool{}
	all := x.Store.Questions.All()
	for i := range all {
		q := &all[i]
		_, moved := x.Links[q.Path]
		for _, l := range q.links {
			if to, wanted := of[l]; wanted {
				before[to] = true
				now[to] = now[to] || !moved && !x.Gone[q.Path]
			}
		}
	}
	for _, l := range x.Links {
		for _, to := range l.To {
			now[to] = true
		}
	}
	return now, before
}

// Relinked takes in the notes to which some others, whose links may lead elsewhere now, link
// and did not, or did and do not.
func (x *Scope) Relinked(links map[string]provenance.NoteLinks, files []vault.File) {
	had, to := map[Question]bool{}, map[string]bool{}
	for note, l := range links {
		x.Links[note] = l
		for _, path := range l.To {
			to[path] = true
		}
		if q, ok := x.Store.Questions.At(note); ok {
			for _, l := range q.links {
				had[l] = true
			}
		}
	}
	for path := range to {
		if had[LinksTo(path)] || x.Row(path) == nil && !x.Dirty[path] { // as before, or no note of the vault
			delete(to, path)
		}
		delete(had, LinksTo(path))
	}
	if len(had) > 0 { // links that went
		for _, f := range files {
			if vault.IsNote(f.Path) && had[LinksTo(f.Path)] {
				to[f.Path] = true
			}
		}
	}
	if len(to) == 0 {
		return
	}
	now, before := x.Linked(slices.Collect(maps.Keys(to)))
	for path := range to {
		if now[path] != before[path] && !x.Gone[path] {
			x.Dirty[path] = true
		}
	}
}

// parseSome reads the notes that the plan is over.
func (v *View) parseSome() bool {
	notes := make([]*markdown.Note, 0, len(v.Scope.Dirty))
	done := true
	for _, name := range slices.Sorted(maps.Keys(v.Scope.Dirty)) {
		f, ok := v.Snap.File(name)
		if !ok || !v.IsNote(f) {
			v.OutOfScope = true
			return false
		}
		n, ok := v.read(f)
		if n == nil && ok { // it cannot be read
			v.OutOfScope = true
		}
		if n != nil {
			notes = append(notes, n)
		}
		done = done && ok
	}
	if !slices.Equal(notes, v.Notes) {
		v.Notes = notes
		v.Edition++
	}
	return done && !v.OutOfScope
}
