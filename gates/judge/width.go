package judge

import (
	"slices"

	"assay/provenance"
	"assay/text"
	"assay/text/syntax"
)

// checkWidth finds a claim that leaves a qualification of the text's sentence out where
// that says more and not less: "no red car passed" does not say that no car passed, nor
// "every tall man ran" that every man did; and one that says of what the sentence takes
// out what that says of the rest.
func (a *alignment) checkWidth() *finding {
	if f := a.checkPieces(); f != nil {
		return f
	}
	b := a.binder()
	best := a.single.first
	if b == nil || a.single.score < statedFloor || len(b.claims) != 1 {
		return nil
	}
	t := b.claims[0]
	at := slices.IndexFunc(b.sources, func(x *tree) bool { return x.first == a.s.units[best].first })
	if u := a.s.units[best]; at < 0 || u.last-u.first > plainSentence {
		return nil
	}
	x := b.sources[at]
	beside := make([]int32, len(x.nodes)) // node of the claim that stands for one of the text
	for i := range beside {
		beside[i] = -1
	}
	for i := range a.terms {
		if tm := &a.terms[i]; tm.pos >= 0 && tm.found >= boundHere && a.s.toks[tm.pos].Unit == best {
			if n := x.node(tm.pos); n >= 0 {
				beside[n] = t.node(tm.tok)
			}
		}
	}
	for i := range x.nodes {
		d := &x.nodes[i]
		if n := beside[i]; n >= 0 && d.mood&moodBut != 0 && t.nodes[n].mood&moodBut == 0 && !a.c.excepts() {
			return &finding{rule: RuleHedge, effect: Caps, unit: best, mismatch: &provenance.Mismatch{Kind: "hedge",
				Claim: a.c.word(t, n), Source: a.s.phraseOf(x, int32(i))}}
		}
		if beside[i] >= 0 || d.tok < 0 || d.Head < 0 || beside[d.Head] < 0 || !x.qualifies(int32(i)) || !a.s.toks[d.tok].Content() && !a.s.ordinalAt(d.tok) || a.claimHas(a.s.toks[d.tok].Stem) {
			continue
		}
		h := &t.nodes[beside[d.Head]]
		sign := d.sign
		if d.Rel == syntax.Conj && x.has(int32(i), orWords, syntax.Cc) {
			sign = -sign
		}
		if sign > 0 || h.within > 0 || x.superlative(d.Head) && !a.ranksOtherwise(t, beside[d.Head], x, int32(i)) {
			continue
		}
		return &finding{rule: RuleQuantifier, effect: Caps, unit: best, mismatch: &provenance.Mismatch{Kind: "negation",
			Claim: a.c.word(t, beside[d.Head]), Source: a.s.phraseOf(x, int32(i))}}
	}
	return nil
}

// ranksOtherwise reports that the claim calls the first of its kind what the text calls so
// of a place or after others.
func (a *alignment) ranksOtherwise(t *tree, c int32, x *tree, n int32) bool {
	if !t.superlative(c) {
		return false
	}
	if low := x.nodes[n].low; a.s.ordinalAt(x.nodes[n].tok) {
		return !slices.ContainsFunc(a.c.toks, func(tok text.Token) bool { return tok.Low == low })
	}
	link := x.preposition(n)
	return x.nodes[n].Rel == syntax.Nmod && (link == "in" || link == "of") && t.child(c, syntax.Nmod, syntax.NmodPoss) < 0
}

// ordinalAt reports an ordinal.
func (t *reading) ordinalAt(i int32) bool {
	at := t.valuesIn([2]int32{i, i + 1})
	return len(at) == 1 && at[0].kind == ordinal
}

// excepts reports a word of exception, or one that denies.
func (t *reading) excepts() bool {
	for i := range t.toks {
		if exceptions.Has(t.toks[i].Low) || t.toks[i].Is(text.MarkNeg) {
			return true
		}
	}
	return false
}

// qualifies reports a word that narrows what it depends on.
func (x *tree) qualifies(n int32) bool {
	d := &x.nodes[n]
	switch d.Rel {
	case syntax.Nummod:
		return true
	case syntax.Amod, syntax.Compound, syntax.Nmod, syntax.NmodPoss, syntax.Obj, syntax.Acl, syntax.Xcomp:
		return !quantifierWords.Has(d.low)
	case syntax.Relcl:
		return n == 0 || x.nodes[d.Head+1].low != ","
	case syntax.Obl, syntax.Advmod:
		return n > d.Head && !emphasis.Has(d.low)
	case syntax.Conj:
		return x.child(n, syntax.Nsubj, syntax.NsubjPass) < 0
	}
	return false
}

var quantifierWords = text.WordSet(`all every each any some no few many most several both half enough other such same certain more less fewer`)

// phraseOf is a word with its head, as the text has them.
func (t *reading) phraseOf(x *tree, n int32) string {
	h := x.nodes[n].Head
	if x.nodes[h].tok < 0 {
		return t.word(x, n)
	}
	return span(t, min(x.nodes[n].tok, x.nodes[h].tok), max(x.nodes[n].tok, x.nodes[h].tok))
}
