package judge

import (
	"slices"
	"strings"

	"assay/provenance"
	"assay/text"
)

// restOfName is what the rest of a sentence must weigh, at least, to tell that a name has its place.
const restOfName = 1.5

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
		if slices.ContainsFunc(a.terms[first:last+1], func(tm term) bool { return tm.anywhere > 0 }) || a.c.Toks[from].Is(text.MarkNegated) || !a.c.properRun(from, to) {
			continue
		}
		at := a.rival(first, last, best, tok.Is(text.MarkCode) && !tok.Is(text.MarkName))
		if share, total := a.sharedIn(windowOf(best), tok.Unit, from, to); at < 0 || total < restOfName || share < alignedForName {
			continue
		}
		start, end := a.s.nameAround(at)
		return &finding{rule: RuleName, effect: Refutes, unit: best, mismatch: &provenance.Mismatch{Kind: "name", Claim: span(a.c, from, to), Source: span(a.s, start, end)}}
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
	if u.Last-u.First > echoSentence || a.s.listsReferences(best) {
		return -1 // no sentence that has a place to be filled
	}
	lead := a.c.leadBefore(a.terms[first].tok)
	for at := u.First; at < u.Last; at++ {
		tok := &a.s.Toks[at]
		if !tok.Is(text.MarkName|text.MarkCode) || tok.Is(text.MarkNumber) || isCode != (tok.Is(text.MarkCode) && !tok.Is(text.MarkName)) || a.claimHas(tok.Stem) || !a.s.properName(at) {
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
func (t *reading) leadBefore(i int32) string {
	for k := i - 1; k >= 0 && k >= i-2 && t.Toks[k].Unit == t.Toks[i].Unit; k-- {
		if w := t.Toks[k].Low; nameLeads.Has(w) {
			return w
		} else if !text.Articles.Has(w) {
			return ""
		}
	}
	return ""
}

// leadBetween is the last preposition from one token up to another, "" for none.
func (t *reading) leadBetween(from, to int32) string {
	for k := to - 1; k >= from; k-- {
		if w := t.Toks[k].Low; nameLeads.Has(w) {
			return w
		}
	}
	return ""
}

var (
	nameLeads = text.WordSet(`in at from by of to for with on near under against into von bis mit aus bei par de en por con`)
)

// kinToRun reports that a name of the text may be one of a run of the claim's: a form of
// it, or a name of another kind, or of what holds it.
func (a *alignment) kinToRun(first, last int, at int32) bool {
	start, end := a.s.nameAround(at)
	for k := first; k <= last; k++ {
		tok := a.terms[k].tok
		if text.AnyIn(start, end+1, func(s int32) bool { return a.akin(tok, s) }) || wideRegions.Has(a.c.Toks[tok].Low) || isDemonym(a.c.Toks[tok].Low) != isDemonym(a.s.Toks[at].Low) {
			return true
		}
	}
	return false
}

// wideRegions hold countries and towns: what lies in one of those lies in the region.
var wideRegions = text.WordSet(`europe european asia asian africa african america american americas scandinavia scandinavian eurasia oceania earth world western eastern
	northern southern north south east west middle central latin`)

// isDemonym guesses the adjective of a country or region.
func isDemonym(w string) bool {
	for _, end := range [...]string{"ish", "ese", "ian", "ean", "rican"} {
		if strings.HasSuffix(w, end) && len(w) > len(end)+1 {
			return true
		}
	}
	return demonyms.Has(w)
}

var demonyms = text.WordSet(`french german dutch swiss greek czech thai iraqi israeli pakistani afghan arab turk welsh slovak uzbek korean mexican`)

// properName reports a token whose capitals make it a name: not "I", no first word of a
// sentence, of an item, or behind a dash or colon, unless it is capital elsewhere.
func (t *reading) properName(i int32) bool {
	tok := &t.Toks[i]
	if tok.Is(text.MarkCode) {
		return true
	}
	if len(tok.Low) < 2 {
		return false
	}
	if w := t.Raw[tok.Start:tok.End]; text.IsUpperWord(w) || text.HasUpper(w[1:]) {
		return true
	}
	if t.Lang == "de" && i > 0 && t.Gap(i-1) == " " && germanArticles.Has(t.Toks[i-1].Low) {
		return false // every noun is written so, and before no name stands an article
	}
	return !t.opensPhrase(i) || slices.ContainsFunc(t.placesOf(tok.Stem), func(at int32) bool {
		return t.Toks[at].Is(text.MarkName) && !t.opensPhrase(at) && t.Capital(int(at))
	})
}

var germanArticles = text.WordSet(`der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner dieser diese dieses diesen diesem
	jeder jede jedes jeden jedem sein seine seinen seinem seiner ihr ihre ihren ihrem ihrer im am zum zur beim vom ins ans alle mehrere einige viele`)

// opensPhrase reports a token where any word may begin with a capital.
func (t *reading) opensPhrase(i int32) bool {
	tok := &t.Toks[i]
	if tok.Is(text.MarkFirst) || i == 0 || t.Toks[i-1].Unit != tok.Unit {
		return true
	}
	return tok.Is(text.MarkBreak) && strings.ContainsAny(t.Gap(i-1), ":–—|•;([\"“/…") || tok.Is(text.MarkBreak) && strings.Contains(t.Gap(i-1), " -")
}

// properRun reports a run of tokens with a name in it.
func (t *reading) properRun(first, last int32) bool {
	return text.AnyIn(first, last+1, func(i int32) bool { return t.Toks[i].Is(text.MarkName|text.MarkCode) && t.properName(i) })
}

// nameAround widens a name to its neighbours.
func (t *reading) nameAround(at int32) (first, last int32) {
	first, last = at, at
	u := t.Units[t.Toks[at].Unit]
	for first > u.First && t.Toks[first-1].Is(text.MarkName) && !t.Toks[first].Is(text.MarkBreak) {
		first--
	}
	for last+1 < u.Last && t.Toks[last+1].Is(text.MarkName) && !t.Toks[last+1].Is(text.MarkBreak) {
		last++
	}
	return first, last
}
