package judge

import (
	"slices"

	"assay/gates/judge/align"
	"assay/provenance"
	"assay/text"
)

// restOfName is what the rest of a sentence must weigh, at least, to tell that a name has its place.
const restOfName = 1.5

// checkNames finds a name of the claim in whose place an aligned sentence has
// another: "directed by Smith" against "directed by Jones".
func (a *alignment) checkNames() *finding {
	best := a.Single.First
	if int(best) >= len(a.Source.Units) {
		return nil
	}
	for i := range a.Terms {
		tm := &a.Terms[i]
		tok := &a.Claim.Toks[tm.Tok]
		if tm.Anywhere > 0 || !tok.Is(text.MarkName|text.MarkCode) || tok.Is(text.MarkCJK) || len(tok.Low) < 2 {
			continue
		}
		first, last := a.NameRun(i)
		if first == 0 || a.Opens(first) {
			continue // the subject: its sentence may call it something else, or be about something else
		}
		from, to := a.Terms[first].Tok, a.Terms[last].Tok
		if slices.ContainsFunc(a.Terms[first:last+1], func(tm align.Term) bool { return tm.Anywhere > 0 }) || a.Claim.Toks[from].Is(text.MarkNegated) || !a.Claim.ProperRun(from, to) {
			continue
		}
		at := a.Rival(first, last, best, tok.Is(text.MarkCode) && !tok.Is(text.MarkName))
		if share, total := a.SharedIn(align.WindowOf(best), tok.Unit, from, to); at < 0 || total < restOfName || share < alignedForName {
			continue
		}
		start, end := a.Source.NameAround(at)
		return &finding{rule: RuleName, effect: Refutes, unit: best, mismatch: &provenance.Mismatch{Kind: "name", Claim: a.Claim.Span(from, to), Source: a.Source.Span(start, end)}}
	}
	return nil
}
