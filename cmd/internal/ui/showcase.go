package ui

import (
	"fmt"
	"slices"

	"assay/compiler/reports"
	"assay/provenance"
)

// showcase shows a claim of each tier, the best first, so that a reader meets what
// the tiers mean on claims of their own and a red one does not look like a failure
// of the build.
func (o *Out) showcase(r *reports.Report) {
	examples := slices.Clone(r.Showcase)
	if len(examples) == 0 {
		return
	}
	inHeld := func(e reports.Example) bool { return e.InDraft && held(r, e.Note) }
	order := []provenance.Tier{provenance.T5, provenance.T3, provenance.T2, provenance.T1, provenance.Unchecked, provenance.T4, provenance.T0}
	slices.SortStableFunc(examples, func(a, b reports.Example) int { return slices.Index(order, a.Tier) - slices.Index(order, b.Tier) })
	title := "one claim of each tier"
	if len(examples) == 1 {
		title = "one of the claims"
	}
	if slices.ContainsFunc(examples, func(e reports.Example) bool { return alarming(e) && inHeld(e) }) &&
		!slices.ContainsFunc(examples, func(e reports.Example) bool { return alarming(e) && !inHeld(e) }) {
		title += " (what is wrong stands in a held draft, not in the wiki)"
	}
	o.Printf("%s\n\n", o.Bold(title+":"))
	for _, e := range examples {
		code, name, reason := tierColour(e.Tier, e.Rule), provenance.WordOf(e.Tier, e.Rule), e.Reason
		if e.Tier == provenance.Unchecked {
			name, reason = "nothing here to check against", gapReason(reason)
		}
		where := fmt.Sprintf("%s:%d", o.Path(e.Note), e.Line)
		if inHeld(e) {
			where += " (held draft)"
		}
		o.Printf("%s %s %s\n", o.style(code, fmt.Sprintf("%-9s", e.Tier)), o.style(code, name), o.Dim(where))
		for _, line := range wrap(e.Claim, o.textWidth()-10, 2) {
			o.Printf("          %s\n", line)
		}
		for _, line := range wrap(o.Say(reason), o.textWidth()-10, 3) {
			o.Printf("          %s\n", o.Dim(line))
		}
		o.Printf("\n")
	}
}

// alarming is an example whose claim is wrong.
func alarming(e reports.Example) bool { return tierColour(e.Tier, e.Rule) == red }

// tierColour is red for what is wrong. That nothing is cited does not say so.
func tierColour(t provenance.Tier, rule string) string {
	switch {
	case t == provenance.T5:
		return green
	case rule != provenance.RuleUncited && (t == provenance.T0 || t == provenance.T4):
		return red
	}
	return yellow
}

func held(r *reports.Report, note string) bool {
	return slices.ContainsFunc(r.Held, func(h reports.HeldDraft) bool { return h.Note == note })
}
