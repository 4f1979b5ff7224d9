package judge

import (
	"slices"
	"strings"

	"assay/provenance"
	"assay/text"
	"assay/text/syntax"
)

// Terms of a claim that is the text's own sentence but for a piece.
const (
	pieceCovers = 0.5 // share of the text's sentence that a claim must repeat to say it again
	pieceLength = 14  // words of a piece at most
)

// checkPieces finds a claim that is a sentence of the text with a piece left out or put in
// where that says more: "no red car passed" does not say that no car passed, nor "a car
// passed" that a red one did. In every other word the two are the same, so that what stands
// before the piece decides, and no tree.
func (a *alignment) checkPieces(echoes []echo) *finding {
	if !parses(a.c.lang) || !parses(a.s.lang) {
		return nil
	}
	for _, e := range echoes {
		for i := range e.changes {
			ch := &e.changes[i]
			rule := ""
			switch {
			case ch.c[1] < e.claim[1] && a.s.hasIn(ch.s, exceptions) && !a.c.hasIn(ch.c, exceptions):
				rule = RuleHedge // what the text takes out
			case e.keptElsewhere(a.c, ch) < echoExact:
			case ch.c[0] == ch.c[1]:
				rule = a.leftOut(&e, ch)
			case ch.s[0] == ch.s[1]:
				rule = a.putIn(&e, ch)
			default:
				rule = a.putFor(&e, ch)
			}
			if rule == "" {
				continue
			}
			unit := a.s.toks[min(ch.s[0], e.text[1]-1)].Unit
			return &finding{rule: rule, effect: Caps, unit: unit, mismatch: &provenance.Mismatch{Kind: "negation", Claim: a.c.shown(ch.c), Source: a.s.shown(ch.s)}}
		}
	}
	return nil
}

// leftOut is the rule against a claim that leaves a piece of the text's sentence out, "".
func (a *alignment) leftOut(e *echo, ch *change) string {
	s := ch.s
	toks := a.s.toks[s[0]:s[1]]
	if n := len(toks); n > 1 && n <= pieceLength && toks[n-1].Low == "than" && s[1] < e.text[1] {
		return RuleBoundary // what is compared with is left, and the comparison gone
	}
	if k := s[0] - 1; ch.c[0] == e.claim[1] && k > e.text[0] && !toks[0].Is(text.MarkBreak) && indefinite.Has(a.s.toks[k-1].Low) && a.s.tagAt(k) == syntax.Adj && !a.s.toks[k].Is(text.MarkName) {
		return RuleSpliced // "a long": its noun is gone
	}
	if toks[0].Low == "or" || toks[len(toks)-1].Low == "or" || toks[0].Low == "either" && slices.ContainsFunc(toks, func(t text.Token) bool { return t.Low == "or" }) {
		if s[0] > e.text[0] && a.alternativeLeft(e, s[0]) {
			return RuleHedge
		}
		return ""
	}
	if s[0] == e.text[0] || len(toks) > pieceLength || slices.ContainsFunc(toks, func(t text.Token) bool { return t.Is(text.MarkBreak) }) || a.s.leavesScope(s[0]) ||
		!slices.ContainsFunc(toks, func(t text.Token) bool {
			return t.Content() && !emphasis.Has(t.Low) || t.Is(text.MarkNumber) || possessives.Has(t.Low)
		}) {
		return ""
	}
	if a.s.spansRange(s) {
		return RuleBoundary
	}
	if a.s.signAt(s[0], s[0]) <= 0 && a.c.signAt(e.claim[0], ch.c[0]) <= 0 {
		return RuleQuantifier
	}
	return ""
}

var possessives = text.WordSet(`my your his her its our their`)

// alternativeLeft reports one of two alternatives left out, where the text asserts one or
// the other and not both. What may be either may be each, what is not either is neither,
// and what is called the one or the other is called both.
func (a *alignment) alternativeLeft(e *echo, at int32) bool {
	if strings.Contains(a.s.gap(at-1), "(") || a.s.toks[at-1].Low == "with" {
		return false // another name in brackets, "with or without"
	}
	for i := at - 1; i >= e.text[0] && !a.s.leavesScope(i); i-- {
		if f := forces[a.s.toks[i].Low]; f == possible || f == able || calling.Has(a.s.toks[i].Low) {
			return false
		}
	}
	return a.s.signAt(at, at-1) >= 0
}

var calling = text.WordSet(`known called named termed dubbed titled`)

// spansRange reports one end of numbers that lie between two.
func (t *reading) spansRange(s [2]int32) bool {
	if !slices.ContainsFunc(t.toks[s[0]:s[1]], func(t text.Token) bool { return t.Is(text.MarkNumber) }) {
		return false
	}
	if t.toks[s[0]].Low == "between" {
		return t.toks[s[1]-1].Low == "and"
	}
	return t.toks[s[0]].Low == "and" && s[0] >= 2 && t.toks[s[0]-2].Low == "between" && t.toks[s[0]-1].Is(text.MarkNumber)
}

// putIn is the rule against a claim that puts words into the text's sentence which the
// text has nowhere, "".
func (a *alignment) putIn(e *echo, ch *change) string {
	if first := ch.c[0]; e.covers < pieceCovers || first == e.claim[0] || ch.c[1]-first > pieceLength || strings.Contains(a.c.raw[a.c.toks[first-1].End:a.c.toks[ch.c[1]-1].End], "(") {
		return ""
	}
	news, old, joined := false, false, joins.Has(a.c.toks[ch.c[0]].Low)
	for i := ch.c[0]; i < ch.c[1]; i++ {
		tok := &a.c.toks[i]
		if forgoing.Has(tok.Low) && a.c.tagAt(i) == syntax.Verb {
			return RuleNegation
		}
		switch tm := a.termAt(i); {
		case tok.Is(text.MarkNumber):
			news = news || joined
		case tm == nil, tok.Low == "one": // "one of the largest"
		case tm.led || len(a.s.placesOf(tok.Stem)) > 0 || !joined && tm.anywhere > 0:
			old = true
		default:
			news = true
		}
	}
	if !news || old && !joined { // another conjunct is another thing, however near
		return ""
	}
	sign := a.c.signAt(ch.c[0], ch.c[0])
	if a.c.toks[ch.c[0]].Low == "or" {
		sign = -a.c.signAt(ch.c[0], ch.c[0]-1)
	}
	if sign < 0 {
		return ""
	}
	return RuleReplaced
}

// putFor is the rule against a claim that has other words in one place of the text's
// sentence, "".
func (a *alignment) putFor(e *echo, ch *change) string {
	if e.covers < pieceCovers {
		return ""
	}
	c, s, ok := e.clip(ch)
	if !ok {
		return ""
	}
	x, y := a.c.phrase(c), a.s.phrase(s)
	if p, q := a.c.conditionIn(c), a.s.conditionIn(s); p != "" && q != "" && p != q {
		return RuleHedge
	}
	if x.empty() && y.empty() && y.demand == required && (x.reserve == possible || x.reserve == able) {
		return RuleHedge
	}
	if c[1]-c[0] != 1 || s[1]-s[0] != 1 || a.akin(c[0], s[0]) {
		return ""
	}
	cw, sw := &a.c.toks[c[0]], &a.s.toks[s[0]]
	switch {
	case slices.Contains(wayWords()[cw.Low], sw.Low), trends.Has(cw.Low) && sw.Content():
		return RuleDirection
	case cw.Is(text.MarkNumber) && firstRanks[sw.Low] != "" && !strings.HasPrefix(cw.Low, firstRanks[sw.Low]):
		return RuleMissing
	case cw.Content() && sw.Content() && !cw.Is(text.MarkNumber) && !sw.Is(text.MarkNumber):
		tm := a.termAt(c[0])
		if tm != nil && !slices.ContainsFunc(tm.hits, func(h hit) bool { return h.tok == s[0] }) {
			return RuleReplaced // though the text may have the word of something else
		}
	}
	return ""
}

// firstRanks are the ordinals in words that stand in for a place as often as for a value.
var firstRanks = map[string]string{"first": "1st", "second": "2nd", "third": "3rd", "fourth": "4th", "fifth": "5th"}

func (t *reading) hasIn(r [2]int32, words text.Set) bool {
	return slices.ContainsFunc(t.toks[r[0]:r[1]], func(tok text.Token) bool { return words.Has(tok.Low) })
}

// conditionIn is the word of a condition among some tokens, "".
func (t *reading) conditionIn(r [2]int32) string {
	for i := r[0]; i < r[1]; i++ {
		if low := t.toks[i].Low; conditions.Has(low) || low == "even" && t.low(i+1, r[1]) == "if" {
			return low
		}
	}
	return ""
}

// wayWords say the one way what others say the other way.
var wayWords = text.AntonymTable(`to from|into out|with without|on off|up down|above below|over under|before after|behind before|up behind`)

var trends = text.WordSet(`up down above below`)

var exceptions = text.WordSet(`except excepting excluding unlike besides`)
