package judge

import (
	"slices"

	"assay/provenance"
	"assay/text"
)

// opposed asks whether the claim would be held with the opposite of one of its words, which the
// text has beside the same words.
func (l *Lexical) opposed(q Question, a *alignment, around *reading) *finding {
	if len(a.s.toks) < articleFrom || len(a.c.toks) < copyWords {
		return nil
	}
	for i := range a.c.toks {
		w := &a.c.toks[i]
		others := slices.Concat(text.Antonyms()[w.Low], contraries()[w.Low], amountsAgainst()[w.Low])
		if len(others) == 0 || a.c.underCondition(int32(i)) || slices.ContainsFunc(a.s.index[w.Stem], func(at int32) bool { return a.besideSame(int32(i), at) }) {
			continue
		}
		for u := a.window.first; u < a.window.last; u++ {
			su := a.s.units[u]
			if !a.plainUnit(u) || a.alignedBut(int32(i), int32(i), u) < sharesClaim || slices.ContainsFunc(a.s.toks[su.first:su.last], func(tok text.Token) bool { return tok.Low == w.Low || tok.Stem == w.Stem }) {
				continue
			}
			for k := su.first; k < su.last; k++ {
				s := &a.s.toks[k]
				if !slices.Contains(others, s.Low) || len(a.c.index[s.Stem]) > 0 || w.Is(text.MarkNegated) != s.Is(text.MarkNegated) || !a.besideSame(int32(i), k) {
					continue
				}
				if l.wouldHold(q, a, around, q.Claim[:w.Start]+a.s.raw[s.Start:s.End]+q.Claim[w.End:]) {
					return &finding{rule: RuleAntonym, effect: Refutes, unit: u, mismatch: &provenance.Mismatch{Kind: "negation", Claim: a.c.raw[w.Start:w.End], Source: a.s.raw[s.Start:s.End]}}
				}
			}
		}
	}
	return nil
}

// besideSame reports that the words right before or right behind two words are the same.
func (a *alignment) besideSame(c, s int32) bool {
	at := func(d int32) bool {
		x, y := c+d, s+d
		return x >= 0 && int(x) < len(a.c.toks) && y >= 0 && int(y) < len(a.s.toks) && a.c.toks[x].Unit == a.c.toks[c].Unit && a.s.toks[y].Unit == a.s.toks[s].Unit &&
			a.c.toks[x].Stem == a.s.toks[y].Stem && a.c.toks[x].Content() && !a.c.parted(max(x, c)) && !a.s.parted(max(y, s))
	}
	return at(-1) || at(1)
}

// amountsAgainst are words for how many or how often of which only one can be right in a place.
var amountsAgainst = text.AntonymTable(`no each|no all|no every|always never|with without|tinier bigger|all many|all most|all several|all some`)

// alignedBut is the share of the terms of a claim's sentence, but for some of its words, that a
// sentence of the text has.
func (a *alignment) alignedBut(first, last, unit int32) float32 {
	var sum, total float32
	for i := range a.terms {
		if t := a.terms[i].tok; t >= first && t <= last || a.c.toks[t].Unit != a.c.toks[first].Unit {
			continue
		}
		total += a.terms[i].weight
		sum += a.terms[i].weight * a.strength(&a.terms[i], window{first: unit, last: unit + 1})
	}
	return sum / max(total, 0.01)
}
