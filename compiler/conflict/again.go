package conflict

import (
	"maps"
	"slices"

	"assay/compiler/view"
	"assay/gates"
	"assay/provenance"
	"assay/vault/markdown"
)

// conflictsInScope are the conflicts of the vault, those of changed notes looked for anew.
func (cf *Finder) conflictsInScope() map[string]map[markdown.ClaimID]*provenance.Conflict {
	x := cf.Scope
	again := newClaimSet()
	var statements []gates.Statement
	for name := range x.Changed {
		again.notes[name] = true
		if n := cf.Note(name); n != nil && cf.Graded(n) {
			statements = append(statements, cf.statementsOf(n)...)
		}
	}
	if !again.empty() {
		index := cf.statementIndexOfScope()
		if index == nil {
			cf.OutOfScope = true
			return nil
		}
		cf.againstDrafts(gates.NewConflicts(statements), again)
		decided, _ := cf.decided()
		cf.Pairs = cf.pairsAgain(again, index, decided)
	}
	for _, name := range again.of() {
		if cf.Note(name) != nil {
			x.Dirty[name] = true
		}
	}
	if x.Follow(); !cf.Parse() {
		cf.OutOfScope = true
	}
	var pairs []view.ConflictPair
	for _, name := range slices.Sorted(maps.Keys(x.Dirty)) {
		pairs = append(pairs, cf.PairsNow(name)...)
	}
	return cf.conflictsIn(pairs)
}

// pairsAgain compares claims that changed, and gives the pairs of the notes that are then
// others. Of two claims each has the other, but those of drafts, which nobody has.
func (cf *Finder) pairsAgain(again *claimSet, index *gates.Conflicts, decided map[[2]string]bool) map[string]*view.NotePairs {
	x := cf.Scope
	old := map[string][]view.ConflictPair{}
	read := func(note string) {
		if _, ok := old[note]; !ok {
			had, _ := x.Store.Pairs.At(note)
			old[note] = had.Pairs
		}
	}
	pairs := func() (all []view.ConflictPair) {
		for _, note := range again.of() {
			read(note)
		}
		for _, note := range slices.Sorted(maps.Keys(old)) {
			all = append(all, old[note]...)
		}
		return all
	}
	for _, name := range x.Drafts {
		read(name)
	}
	next := &conflictRecord{pairs: cf.compareAgain(pairs, again, x.Base.Files, index, decided)}
	for i := range next.pairs {
		if note := next.pairs[i].Note; old[note] == nil { // one that had nothing to do with them
			read(note)
			next.pairs = append(next.pairs, old[note]...)
		}
	}
	next.tidy()
	out := view.ByNote(next.pairs)
	for note := range old {
		if out[note] == nil {
			out[note] = nil // it has none any more
		}
	}
	return out
}

// PairsNow are the claims of a note that cannot hold beside others.
func (cf *Finder) PairsNow(note string) []view.ConflictPair {
	if of, known := cf.Pairs[note]; of != nil {
		return of.Pairs
	} else if known || cf.Scope == nil {
		return nil
	}
	of, _ := cf.Scope.Store.Pairs.At(note)
	return of.Pairs
}

// againstDrafts adds the drafts that contradict statements of changed notes.
func (cf *Finder) againstDrafts(changed *gates.Conflicts, again *claimSet) {
	for _, name := range cf.Scope.Drafts {
		if r := cf.Scope.Row(name); r.Settled || again.notes[name] {
			continue
		}
		if n := cf.Note(name); n != nil && cf.Graded(n) {
			for _, c := range cf.Whole(n).Claims {
				if changed.Find(gates.StatementOf(n, c)) != nil {
					again.add(name, c.ID)
				}
			}
		}
	}
}
