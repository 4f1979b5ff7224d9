package grade

import (
	"cmp"
	"slices"
	"strings"

	"assay/compiler/reports"
	"assay/gates"
	"assay/ingest/web"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

func (gr *Grader) GapOptions() provenance.GapOptions {
	return provenance.GapOptions{MinWords: gr.Policy.Vault.MinNoteWords, Sources: gr.Policy.Vault.Sources, Held: gr.holds}
}

// holds reports whether what lies at an address was read.
func (gr *Grader) holds(address string) bool {
	if at, err := web.Canonical(address); err == nil {
		address = at
	}
	return gr.Ledger != nil && gr.Ledger.State(provenance.NewSourceID(address)).Revision > 0
}

// LinkGaps are the gaps that can be seen without grading: links, stubs, orphans,
// questions, declared topics.
func (gr *Grader) LinkGaps() []provenance.Gap {
	return provenance.LinkGaps(gr.Notes, gr.Links(), gr.GapOptions())
}

// Gaps are all gaps, those of claims among them.
func (gr *Grader) Gaps() []provenance.Gap {
	out := gr.LinkGaps()
	for _, n := range gr.Notes {
		for i, v := range gr.Verdicts[n.Path] {
			if i >= len(n.Claims) {
				break
			}
			if kind, ok := gr.claimGap(n, v); ok {
				c, note := n.Claims[i], v.Reason
				if kind == provenance.SingleWitness {
					note = gr.CountWitnesses(n, v).String()
				}
				out = append(out, provenance.Gap{Kind: kind, File: n.Path, Start: c.Start, End: c.End, Target: c.Text, Count: 1, Note: note})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b provenance.Gap) int {
		return cmp.Or(strings.Compare(a.File, b.File), a.Start-b.Start, cmp.Compare(a.Kind, b.Kind))
	})
	return out
}

// claimGap is the gap that a claim's verdict shows, if any.
func (gr *Grader) claimGap(n *markdown.Note, v provenance.Verdict) (provenance.GapKind, bool) {
	switch {
	case v.Rule == provenance.RuleUncited:
		return provenance.UncitedClaim, true
	case v.Tier == provenance.Unchecked && v.Cited && v.Rule != provenance.RuleUnjudged:
		return provenance.UncheckedClaim, true
	case v.Tier == provenance.T3:
		return provenance.StaleEvidence, true
	case gates.LacksWitness(v, gr.WitnessesAsked(n)):
		return provenance.SingleWitness, true
	}
	return "", false
}

// WitnessesAsked is how many independent witnesses each claim of a note must have.
func (gr *Grader) WitnessesAsked(n *markdown.Note) int {
	return gr.Policy.Vault.WitnessesFor(n.Path, n.Meta.Tags)
}

func (gr *Grader) CountWitnesses(n *markdown.Note, v provenance.Verdict) gates.WitnessCount {
	return gates.CountWitnesses(v, gr.WitnessesAsked(n))
}

// Rows are gaps with their places, as `assay gaps` lists them.
func (gr *Grader) Rows(gaps []provenance.Gap) []reports.GapRow {
	lines := map[string]vault.Lines{}
	out := make([]reports.GapRow, 0, len(gaps))
	for _, g := range gaps {
		l, ok := lines[g.File]
		if !ok {
			if text, err := gr.Snap.Read(g.File); err == nil {
				l = vault.NewLines(text)
			}
			lines[g.File] = l
		}
		at := l.Position(g.Start)
		from := g.From
		if from == nil {
			from = []string{}
		}
		out = append(out, reports.GapRow{Kind: string(g.Kind), File: g.File, Line: at.Line, Column: at.Column,
			Target: g.Target, Count: g.Count, From: from, Note: g.Note})
	}
	return out
}
