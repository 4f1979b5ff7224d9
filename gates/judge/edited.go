package judge

import (
	"slices"
	"strings"

	"assay/gates/judge/align"
	"assay/gates/judge/reading"
	"assay/provenance"
	"assay/text"
)

// edited finds a stretch of the claim that a page has word for word but for one place, in which the
// two cannot both be right: a denial, an opposite, a name, a number. Nothing else is asked, for a
// writer who copies a sentence and changes a word says something else.
func (a *alignment) edited() *finding {
	if !a.Question.Whole && !a.Source.IsArticle() || strings.Contains(a.Claim.Raw, `\`) {
		return nil
	}
	for _, cu := range a.Claim.Units {
		c := a.Claim.WithoutArticles(cu)
		for _, at := range a.Order {
			if !a.PlainUnit(at) || a.Source.ListsReferences(at) {
				continue
			}
			s := a.Source.WithoutArticles(a.Source.Units[at])
			for _, e := range a.Edits(c, s) {
				f := a.cannotBoth(c, s, &e)
				if f == nil || a.saysEdited(c, &e, f) {
					continue
				}
				if f.unit, f.copied = at, true; !a.saysItself(f) {
					return f
				}
			}
		}
	}
	return nil
}

// saysEdited reports that the page has somewhere what the claim has in a place, between the same
// words, or of a name beside those of one side.
func (a *alignment) saysEdited(c []int32, e *align.Edit, f *finding) bool {
	first, last := max(0, e.C[0]-align.EditedBeside), min(len(c), e.C[1]+align.EditedBeside)
	if f.rule == RuleName {
		return first < e.C[0] && a.HasRun(c[first:e.C[1]]) || last > e.C[1] && a.HasRun(c[e.C[0]:last])
	}
	return a.HasRun(c[first:last])
}

// cannotBoth says what of two places between the same words cannot both be right.
func (a *alignment) cannotBoth(c, s []int32, e *align.Edit) *finding {
	x, y := c[e.C[0]:e.C[1]], s[e.S[0]:e.S[1]]
	switch {
	case a.DenyApart(x, y):
		if a.Claim.PlainDenials(c) == a.Source.PlainDenials(s) || a.Claim.BreaksAt(c, e.C) || a.Source.BreaksAt(s, e.S) || a.Claim.TurnsAt(c, e.C) != a.Source.TurnsAt(s, e.S) {
			return nil
		}
		f := &finding{rule: RuleNegation, effect: Refutes}
		f.mismatch = &provenance.Mismatch{Kind: "negation", Claim: a.Claim.Around(c, e.C, align.EditedBeside), Source: a.Source.Around(s, e.S, align.EditedBeside)}
		return f
	case len(x) == 0 || len(y) == 0:
		return nil
	}
	x, y = a.Claim.WithoutOf(x), a.Source.WithoutOf(y)
	if text.AnyIn(x[0]+1, x[len(x)-1]+1, a.Claim.Parted) || text.AnyIn(y[0]+1, y[len(y)-1]+1, a.Source.Parted) {
		return nil
	}
	shown, there := a.Claim.Span(x[0], x[len(x)-1]), a.Source.Span(y[0], y[len(y)-1])
	if text.Spells(a.Source.Raw[a.Source.Toks[s[0]].Start:a.Source.Toks[s[len(s)-1]].End], shown) || text.Spells(a.Claim.Raw, there) {
		return nil
	}
	f := &finding{effect: Refutes, mismatch: &provenance.Mismatch{Kind: "negation", Claim: shown, Source: there}}
	if len(x) == 1 && len(y) == 1 {
		w, v := &a.Claim.Toks[x[0]], &a.Source.Toks[y[0]]
		switch {
		case slices.Contains(against(w.Low), v.Low):
			f.rule = RuleAntonym
			return f
		case w.Is(text.MarkNumber) && v.Is(text.MarkNumber):
			if !a.OtherNumber(x[0], y[0]) {
				return nil
			}
			f.rule, f.mismatch.Kind = RuleValue, "number"
			return f
		}
	}
	if a.Claim.Lang == "de" || reading.Capitals(there) == shown || reading.Capitals(shown) == there || a.ShortForOther(f.mismatch) {
		return nil // any noun has a capital; a name by its initials
	}
	for _, i := range x {
		for _, j := range y {
			if !a.Claim.NamedWithin(i) || !a.Source.NamedWithin(j) || a.AkinForm(i, j) || align.OneSlip(a.Claim.Toks[i].Low, a.Source.Toks[j].Low) ||
				reading.ShortFor(a.Claim.Span(i, i), a.Source.Span(j, j)) || reading.ShortFor(a.Source.Span(j, j), a.Claim.Span(i, i)) {
				return nil
			}
		}
	}
	f.rule, f.mismatch.Kind = RuleName, "name"
	return f
}
