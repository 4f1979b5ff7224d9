package judge

import (
	"strings"

	"assay/gates/judge/align"
	"assay/provenance"
)

// checkNuance compares place by place where the claim repeats a sentence, and
// limits and quantifiers in an aligned sentence.
func (a *alignment) checkNuance(echoes []align.Echo) *finding {
	if f := a.checkEchoes(echoes); f != nil {
		return f
	}
	if f := a.checkLanguage(); f != nil {
		return f
	}
	best := a.BestUnit()
	if int(best) >= len(a.Source.Units) || a.Coverage(align.Window{First: best, Last: best + 1}) < 0.7 {
		return nil
	}
	if f := a.checkLimits(best); f != nil {
		return f
	}
	return a.checkQuantifiers(best)
}

// checkQuantifiers compares the strongest quantifier of each side that stands
// before an aligned word.
func (a *alignment) checkQuantifiers(best int32) *finding {
	for i := range a.Terms {
		tm := &a.Terms[i]
		if tm.Pos < 0 || a.Source.Toks[tm.Pos].Unit != best {
			continue
		}
		qc, wc := a.Claim.Quantified(tm.Tok)
		qs, ws := a.Source.Quantified(tm.Pos)
		if qc == 0 || qs == 0 || qc <= qs {
			continue
		}
		if qc >= 4 && qs <= 3 || qc == 3 && qs == 1 {
			return &finding{rule: RuleQuantifier, effect: Caps, unit: best, mismatch: &provenance.Mismatch{Kind: "negation", Claim: wc, Source: ws}}
		}
	}
	return nil
}

// checkQuotations looks for the words between quotation marks, literally. One or
// two words are a title or a term and are weighed as such.
func (a *alignment) checkQuotations() *finding {
	for _, body := range align.Quotations(a.Claim.Raw) {
		if align.WordsIn(body) < 3 || a.Source.Quotes(body) || a.Around != nil && a.Around.Quotes(body) {
			continue
		}
		return &finding{rule: RuleQuotation, effect: Caps, missing: []string{"“" + strings.TrimSpace(body) + "”"}, unit: -1}
	}
	return nil
}
