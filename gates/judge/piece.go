package judge

import (
	"slices"
	"strings"

	"assay/gates/judge/align"
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
func (a *alignment) checkPieces(echoes []align.Echo) *finding {
	if !statement.Parses(a.Claim.Lang) || !statement.Parses(a.Source.Lang) {
		return nil
	}
	for _, e := range echoes {
		for i := range e.Changes {
			ch := &e.Changes[i]
			rule := ""
			switch {
			case ch.C[1] < e.Claim[1] && a.Source.HasIn(ch.S, exceptions) && !a.Claim.HasIn(ch.C, exceptions):
				rule = RuleHedge // what the text takes out
			case e.KeptElsewhere(a.Claim, ch) < echoExact:
			case ch.C[0] == ch.C[1]:
				rule = a.leftOut(&e, ch)
			case ch.S[0] == ch.S[1]:
				rule = a.putIn(&e, ch)
			default:
				rule = a.putFor(&e, ch)
			}
			if rule == "" {
				continue
			}
			unit := a.Source.Toks[min(ch.S[0], e.Text[1]-1)].Unit
			return &finding{rule: rule, effect: Caps, unit: unit, mismatch: &provenance.Mismatch{Kind: "negation", Claim: a.Claim.Shown(ch.C), Source: a.Source.Shown(ch.S)}}
		}
	}
	return nil
}

// leftOut is the rule against a claim that leaves a piece of the text's sentence out, "".
func (a *alignment) leftOut(e *align.Echo, ch *align.Change) string {
	s := ch.S
	toks := a.Source.Toks[s[0]:s[1]]
	if n := len(toks); n > 1 && n <= pieceLength && toks[n-1].Low == "than" && s[1] < e.Text[1] {
		return RuleBoundary // what is compared with is left, and the comparison gone
	}
	if k := s[0] - 1; ch.C[0] == e.Claim[1] && k > e.Text[0] && !toks[0].Is(text.MarkBreak) && statement.Indefinite.Has(a.Source.Toks[k-1].Low) && a.Source.TagAt(k) == syntax.Adj && !a.Source.Toks[k].Is(text.MarkName) {
		return RuleSpliced // "a long": its noun is gone
	}
	if toks[0].Low == "or" || toks[len(toks)-1].Low == "or" || toks[0].Low == "either" && slices.ContainsFunc(toks, func(t text.Token) bool { return t.Low == "or" }) {
		if s[0] > e.Text[0] && a.AlternativeLeft(e, s[0]) {
			return RuleHedge
		}
		return ""
	}
	if s[0] == e.Text[0] || len(toks) > pieceLength || slices.ContainsFunc(toks, func(t text.Token) bool { return t.Is(text.MarkBreak) }) || a.Source.LeavesScope(s[0]) ||
		!slices.ContainsFunc(toks, func(t text.Token) bool {
			return t.Content() && !reading.Emphasis.Has(t.Low) || t.Is(text.MarkNumber) || possessives.Has(t.Low)
		}) {
		return ""
	}
	if a.Source.SpansRange(s) {
		return RuleBoundary
	}
	if a.Source.SignAt(s[0], s[0]) <= 0 && a.Claim.SignAt(e.Claim[0], ch.C[0]) <= 0 {
		return RuleQuantifier
	}
	return ""
}

var possessives = text.WordSet(`my your his her its our their`)

// putIn is the rule against a claim that puts words into the text's sentence which the
// text has nowhere, "".
func (a *alignment) putIn(e *align.Echo, ch *align.Change) string {
	if first := ch.C[0]; e.Covers < pieceCovers || first == e.Claim[0] || ch.C[1]-first > pieceLength || strings.Contains(a.Claim.Raw[a.Claim.Toks[first-1].End:a.Claim.Toks[ch.C[1]-1].End], "(") {
		return ""
	}
	news, old, joined := false, false, statement.Joins.Has(a.Claim.Toks[ch.C[0]].Low)
	for i := ch.C[0]; i < ch.C[1]; i++ {
		tok := &a.Claim.Toks[i]
		if statement.Forgoing.Has(tok.Low) && a.Claim.TagAt(i) == syntax.Verb {
			return RuleNegation
		}
		switch tm := a.TermAt(i); {
		case tok.Is(text.MarkNumber):
			news = news || joined
		case tm == nil, tok.Low == "one": // "one of the largest"
		case tm.Led || len(a.Source.PlacesOf(tok.Stem)) > 0 || !joined && tm.Anywhere > 0:
			old = true
		default:
			news = true
		}
	}
	if !news || old && !joined { // another conjunct is another thing, however near
		return ""
	}
	sign := a.Claim.SignAt(ch.C[0], ch.C[0])
	if a.Claim.Toks[ch.C[0]].Low == "or" {
		sign = -a.Claim.SignAt(ch.C[0], ch.C[0]-1)
	}
	if sign < 0 {
		return ""
	}
	return RuleReplaced
}

// putFor is the rule against a claim that has other words in one place of the text's
// sentence, "".
func (a *alignment) putFor(e *align.Echo, ch *align.Change) string {
	if e.Covers < pieceCovers {
		return ""
	}
	c, s, ok := e.Clip(ch)
	if !ok {
		return ""
	}
	x, y := a.Claim.Phrase(c), a.Source.Phrase(s)
	if p, q := a.Claim.ConditionIn(c), a.Source.ConditionIn(s); p != "" && q != "" && p != q {
		return RuleHedge
	}
	if x.Empty() && y.Empty() && y.Demand == reading.Required && (x.Reserve == reading.Possible || x.Reserve == reading.Able) {
		return RuleHedge
	}
	if c[1]-c[0] != 1 || s[1]-s[0] != 1 || a.Akin(c[0], s[0]) || a.Claim.NumbersItem(c[0]) {
		return ""
	}
	cw, sw := &a.Claim.Toks[c[0]], &a.Source.Toks[s[0]]
	switch {
	case slices.Contains(wayWords()[cw.Low], sw.Low), trends.Has(cw.Low) && sw.Content():
		return RuleDirection
	case cw.Is(text.MarkNumber) && firstRanks[sw.Low] != "" && !strings.HasPrefix(cw.Low, firstRanks[sw.Low]):
		return RuleMissing
	case cw.Content() && sw.Content() && !cw.Is(text.MarkNumber) && !sw.Is(text.MarkNumber):
		tm := a.TermAt(c[0])
		if tm != nil && !slices.ContainsFunc(tm.Hits, func(h align.Hit) bool { return h.Tok == s[0] }) {
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
	if b == nil || len(a.Claim.Toks) < 3 {
		return false
	}
	return slices.ContainsFunc(b.sources, b.prunes)
}

func (x *binder) prunes(src *statement.Tree) bool {
	c, s := x.Claim.Toks, x.Source.Toks[src.First:int(src.First)+len(src.At)]
	if len(c) > align.WeaveClaim || len(s) > align.WeaveWindow {
		return false
	}
	kept := make([]bool, len(src.Nodes))
	for i, at := range align.RunThrough(c, s) {
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
	case text.Hedges.Has(d.Low), align.Weakenings.Has(d.Low), statement.Deniers.Has(d.Low), statement.Nobody.Has(d.Low), statement.OrWords.Has(d.Low), statement.NoWord.Has(d.Low):
		return false
	}
	switch d.Rel {
	case syntax.Det, syntax.Punct, syntax.Cc, syntax.Discourse, syntax.Vocative, syntax.Parataxis, syntax.Appos, syntax.Flat, syntax.Compound, syntax.Nummod, syntax.NmodPoss:
		return true
	case syntax.Conj:
		return !src.Has(n, statement.OrWords, syntax.Cc) && !src.Has(d.Head, bothWords, syntax.Cc, syntax.Advmod, syntax.Det, syntax.Case)
	case syntax.Amod, syntax.Nmod, syntax.Obl, syntax.Relcl, syntax.Acl, syntax.Advmod:
		return x.Source.SignAt(d.Tok, d.Tok) > 0 && !src.Superlative(d.Head)
	case syntax.Advcl:
		return x.Source.SignAt(d.Tok, d.Tok) > 0 && src.Nodes[n].Mood&statement.MoodIf == 0 && !src.Conditional(n)
	}
	return false
}

var bothWords = text.WordSet(`both either neither between`)
