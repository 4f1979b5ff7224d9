package judge

import (
	"slices"

	"assay/provenance"
	"assay/text"
)

// compareValues compares the numbers of two phrases, one by one.
func (a *alignment) compareValues(x, y *phrase) *finding {
	n := len(x.values)
	if n == 0 || n != len(y.values) || n > 3 || len(x.words) > 2 || len(y.words) > 2 {
		return nil
	}
	for k := range n {
		cv, sv := x.values[k], y.values[k]
		f := &finding{rule: RuleValue, effect: Refutes, mismatch: &provenance.Mismatch{Kind: "number"}}
		switch r := a.relate(cv, sv); {
		case r == different, r == unlike && (cv.kind == version || sv.kind == version) && cv.kind != dated && sv.kind != dated:
			if cv.kind == dated {
				f.rule, f.mismatch.Kind = RuleDate, "date"
			}
		case r == otherUnit:
			f.rule, f.mismatch.Kind = RuleUnit, "unit"
		case r == coarser, r == unlike, cv.bound != exactly && cv.bound == sv.bound && !equalValues(cv, sv):
			// A limit that is no other number's may follow from it or not: that hangs on what it limits.
			f.effect = Caps
		default:
			continue
		}
		return f
	}
	return nil
}

// equalValues reports one value, whatever limits it.
func equalValues(c, s *value) bool {
	if c.kind != s.kind {
		return c.kind == dated || s.kind == dated || sameParts(c, s)
	}
	switch c.kind {
	case dated:
		return c.date.from == s.date.from && c.date.to == s.date.to && c.date.month == s.date.month && c.date.day == s.date.day
	case version:
		return sameParts(c, s)
	}
	return closeTo(c, s)
}

// comparePhrases compares two phrases that stand in one place, by their words.
func (a *alignment) comparePhrases(x, y *phrase) *finding {
	if x.denies != y.denies {
		f := &finding{rule: RuleNegation, effect: Refutes}
		switch {
		case x.empty() && !x.denies && y.first < y.last && besides.Has(a.s.toks[y.first].Low):
			return nil // "instead of" names what else there was
		case !x.empty() && !y.empty(), len(x.names)+len(x.words)+x.numbers+len(y.names)+len(y.words)+y.numbers > 1:
			return nil
		case !x.empty() || !y.empty():
			f.effect = Caps // a word goes or comes with the denial, and may take it back
		case x.noLonger || y.noLonger:
			f.effect = Caps // it was so, once
		}
		return f
	}
	if f := a.compareOne(x, y); f != nil {
		return f
	}
	if len(x.names) > 0 && len(y.names) > 0 && len(x.words)+len(y.words) == 0 {
		return a.compareNames(x, y)
	}
	if !x.empty() || !y.empty() {
		return a.compareWords(x, y)
	}
	return a.compareGrammar(x, y)
}

var besides = text.WordSet(`instead rather`)

// compareWords finds a word that the text has nowhere in the place of another, to
// which it is no kin. A sentence that is the text's own but for that has been changed.
func (a *alignment) compareWords(x, y *phrase) *finding {
	if len(x.names)+len(x.words) == 0 || len(y.names)+len(y.words)+y.numbers == 0 {
		return nil
	}
	if a.c.joinsIn(x) || a.s.joinsIn(y) {
		return nil // another build of the sentence
	}
	strange, others := false, slices.Concat(y.names, y.words)
	for _, i := range slices.Concat(x.names, x.words) {
		if tm := a.termAt(i); tm != nil {
			if tm.anywhere > 0 || slices.ContainsFunc(others, func(j int32) bool { return a.akin(i, j) }) {
				return nil
			}
			strange = true
		}
	}
	if !strange {
		return nil
	}
	return &finding{rule: RuleReplaced, effect: Caps, mismatch: &provenance.Mismatch{Kind: "name"}}
}

// termAt is the term of a token of the claim, or nil.
func (a *alignment) termAt(i int32) *term {
	if at := a.termFrom(i); at < len(a.terms) && a.terms[at].tok == i {
		return &a.terms[at]
	}
	return nil
}

// compareGrammar compares what is no matter but changes what a sentence says: how
// sure it is, of how many, up to where.
func (a *alignment) compareGrammar(x, y *phrase) *finding {
	switch {
	case y.rough && !x.rough:
		if a.c.limitsValue(x.last) {
			return &finding{rule: RuleBoundary, effect: Caps, mismatch: &provenance.Mismatch{Kind: "boundary"}}
		}
		if !a.s.hasIn([2]int32{y.first, y.last}, text.Hedges) {
			return nil
		}
		return &finding{rule: RuleHedge, effect: Caps, mismatch: &provenance.Mismatch{Kind: "hedge"}}
	case y.reserve == possible && (x.reserve == plain || x.reserve >= certain),
		y.reserve == able && x.reserve >= certain,
		y.reserve == advised && (x.reserve == plain || x.reserve >= certain):
		return &finding{rule: RuleHedge, effect: Caps, mismatch: &provenance.Mismatch{Kind: "hedge"}}
	case x.quantity >= 4 && y.quantity < 4, x.quantity == 3 && y.quantity == 1, x.quantity == 0 && y.quantity > 0 && y.quantity <= 1:
		return &finding{rule: RuleQuantifier, effect: Caps}
	case x.limits && y.limits && x.limit != y.limit && a.c.limitsValue(x.last):
		return &finding{rule: RuleBoundary, effect: Caps, mismatch: &provenance.Mismatch{Kind: "boundary"}}
	}
	return nil
}
