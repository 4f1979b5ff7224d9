package assess

import (
	"assay/compiler/grade"
	"assay/compiler/reports"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// examples are one claim for each tier, the first in the order of paths.
func (as *Assessor) examples(outcomes []*grade.Outcome) []reports.Example {
	var out []reports.Example
	for _, t := range provenance.Tiers() {
		for _, o := range outcomes {
			if !grade.Has(o.Count.Claims, t) {
				continue
			}
			if e, ok := as.example(as.Note(o.Count.Path), t); ok {
				out = append(out, e)
				break
			}
		}
	}
	return out
}

func (as *Assessor) example(n *markdown.Note, t provenance.Tier) (reports.Example, bool) {
	if n == nil {
		return reports.Example{}, false
	}
	for i, v := range as.Grade.VerdictsOf(n) {
		if v.Tier != t || i >= len(n.Claims) || t == provenance.Unchecked && !v.Cited {
			continue
		}
		c := n.Claims[i]
		line := 0
		if text, err := as.Snap.Read(n.Path); err == nil {
			line = vault.NewLines(text).Position(c.Start).Line
		}
		return reports.Example{Tier: t, Rule: v.Rule, Note: n.Path, Line: line, Claim: c.Text, Reason: v.Reason, InDraft: as.IsDraft(n.Path)}, true
	}
	return reports.Example{}, false
}
