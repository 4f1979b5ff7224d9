package judge

import (
	"slices"

	"assay/provenance"
	"assay/text"
)

// opposed asks whether the claim would be held with the opposite of one of its words, which the
// text has beside the same word.
func (l *Lexical) opposed(a *alignment) *finding {
	if len(a.s.toks) < articleFrom || len(a.c.toks) < copyWords {
		return nil
	}
	for i := range int32(len(a.c.toks)) {
		w := &a.c.toks[i]
		others := slices.Concat(text.Antonyms()[w.Low], contraries()[w.Low], amountsAgainst()[w.Low])
		if len(others) == 0 || w.Low == "same" || w.Low == "different" || a.c.underCondition(i) || slices.ContainsFunc(a.s.placesOf(w.Stem), func(at int32) bool { return a.besideSame(i, at) }) {
			continue // "the same" and "a different" one may both be spoken of
		}
		for u := a.window.first; u < a.window.last; u++ {
			in := a.s.toks[a.s.units[u].first:a.s.units[u].last]
			if !a.plainUnit(u) || a.alignedBut(i, i, u) < sharesClaim || slices.ContainsFunc(in, func(tok text.Token) bool { return tok.Stem == w.Stem }) {
				continue
			}
			for k := range in {
				s, at := &in[k], a.s.units[u].first+int32(k)
				if !slices.Contains(others, s.Low) || a.claimHas(s.Stem) || w.Is(text.MarkNegated) != s.Is(text.MarkNegated) || !a.besideSame(i, at) {
					continue
				}
				if word := span(a.s, at, at); l.holdsWith(a, i, i, word) {
					return &finding{rule: RuleAntonym, effect: Refutes, unit: u, mismatch: &provenance.Mismatch{Kind: "negation", Claim: span(a.c, i, i), Source: word}}
				}
			}
		}
	}
	return nil
}

// besideSame reports that the words right before or right behind two words are the same.
func (a *alignment) besideSame(c, s int32) bool {
	alike := func(x, y int32) bool {
		return x >= 0 && int(x) < len(a.c.toks) && y >= 0 && int(y) < len(a.s.toks) && a.c.toks[x].Unit == a.c.toks[c].Unit && a.s.toks[y].Unit == a.s.toks[s].Unit &&
			a.c.toks[x].Stem == a.s.toks[y].Stem && a.c.toks[x].Content() && !a.c.parted(max(x, c)) && !a.s.parted(max(y, s))
	}
	return alike(c-1, s-1) || alike(c+1, s+1)
}

// amountsAgainst are words for how many of which only one can be right in a place.
var amountsAgainst = text.AntonymTable(`no each|no all|no every|all many|all most|all several|all some`)
