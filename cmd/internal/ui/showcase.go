package ui

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"assay/compiler/reports"
	"assay/gates"
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
	at := newPlaces(o.Texts)
	for _, e := range examples {
		code, name := tierColour(e.Tier, e.Rule), provenance.WordOf(e.Tier, e.Rule)
		if e.Tier == provenance.Unchecked {
			name = "nothing here to check against"
		}
		where := fmt.Sprintf("%s:%d", o.Path(e.Note), e.Line)
		if inHeld(e) {
			where += " (held draft)"
		}
		o.Printf("%s %s %s\n", o.style(code, fmt.Sprintf("%-9s", e.Tier)), o.style(code, name), o.Dim(where))
		for _, line := range wrap(e.Claim, o.textWidth()-10, 2) {
			o.Printf("          %s\n", line)
		}
		for _, line := range o.reasons(e, r.Shown, at) {
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

// reasons are the lines that say why an example has its tier: the reason, then what
// the other side says and where.
func (o *Out) reasons(e reports.Example, ds []gates.Diagnostic, at *places) []string {
	width := o.textWidth() - 10
	lines := wrap(o.Say(plainReason(e)), width, 3)
	for _, d := range ds {
		if !d.Graded || d.Tier != e.Tier || d.Span.File != e.Note {
			continue
		}
		if from, _ := at.span(d.Span); from.Line != e.Line {
			continue
		}
		for i, related := range d.Related {
			if related.Quote == "" || i > 1 {
				continue
			}
			span := at.narrow(related)
			from, _ := at.span(span)
			quote := strings.Join(strings.Fields(related.Quote), " ")
			if e.Tier != provenance.T3 || !sameWords(quote, e.Claim) {
				lines = append(lines, wrap("\""+quote+"\"", width, 3)...)
			}
			lines = append(lines, fmt.Sprintf("%s:%d", o.Path(span.File), from.Line))
		}
		break
	}
	return lines
}

// plainReason is an example's reason without what stands above it already: a quote
// that is the claim nearly word for word, a citation named twice.
func plainReason(e reports.Example) string {
	reason := e.Reason
	if before, after, ok := strings.Cut(reason, ": "); ok && e.Tier == provenance.Unchecked {
		if target, _, ok := strings.Cut(strings.TrimPrefix(before, "cites "), ", "); ok && strings.Contains(after, target) {
			return before
		}
	}
	open, end := strings.IndexByte(reason, '"'), strings.LastIndexByte(reason, '"')
	if e.Tier == provenance.T5 && open >= 0 && end > open && sameWords(reason[open+1:end], e.Claim) {
		return "its source says so in nearly the same words" + reason[end+1:]
	}
	return reason
}

// sameWords reports whether two sentences have nearly all words in common.
func sameWords(a, b string) bool {
	words := func(s string) map[string]bool {
		m := map[string]bool{}
		for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }) {
			m[w] = true
		}
		return m
	}
	wa, wb := words(a), words(b)
	if len(wa) == 0 || len(wb) == 0 {
		return false
	}
	both := 0
	for w := range wa {
		if wb[w] {
			both++
		}
	}
	return both*10 >= 7*min(len(wa), len(wb)) && both*2 >= max(len(wa), len(wb))
}
