package judge

import (
	"strings"

	"assay/provenance"
)

// revalued asks whether the claim would be held with the value that the text has in the place of
// one of which it has no form.
func (l *Lexical) revalued(q Question, a *alignment, around *reading) *finding {
	if len(a.s.toks) < articleFrom {
		return nil // a passage may give it otherwise: its checks go by places
	}
	for i := range a.c.values {
		v := &a.c.values[i]
		shown := a.c.show(v)
		if a.said(v, around) || pointer(a.c.raw, shown) || a.c.underCondition(v.first) || reckons(a.c.raw) || strings.HasSuffix(a.c.before(v.first), "^") || strings.Count(q.Claim, shown) != 1 {
			continue
		}
		for k := range a.s.values {
			sv := &a.s.values[k]
			if !a.inWindow(sv.in) || !a.rivals(v, sv) || a.c.gives(sv, a.s) || !a.besideOne(v, sv) {
				continue
			}
			b, j := l.instead(q, a, around, strings.Replace(q.Claim, shown, a.s.show(sv), 1))
			if q.Whole {
				l.carry(b, &j)
			}
			if held(&j) {
				f := &finding{rule: RuleValue, effect: Refutes, unit: sv.in, mismatch: &provenance.Mismatch{Kind: "number", Claim: shown, Source: a.s.show(sv)}}
				if v.kind == dated {
					f.rule, f.mismatch.Kind = RuleDate, "date"
				}
				return f
			}
		}
	}
	return nil
}

// rivals reports two values of one kind of which only one can be right in a place.
func (a *alignment) rivals(c, s *value) bool {
	if (c.kind == dated) != (s.kind == dated) || (c.kind == ordinal) != (s.kind == ordinal) {
		return false
	}
	return a.onePlace(c, s)
}

// nearWords is how far from a value a word may stand that tells what it is of.
const nearWords = 4

// besideOne reports that one of the words of meaning next to the claim's value, two on each side,
// stands next to the text's too.
func (a *alignment) besideOne(c, s *value) bool {
	behind := a.termFrom(c.last)
	for k := max(a.termFrom(c.first)-2, 0); k < min(behind+2, len(a.terms)); k++ {
		tm := &a.terms[k]
		if a.c.toks[tm.tok].Unit != c.in || tm.tok < c.first-nearWords || tm.tok >= c.last+nearWords {
			continue
		}
		for _, h := range tm.hits {
			if h.unit == s.in && h.strength >= asForm && h.tok >= s.first-nearWords && h.tok < s.last+nearWords {
				return true
			}
		}
	}
	return false
}
