package compiler

import (
	"maps"
	"slices"
	"strings"

	"assay/compiler/codec"
	"assay/gates"
	"assay/provenance"
	"assay/vault"
)

// conflictsOfSome are the conflicts of the vault, those of changed notes looked for anew.
func (p *conflictFinder) conflictsOfSome() map[string]map[vault.ClaimID]*provenance.Conflict {
	x := p.some
	again := newClaimSet()
	var statements []gates.Statement
	for name, was := range x.changed {
		n := p.note(name)
		if n == nil {
			read, ok := lookup(p.results, p.parseAction(name, was).Key(), decodeNote)
			if !ok {
				p.gaveUp = true
				return nil
			}
			if p.graded(read.note) {
				again.notes[name] = true
			}
			continue
		}
		if !p.graded(n) && !was.IsZero() {
			// Its pairs, if it was graded, are not found by what it says now.
			if read, ok := lookup(p.results, p.parseAction(name, was).Key(), decodeNote); !ok || p.graded(read.note) {
				p.gaveUp = true
				return nil
			}
			continue
		}
		if !p.graded(n) {
			continue
		}
		fresh, known := p.freshClaims(n, was)
		if !known {
			again.notes[name] = true
		}
		for _, id := range fresh {
			again.add(name, id)
		}
		for _, c := range p.whole(n).Claims {
			if again.has(name, c.ID) {
				statements = append(statements, gates.StatementOf(n, c))
			}
		}
	}
	if !again.empty() {
		index := p.filingOfSome()
		if index == nil {
			p.gaveUp = true
			return nil
		}
		p.againstDrafts(gates.NewConflicts(statements), again)
		decided, _ := p.decided()
		x.pairs = p.pairsAgain(again, index, decided)
	}
	for _, name := range again.of() {
		if p.note(name) != nil {
			x.names[name] = true
		}
	}
	for name := range x.changed { // where the other claim stands is told
		for _, c := range p.pairsNow(name) {
			if other := c.conflict.Note; p.note(other) != nil {
				x.names[other] = true
			}
		}
	}
	for _, name := range x.drafts {
		for _, c := range p.pairsNow(name) {
			if _, moved := x.changed[c.conflict.Note]; moved {
				x.names[name] = true
			}
		}
	}
	if !p.parse() {
		p.gaveUp = true
	}
	var pairs []conflictPair
	for _, name := range slices.Sorted(maps.Keys(x.names)) {
		pairs = append(pairs, p.pairsNow(name)...)
	}
	return p.conflictsIn(pairs)
}

// pairsAgain compares claims that changed, and gives the pairs of the notes that are then
// others. Of two claims each has the other, but those of drafts, which nobody has.
func (p *conflictFinder) pairsAgain(again *claimSet, index *gates.Conflicts, decided map[[2]string]bool) map[string]*notePairs {
	x := p.some
	old := map[string][]conflictPair{}
	read := func(note string) {
		if _, ok := old[note]; !ok {
			had, _ := x.store.pairs.At(note)
			old[note] = had.pairs
		}
	}
	pairs := func() (all []conflictPair) {
		for _, note := range again.of() {
			read(note)
		}
		for _, note := range slices.Sorted(maps.Keys(old)) {
			all = append(all, old[note]...)
		}
		return all
	}
	for _, name := range x.drafts {
		read(name)
	}
	next := &conflictRecord{pairs: p.compareAgain(pairs, again, x.base.files, index, decided)}
	for i := range next.pairs {
		if note := next.pairs[i].note; old[note] == nil { // one that had nothing to do with them
			read(note)
			next.pairs = append(next.pairs, old[note]...)
		}
	}
	next.tidy()
	out := map[string]*notePairs{}
	for note := range old {
		out[note] = nil
	}
	for _, of := range byNote(next.pairs) {
		out[of.note] = &of
	}
	return out
}

// pairsNow are the claims of a note that cannot hold beside others.
func (p *conflictFinder) pairsNow(note string) []conflictPair {
	if p.some == nil {
		from, _ := slices.BinarySearchFunc(p.pairs, note, func(c conflictPair, note string) int { return strings.Compare(c.note, note) })
		to := from
		for to < len(p.pairs) && p.pairs[to].note == note {
			to++
		}
		return p.pairs[from:to:to]
	}
	if now, ok := p.some.pairs[note]; ok {
		if now == nil {
			return nil
		}
		return now.pairs
	}
	of, _ := p.some.store.pairs.At(note)
	return of.pairs
}

// againstDrafts adds the drafts that contradict statements of changed notes.
func (p *conflictFinder) againstDrafts(changed *gates.Conflicts, again *claimSet) {
	for _, name := range p.some.drafts {
		if r := p.some.row(name); r.settled || again.notes[name] {
			continue
		}
		if n := p.note(name); n != nil && p.graded(n) {
			for _, c := range p.whole(n).Claims {
				if changed.Find(gates.StatementOf(n, c)) != nil {
					again.add(name, c.ID)
				}
			}
		}
	}
}

// freshClaims are the claims that a changed note did not have, and those that it had and
// has no more; known is false where all may be.
func (p *conflictFinder) freshClaims(n *vault.Note, was vault.Hash) (ids []vault.ClaimID, known bool) {
	read, ok := lookup(p.results, p.parseAction(n.Path, was).Key(), decodeNote)
	if !ok || read.cold == nil || !p.graded(read.note) {
		return nil, false
	}
	d := codec.NewDecoder(read.cold)
	_, old := getCold(d)
	if d.Err != nil {
		return nil, false
	}
	before, after := keysOf(read.note, old), keysOf(n, p.whole(n).Claims)
	if before == nil || after == nil {
		return nil, false
	}
	kept := func(id vault.ClaimID) bool {
		a, had := before[id]
		b, has := after[id]
		return had && has && a == b
	}
	// Which of two claims is found first hangs on where they stand.
	if !slices.Equal(idsThat(old, kept), idsThat(n.Claims, kept)) {
		return nil, false
	}
	fresh := func(id vault.ClaimID) bool { return !kept(id) }
	return append(idsThat(old, fresh), idsThat(n.Claims, fresh)...), true
}

// keysOf are what claims of a note are compared by, by their ids; nil where two have one id.
func keysOf(n *vault.Note, claims []vault.Claim) map[vault.ClaimID]string {
	keys := make(map[vault.ClaimID]string, len(claims))
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
func idsThat(claims []vault.Claim, kind func(vault.ClaimID) bool) (ids []vault.ClaimID) {
	for _, c := range claims {
		if kind(c.ID) {
			ids = append(ids, c.ID)
		}
	}
	return ids
}
