package conflict

import (
	"maps"
	"slices"
	"strings"

	"assay/compiler/codec"
	"assay/compiler/view"
	"assay/gates"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// conflictsInScope are the conflicts of the vault, those of changed notes looked for anew.
func (cf *Finder) conflictsInScope() map[string]map[markdown.ClaimID]*provenance.Conflict {
	x := cf.Scope
	again := newClaimSet()
	var statements []gates.Statement
	for name, was := range x.Changed {
		n := cf.Note(name)
		if n == nil {
			read, ok := view.Lookup(cf.Results, cf.ParseAction(name, was).Key(), view.DecodeNote)
			if !ok {
				cf.OutOfScope = true
				return nil
			}
			if cf.Graded(read.Note) {
				again.notes[name] = true
			}
			continue
		}
		if !cf.Graded(n) {
			if was.IsZero() {
				continue
			}
			if read, ok := view.Lookup(cf.Results, cf.ParseAction(name, was).Key(), view.DecodeNote); !ok || cf.Graded(read.Note) {
				again.notes[name] = true // it is as good as gone
			}
			continue
		}
		fresh, known := cf.freshClaims(n, was)
		if !known {
			again.notes[name] = true
		}
		for _, id := range fresh {
			again.add(name, id)
		}
		for _, c := range cf.Whole(n).Claims {
			if again.has(name, c.ID) {
				statements = append(statements, gates.StatementOf(n, c))
			}
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
		x.Pairs = cf.pairsAgain(again, index, decided)
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
	out := map[string]*view.NotePairs{}
	for note := range old {
		out[note] = nil
	}
	for _, of := range view.ByNote(next.pairs) {
		out[of.Note] = &of
	}
	return out
}

// PairsNow are the claims of a note that cannot hold beside others.
func (cf *Finder) PairsNow(note string) []view.ConflictPair {
	if cf.Scope == nil {
		from, _ := slices.BinarySearchFunc(cf.Pairs, note, func(c view.ConflictPair, note string) int { return strings.Compare(c.Note, note) })
		to := from
		for to < len(cf.Pairs) && cf.Pairs[to].Note == note {
			to++
		}
		return cf.Pairs[from:to:to]
	}
	if now, ok := cf.Scope.Pairs[note]; ok {
		if now == nil {
			return nil
		}
		return now.Pairs
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

// freshClaims are the claims that a changed note did not have, and those that it had and
// has no more; known is false where all may be.
func (cf *Finder) freshClaims(n *markdown.Note, was vault.Hash) (ids []markdown.ClaimID, known bool) {
	read, ok := view.Lookup(cf.Results, cf.ParseAction(n.Path, was).Key(), view.DecodeNote)
	if !ok || read.Cold == nil || !cf.Graded(read.Note) {
		return nil, false
	}
	d := codec.NewDecoder(read.Cold)
	_, old := view.GetCold(d)
	if d.Err != nil {
		return nil, false
	}
	before, after := keysOf(read.Note, old), keysOf(n, cf.Whole(n).Claims)
	if before == nil || after == nil {
		return nil, false
	}
	kept := func(id markdown.ClaimID) bool {
		a, had := before[id]
		b, has := after[id]
		return had && has && a == b
	}
	// Which of two claims is found first hangs on where they stand.
	if !slices.Equal(idsThat(old, kept), idsThat(n.Claims, kept)) {
		return nil, false
	}
	fresh := func(id markdown.ClaimID) bool { return !kept(id) }
	return append(idsThat(old, fresh), idsThat(n.Claims, fresh)...), true
}

// keysOf are what claims of a note are compared by, by their ids; nil where two have one id.
func keysOf(n *markdown.Note, claims []markdown.Claim) map[markdown.ClaimID]string {
	keys := make(map[markdown.ClaimID]string, len(claims))
	for _, c := range claims {
		s := gates.StatementOf(n, c)
		keys[c.ID] = s.Key()
	}
	if len(keys) < len(claims) {
		return nil
	}
	return keys
}

// idsThat are the ids of those claims that are of a kind.
func idsThat(claims []markdown.Claim, kind func(markdown.ClaimID) bool) (ids []markdown.ClaimID) {
	for _, c := range claims {
		if kind(c.ID) {
			ids = append(ids, c.ID)
		}
	}
	return ids
}
