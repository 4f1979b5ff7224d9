package judge

import (
	"slices"

	"assay/gates/judge/reading"
	"assay/provenance"
	"assay/text"
)

// restOfName is what the rest of a sentence must weigh, at least, to tell that a name has its place.
const restOfName = 1.5

// shortName is how many letters any run of words may have by chance.
const shortName = 3

// checkNames finds a name of the claim in whose place an aligned sentence has
// another: "directed by Smith" against "directed by Jones".
func (a *alignment) checkNames() *finding {
	best := a.single.first
	if int(best) >= len(a.s.Units) {
		return nil
	}
	for i := range a.terms {
		tm := &a.terms[i]
		tok := &a.c.Toks[tm.tok]
		if tm.anywhere > 0 || !tok.Is(text.MarkName|text.MarkCode) || tok.Is(text.MarkCJK) || len(tok.Low) < 2 {
			continue
		}
		first, last := a.nameRun(i)
		if first == 0 || a.opens(first) {
			continue // the subject: its sentence may call it something else, or be about something else
		}
		from, to := a.terms[first].tok, a.terms[last].tok
		if slices.ContainsFunc(a.terms[first:last+1], func(tm term) bool { return tm.anywhere > 0 }) || a.c.Toks[from].Is(text.MarkNegated) || !a.c.ProperRun(from, to) {
			continue
		}
		at := a.rival(first, last, best, tok.Is(text.MarkCode) && !tok.Is(text.MarkName))
		if share, total := a.sharedIn(windowOf(best), tok.Unit, from, to); at < 0 || total < restOfName || share < alignedForName {
			continue
		}
		start, end := a.s.NameAround(at)
		return &finding{rule: RuleName, effect: Refutes, unit: best, mismatch: &provenance.Mismatch{Kind: "name", Claim: a.c.Span(from, to), Source: a.s.Span(start, end)}}
	}
	return nil
}

// nameRun is the run of name terms around term i.
func (a *alignment) nameRun(i int) (first, last int) {
	isName := func(k int) bool { return a.c.Toks[a.terms[k].tok].Is(text.MarkName | text.MarkCode) }
	first, last = i, i
	for first > 0 && isName(first-1) && a.terms[first-1].tok == a.terms[first].tok-1 && !a.c.Toks[a.terms[first].tok].Is(text.MarkBreak) {
		first--
	}
	for last+1 < len(a.terms) && isName(last+1) && a.terms[last+1].tok == a.terms[last].tok+1 && !a.c.Toks[a.terms[last+1].tok].Is(text.MarkBreak) {
		last++
	}
	return first, last
}

// opens reports that nothing but names stands before term i.
func (a *alignment) opens(i int) bool {
	return !text.AnyIn(0, a.terms[i].tok, func(k int32) bool {
		return !a.c.Toks[k].Is(text.MarkName|text.MarkCode|text.MarkFirst) || a.c.Toks[k+1].Is(text.MarkBreak)
	})
}

// rival finds a name in unit best that the claim does not have, standing where the
// claim's should: next to the aligned word before it, or the one after.
func (a *alignment) rival(first, last int, best int32, isCode bool) int32 {
	u := a.s.Units[best]
	var left, right int32 = -1, -1
	if first > 0 && a.terms[first].tok-a.terms[first-1].tok <= 3 && a.terms[first-1].found >= asForm {
		left = a.terms[first-1].pos
	}
	if last+1 < len(a.terms) && a.terms[last+1].tok-a.terms[last].tok <= 3 && a.terms[last+1].found >= asForm {
		right = a.terms[last+1].pos
	}
	if u.Last-u.First > echoSentence || a.s.ListsReferences(best) {
		return -1 // no sentence that has a place to be filled
	}
	lead := a.c.LeadBefore(a.terms[first].tok)
	for at := u.First; at < u.Last; at++ {
		tok := &a.s.Toks[at]
		if !tok.Is(text.MarkName|text.MarkCode) || tok.Is(text.MarkNumber) || isCode != (tok.Is(text.MarkCode) && !tok.Is(text.MarkName)) || a.claimHas(tok.Stem) || !a.s.ProperName(at) {
			continue
		}
		nearLeft := left >= 0 && at > left && at-left <= 3
		nearRight := right >= 0 && at < right && right-at <= 3
		if !(nearLeft && (right < 0 || nearRight || right > at) || nearRight && left < 0) {
			continue
		}
		if nearLeft && a.s.LeadBetween(left, at) != lead || a.kinToRun(first, last, at) {
			continue
		}
		return at
	}
	return -1
}

// kinToRun reports that a name of the text may be one of a run of the claim's: a form of
// it, or a name of another kind, or of what holds it.
func (a *alignment) kinToRun(first, last int, at int32) bool {
	start, end := a.s.NameAround(at)
	for k := first; k <= last; k++ {
		tok := a.terms[k].tok
		if text.AnyIn(start, end+1, func(s int32) bool { return a.akin(tok, s) }) || reading.WideRegions.Has(a.c.Toks[tok].Low) || reading.IsDemonym(a.c.Toks[tok].Low) != reading.IsDemonym(a.s.Toks[at].Low) {
			return true
		}
	}
	return false
}
