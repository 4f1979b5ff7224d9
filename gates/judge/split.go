package judge

import (
	"assay/gates/judge/reading"
	"assay/provenance"
)

// judgeParts judges each statement of a claim by its own place in the text, and
// accepts the claim where all are supported, each by a sentence that says what it
// speaks of. ok is false where the claim says one thing, a part falls, or the score would not
// be above a floor: what no part can mend any more is not judged.
func (l *Lexical) judgeParts(a *alignment, floor float64) (provenance.Judgement, bool) {
	var none provenance.Judgement
	parts := a.Claim.Clauses()
	if len(parts) < 2 {
		return none, false
	}
	lowest, first, last := 1.0, int32(len(a.Source.Units)), int32(0)
	var quote provenance.Judgement
	for k, p := range parts {
		claim := l.claims.get(p.Text, l.stems)
		if len(claim.Toks) == 0 {
			return none, false
		}
		b := l.align(claim, a.Source, a.Around, a.Question)
		cohesion := float64(b.Cohesion())
		if p.Leans && !b.OpensAlike() || !b.ValuesInOne() || cohesion <= floor {
			return none, false
		}
		j := l.judgeAlignment(b)
		if j.Stance != provenance.Supports || len(j.Missing) > 0 || j.Mismatch != nil {
			return none, false
		}
		if lowest = min(lowest, j.Score*cohesion); lowest <= floor {
			return none, false
		}
		first, last = min(first, b.Single.First), max(last, b.Single.First)
		if k == 0 {
			quote = j
		}
	}
	if first == last && a.Window.Last-a.Window.First < 2 || len(a.Source.Toks) >= reading.PageFrom && last-first > together {
		return none, false // one sentence, against which the whole claim was weighed, or two far apart
	}
	quote.Score = lowest
	return quote, true
}

// together is how many sentences of a page may lie between the places that carry a
// claim's clauses: on a whole page some sentence somewhere has the words of almost any.
const together = 12
