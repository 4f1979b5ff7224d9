package judge

import (
	"assay/gates/judge/reading"
	"assay/provenance"
)

// checkLimits finds a moment without a number that claim and text draw the limit at
// otherwise: "from the first frost" against "after the first frost".
func (a *alignment) checkLimits(best int32) *finding {
	for i := range a.terms {
		tm := &a.terms[i]
		if tm.pos < 0 || tm.found < 1 || a.s.Toks[tm.pos].Unit != best {
			continue
		}
		c, s := a.c.LimitBefore(tm.tok), a.s.LimitBefore(tm.pos)
		if c < 0 || s < 0 || reading.TimeLimits[a.c.Toks[c].Low] == reading.TimeLimits[a.s.Toks[s].Low] {
			continue
		}
		return &finding{rule: RuleBoundary, effect: Caps, unit: best, mismatch: &provenance.Mismatch{Kind: "boundary", Claim: a.c.Span(c, tm.tok), Source: a.s.Span(s, tm.pos)}}
	}
	return nil
}
