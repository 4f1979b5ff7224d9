package judge

import (
	"slices"

	"assay/gates/judge/align"
	"assay/gates/judge/lexicon"
	"assay/gates/judge/reading"
	"assay/gates/judge/value"
	"assay/provenance"
	"assay/text"
	"assay/text/syntax"
)

// compareValues compares the numbers of two phrases, one by one.
func (a *alignment) compareValues(x, y *reading.Phrase) *finding {
	n := len(x.Values)
	if n == 0 || n != len(y.Values) || n > 3 || len(x.Words) > 2 || len(y.Words) > 2 || len(x.Names) > 0 && len(y.Names) == 0 {
		return nil
	}
	for k := range n {
		cv, sv := x.Values[k], y.Values[k]
		f := &finding{rule: RuleValue, effect: Refutes, mismatch: &provenance.Mismatch{Kind: "number"}}
		switch r := a.Relate(cv, sv); {
		case r == value.Unlike && (cv.Kind == value.Dated) != (sv.Kind == value.Dated):
			return nil // "(18 September)" where the text has a mark of its own
		case r == value.Different, r == value.Unlike && (cv.Kind == value.Version || sv.Kind == value.Version) && cv.Kind != value.Dated && sv.Kind != value.Dated:
			if cv.Kind == value.Dated {
				f.rule, f.mismatch.Kind = RuleDate, "date"
			}
		case r == value.OtherUnit:
			f.rule, f.mismatch.Kind = RuleUnit, "unit"
		case r == value.Coarser, r == value.Unlike, cv.Bound != value.Exactly && cv.Bound == sv.Bound && !equalValues(cv, sv):
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
func equalValues(c, s *value.Value) bool {
	if c.Kind != s.Kind {
		return c.Kind == value.Dated || s.Kind == value.Dated || value.SameParts(c, s)
	}
	switch c.Kind {
	case value.Dated:
		return c.Date.From == s.Date.From && c.Date.To == s.Date.To && c.Date.Month == s.Date.Month && c.Date.Day == s.Date.Day
	case value.Version:
		return value.SameParts(c, s)
	}
	return value.CloseTo(c, s)
}

// comparePhrases compares two phrases that stand in one place, by their words.
func (a *alignment) comparePhrases(x, y *reading.Phrase) *finding {
	if x.Denies != y.Denies {
		f := &finding{rule: RuleNegation, effect: Refutes}
		switch {
		case x.Empty() && !x.Denies && y.First < y.Last && besides.Has(a.Source.Toks[y.First].Low):
			return nil // "instead of" names what else there was
		case !x.Empty() && !y.Empty(), len(x.Names)+len(x.Words)+x.Numbers+len(y.Names)+len(y.Words)+y.Numbers > 1:
			return nil
		case !x.Empty() || !y.Empty():
			f.effect = Caps // a word goes or comes with the denial, and may take it back
		case x.NoLonger || y.NoLonger:
			f.effect = Caps // it was so, once
		}
		return f
	}
	if f := a.compareOne(x, y); f != nil {
		return f
	}
	if len(x.Names) > 0 && len(y.Names) > 0 && len(x.Words)+len(y.Words) == 0 {
		return a.compareNames(x, y)
	}
	if !x.Empty() || !y.Empty() {
		return a.compareWords(x, y)
	}
	return a.compareGrammar(x, y)
}

var besides = text.WordSet(`instead rather`)

// compareWords finds a word that the text has nowhere in the place of another, to
// which it is no kin. A sentence that is the text's own but for that has been changed.
func (a *alignment) compareWords(x, y *reading.Phrase) *finding {
	if len(x.Names)+len(x.Words) == 0 || len(y.Names)+len(y.Words)+y.Numbers == 0 {
		return nil
	}
	if a.Claim.JoinsIn(x) || a.Source.JoinsIn(y) {
		return nil // another build of the sentence
	}
	strange, others := false, slices.Concat(y.Names, y.Words)
	for _, i := range slices.Concat(x.Names, x.Words) {
		if tm := a.TermAt(i); tm != nil {
			if tm.Anywhere > 0 || slices.ContainsFunc(others, func(j int32) bool { return a.Akin(i, j) }) {
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

// compareGrammar compares what is no matter but changes what a sentence says: how
// sure it is, of how many, up to where.
func (a *alignment) compareGrammar(x, y *reading.Phrase) *finding {
	switch {
	case y.Rough && !x.Rough:
		if a.Claim.LimitsValue(x.Last) {
			return &finding{rule: RuleBoundary, effect: Caps, mismatch: &provenance.Mismatch{Kind: "boundary"}}
		}
		if !a.Source.HasIn([2]int32{y.First, y.Last}, text.Hedges) {
			return nil
		}
		return &finding{rule: RuleHedge, effect: Caps, mismatch: &provenance.Mismatch{Kind: "hedge"}}
	case y.Reserve == reading.Possible && (x.Reserve == reading.Plain || x.Reserve >= reading.Certain),
		y.Reserve == reading.Able && x.Reserve >= reading.Certain,
		y.Reserve == reading.Advised && (x.Reserve == reading.Plain || x.Reserve >= reading.Certain):
		return &finding{rule: RuleHedge, effect: Caps, mismatch: &provenance.Mismatch{Kind: "hedge"}}
	case x.Quantity >= 4 && y.Quantity < 4, x.Quantity == 3 && y.Quantity == 1, x.Quantity == 0 && y.Quantity > 0 && y.Quantity <= 1:
		return &finding{rule: RuleQuantifier, effect: Caps}
	case x.Limits && y.Limits && x.Limit != y.Limit && a.Claim.LimitsValue(x.Last):
		return &finding{rule: RuleBoundary, effect: Caps, mismatch: &provenance.Mismatch{Kind: "boundary"}}
	}
	return nil
}

// compareOne compares two words that stand for each other.
func (a *alignment) compareOne(x, y *reading.Phrase) *finding {
	c, s := a.Claim.OnlyWord(x), a.Source.OnlyWord(y)
	if c < 0 || s < 0 {
		return nil
	}
	cw, sw := &a.Claim.Toks[c], &a.Source.Toks[s]
	f := &finding{rule: RuleAntonym, effect: Refutes}
	switch {
	case slices.Contains(text.Antonyms()[cw.Low], sw.Low), slices.Contains(lexicon.Contraries()[cw.Low], sw.Low):
	case !cw.Is(text.MarkName|text.MarkCode|text.MarkCJK|text.MarkNumber|text.MarkStop) && !sw.Is(text.MarkName|text.MarkCode|text.MarkCJK|text.MarkNumber|text.MarkStop) && lexicon.Contrary(cw.Stem, sw.Stem):
		f.effect = Caps
	default:
		return nil
	}
	if slices.ContainsFunc(a.Source.PlacesOf(cw.Stem), func(at int32) bool { return a.Source.Toks[at].Unit == sw.Unit }) {
		return nil // the sentence says both, of two things
	}
	return f
}

// compareNames compares names that stand in one place.
func (a *alignment) compareNames(x, y *reading.Phrase) *finding {
	f := &finding{rule: RuleName, effect: Refutes, mismatch: &provenance.Mismatch{Kind: "name"}}
	if !slices.ContainsFunc(x.Names, a.Claim.ProperName) || !slices.ContainsFunc(y.Names, a.Source.ProperName) {
		return a.compareWords(x, y)
	}
	for _, i := range x.Names {
		c := &a.Claim.Toks[i]
		if a.Claim.TagAt(i) == syntax.Verb && (len(a.Source.PlacesOf(c.Stem)) > 0 || len(a.Source.Parts[c.Low]) > 0) {
			f.effect = Caps // "Add" in the place of "Enter" is no name
		}
		for _, j := range y.Names {
			if s := &a.Source.Toks[j]; c.Stem != s.Stem && align.OneSlip(c.Low, s.Low) {
				f.rule, f.effect = RuleReplaced, Caps
				return f
			}
			if a.Akin(i, j) {
				return nil
			}
		}
	}
	if x.First == a.Claim.Units[a.Claim.Toks[x.First].Unit].First {
		f.effect = Caps // the subject: its sentence may be about something else
	}
	return f
}
