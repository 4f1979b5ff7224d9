package judge

import (
	"assay/provenance"
	"assay/text"
)

// timeLimits say on which side of a moment something holds, the moment itself counted or
// not.
var timeLimits = map[string]bound{"after": moreThan, "before": lessThan, "from": atLeast, "since": atLeast, "until": atMost, "till": atMost,
	"nach": moreThan, "vor": lessThan, "seit": atLeast, "bis": atMost, "después": moreThan, "antes": lessThan, "desde": atLeast, "hasta": atMost}

// checkLimits finds a moment without a number that claim and text draw the limit at
// otherwise: "from the first frost" against "after the first frost".
func (a *alignment) checkLimits(best int32) *finding {
	for i := range a.terms {
		tm := &a.terms[i]
		if tm.pos < 0 || tm.found < 1 || a.s.toks[tm.pos].Unit != best {
			continue
		}
		c, s := a.c.limitBefore(tm.tok), a.s.limitBefore(tm.pos)
		if c < 0 || s < 0 || timeLimits[a.c.toks[c].Low] == timeLimits[a.s.toks[s].Low] {
			continue
		}
		return &finding{rule: RuleBoundary, effect: Caps, unit: best, mismatch: &provenance.Mismatch{Kind: "boundary", Claim: span(a.c, c, tm.tok), Source: span(a.s, s, tm.pos)}}
	}
	return nil
}

// limitBefore is the limit that a word stands behind with nothing but a few words of its
// phrase between, or -1.
func (t *reading) limitBefore(i int32) int32 {
	const phrase = 7
	for k := i - 1; k >= 0 && k >= i-phrase && t.toks[k].Unit == t.toks[i].Unit && !t.toks[k+1].Is(text.MarkBreak); k-- {
		if timeLimits[t.toks[k].Low] != exactly {
			return k
		}
	}
	return -1
}
