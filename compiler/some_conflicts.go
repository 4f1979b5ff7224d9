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
	again := map[string]bool{}
	var statements []gates.Statement
	for name := range x.changed {
		n := p.note(name)
		if n == nil || !p.graded(n) {
			continue
		}
		again[name] = true
		for _, c := range p.whole(n).Claims {
			statements = append(statements, gates.Statement{Claim: c, Note: name})
		}
	}
	next := &conflictRecord{pairs: x.base.pairs}
	if len(again) > 0 {
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
	for name := range again {
		if p.note(name) != nil {
			x.names[name] = true
		}
	}
	if !p.parse() {
		p.gaveUp = true
	}
	return p.conflictsIn(slices.DeleteFunc(slices.Clone(next.pairs), func(c conflictPair) bool { return !x.names[c.note] }))
}

// againstDrafts adds the drafts that contradict statements of changed notes.
func (p *plan) againstDrafts(changed *gates.Conflicts, again map[string]bool) {
	for _, r := range p.some.base.rows {
		if r.settled || again[r.path] || !p.isDraft(r.path) {
			continue
		}
		if n := p.note(r.path); n != nil && p.graded(n) {
			for _, c := range p.whole(n).Claims {
				if changed.Find(gates.Statement{Claim: c, Note: r.path}) != nil {
					again[r.path] = true
				}
			}
		}
	}
}
