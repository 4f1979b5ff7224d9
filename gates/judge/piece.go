package judge

import (
	"slices"
	"strings"

	"assay/gates/judge/reading"
	"assay/gates/judge/statement"
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
	if !statement.Parses(a.c.Lang) || !statement.Parses(a.s.Lang) {
		return nil
	}
	for _, e := range echoes {
		for i := range e.changes {
			ch := &e.changes[i]
			rule := ""
			switch {
			case ch.c[1] < e.claim[1] && a.s.HasIn(ch.s, exceptions) && !a.c.HasIn(ch.c, exceptions):
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
			unit := a.s.Toks[min(ch.s[0], e.text[1]-1)].Unit
			return &finding{rule: rule, effect: Caps, unit: unit, mismatch: &provenance.Mismatch{Kind: "negation", Claim: a.c.Shown(ch.c), Source: a.s.Shown(ch.s)}}
		}
	}
	return nil
}

// leftOut is the rule against a claim that leaves a piece of the text's sentence out, "".
func (a *alignment) leftOut(e *echo, ch *change) string {
	s := ch.s
	toks := a.s.Toks[s[0]:s[1]]
	if n := len(toks); n > 1 && n <= pieceLength && toks[n-1].Low == "than" && s[1] < e.text[1] {
		return RuleBoundary // what is compared with is left, and the comparison gone
	}
	if k := s[0] - 1; ch.c[0] == e.claim[1] && k > e.text[0] && !toks[0].Is(text.MarkBreak) && statement.Indefinite.Has(a.s.Toks[k-1].Low) && a.s.TagAt(k) == syntax.Adj && !a.s.Toks[k].Is(text.MarkName) {
		return RuleSpliced // "a long": its noun is gone
	}
	if toks[0].Low == "or" || toks[len(toks)-1].Low == "or" || toks[0].Low == "either" && slices.ContainsFunc(toks, func(t text.Token) bool { return t.Low == "or" }) {
		if s[0] > e.text[0] && a.alternativeLeft(e, s[0]) {
			return RuleHedge
		}
		return ""
	}
	if s[0] == e.text[0] || len(toks) > pieceLength || slices.ContainsFunc(toks, func(t text.Token) bool { return t.Is(text.MarkBreak) }) || a.s.LeavesScope(s[0]) ||
		!slices.ContainsFunc(toks, func(t text.Token) bool {
			return t.Content() && !reading.Emphasis.Has(t.Low) || t.Is(text.MarkNumber) || possessives.Has(t.Low)
		}) {
		return ""
	}
	if a.s.SpansRange(s) {
		return RuleBoundary
	}
	if a.s.SignAt(s[0], s[0]) <= 0 && a.c.SignAt(e.claim[0], ch.c[0]) <= 0 {
		return RuleQuantifier
	}
	return ""
}

var possessives = text.WordSet(`my your his her its our their`)

// alternativeLeft reports one of two alternatives left out, where the text asserts one or
// the other and not both. What may be either may be each, what is not either is neither,
// and what is called the one or the other is called both.
func (a *alignment) alternativeLeft(e *echo, at int32) bool {
	if strings.Contains(a.s.Gap(at-1), "(") || a.s.Toks[at-1].Low == "with" {
		return false // another name in brackets, "with or without"
	}
	for i := at - 1; i >= e.text[0] && !a.s.LeavesScope(i); i-- {
		if f := reading.Forces[a.s.Toks[i].Low]; f == reading.Possible || f == reading.Able || calling.Has(a.s.Toks[i].Low) {
			return false
		}
	}
	return a.s.SignAt(at, at-1) >= 0
}

var calling = text.WordSet(`known called named termed dubbed titled`)

// putIn is the rule against a claim that puts words into the text's sentence which the
// text has nowhere, "".
func (a *alignment) putIn(e *echo, ch *change) string {
	if first := ch.c[0]; e.covers < pieceCovers || first == e.claim[0] || ch.c[1]-first > pieceLength || strings.Contains(a.c.Raw[a.c.Toks[first-1].End:a.c.Toks[ch.c[1]-1].End], "(") {
		return ""
	}
	news, old, joined := false, false, statement.Joins.Has(a.c.Toks[ch.c[0]].Low)
	for i := ch.c[0]; i < ch.c[1]; i++ {
		tok := &a.c.Toks[i]
		if statement.Forgoing.Has(tok.Low) && a.c.TagAt(i) == syntax.Verb {
			return RuleNegation
		}
		switch tm := a.termAt(i); {
		case tok.Is(text.MarkNumber):
			news = news || joined
		case tm == nil, tok.Low == "one": // "one of the largest"
		case tm.led || len(a.s.PlacesOf(tok.Stem)) > 0 || !joined && tm.anywhere > 0:
			old = true
		default:
			news = true
		}
	}
	if !news || old && !joined { // another conjunct is another thing, however near
		return ""
	}
	sign := a.c.SignAt(ch.c[0], ch.c[0])
	if a.c.Toks[ch.c[0]].Low == "or" {
		sign = -a.c.SignAt(ch.c[0], ch.c[0]-1)
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
	x, y := a.c.Phrase(c), a.s.Phrase(s)
	if p, q := a.c.ConditionIn(c), a.s.ConditionIn(s); p != "" && q != "" && p != q {
		return RuleHedge
	}
	if x.Empty() && y.Empty() && y.Demand == reading.Required && (x.Reserve == reading.Possible || x.Reserve == reading.Able) {
		return RuleHedge
	}
	if c[1]-c[0] != 1 || s[1]-s[0] != 1 || a.akin(c[0], s[0]) || a.c.NumbersItem(c[0]) {
		return ""
	}
	cw, sw := &a.c.Toks[c[0]], &a.s.Toks[s[0]]
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

// wayWords say the one way what others say the other way.
var wayWords = text.AntonymTable(`to from|into out|with without|on off|up down|above below|over under|before after|behind before|up behind`)

var trends = text.WordSet(`up down above below`)

var exceptions = text.WordSet(`except excepting excluding unlike besides`)

// pruned reports a claim that is a sentence of the text with whole constituents left
// out, and nothing else changed: what the sentence asserts, the claim asserts. This is
// sentence compression by pruning of the dependency tree (Filippova and Strube 2008),
// read backwards: no word that the claim keeps may depend on one that it drops.
func (a *alignment) pruned() bool {
	b := a.binder()
	if b == nil || len(a.c.Toks) < 3 {
		return false
	}
	return slices.ContainsFunc(b.sources, b.prunes)
}

func (x *binder) prunes(src *statement.Tree) bool {
	c, s := x.c.Toks, x.s.Toks[src.First:int(src.First)+len(src.At)]
	if len(c) > weaveClaim || len(s) > weaveWindow {
		return false
	}
	kept := make([]bool, len(src.Nodes))
	for i, at := range runThrough(c, s) {
		switch {
		case at >= 0 && src.At[at] >= 0:
			kept[src.At[at]] = true
		case at >= 0 || !text.Articles.Has(c[i].Low):
			return false
		}
	}
	top := int32(-1)
	for i := range kept {
		if n := int32(i); kept[n] && !src.Hangs(n, kept) {
			if top >= 0 {
				return false
			}
			top = n
		}
	}
	if top < 0 || src.Nodes[top].Mood&^statement.MoodDenied != 0 {
		return false
	}
	for i := range kept {
		if d := &src.Nodes[i]; !kept[i] && d.Head >= 0 && kept[d.Head] && d.Tok >= 0 && !x.mayGo(src, int32(i)) {
			return false
		}
	}
	return true
}

// mayGo reports a word that depends on a kept one and can be left out with all that
// depends on it, so that what remains still holds.
func (x *binder) mayGo(src *statement.Tree, n int32) bool {
	d := &src.Nodes[n]
	switch {
	case text.Hedges.Has(d.Low), weakenings.Has(d.Low), statement.Deniers.Has(d.Low), statement.Nobody.Has(d.Low), statement.OrWords.Has(d.Low), statement.NoWord.Has(d.Low):
		return false
	}
	switch d.Rel {
	case syntax.Det, syntax.Punct, syntax.Cc, syntax.Discourse, syntax.Vocative, syntax.Parataxis, syntax.Appos, syntax.Flat, syntax.Compound, syntax.Nummod, syntax.NmodPoss:
		return true
	case syntax.Conj:
		return !src.Has(n, statement.OrWords, syntax.Cc) && !src.Has(d.Head, bothWords, syntax.Cc, syntax.Advmod, syntax.Det, syntax.Case)
	case syntax.Amod, syntax.Nmod, syntax.Obl, syntax.Relcl, syntax.Acl, syntax.Advmod:
		return x.s.SignAt(d.Tok, d.Tok) > 0 && !src.Superlative(d.Head)
	case syntax.Advcl:
		return x.s.SignAt(d.Tok, d.Tok) > 0 && src.Nodes[n].Mood&statement.MoodIf == 0 && !src.Conditional(n)
	}
	return false
}

var bothWords = text.WordSet(`both either neither between`)
