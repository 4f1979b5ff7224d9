package judge

import (
	"strings"

	"assay/provenance"
	"assay/text"
)

// An origin is whose doing a sentence says something is.
type origin struct {
	own   int32 // token of "this paper", "we"; -1 for none
	other int32 // token of "Smith (1970)", "et al."; -1 for none
}

var (
	writings    = text.WordSet(`paper study work article report thesis survey research chapter`)
	ownersOf    = text.WordSet(`this present our`)
	proposes    = text.WordSet(`propose proposed introduce introduced present presented develop developed devise devised invent invented describe described suggest suggested`)
	ownSpeakers = text.WordSet(`we authors`)
)

// originIn reads the origin in tokens from first to last.
func (t *reading) originIn(first, last int32) origin {
	o := origin{-1, -1}
	for i := first; i < last; i++ {
		switch low := t.toks[i].Low; {
		case ownersOf.Has(low) && writings.Has(t.low(i+1, last)), ownSpeakers.Has(low) && proposes.Has(t.low(i+1, last)):
			o.own = i
		case low == "et" && t.low(i+1, last) == "al":
			o.other = i
		case i > first && t.toks[i].Is(text.MarkNumber) && t.toks[i-1].Is(text.MarkName) && strings.HasSuffix(t.gap(i-1), "("):
			if _, ok := yearOf(low); ok {
				o.other = i - 1
			}
		}
	}
	return o
}

// checkOrigin finds a claim that calls its source's own what the source ascribes to
// another, or the other way round.
func (a *alignment) checkOrigin(best int32) *finding {
	c := a.c.originIn(0, int32(len(a.c.toks)))
	if (c.own < 0) == (c.other < 0) {
		return nil
	}
	u := a.s.units[best]
	s := a.s.originIn(u.first, u.last)
	at, from := s.other, c.own
	if c.other >= 0 {
		at, from = s.own, c.other
	}
	if (s.own < 0) == (s.other < 0) || at < 0 {
		return nil
	}
	return &finding{rule: RuleOrigin, effect: Caps, unit: best, mismatch: &provenance.Mismatch{Kind: "name",
		Claim: span(a.c, from, min(from+1, int32(len(a.c.toks))-1)), Source: span(a.s, at, min(at+1, u.last-1))}}
}
