package judge

import (
	"math"
	"slices"

	"assay/gates/judge/align"
	"assay/provenance"
)

// carry says whether a text that is cited as a whole carries a claim in which no check found anything:
// what has the claim's words closely and in their order does, if it has each name of the claim. A long
// text that has not carries nothing, whatever its score. It comes last: what refutes a claim goes by the
// line of passages.
func (l *Lexical) carry(a *alignment, j *provenance.Judgement) {
	long := a.kind == KindArticle || a.kind == KindPage
	scored := j.Rule == RuleCoverage || j.Rule == RuleTail || j.Rule == RuleClauses
	switch {
	case !scored || j.Stance == provenance.Contradicts || len(j.Missing) > 0 || !long && (j.Rule == RuleTail || len(a.Source.Toks) < align.WholeFrom || a.TakesPlace() || a.near < nearInShort || a.Coverage(a.Single) < inOneSentence*a.Coverage(a.Window) || !a.ValuesInOne()):
	case a.near >= nearLine && !slices.ContainsFunc(a.Terms, a.Unnamed) && !a.DeniesAlone():
		j.Stance, j.Score = provenance.Supports, math.Max(j.Score, nearScore(a.near))
		if j.Rule == RuleTail {
			j.Rule = RuleCoverage
		}
	case long && j.Rule == RuleCoverage:
		j.Stance, j.Score = provenance.Silent, math.Min(j.Score, capScore)
	}
}
