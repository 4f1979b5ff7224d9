package judge

import (
	"regexp"
	"slices"
	"strings"

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
			unit := a.s.Toks[min(ch.s[0], e.text[1]-1)].Unit
			return &finding{rule: rule, effect: Caps, unit: unit, mismatch: &provenance.Mismatch{Kind: "negation", Claim: a.c.shown(ch.c), Source: a.s.shown(ch.s)}}
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
	if k := s[0] - 1; ch.c[0] == e.claim[1] && k > e.text[0] && !toks[0].Is(text.MarkBreak) && statement.Indefinite.Has(a.s.Toks[k-1].Low) && a.s.tagAt(k) == syntax.Adj && !a.s.Toks[k].Is(text.MarkName) {
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
	if strings.Contains(a.s.Gap(at-1), "(") || a.s.Toks[at-1].Low == "with" {
		return false // another name in brackets, "with or without"
	}
	for i := at - 1; i >= e.text[0] && !a.s.leavesScope(i); i-- {
		if f := forces[a.s.Toks[i].Low]; f == possible || f == able || calling.Has(a.s.Toks[i].Low) {
			return false
		}
	}
	return a.s.signAt(at, at-1) >= 0
}

var calling = text.WordSet(`known called named termed dubbed titled`)

// spansRange reports one end of numbers that lie between two.
func (t *reading) spansRange(s [2]int32) bool {
	if !slices.ContainsFunc(t.Toks[s[0]:s[1]], func(t text.Token) bool { return t.Is(text.MarkNumber) }) {
		return false
	}
	if t.Toks[s[0]].Low == "between" {
		return t.Toks[s[1]-1].Low == "and"
	}
	return t.Toks[s[0]].Low == "and" && s[0] >= 2 && t.Toks[s[0]-2].Low == "between" && t.Toks[s[0]-1].Is(text.MarkNumber)
}

// putIn is the rule against a claim that puts words into the text's sentence which the
// text has nowhere, "".
func (a *alignment) putIn(e *echo, ch *change) string {
	if first := ch.c[0]; e.covers < pieceCovers || first == e.claim[0] || ch.c[1]-first > pieceLength || strings.Contains(a.c.Raw[a.c.Toks[first-1].End:a.c.Toks[ch.c[1]-1].End], "(") {
		return ""
	}
	news, old, joined := false, false, statement.Joins.Has(a.c.Toks[ch.c[0]].Low)
	for i := ch.c[0]; i < ch.c[1]; i++ {
		tok := &a.c.Toks[i]
		if statement.Forgoing.Has(tok.Low) && a.c.tagAt(i) == syntax.Verb {
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
	if a.c.Toks[ch.c[0]].Low == "or" {
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
	if c[1]-c[0] != 1 || s[1]-s[0] != 1 || a.akin(c[0], s[0]) || a.c.numbersItem(c[0]) {
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

// numbersItem reports the number of an item before what it says, "Q1.2: Forms dense stands".
func (t *reading) numbersItem(i int32) bool {
	return i == 0 && strings.HasPrefix(t.Raw[t.Toks[i].End:], ":") && itemNumber.MatchString(t.Raw[t.Toks[i].Start:t.Toks[i].End])
}

var itemNumber = regexp.MustCompile(`^(?:[A-Z]{1,3}-?)?\d+(?:\.\d+)+$`)

// firstRanks are the ordinals in words that stand in for a place as often as for a value.
var firstRanks = map[string]string{"first": "1st", "second": "2nd", "third": "3rd", "fourth": "4th", "fifth": "5th"}

func (t *reading) hasIn(r [2]int32, words text.Set) bool {
	return slices.ContainsFunc(t.Toks[r[0]:r[1]], func(tok text.Token) bool { return words.Has(tok.Low) })
}

// conditionIn is the word of a condition among some tokens, "".
func (t *reading) conditionIn(r [2]int32) string {
	for i := r[0]; i < r[1]; i++ {
		if low := t.Toks[i].Low; statement.Conditions.Has(low) || low == "even" && t.Low(i+1, r[1]) == "if" {
			return low
		}
	}
	return ""
}

// wayWords say the one way what others say the other way.
var wayWords = text.AntonymTable(`to from|into out|with without|on off|up down|above below|over under|before after|behind before|up behind`)

var trends = text.WordSet(`up down above below`)

var exceptions = text.WordSet(`except excepting excluding unlike besides`)

// signAt says what leaving out or adding words at a token does to what a sentence says:
// 1 where fewer words say less, -1 where they say more, 0 where they say something else.
// It multiplies what stands before in the same clause and governs the place: denials,
// "every" and "few", limits from above (the monotonicity of natural logic; MacCartney and
// Manning 2007). No tree is asked for the scope, since a sentence is repeated here, and
// what a parser gets wrong in it is wrong twice.
// The place may be the end of the sentence that token of stands in.
func (t *reading) signAt(of, at int32) int8 {
	u := &t.Units[t.Toks[of].Unit]
	from := at
	for from > u.First && (from == u.Last || !t.Toks[from].Is(text.MarkBreak) && !t.leavesScope(from)) {
		from--
	}
	sign := int8(1)
	for i := max(from, at-governed); i < at; i++ {
		low, before, next := t.Toks[i].Low, t.Low(i-1, u.Last), t.Low(i+1, u.Last)
		switch {
		case i > u.First && before == "at" && low == "most", low == "than" && (before == "fewer" || before == "less"), low == "no" && (next == "more" || next == "greater") && t.Low(i+2, u.Last) == "than":
			sign = -sign
		case low == "no" && (next == "less" || next == "fewer"):
			i += 2 // at least
		case t.Toks[i].Is(text.MarkNeg) && t.idleNegator(i, u.Last):
		case t.Toks[i].Is(text.MarkNeg), statement.Deniers.Has(low), low == "without", low == "if", low == "few" && before != "a", statement.Forgoing.Has(low) && t.tagAt(i) == syntax.Verb:
			sign = -sign
		case factive.Has(low):
			sign = 1
		case statement.Universals.Has(low) && !ofAll.Has(before) && !t.Toks[i].Is(text.MarkName) && t.restricts(i, at):
			sign = -sign
		case low == "most" && next != "of" && t.tagAt(i+1) == syntax.Noun && t.restricts(i, at):
			return 0
		case low == "exactly", low == "precisely", low == "only" && next != "to" && before != "not" && before != "if" && t.tagAt(i) == syntax.Adv && !statement.Definite.Has(before):
			return 0
		}
	}
	return sign
}

// governed is how far a word that denies reaches, in words: behind more than that a
// sentence mostly goes on with something else.
const governed = 10

var (
	ofAll   = text.WordSet(`at of after above first`)
	factive = text.WordSet(`know knows knew known knowing realize realizes realized realizing realise realised realising notice noticed noticing aware`) // what nobody knew is so
)

// leavesScope reports a joint behind which what was denied before is denied no more.
func (t *reading) leavesScope(i int32) bool {
	switch low := t.Toks[i].Low; {
	case low == "but" && i > 0 && statement.Nobody.Has(t.Toks[i-1].Low):
	case clauseJoints.Has(low):
		return true
	case statement.Joins.Has(low) && int(i+1) < len(t.Toks) && t.Toks[i+1].Unit == t.Toks[i].Unit:
		tag := t.tagAt(i + 1)
		return tag == syntax.Verb || tag == syntax.AuxVerb || tag == syntax.Pron
	}
	return false
}

var clauseJoints = text.WordSet(`because although though since while whereas so as but unless until when after before`)

// restricts reports a place within the noun phrase that a quantifier opens: no verb stands
// between but those of its relative clauses.
func (t *reading) restricts(quantifier, at int32) bool {
	if tag := t.tagAt(min(at, int32(len(t.Toks))-1)); tag == syntax.Verb || tag == syntax.AuxVerb {
		return false
	}
	verbs, within := 0, false
	for i := quantifier + 1; i < at; i++ {
		tag := t.tagAt(i)
		// What a determiner follows is a verb, whatever the parser took it for.
		verb := tag == syntax.Verb || tag == syntax.AuxVerb || tag == syntax.Noun && i+1 < at && (statement.Definite.Has(t.Toks[i+1].Low) || statement.Indefinite.Has(t.Toks[i+1].Low))
		switch {
		case statement.Universals.Has(t.Toks[i].Low):
			return false // that one does
		case statement.Relatives.Has(t.Toks[i].Low):
			verbs--
		case verb && !within:
			verbs++
		}
		within = verb || tag == syntax.Part || within && tag == syntax.Adv
	}
	return verbs <= 0
}

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
		return x.s.signAt(d.Tok, d.Tok) > 0 && !src.Superlative(d.Head)
	case syntax.Advcl:
		return x.s.signAt(d.Tok, d.Tok) > 0 && src.Nodes[n].Mood&statement.MoodIf == 0 && !src.Conditional(n)
	}
	return false
}

var bothWords = text.WordSet(`both either neither between`)
