package compiler

import (
	"maps"
	"slices"

	"assay/vault"
)

// Most builds follow the saving of a note. What the vault was then found to be still
// holds of all other notes, unless they have to do with that one: they link into it, it
// links to them, their claims conflict with its, or the evidence they cite may be a copy
// of it. So a plan can be made over some notes: those that changed, those that have to do
// with them, and those whose grade hangs on claims of other notes. Where it cannot be told
// from a few notes what a change comes to, the plan gives up, and one over the whole
// vault is made. Both come to the same: see TestSomeEqualsWhole.
type some struct {
	base    *assessment
	store   *Store                // has what base says of notes
	changed map[string]vault.Hash // since base was made, and what they were then; zero of those that were not there
	unbuilt map[string]vault.Hash // since a build last had nothing to do, and what they were then; nil in a check
	gone    map[string]bool       // of both, those that are not there now
	moved   []string              // those that came or went, and pictures that did
	media   []string              // those pictures, sounds and films
	askers  []string              // notes that did not change, and whose links or citations ask for such a name
	pairs   map[string]*notePairs // those that are others now than the store has
	linked  map[string]int        // notes that link to a path, where that is not what base has
	placed  map[string]bool       // notes that came, into which others link
	drafts  []string              // of base
	names   map[string]bool       // of the notes that the plan is over
}

// fewNotes is how many may have changed: where many did, looking at all is no slower.
const fewNotes = 100

// built reports whether a note is what it was when a build last had nothing to do.
func (x *some) built(note string) bool {
	if x == nil {
		return false
	}
	_, changed := x.unbuilt[note]
	return !changed
}

// row is what base has of a note; nil where it is none.
func (x *some) row(path string) *noteRow {
	r, ok := x.store.rows.At(path)
	if !ok {
		return nil
	}
	return &r
}

// placedIn reports whether other notes link into one.
func (x *some) placedIn(path string) bool {
	r := x.row(path)
	return x.placed[path] || r != nil && r.placed
}

// links is how many notes link to a path.
func (x *some) links(path string) int {
	if n, ok := x.linked[path]; ok {
		return n
	}
	if r := x.row(path); r != nil {
		return r.links
	}
	return 0
}

// parseSome reads the notes that the plan is over.
func (p *view) parseSome() bool {
	notes := make([]*vault.Note, 0, len(p.some.names))
	done := true
	for _, name := range slices.Sorted(maps.Keys(p.some.names)) {
		f, ok := p.snap.File(name)
		if !ok || !p.isNote(f) {
			p.gaveUp = true
			return false
		}
		n, ok := p.read(f)
		if n == nil && ok { // it cannot be read
			p.gaveUp = true
		}
		if n != nil {
			notes = append(notes, n)
		}
		done = done && ok
	}
	if len(notes) != len(p.notes) || !sameNotes(notes, p.notes) {
		p.notes = notes
		p.edition++
	}
	return done && !p.gaveUp
}
