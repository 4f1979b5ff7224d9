package judge

import (
	"slices"

	"assay/provenance"
	"assay/text"
)

// checkExceptions finds a claim that says of what the text's sentence takes out what that
// says of the rest.
func (a *alignment) checkExceptions() *finding {
	b := a.binder()
	best := a.single.first
	if b == nil || a.single.score < statedFloor || len(b.claims) != 1 || a.c.excepts() {
		return nil
	}
	t := b.claims[0]
	at := slices.IndexFunc(b.sources, func(x *tree) bool { return x.first == a.s.units[best].first })
	if u := a.s.units[best]; at < 0 || u.last-u.first > plainSentence {
		return nil
	}
	x := b.sources[at]
	for i := range a.terms {
		tm := &a.terms[i]
		if tm.pos < 0 || tm.found < boundHere || a.s.toks[tm.pos].Unit != best {
			continue
		}
		n, c := x.node(tm.pos), t.node(tm.tok)
		if n >= 0 && c >= 0 && x.nodes[n].mood&moodBut != 0 && t.nodes[c].mood&moodBut == 0 {
			first, last := tm.pos, tm.pos
			if h := x.nodes[n].Head; h >= 0 && x.nodes[h].tok >= 0 {
				first, last = min(first, x.nodes[h].tok), max(last, x.nodes[h].tok)
			}
			return &finding{rule: RuleHedge, effect: Caps, unit: best, mismatch: &provenance.Mismatch{Kind: "hedge",
				Claim: a.c.word(t, c), Source: span(a.s, first, last)}}
		}
	}
	return nil
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
