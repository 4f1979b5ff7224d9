// Package gates is what the author is told, and what is let through.
//
// The packages below return facts: what a note says, what a passage says, how the
// table grades the one against the other. This package alone turns facts into
// [Diagnostic]s, each with a stable [Code], a severity, one sentence that says what
// is so and a hint that says what to do; and it alone knows the [Policy] of a
// vault, which says what is denied, what needs a person, and where the bars are.
//
// Read [CheckNote] first. [NoteFacts] go in, diagnostics come out, which [Gather] puts
// in one order, the same for the same facts. [ParsePolicy] reads pipeline-policy.yaml and refuses what it
// does not know, with the place and the nearest name.
//
// The package reads no disk, no clock and no network, and it changes no tier: a
// severity says how loudly, never how true.
package gates

import (
	"fmt"
	"slices"

	"assay/provenance"
	"assay/text"
	"assay/vault"
	"assay/vault/markdown"
)

// NoteFacts are the facts of one note.
type NoteFacts struct {
	Note     *markdown.Note
	Verdicts []provenance.Verdict // parallel to Note.Claims; nil where none were graded
	Gaps     []provenance.Gap     // those with the note as their File
	Arrival  Arrival

	Elsewhere map[int]Found // by the places in Note.Claims of claims that what they cite does not carry
}

// CheckNote is what there is to tell of one note by itself. It depends on nothing
// but its arguments, so a caller may keep the result; put together, results of single
// notes pass through [Gather].
func CheckNote(f NoteFacts, p Policy) []Diagnostic {
	n := f.Note
	area := p.Vault.Area(n.Path)
	var ds []Diagnostic
	atWill := p.CitesAtWill(n.Path)
	asked := p.Vault.WitnessesFor(n.Path, n.Meta.Tags)
	if area.Graded() && len(f.Verdicts) == len(n.Claims) {
		for i, c := range n.Claims {
			if atWill && !f.Verdicts[i].Cited {
				continue // a gap, and no fault
			}
			c.Cites = citesCounted(c, f.Verdicts[i])
			told := checkClaim(n.Path, c, f.Verdicts[i], p)
			told = append(told, lonely(n.Path, c, f.Verdicts[i], asked)...)
			if atWill && !citesItself(c) {
				oneLine(n.Path, c, f.Verdicts[i], told)
			}
			if e, ok := f.Elsewhere[i]; ok && f.Verdicts[i].Rule == provenance.RuleUncited {
				offer(&told[0], e)
			} else if ok {
				told = append(told, foundElsewhere(n.Path, c, f.Verdicts[i], e))
			}
			ds = append(ds, told...)
		}
		if atWill {
			ds = append(ds, carriers(n, f.Verdicts)...)
		}
	}
	ds = append(ds, checkGaps(f.Gaps, p)...)
	if area == Wiki && !p.IsGuest() { // whose vault stores no passages that a stamp could name
		ds = append(ds, checkStamp(n, f, p)...)
		if !n.Meta.Generated && vault.IsNote(n.Path) {
			ds = append(ds, checkArrival(n, f, p)...)
		}
	}
	ds = append(ds, CheckProblems(n.Path, n.Problems)...)
	if area.Graded() {
		ds = append(ds, checkLifecycle(n, len(f.Verdicts))...)
	}
	if area != Wiki || p.IsGuest() && n.Meta.Provisional() { // with a policy the folder says what is a draft: a line in the note takes nothing from the gate
		for i := range ds {
			ds[i].Severity = min(ds[i].Severity, Warning)
		}
	}
	return ds
}

// citesCounted are the citations of a claim without what its sentence mentions, unless that led to an
// original.
func citesCounted(c markdown.Claim, v provenance.Verdict) []markdown.Cite {
	mention := func(c markdown.Cite) bool { return c.Form == markdown.CiteMention }
	if !slices.ContainsFunc(c.Cites, mention) || slices.ContainsFunc(v.Passages, func(q provenance.Judged) bool { return mention(q.Cite) }) {
		return c.Cites
	}
	return slices.DeleteFunc(slices.Clone(c.Cites), mention)
}

// citesItself reports whether a citation stands at the claim or in its block, and
// not only over its section or in the note's list of sources.
func citesItself(c markdown.Claim) bool {
	return slices.ContainsFunc(c.Cites, func(cite markdown.Cite) bool {
		return cite.Scope == markdown.ScopeSentence || cite.Scope == markdown.ScopeBlock
	})
}

// oneLine joins what is said of claims that merely stand in a note with a list of
// sources, or on an original. Nobody said that each of them is in there; the note is told once.
func oneLine(path string, c markdown.Claim, v provenance.Verdict, ds []Diagnostic) {
	key, where := path, "the sources that the note lists as a whole"
	switch {
	case len(c.Cites) == 0 && len(v.Passages) > 0:
		where = "the original that the note is about, " + text.Clip(v.Passages[0].Cite.Target, 60)
	case len(c.Cites) > 0 && c.Cites[0].Scope == markdown.ScopeSection:
		key, where = fmt.Sprint(path, " ", c.Cites[0].Start), "what is cited for their section, "+text.Clip(c.Cites[0].Target, 60)
	}
	for i := range ds {
		switch ds[i].Code {
		case Unsupported:
			ds[i].Group = Group{Key: key, Many: "%s are not in " + where}
		case WeakEvidence, ValueMissing:
			ds[i].Group = Group{Key: key, Many: "%s are only in part in " + where}
		}
	}
}
