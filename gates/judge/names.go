package judge

import (
	"strings"

	"assay/provenance"
)

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
		if a.anyFound(first, last) || a.c.toks[a.terms[first].tok].is(markNegated) || !a.c.properRun(a.terms[first].tok, a.terms[last].tok) {
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
	if u.last-u.first > echoSentence || a.s.listsReferences(best) {
		return -1 // no sentence that has a place to be filled
	}
	lead := a.c.leadBefore(a.terms[first].tok)
	for at := u.first; at < u.last; at++ {
		tok := &a.s.toks[at]
		if !tok.is(markName|markCode) || tok.is(markNumber) || isCode != (tok.is(markCode) && !tok.is(markName)) || a.claimHas(tok.stem) || !a.s.properName(at) {
			continue
		}
		nearLeft := left >= 0 && at > left && at-left <= 3
		nearRight := right >= 0 && at < right && right-at <= 3
		if !(nearLeft && (right < 0 || nearRight || right > at) || nearRight && left < 0) {
			continue
		}
		if nearLeft && a.s.leadBetween(left, at) != lead || a.kinToRun(first, last, at) {
			continue
		}
		return at
	}
	return -1
}

// leadBefore is the preposition that a name stands behind, "" for none.
func (t *text) leadBefore(i int32) string {
	for k := i - 1; k >= 0 && k >= i-2 && t.toks[k].unit == t.toks[i].unit; k-- {
		if w := t.toks[k].low; nameLeads.has(w) {
			return w
		} else if !articles.has(w) {
			return ""
		}
	}
	return ""
}

// leadBetween is the preposition between two tokens, "" for none.
func (t *text) leadBetween(from, to int32) string {
	for k := to - 1; k > from; k-- {
		if w := t.toks[k].low; nameLeads.has(w) {
			return w
		}
	}
	if nameLeads.has(t.toks[from].low) {
		return t.toks[from].low
	}
	return ""
}

var (
	nameLeads = wordSet(`in at from by of to for with on near under against into von bis mit aus bei par de en por con`)
	articles  = wordSet(`the a an der die das den dem le la les el los las`)
)

// kinToRun reports that a name of the text may be one of a run of the claim's: a form of
// it, or a name of another kind, or of what holds it.
func (a *alignment) kinToRun(first, last int, at int32) bool {
	start, end := a.s.nameAround(at)
	for k := first; k <= last; k++ {
		tok := a.terms[k].tok
		for s := start; s <= end; s++ {
			if a.akin(tok, s) {
				return true
			}
		}
		if wideRegions.has(a.c.toks[tok].low) || isDemonym(a.c.toks[tok].low) != isDemonym(a.s.toks[at].low) {
			return true
		}
	}
	return false
}

// wideRegions hold countries and towns: what lies in one of those lies in the region.
var wideRegions = wordSet(`europe european asia asian africa african america american americas scandinavia scandinavian eurasia oceania earth world western eastern
	northern southern north south east west middle central latin`)

// isDemonym guesses the adjective of a country or region.
func isDemonym(w string) bool {
	for _, end := range [...]string{"ish", "ese", "ian", "ean", "rican"} {
		if strings.HasSuffix(w, end) && len(w) > len(end)+1 {
			return true
		}
	}
	return demonyms.has(w)
}

var demonyms = wordSet(`french german dutch swiss greek czech thai iraqi israeli pakistani afghan arab turk welsh slovak uzbek korean mexican`)

// properName reports a token whose capitals make it a name: not "I", no first word of a
// sentence, of an item, or behind a dash or colon, unless it is capital elsewhere.
func (t *text) properName(i int32) bool {
	tok := &t.toks[i]
	if tok.is(markCode) {
		return true
	}
	if len(tok.low) < 2 {
		return false
	}
	if w := t.raw[tok.start:tok.end]; isUpperWord(w) || hasUpper(w[1:]) {
		return true
	}
	if !t.opensPhrase(i) {
		return true
	}
	for _, at := range t.index[tok.stem] {
		if t.toks[at].is(markName) && !t.opensPhrase(at) && t.capital(int(at)) {
			return true
		}
	}
	return false
}

// opensPhrase reports a token where any word may begin with a capital.
func (t *text) opensPhrase(i int32) bool {
	tok := &t.toks[i]
	if tok.is(markFirst) || i == 0 || t.toks[i-1].unit != tok.unit {
		return true
	}
	return tok.is(markBreak) && strings.ContainsAny(t.gap(i-1), ":–—|•;([\"“/") || tok.is(markBreak) && strings.Contains(t.gap(i-1), " -")
}

// properRun reports a run of tokens with a name in it.
func (t *text) properRun(first, last int32) bool {
	for i := first; i <= last; i++ {
		if t.toks[i].is(markName|markCode) && t.properName(i) {
			return true
		}
	}
	return false
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

// checkRoles finds the two sides of a verb or comparison the other way round: "A
// is faster than B" against "B is faster than A".
func (a *alignment) checkRoles() *finding {
	if f := a.checkSwaps(); f != nil {
		return f
	}
	best := a.single.first
	if a.single.score < alignedForName || len(a.c.units) != 1 {
		return nil
	}
	// The pivot is an aligned word that is no name, between two names on both sides.
	for i := 1; i+1 < len(a.terms); i++ {
		tm := &a.terms[i]
		if tm.pos < 0 || a.c.toks[tm.tok].is(markName|markCode) || a.s.toks[tm.pos].unit != best || tm.found < asSynonym {
			continue
		}
		left, right := a.nameBeside(i, -1), a.nameBeside(i, +1)
		if left < 0 || right < 0 || !a.uniqueIn(left, best) || !a.uniqueIn(right, best) {
			continue
		}
		l, r := a.terms[left].pos, a.terms[right].pos
		if l > tm.pos && r < tm.pos && a.c.passive(tm.tok) == a.s.passive(tm.pos) && a.s.sidesOf(tm.pos, r, l) && !a.c.toks[tm.tok].is(markStop) {
			lt, rt := &a.c.toks[a.terms[left].tok], &a.c.toks[a.terms[right].tok]
			return &finding{rule: RuleDirection, effect: Refutes, unit: best, mismatch: &provenance.Mismatch{Kind: "name",
				Claim:  a.c.raw[lt.start:lt.end] + " … " + a.c.raw[rt.start:rt.end],
				Source: a.s.raw[a.s.toks[r].start:a.s.toks[r].end] + " … " + a.s.raw[a.s.toks[l].start:a.s.toks[l].end]}}
		}
	}
	if f := a.checkSides(); f != nil {
		return f
	}
	return a.checkAgents()
}

// checkSides finds the words on the two sides of a verb the other way round, where
// they are no names and the sentence is built otherwise, so that it is for a person to
// see: "the system is part of the organ".
func (a *alignment) checkSides() *finding {
	best := a.single.first
	if a.single.score < alignedForName || len(a.c.units) != 1 {
		return nil
	}
	for i := 1; i+1 < len(a.terms); i++ {
		tm := &a.terms[i]
		if tm.pos < 0 || a.s.toks[tm.pos].unit != best || tm.found < asSynonym || !a.c.verbLike(tm.tok) {
			continue
		}
		left, right := &a.terms[i-1], &a.terms[i+1]
		if left.found != 1 || right.found != 1 || !a.uniqueIn(i-1, best) || !a.uniqueIn(i+1, best) || !a.uniqueIn(i, best) {
			continue
		}
		if left.pos > tm.pos && right.pos < tm.pos && a.c.passive(tm.tok) == a.s.passive(tm.pos) && a.c.between(left.tok, right.tok) &&
			a.s.between(right.pos, tm.pos) && (a.s.between(tm.pos, left.pos) || left.pos-tm.pos <= 12 && !a.s.hasVerb(tm.pos, left.pos) && !a.s.hasClause(tm.pos, left.pos)) {
			return &finding{rule: RuleDirection, effect: Caps, unit: best, mismatch: &provenance.Mismatch{Kind: "name",
				Claim: span(a.c, left.tok, right.tok), Source: span(a.s, right.pos, left.pos)}}
		}
	}
	return nil
}

// hasClause reports a word that begins a clause, no mere "and".
func (t *text) hasClause(first, last int32) bool {
	for i := first + 1; i < last; i++ {
		if low := t.toks[i].low; clauseWords.has(low) && !swapJoins.has(low) || pronouns.has(low) {
			return true
		}
	}
	return false
}

// between reports two tokens with nothing between that could begin another clause or
// join two things.
func (t *text) between(first, last int32) bool {
	for i := first + 1; i <= last; i++ {
		if t.parted(i) || clauseWords.has(t.toks[i].low) || swapJoins.has(t.toks[i].low) || mutual.has(t.toks[i].low) {
			return false
		}
	}
	return true
}

// nameBeside is the nearest name term on one side of term i, no clause word between.
func (a *alignment) nameBeside(i, step int) int {
	for k := i + step; k >= 0 && k < len(a.terms) && (k-i)*step <= 3; k += step {
		if a.c.toks[a.terms[k].tok].is(markName|markCode|markFirst) && a.terms[k].pos >= 0 && a.terms[k].found == 1 {
			return k
		}
	}
	return -1
}

// uniqueIn reports a term that stands once in the unit, so that its place says something.
func (a *alignment) uniqueIn(i int, unit int32) bool {
	n := 0
	for _, h := range a.terms[i].hits {
		if a.s.toks[h.tok].unit == unit {
			n++
		}
	}
	return n == 1 && a.s.toks[a.terms[i].pos].unit == unit
}

// passive reports "by" shortly behind a word.
func (t *text) passive(i int32) bool {
	for j := i + 1; j < int32(len(t.toks)) && j <= i+3 && t.toks[j].unit == t.toks[i].unit; j++ {
		if w := t.toks[j].low; w == "by" || w == "von" || w == "par" || w == "por" || w == "from" {
			return true
		}
	}
	return false
}

// sidesOf reports two tokens that are both near the pivot with nothing between that
// could begin another clause, so that they are its sides.
func (t *text) sidesOf(pivot, left, right int32) bool {
	if pivot-left > 5 || right-pivot > 5 {
		return false
	}
	for i := left + 1; i <= right; i++ {
		if t.toks[i].is(markBreak) || clauseWords.has(t.toks[i].low) {
			return false
		}
	}
	return true
}
