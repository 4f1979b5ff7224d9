package judge

import (
	"math"
	"slices"

	"assay/provenance"
	"assay/text"
)

// wholeFrom is how many words a short text must have to carry a claim as a whole, in one sentence.
const wholeFrom = 25

// carry says whether a text that is cited as a whole carries a claim in which no check found anything:
// what has the claim's words closely and in their order does, if it has each name of the claim. A long
// text that has not carries nothing, whatever its score. It comes last: what refutes a claim goes by the
// line of passages.
func (l *Lexical) carry(a *alignment, j *provenance.Judgement) {
	long := a.kind == KindArticle || a.kind == KindPage
	scored := j.Rule == RuleCoverage || j.Rule == RuleTail || j.Rule == RuleClauses
	switch {
	case !scored || j.Stance == provenance.Contradicts || len(j.Missing) > 0 || !long && (j.Rule == RuleTail || len(a.s.Toks) < wholeFrom || a.takesPlace() || a.near < nearInShort || a.coverage(a.single) < inOneSentence*a.coverage(a.window) || !a.valuesInOne()):
	case a.near >= nearLine && !slices.ContainsFunc(a.terms, a.unnamed) && !a.deniesAlone():
		j.Stance, j.Score = provenance.Supports, math.Max(j.Score, nearScore(a.near))
		if j.Rule == RuleTail {
			j.Rule = RuleCoverage
		}
	case long && j.Rule == RuleCoverage:
		j.Stance, j.Score = provenance.Silent, math.Min(j.Score, capScore)
	}
}

// takesPlace reports a word of the claim that the text has in no form, beside a word beside which the
// sentence nearest to the claim has another: "used least often" of what was used least recently.
func (a *alignment) takesPlace() bool {
	u := a.s.Units[a.single.first]
	other := func(beside, at int32) bool {
		return slices.ContainsFunc(a.s.PlacesOf(a.c.Toks[beside].Stem), func(p int32) bool {
			p += at
			return p >= u.First && p < u.Last && a.s.Toks[p].Content() && !a.claimHas(a.s.Toks[p].Stem)
		})
	}
	return slices.ContainsFunc(a.terms, func(tm term) bool {
		in := a.c.Units[a.c.Toks[tm.tok].Unit]
		return tm.anywhere == 0 && !tm.led && !a.c.Toks[tm.tok].Is(text.MarkCJK) && (tm.tok > in.First && other(tm.tok-1, 1) || tm.tok+1 < in.Last && other(tm.tok+1, -1))
	})
}

// isPage reports a text against which each word of a claim counts: a long one, or one that is cited as a
// whole. A passage may call a thing something else, and leave the rest to its page.
func (a *alignment) isPage() bool {
	return a.s.IsArticle() || a.q.Whole && len(a.s.Toks) >= wholeFrom
}
