package judge

import (
	"strings"

	"assay/gates/judge/align"
	"assay/provenance"
	"assay/text"
)

// checkParallel finds a claim that takes its words from two clauses which say the same of
// two things: "the host of A is X, while the host of B is Y" does not say that the host
// of A is Y. Values are read by their entries; this is for names and words.
func (a *alignment) checkParallel() *finding {
	const (
		enough  = 0.85 // of the claim's words that the sentence must have
		longest = 24   // words of such a claim
	)
	if len(a.Claim.Values) > 0 || len(a.Claim.Units) != 1 || len(a.Terms) < 2 || len(a.Claim.Toks) > longest || len(a.Claim.ClausesAt(a.Claim.Units[0])) > 1 {
		return nil
	}
	for _, at := range a.Order {
		u := a.Source.Units[at]
		if u.Last-u.First > align.MaxSentence || a.AlignedIn(at, 0) < enough {
			continue
		}
		if f := a.crossesClauses(a.Source.ClausesAt(u)); f != nil {
			f.unit = at
			return f
		}
	}
	return nil
}

// crossesClauses compares the claim with two clauses that share words: each must lack one
// that the other has.
func (a *alignment) crossesClauses(clauses [][2]int32) *finding {
	if len(clauses) != 2 || !a.Source.Alike(clauses[0], clauses[1]) {
		return nil
	}
	var only [2][]int32 // places of the claim's words that one clause alone has
	shared := 0
	for i := range a.Terms {
		tm := &a.Terms[i]
		var at [2]int32
		for k, c := range clauses {
			at[k] = -1
			for _, h := range tm.Hits {
				if h.Strength >= align.AsForm && h.Tok >= c[0] && h.Tok < c[1] {
					at[k] = h.Tok
				}
			}
		}
		switch {
		case at[0] >= 0 && at[1] >= 0:
			shared++
		case at[0] >= 0:
			only[0] = append(only[0], at[0])
		case at[1] >= 0:
			only[1] = append(only[1], at[1])
		case !isStopword(a.Claim.Toks[tm.Tok].Low) && !text.Light.Has(a.Claim.Toks[tm.Tok].Low) && !a.Claim.Toks[tm.Tok].Is(text.MarkCJK):
			return nil
		}
	}
	if shared == 0 || len(only[0]) == 0 || len(only[1]) == 0 {
		return nil
	}
	f := doubt(RuleSpliced)
	// What is said of the two stands last in its clause: the claim has one's and the
	// other's subject.
	for k := range clauses {
		own, foreign := a.LastWords(clauses[k]), a.LastWords(clauses[1-k])
		if own[1] > own[0] && foreign[1] > foreign[0] && !align.Touches(only[k], own) && align.Touches(only[1-k], foreign) && a.Source.AllNames(own) && a.Source.AllNames(foreign) {
			f.rule, f.effect = RuleName, Refutes
			f.mismatch = &provenance.Mismatch{Kind: "name", Claim: a.Source.Raw[a.Source.Toks[foreign[0]].Start:a.Source.Toks[foreign[1]-1].End],
				Source: a.Source.Raw[a.Source.Toks[own[0]].Start:a.Source.Toks[own[1]-1].End]}
			return f
		}
	}
	return f
}

// checkStretches finds a claim of one clause whose words only several stretches of a sentence
// have, each of them some that no other has: "tokens last 12 hours; refresh tokens 30 days"
// does not say how long refresh tokens last.
func (a *alignment) checkStretches() *finding {
	if len(a.Claim.Units) != 1 || a.Claim.Lang != "en" || a.Single.Score < statedFloor || strings.ContainsAny(a.Claim.Raw, ";,:—–") || a.Claim.HasAny(text.Joints) || a.Claim.HasAny(text.Contrasts) {
		return nil
	}
	u := a.Single.First
	if su := a.Source.Units[u]; su.Last-su.First > 2*align.EchoSentence || len(a.Stretches(su)) < 2 {
		return nil
	}
	for _, other := range a.Order[:min(len(a.Order), align.EchoTries)] {
		if a.AlignedIn(other, 0) >= statedFloor && a.JoinedIn(a.Source.Units[other]) {
			return nil
		}
	}
	return &finding{rule: RuleSpliced, effect: Caps, unit: u}
}
