package judge

import (
	"regexp"
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
	if c[1]-c[0] != 1 || s[1]-s[0] != 1 || a.akin(c[0], s[0]) || a.c.numbersItem(c[0]) {
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

// numbersItem reports the number of an item before what it says, "Q1.2: Forms dense stands".
func (t *reading) numbersItem(i int32) bool {
	return i == 0 && strings.HasPrefix(t.raw[t.toks[i].End:], ":") && itemNumber.MatchString(t.raw[t.toks[i].Start:t.toks[i].End])
}

var itemNumber = regexp.MustCompile(`^(?:[A-Z]{1,3}-?)?\d+(?:\.\d+)+$`)

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

// signAt says what leaving out or adding words at a token does to what a sentence says:
// 1 where fewer words say less, -1 where they say more, 0 where they say something else.
// It multiplies what stands before in the same clause and governs the place: denials,
// "every" and "few", limits from above (the monotonicity of natural logic; MacCartney and
// Manning 2007). No tree is asked for the scope, since a sentence is repeated here, and
// what a parser gets wrong in it is wrong twice.
// The place may be the end of the sentence that token of stands in.
func (t *reading) signAt(of, at int32) int8 {
	u := &t.units[t.toks[of].Unit]
	from := at
	for from > u.first && (from == u.last || !t.toks[from].Is(text.MarkBreak) && !t.leavesScope(from)) {
		from--
	}
	sign := int8(1)
	for i := max(from, at-governed); i < at; i++ {
		low, before, next := t.toks[i].Low, t.low(i-1, u.last), t.low(i+1, u.last)
		switch {
		case i > u.first && before == "at" && low == "most", low == "than" && (before == "fewer" || before == "less"), low == "no" && (next == "more" || next == "greater") && t.low(i+2, u.last) == "than":
			sign = -sign
		case low == "no" && (next == "less" || next == "fewer"):
			i += 2 // at least
		case t.toks[i].Is(text.MarkNeg) && t.idleNegator(i, u.last):
		case t.toks[i].Is(text.MarkNeg), deniers.Has(low), low == "without", low == "if", low == "few" && before != "a", forgoing.Has(low) && t.tagAt(i) == syntax.Verb:
			sign = -sign
		case factive.Has(low):
			sign = 1
		case universals.Has(low) && !ofAll.Has(before) && !t.toks[i].Is(text.MarkName) && t.restricts(i, at):
			sign = -sign
		case low == "most" && next != "of" && t.tagAt(i+1) == syntax.Noun && t.restricts(i, at):
			return 0
		case low == "exactly", low == "precisely", low == "only" && next != "to" && before != "not" && before != "if" && t.tagAt(i) == syntax.Adv && !definite.Has(before):
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
	switch low := t.toks[i].Low; {
	case low == "but" && i > 0 && nobody.Has(t.toks[i-1].Low):
	case clauseJoints.Has(low):
		return true
	case joins.Has(low) && int(i+1) < len(t.toks) && t.toks[i+1].Unit == t.toks[i].Unit:
		tag := t.tagAt(i + 1)
		return tag == syntax.Verb || tag == syntax.AuxVerb || tag == syntax.Pron
	}
	return false
}

var clauseJoints = text.WordSet(`because although though since while whereas so as but unless until when after before`)

// restricts reports a place within the noun phrase that a quantifier opens: no verb stands
// between but those of its relative clauses.
func (t *reading) restricts(quantifier, at int32) bool {
	if tag := t.tagAt(min(at, int32(len(t.toks))-1)); tag == syntax.Verb || tag == syntax.AuxVerb {
		return false
	}
	verbs, within := 0, false
	for i := quantifier + 1; i < at; i++ {
		tag := t.tagAt(i)
		// What a determiner follows is a verb, whatever the parser took it for.
		verb := tag == syntax.Verb || tag == syntax.AuxVerb || tag == syntax.Noun && i+1 < at && (definite.Has(t.toks[i+1].Low) || indefinite.Has(t.toks[i+1].Low))
		switch {
		case universals.Has(t.toks[i].Low):
			return false // that one does
		case relatives.Has(t.toks[i].Low):
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
	if b == nil || len(a.c.toks) < 3 {
		return false
	}
	return slices.ContainsFunc(b.sources, b.prunes)
}

func (x *binder) prunes(src *tree) bool {
	c, s := x.c.toks, x.s.toks[src.first:int(src.first)+len(src.at)]
	if len(c) > weaveClaim || len(s) > weaveWindow {
		return false
	}
	kept := make([]bool, len(src.nodes))
	for i, at := range runThrough(c, s) {
		switch {
		case at >= 0 && src.at[at] >= 0:
			kept[src.at[at]] = true
		case at >= 0 || !articles.Has(c[i].Low):
			return false
		}
	}
	top := int32(-1)
	for i := range kept {
		if n := int32(i); kept[n] && !src.hangs(n, kept) {
			if top >= 0 {
				return false
			}
			top = n
		}
	}
	if top < 0 || src.nodes[top].mood&^moodDenied != 0 {
		return false
	}
	for i := range kept {
		if d := &src.nodes[i]; !kept[i] && d.Head >= 0 && kept[d.Head] && d.tok >= 0 && !x.mayGo(src, int32(i)) {
			return false
		}
	}
	return true
}

// hangs reports a kept word whose head is kept, or whose part somebody else plays: the
// last name for the full one, the second of two that "and" joins, the subject of a
// clause that leaves it out.
func (x *tree) hangs(n int32, kept []bool) bool {
	for at := n; x.nodes[at].Head >= 0; at = x.nodes[at].Head {
		if kept[x.nodes[at].Head] {
			return true
		}
		if r := x.nodes[at].Rel; r != syntax.Flat && r != syntax.Compound && r != syntax.Appos && r != syntax.Conj {
			break
		}
	}
	return slices.ContainsFunc(x.states, func(s statement) bool {
		return kept[s.pred] && slices.ContainsFunc(s.args, func(a argument) bool { return a.node == n && a.core() })
	})
}

// mayGo reports a word that depends on a kept one and can be left out with all that
// depends on it, so that what remains still holds.
func (x *binder) mayGo(src *tree, n int32) bool {
	d := &src.nodes[n]
	switch {
	case text.Hedges.Has(d.low), weakenings.Has(d.low), deniers.Has(d.low), nobody.Has(d.low), orWords.Has(d.low), noWord.Has(d.low):
		return false
	}
	switch d.Rel {
	case syntax.Det, syntax.Punct, syntax.Cc, syntax.Discourse, syntax.Vocative, syntax.Parataxis, syntax.Appos, syntax.Flat, syntax.Compound, syntax.Nummod, syntax.NmodPoss:
		return true
	case syntax.Conj:
		return !src.has(n, orWords, syntax.Cc) && !src.has(d.Head, bothWords, syntax.Cc, syntax.Advmod, syntax.Det, syntax.Case)
	case syntax.Amod, syntax.Nmod, syntax.Obl, syntax.Relcl, syntax.Acl, syntax.Advmod:
		return x.s.signAt(d.tok, d.tok) > 0 && !src.superlative(d.Head)
	case syntax.Advcl:
		return x.s.signAt(d.tok, d.tok) > 0 && src.nodes[n].mood&moodIf == 0 && !src.conditional(n)
	}
	return false
}

var bothWords = text.WordSet(`both either neither between`)
