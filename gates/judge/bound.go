package judge

import (
	"assay/gates/judge/reading"
	"assay/provenance"
)

// checkLimits finds a moment without a number that claim and text draw the limit at
// otherwise: "from the first frost" against "after the first frost".
func (a *alignment) checkLimits(best int32) *finding {
	for i := range a.Terms {
		tm := &a.Terms[i]
		if tm.Pos < 0 || tm.Found < 1 || a.Source.Toks[tm.Pos].Unit != best {
			continue
		}
		c, s := a.Claim.LimitBefore(tm.Tok), a.Source.LimitBefore(tm.Pos)
		if c < 0 || s < 0 || reading.TimeLimits[a.Claim.Toks[c].Low] == reading.TimeLimits[a.Source.Toks[s].Low] {
			continue
		}
		return &finding{rule: RuleBoundary, effect: Caps, unit: best, mismatch: &provenance.Mismatch{Kind: "boundary", Claim: a.Claim.Span(c, tm.Tok), Source: a.Source.Span(s, tm.Pos)}}
	}
	return nil
}
