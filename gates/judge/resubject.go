package judge

import (
	"slices"

	"assay/provenance"
	"assay/text"
	"assay/text/syntax"
)

// resubjected asks whether a page says of another subject, in a sentence of its own, all that the
// claim says of one that the page has only elsewhere.
func (l *Lexical) resubjected(q Question, a *alignment, around *reading) *finding {
	const most, least = 2, 2
	if len(a.s.toks) < articleFrom || len(a.c.units) != 1 || len(a.s.units) == 0 || !a.plainUnit(a.single.first) {
		return nil
	}
	u := a.single.first
	w := window{first: u, last: u + 1}
	n := 0
	for n < len(a.terms) && a.strength(&a.terms[n], w) == 0 {
		if tm := &a.terms[n]; n == most || tm.led || tm.anywhere < 1 || a.namedNear(tm) {
			return nil
		}
		n++
	}
	if n == 0 || len(a.terms)-n < least || a.terms[0].tok > 1 || a.terms[n-1].tok > 3 {
		return nil
	}
	for i := n; i < len(a.terms); i++ {
		if a.strength(&a.terms[i], w) < asForm {
			return nil
		}
	}
	at := slices.IndexFunc(a.terms[n].hits, func(h hit) bool { return h.unit == u })
	if at < 0 {
		return nil
	}
	verb := a.terms[n].hits[at].tok
	first, last := int32(-1), int32(-1)
	for i := verb - 1; i >= a.s.units[u].first && !a.s.toks[i+1].Is(text.MarkBreak); i-- {
		if tok := &a.s.toks[i]; tok.Content() {
			if first = i; last < 0 {
				last = i
			}
			if a.claimHas(tok.Stem) || last-first > most {
				return nil
			}
		}
	}
	if first < 0 || !a.s.isNoun(last) || !a.c.isNoun(a.terms[n-1].tok) {
		return nil
	}
	subject := span(a.s, first, last)
	start, end := a.c.toks[a.terms[0].tok].Start, a.c.toks[a.terms[n-1].tok].End
	if _, j := l.instead(q, a, around, q.Claim[:start]+subject+q.Claim[end:]); !held(&j) {
		return nil
	}
	return &finding{rule: RuleReplaced, effect: Refutes, unit: u, mismatch: &provenance.Mismatch{Kind: "name", Claim: q.Claim[start:end], Source: subject}}
}

func (t *reading) isNoun(i int32) bool {
	return t.tagAt(i) == syntax.Noun || t.tagAt(i) == syntax.Propn
}
