package judge

import (
	"slices"

	"assay/gates/judge/reading"
	"assay/gates/judge/value"
	"assay/provenance"
	"assay/text"
)

// judgeParts judges each statement of a claim by its own place in the text, and
// accepts the claim where all are supported, each by a sentence that says what it
// speaks of. ok is false where the claim says one thing, a part falls, or the score would not
// be above a floor: what no part can mend any more is not judged.
func (l *Lexical) judgeParts(a *alignment, floor float64) (provenance.Judgement, bool) {
	var none provenance.Judgement
	parts := a.c.Clauses()
	if len(parts) < 2 {
		return none, false
	}
	lowest, first, last := 1.0, int32(len(a.s.Units)), int32(0)
	var quote provenance.Judgement
	for k, p := range parts {
		claim := l.claims.get(p.Text, l.stems)
		if len(claim.Toks) == 0 {
			return none, false
		}
		b := l.align(claim, a.s, a.around, a.q)
		cohesion := float64(b.cohesion())
		if p.Leans && !b.opensAlike() || !b.valuesInOne() || cohesion <= floor {
			return none, false
		}
		j := l.judgeAlignment(b)
		if j.Stance != provenance.Supports || len(j.Missing) > 0 || j.Mismatch != nil {
			return none, false
		}
		if lowest = min(lowest, j.Score*cohesion); lowest <= floor {
			return none, false
		}
		first, last = min(first, b.single.first), max(last, b.single.first)
		if k == 0 {
			quote = j
		}
	}
	if first == last && a.window.last-a.window.first < 2 || len(a.s.Toks) >= reading.PageFrom && last-first > together {
		return none, false // one sentence, against which the whole claim was weighed, or two far apart
	}
	quote.Score = lowest
	return quote, true
}

// valuesInOne reports all values of a clause in the sentence that carries it: one
// from the sentence beside it belongs to that.
func (a *alignment) valuesInOne() bool {
	return !slices.ContainsFunc(a.c.Values, func(v value.Value) bool {
		return !slices.ContainsFunc(a.s.Values, func(sv value.Value) bool {
			return (sv.In == a.single.first || a.over(sv.In, a.single)) && value.Relate(&v, &sv) == value.Same
		})
	})
}

// opensAlike reports that the claim has the first words of the sentence that carries
// it: what that sentence speaks of.
func (a *alignment) opensAlike() bool {
	u, n := a.s.Units[a.single.first], 0
	for k := u.First; k < u.Last && n < 2; k++ {
		if tok := &a.s.Toks[k]; tok.Content() {
			if !a.claimHas(tok.Stem) {
				return false
			}
			n++
		}
	}
	return true
}

// together is how many sentences of a page may lie between the places that carry a
// claim's clauses: on a whole page some sentence somewhere has the words of almost any.
const together = 12

// cohesion is how much of what the window has one sentence of it has. Words gathered
// from neighbours may be said of different things.
func (a *alignment) cohesion() float32 {
	whole := a.coverage(a.window)
	if whole <= 0 {
		return 0
	}
	unit := a.single
	one := a.coverage(unit)
	if u := a.s.Units[unit.first]; u.First < u.Last && text.Pronouns.Has(a.s.Toks[u.First].Low) && unit.first > 0 && a.s.Units[unit.first-1].Block == u.Block {
		// "It was moved": its subject stands in the sentence before.
		one = max(one, a.coverage(window{first: unit.first - 1, last: unit.last}))
	}
	return min(1, one/whole)
}
