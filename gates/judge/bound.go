package judge

import (
	"assay/gates/judge/value"
	"assay/provenance"
	"assay/text"
)

// timeLimits say on which side of a moment something holds, the moment itself counted or
// not.
var timeLimits = map[string]value.Bound{"after": value.MoreThan, "before": value.LessThan, "from": value.AtLeast, "since": value.AtLeast, "until": value.AtMost, "till": value.AtMost,
	"nach": value.MoreThan, "vor": value.LessThan, "seit": value.AtLeast, "bis": value.AtMost, "después": value.MoreThan, "antes": value.LessThan, "desde": value.AtLeast, "hasta": value.AtMost}

// checkLimits finds a moment without a number that claim and text draw the limit at
// otherwise: "from the first frost" against "after the first frost".
func (a *alignment) checkLimits(best int32) *finding {
	for i := range a.terms {
		tm := &a.terms[i]
		if tm.pos < 0 || tm.found < 1 || a.s.Toks[tm.pos].Unit != best {
			continue
		}
		c, s := a.c.limitBefore(tm.tok), a.s.limitBefore(tm.pos)
		if c < 0 || s < 0 || timeLimits[a.c.Toks[c].Low] == timeLimits[a.s.Toks[s].Low] {
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
	for k := i - 1; k >= 0 && k >= i-phrase && t.Toks[k].Unit == t.Toks[i].Unit && !t.Toks[k+1].Is(text.MarkBreak); k-- {
		if timeLimits[t.Toks[k].Low] != value.Exactly {
			return k
		}
	}
	return -1
}
