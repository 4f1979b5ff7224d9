package judge

import (
	"slices"

	"assay/gates/judge/align"
	"assay/gates/judge/reading"
	"assay/gates/judge/value"
	"assay/provenance"
)

// What a sentence that repeats one of the text must be like for a change to tell.
const (
	echoRefutes = 0.85 // share, the changed place left out, from which on a change refutes
	echoExact   = 0.95 // likewise, from which on even a value or name that the sentence has elsewhere is out of place
	echoMutual  = 0.60 // share of the text's sentence that a claim must repeat for another name to refute it
)

// checkEchoes compares each sentence of the claim with the sentence of the text that
// it repeats, if there is one.
func (a *alignment) checkEchoes(echoes []align.Echo) *finding {
	var worst *finding
	for _, e := range echoes {
		for i := range e.Changes {
			worst = worse(worst, a.checkChange(&e, &e.Changes[i]))
		}
	}
	return worst
}

// compareOthers compares two things of which one stands in the place of the other in a
// sentence that is else the same. Another name than the text's cannot be right there. Of
// what the text only describes a name may be the name, and the words may be a paraphrase.
func (a *alignment) compareOthers(x, y *reading.Phrase) *finding {
	cs, ss := slices.Concat(x.Names, x.Words), slices.Concat(y.Names, y.Words)
	if len(cs) == 0 || len(ss) == 0 || x.Numbers+y.Numbers > 0 || a.Source.JoinsIn(y) || a.Claim.JoinsIn(x) {
		return nil
	}
	for _, i := range cs {
		for _, j := range ss {
			if len(a.Claim.Toks[i].Low) < 2 || len(a.Source.Toks[j].Low) < 2 {
				return nil // an initial
			}
			if a.Akin(i, j) || align.OneSlip(a.Claim.Toks[i].Low, a.Source.Toks[j].Low) {
				return nil
			}
		}
	}
	x1, y1 := a.Claim.OnlyNamed(x, cs), a.Source.OnlyNamed(y, ss)
	switch {
	case x1 && y1 && (x.First > a.Claim.Units[a.Claim.Toks[x.First].Unit].First && a.Claim.NamesOnward(x.Last) || !a.Claim.Described(x) && !a.Source.Described(y)):
		return &finding{rule: RuleName, effect: Refutes, mismatch: &provenance.Mismatch{Kind: "name"}}
	case len(x.Names) > 0 && !x1, a.Claim.Described(x), a.Source.Described(y):
		return nil
	}
	return &finding{rule: RuleReplaced, effect: Caps, mismatch: &provenance.Mismatch{Kind: "name"}}
}

// checkChange says what one change comes to, nil where both may mean the same.
func (a *alignment) checkChange(e *align.Echo, ch *align.Change) *finding {
	c, s, ok := e.Clip(ch)
	if !ok || c[0] == c[1] && c[1] == e.Claim[1] && a.Source.Lang == "ko" && s[0] < s[1] && a.Source.Parted(s[0]) {
		return nil // or the text goes on
	}
	x, y := a.Claim.Phrase(c), a.Source.Phrase(s)
	kept := e.KeptElsewhere(a.Claim, ch)
	only := s == ch.S && kept >= echoExact && a.OnlyChange(e, ch)
	f := a.compareValues(&x, &y)
	if f == nil {
		f = a.comparePhrases(&x, &y)
	}
	sole := false
	if only {
		if other := a.compareOthers(&x, &y); other != nil && (f == nil || other.effect >= f.effect) {
			f, sole = other, other.effect == Refutes && (a.Claim.NamesOnward(c[1]) || !a.Claim.BehindPlace(c[0]))
		}
	}
	if f == nil {
		return nil
	}
	if f.unit = a.Source.Toks[min(s[0], e.Text[1]-1)].Unit; a.Source.ListsReferences(f.unit) {
		return nil
	}
	if kept < echoExact && (a.standsElsewhere(e, f, &x, &y) || f.rule == RuleReplaced) {
		return nil
	}
	// One end is open, too much else differs, or it is said of another case.
	loose := s != ch.S || kept < echoRefutes || a.Claim.UnderCondition(c[0])
	switch {
	case f.rule != RuleName:
	case sole:
		loose = false
	default:
		loose = loose || e.Covers < echoMutual || a.Claim.BehindPlace(c[0])
	}
	if loose || a.standsElsewhere(e, f, &x, &y) {
		f.effect = Caps
	}
	f.claimAt = c[0]
	if f.mismatch == nil {
		f.mismatch = &provenance.Mismatch{Kind: "negation"}
	}
	f.mismatch.Claim, f.mismatch.Source = a.Claim.Shown(c), a.Source.Shown(s)
	return f
}

// standsElsewhere reports values or names that the text's sentence has at another
// place: the two may have been laid over each other in the wrong way.
func (a *alignment) standsElsewhere(e *align.Echo, f *finding, x, y *reading.Phrase) bool {
	switch f.rule {
	case RuleValue, RuleDate:
		first, last := a.Source.Range(e.Text)
		return slices.ContainsFunc(x.Values, func(cv *value.Value) bool {
			return slices.ContainsFunc(a.Source.Values[first:last], func(sv value.Value) bool { return value.Relate(cv, &sv) == value.Same })
		})
	case RuleAntonym:
		// "East is like west" and "west is like east" have both words in both.
		c, s := a.Claim.OnlyWord(x), a.Source.OnlyWord(y)
		return c >= 0 && s >= 0 && a.InEcho(e, a.Claim.Toks[c].Stem) && a.ClaimHas(a.Source.Toks[s].Stem)
	case RuleName:
		return slices.ContainsFunc(x.Names, func(i int32) bool { return a.InEcho(e, a.Claim.Toks[i].Stem) })
	}
	return false
}
