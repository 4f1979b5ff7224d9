package judge

import "assay/provenance"

// checkNames finds a name of the claim in whose place an aligned sentence has
// another: "directed by Smith" against "directed by Jones".
func (a *alignment) checkNames() *finding {
	best := a.single.first
	if int(best) >= len(a.s.units) {
		return nil
	}
	for i := range a.terms {
		tm := &a.terms[i]
		tok := &a.c.toks[tm.tok]
		if tm.anywhere > 0 || !tok.is(markName|markCode) || tok.is(markCJK) || len(tok.low) < 2 {
			continue
		}
		first, last := a.nameRun(i)
		if first == 0 || a.opens(first) {
			continue // the subject: its sentence may call it something else, or be about something else
		}
		if a.anyFound(first, last) {
			continue
		}
		at := a.rival(first, last, best, tok.is(markCode) && !tok.is(markName))
		if at < 0 || a.alignedOutside(first, last, best) < alignedForName {
			continue
		}
		start, end := a.s.nameAround(at)
		return &finding{rule: RuleName, effect: Refutes, unit: best, claimAt: a.terms[first].tok, sourceAt: start, mismatch: &provenance.Mismatch{Kind: "name",
			Claim:  a.c.raw[a.c.toks[a.terms[first].tok].start:a.c.toks[a.terms[last].tok].end],
			Source: a.s.raw[a.s.toks[start].start:a.s.toks[end].end]}}
	}
	return nil
}

// nameRun is the run of name terms around term i.
func (a *alignment) nameRun(i int) (first, last int) {
	isName := func(k int) bool { return a.c.toks[a.terms[k].tok].is(markName | markCode) }
	first, last = i, i
	for first > 0 && isName(first-1) && a.terms[first-1].tok == a.terms[first].tok-1 && !a.c.toks[a.terms[first].tok].is(markBreak) {
		first--
	}
	for last+1 < len(a.terms) && isName(last+1) && a.terms[last+1].tok == a.terms[last].tok+1 && !a.c.toks[a.terms[last+1].tok].is(markBreak) {
		last++
	}
	return first, last
}

// opens reports that nothing but names stands before term i.
func (a *alignment) opens(i int) bool {
	for k := a.terms[i].tok - 1; k >= 0; k-- {
		tok := &a.c.toks[k]
		if !tok.is(markName|markCode|markFirst) || a.c.toks[k+1].is(markBreak) {
			return false
		}
	}
	return true
}

func (a *alignment) anyFound(first, last int) bool {
	for k := first; k <= last; k++ {
		if a.terms[k].anywhere > 0 {
			return true
		}
	}
	return false
}

// rival finds a name in unit best that the claim does not have, standing where the
// claim's should: next to the aligned word before it, or the one after.
func (a *alignment) rival(first, last int, best int32, isCode bool) int32 {
	u := a.s.units[best]
	var left, right int32 = -1, -1
	if first > 0 && a.terms[first].tok-a.terms[first-1].tok <= 3 && a.terms[first-1].found >= asForm {
		left = a.terms[first-1].pos
	}
	if last+1 < len(a.terms) && a.terms[last+1].tok-a.terms[last].tok <= 3 && a.terms[last+1].found >= asForm {
		right = a.terms[last+1].pos
	}
	for at := u.first; at < u.last; at++ {
		tok := &a.s.toks[at]
		if !tok.is(markName|markCode) || tok.is(markNumber) || isCode != (tok.is(markCode) && !tok.is(markName)) || a.claimHas(tok.stem) || a.c.toks[a.terms[first].tok].low == tok.low {
			continue
		}
		nearLeft := left >= 0 && at > left && at-left <= 3
		nearRight := right >= 0 && at < right && right-at <= 3
		if nearLeft && (right < 0 || nearRight || right > at) || nearRight && left < 0 {
			return at
		}
	}
	return -1
}

// alignedOutside is the share of the terms outside a run that one unit has.
func (a *alignment) alignedOutside(first, last int, unit int32) float32 {
	w := window{first: unit, last: unit + 1}
	var sum, total float32
	for i := range a.terms {
		if i >= first && i <= last || a.c.toks[a.terms[i].tok].unit != a.c.toks[a.terms[first].tok].unit {
			continue
		}
		total += a.terms[i].weight
		sum += a.terms[i].weight * a.strength(&a.terms[i], w)
	}
	if total < 1.5 {
		return 0
	}
	return sum / total
}

// nameAround widens a name to its neighbours.
func (t *text) nameAround(at int32) (first, last int32) {
	first, last = at, at
	u := t.units[t.toks[at].unit]
	for first > u.first && t.toks[first-1].is(markName) && !t.toks[first].is(markBreak) {
		first--
	}
	for last+1 < u.last && t.toks[last+1].is(markName) && !t.toks[last+1].is(markBreak) {
		last++
	}
	return first, last
}
