package view

import (
	"maps"
	"slices"

	"assay/vault"
	"assay/vault/markdown"
)

// Most builds follow the saving of a note. What the vault was then found to be still
// holds of all other notes, unless they have to do with that one: they link into it, it
// links to them, their claims conflict with its, or the evidence they cite may be a copy
// of it. So a plan can be made over some notes: those that changed, those that have to do
// with them, and those whose grade hangs on claims of other notes. Where it cannot be told
// from a few notes what a change comes to, the plan gives up, and one over the whole
// vault is made. Both come to the same: see TestSomeEqualsWhole.
type Scope struct {
	Base       *Assessment
	Store      *Store                // has what base says of notes
	Changed    map[string]vault.Hash // since base was made, and what they were then; zero of those that were not there
	SinceBuild map[string]vault.Hash // since a build last had nothing to do, and what they were then; nil in a check
	Gone       map[string]bool       // of both, those that are not there now
	CameOrWent []string              // those that came or went, and pictures that did
	Media      []string              // those pictures, sounds and films
	Lookups    []string              // notes that did not change, and whose links or citations ask for such a name
	Pairs      map[string]*NotePairs // those that are others now than the store has
	Linked     map[string]int        // notes that link to a path, where that is not what base has
	LinkedInto map[string]bool       // notes that came, into which others link
	Drafts     []string              // of base
	Dirty      map[string]bool       // of the notes that the plan is over
}

// FewNotes is how many may have changed: where many did, looking at all is no slower.
const FewNotes = 100

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

// PlacedIn reports whether other notes link into one.
func (x *Scope) PlacedIn(path string) bool {
	r := x.Row(path)
	return x.LinkedInto[path] || r != nil && r.Placed
}

// Links is how many notes link to a path.
func (x *Scope) Links(path string) int {
	if n, ok := x.Linked[path]; ok {
		return n
	}
	if r := x.Row(path); r != nil {
		return r.Links
	}
	return 0
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
	if len(notes) != len(v.Notes) || !SameNotes(notes, v.Notes) {
		v.Notes = notes
		v.Edition++
	}
	return done && !v.OutOfScope
}
