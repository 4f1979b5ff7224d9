package judge

import (
	"slices"
	"strings"

	"assay/gates/judge/align"
	"assay/gates/judge/reading"
	"assay/provenance"
	"assay/text"
)

// A polarityCheck is how negation and its kin stand in the two.
type polarityCheck struct {
	claim, source int     // negators that deny something
	flipped       float32 // share of the aligned weight that one of the two denies
	antonym       bool
	worst         *finding
}

// checkPolarity compares what the two deny, over the aligned words.
func (a *alignment) checkPolarity() polarityCheck {
	var check polarityCheck
	var flipped, both, sum float32
	check.claim = a.Claim.Negations()
	best := a.BestUnit()
	if a.InWindow(best) {
		check.source = a.Source.NegationsIn(a.Source.Units[best].First, a.Source.Units[best].Last)
	}
	for i := range a.Terms {
		tm := &a.Terms[i]
		if tm.Pos < 0 || tm.Found < align.AsForm {
			continue
		}
		sum += tm.Weight
		nc, ns := a.Claim.Toks[tm.Tok].Is(text.MarkNegated), a.Source.Toks[tm.Pos].Is(text.MarkNegated)
		switch {
		case nc && ns:
			both += tm.Weight
		case nc != ns:
			flipped += tm.Weight
		}
	}
	if sum > 0 {
		check.flipped = flipped / sum
	}
	aligned := a.Coverage(align.Window{First: best, Last: min(best+1, int32(len(a.Source.Units)))})
	if aligned >= alignedForPolarity && both == 0 && flipped > 0 && check.claim+a.DeniesAmong(best) == 1 {
		check.worst = a.denial(best)
		if check.flipped < 0.25 || strings.HasPrefix(check.worst.mismatch.Source, "no longer") || !a.Retells(best) {
			check.worst.effect = Caps
		}
	}
	a.checkAntonyms(&check)
	return check
}

// deniedBeside reports that in a long text a denial is beside what both say: it is of a piece
// that the claim sets against its own ("the gate, not the wall"), the claim has it in a word of
// its own ("missing a gate"), or the text denies only in a case, and the claim speaks of none.
func (a *alignment) deniedBeside(f *finding) bool {
	if !a.Source.IsArticle() || f.unit < 0 {
		return false
	}
	if i := a.Claim.Negator(); i >= 0 {
		return a.Claim.Negations() == 1 && a.Claim.Contrasts(i)
	}
	if a.Claim.HasAny(reading.Privatives) {
		return true
	}
	u := a.Source.Units[f.unit]
	in := a.Source.Toks[u.First:u.Last]
	first := slices.IndexFunc(in, func(tok text.Token) bool { return tok.Is(text.MarkNeg) || cases.Has(tok.Low) })
	return first >= 0 && !in[first].Is(text.MarkNeg) && !a.Claim.HasAny(cases)
}

var cases = text.WordSet(`if unless when where except`)

// denial is the finding that a sentence denies what the claim says, or the other way round. Of a list
// that lost its lines the first item is quoted that has some of the claim.
func (a *alignment) denial(unit int32) *finding {
	u := a.Source.Units[unit]
	said := [2]int32{u.First, u.Last}
	if at := slices.IndexFunc(a.Source.Items(unit), a.PlacedIn); at >= 0 {
		said = a.Source.Items(unit)[at]
	}
	return &finding{rule: RuleNegation, effect: Refutes, unit: unit, mismatch: quoteDenials(a.Claim, a.Source, [2]int32{0, int32(len(a.Claim.Toks))}, said)}
}

// quoteDenials quotes of two sentences what the one denies and the other does not.
func quoteDenials(c, s *reading.Text, claim, source [2]int32) *provenance.Mismatch {
	from := func(t, o *reading.Text, r, other [2]int32) int32 {
		own, others := t.Denied(r), o.Denied(other)
		has := func(in *reading.Text, all [][2]int32, stem string) bool {
			return slices.ContainsFunc(all, func(d [2]int32) bool { return in.Toks[d[1]].Stem == stem })
		}
		for _, d := range own {
			if !has(o, others, t.Toks[d[1]].Stem) {
				return d[0]
			}
		}
		for i := r[0]; i < r[1]; i++ {
			if stem := t.Toks[i].Stem; has(o, others, stem) && !has(t, own, stem) {
				return i // it says what the other denies
			}
		}
		in := t.Toks[r[0]:r[1]]
		at := slices.IndexFunc(in, func(tok text.Token) bool { return tok.Is(text.MarkNeg) })
		if at < 0 { // from the first word that both have
			at = slices.IndexFunc(in, func(tok text.Token) bool {
				return tok.Content() && slices.ContainsFunc(o.Toks[other[0]:other[1]], func(w text.Token) bool { return w.Stem == tok.Stem })
			})
		}
		return r[0] + int32(max(0, at))
	}
	return &provenance.Mismatch{Kind: "negation", Claim: c.PhraseFrom(from(c, s, claim, source), claim[1]), Source: s.PhraseFrom(from(s, c, source, claim), source[1])}
}

// checkAntonyms looks for a word of the claim whose opposite stands in its place.
func (a *alignment) checkAntonyms(check *polarityCheck) {
	for i := range a.Terms {
		tm := &a.Terms[i]
		tok := &a.Claim.Toks[tm.Tok]
		if tm.Here >= 1 || tm.Found >= 1 {
			continue
		}
		at := a.Opposite(tok)
		if at < 0 || a.ClaimHas(a.Source.Toks[at].Stem) {
			continue
		}
		// Denied on one side only, the opposite agrees.
		if tok.Is(text.MarkNegated) != a.Source.Toks[at].Is(text.MarkNegated) {
			continue
		}
		check.antonym = true
		if a.AlignedBut(tm.Tok, tm.Tok, a.Source.Toks[at].Unit) >= alignedForPolarity && a.Beside(tm.Tok, at) {
			check.worst = &finding{rule: RuleAntonym, effect: Refutes, unit: a.Source.Toks[at].Unit,
				mismatch: &provenance.Mismatch{Kind: "negation", Claim: a.Claim.Raw[tok.Start:tok.End], Source: a.Source.Raw[a.Source.Toks[at].Start:a.Source.Toks[at].End]}}
			return
		}
	}
}
