package compiler

import (
	"assay/gates"
	"assay/provenance"
	"assay/vault"
	"slices"
	"strings"
)

// examples are one claim for each tier, the first in the order of paths.
func (p *assessor) examples(outcomes []*outcome) []Example {
	var out []Example
	for _, t := range provenance.Tiers() {
		for _, o := range outcomes {
			if !has(o.count.claims, t) {
				continue
			}
			if e, ok := p.example(p.note(o.count.path), t); ok {
				out = append(out, e)
				break
			}
		}
	}
	return out
}

func (p *assessor) example(n *vault.Note, t provenance.Tier) (Example, bool) {
	if n == nil {
		return Example{}, false
	}
	for i, v := range p.grade.verdictsOf(n) {
		if v.Tier != t || i >= len(n.Claims) || t == provenance.Unchecked && !v.Cited {
			continue
		}
		c := n.Claims[i]
		line := 0
		if text, err := p.snap.Read(n.Path); err == nil {
			line = vault.NewLines(text).Position(c.Start).Line
		}
		return Example{Tier: t, Rule: v.Rule, Note: n.Path, Line: line, Claim: c.Text, Reason: v.Reason, InDraft: p.isDraft(n.Path)}, true
	}
	return Example{}, false
}

// shown is what there is to tell of the notes that the showcase is from.
func (a *assessment) shown() (ds []gates.Diagnostic) {
	for _, e := range a.showcase {
		at := func(t toldNote, path string) int { return strings.Compare(t.path, path) }
		if i, ok := slices.BinarySearchFunc(a.notes.told, e.Note, at); ok {
			ds = append(ds, a.notes.told[i].diagnostics...)
		}
	}
	return ds
}
