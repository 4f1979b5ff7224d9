package compiler

import (
	"slices"

	"assay/gates"
	"assay/provenance"
	"assay/vault"
)

// conflictsOfSome are the conflicts of the vault, those of changed notes looked for anew.
func (p *plan) conflictsOfSome() map[string]map[vault.ClaimID]*provenance.Conflict {
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
				statements = append(statements, gates.Statement{Claim: c, Note: name})
			}
		}
	}
	next := &conflictRecord{pairs: x.base.pairs}
	if !again.empty() {
		index := p.filingOfSome()
		if index == nil {
			p.gaveUp = true
			return nil
		}
		p.againstDrafts(gates.NewConflicts(statements), again)
		decided, _ := p.decided()
		next.pairs = p.compareAgain(next.pairs, again, len(x.base.rows), index, decided)
	}
	next.tidy()
	p.pairs = next.pairs
	for _, name := range again.of() {
		if p.note(name) != nil {
			x.names[name] = true
		}
	}
	for i := range p.pairs { // where the other claim stands is told
		if _, moved := x.changed[p.pairs[i].conflict.Note]; moved && p.note(p.pairs[i].note) != nil {
			x.names[p.pairs[i].note] = true
		}
	}
	if !p.parse() {
		p.gaveUp = true
	}
	return p.conflictsIn(slices.DeleteFunc(slices.Clone(next.pairs), func(c conflictPair) bool { return !x.names[c.note] }))
}

// againstDrafts adds the drafts that contradict statements of changed notes.
func (p *plan) againstDrafts(changed *gates.Conflicts, again *claimSet) {
	for _, r := range p.some.base.rows {
		if r.settled || again.notes[r.path] || !p.isDraft(r.path) {
			continue
		}
		if n := p.note(r.path); n != nil && p.graded(n) {
			for _, c := range p.whole(n).Claims {
				if changed.Find(gates.Statement{Claim: c, Note: r.path}) != nil {
					again.add(r.path, c.ID)
				}
			}
		}
	}
}

// freshClaims are the claims that a changed note did not have, and those that it had and
// has no more; known is false where all may be.
func (p *plan) freshClaims(n *vault.Note, was vault.Hash) (ids []vault.ClaimID, known bool) {
	read, ok := lookup(p.results, p.parseAction(n.Path, was).Key(), decodeNote)
	if !ok || read.cold == nil || !p.graded(read.note) {
		return nil, false
	}
	d := newDecoder(read.cold)
	_, old := getCold(d)
	if d.err != nil {
		return nil, false
	}
	before, after := textsOf(old), textsOf(p.whole(n).Claims)
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

// textsOf are the words of claims by their ids; nil where two have one id.
func textsOf(claims []vault.Claim) map[vault.ClaimID]string {
	texts := make(map[vault.ClaimID]string, len(claims))
	for _, c := range claims {
		texts[c.ID] = c.Text
	}
	if len(texts) < len(claims) {
		return nil
	}
	return texts
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
