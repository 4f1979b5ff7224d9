package judge

import (
	"slices"

	"assay/gates/judge/layout"
	"assay/gates/judge/value"
)

// findCounterpart decides what a value without a match means: a value of one kind
// in an aligned sentence, that no other value of the claim accounts for, is what
// the source says instead.
func (a *alignment) findCounterpart(check *valueCheck, cv *value.Value, used map[int]bool, t *tie) {
	laid := a.s.LayoutOf()
	best, bestFit := -1, float32(-1)
	bestRelation := value.Unlike
	expect := a.expectedPlace(cv.First)
	for j := range a.s.Values {
		sv := &a.s.Values[j]
		if !a.inWindow(sv.In) || used[j] {
			continue
		}
		r := a.relate(cv, sv)
		if r != value.Different && r != value.Bounded && r != value.OtherUnit {
			continue
		}
		if r == value.Different && !value.Comparable(cv, sv) {
			continue
		}
		if in := laid.Of[j]; in >= 0 && in != t.in && laid.All[in].Kind != layout.InClause {
			continue // another row, another key
		}
		fit := float32(1)
		if r != value.Different {
			fit += 2
		}
		if expect >= 0 {
			d := float32(sv.First) - float32(expect)
			fit -= min(0.9, 0.05*max(d, -d))
		}
		if fit > bestFit {
			best, bestFit, bestRelation = j, fit, r
		}
	}
	source := a.c.Show(cv)
	if best < 0 || a.c.InPath(cv) {
		check.missing = append(check.missing, source)
		return
	}
	sv := &a.s.Values[best]
	aligned := a.alignedIn(sv.In, cv.In)
	if aligned < alignedForValue || !a.neighbourAligned(cv, sv, aligned) || !a.fills(cv, sv) {
		check.missing = append(check.missing, source)
		return
	}
	used[best] = true
	f := a.otherThan(cv, sv)
	switch {
	case bestRelation == value.Bounded:
		f.rule, f.mismatch.Kind = RuleBoundary, "boundary"
		f.mismatch.Claim, f.mismatch.Source = a.c.ShowBound(cv), a.s.ShowBound(sv)
		if turn := cv.Bound == value.AtLeast && sv.Bound == value.LessThan; aligned < 0.7 || sv.Bound == value.Exactly || turn && aligned < surelyHeld {
			f.effect = Caps // people write "over six million" of six million; what is so since a release may not have been so before
		}
	case bestRelation == value.OtherUnit:
		f.rule, f.mismatch.Kind = RuleUnit, "unit"
	}
	check.report(f)
}

// neighbourAligned asks more of values that stand in other surroundings: where
// nearly all is aligned the sentence vouches for them, else the words next to them must.
func (a *alignment) neighbourAligned(cv, sv *value.Value, aligned float32) bool {
	if aligned >= 0.85 {
		return true
	}
	// The noun that is counted, or a word beside the value, must be aligned next to the counterpart.
	return slices.ContainsFunc(a.terms, func(tm term) bool {
		return tm.tok >= cv.First-3 && tm.tok <= cv.Last+2 && tm.pos >= max(0, sv.First-4) && tm.pos <= sv.Last+3
	})
}

// expectedPlace is where in the source a token of the claim should stand, going by
// its aligned neighbours; -1 where none is.
func (a *alignment) expectedPlace(tok int32) int32 {
	best, distance := int32(-1), int32(1<<30)
	for i := range a.terms {
		tm := &a.terms[i]
		if tm.pos < 0 {
			continue
		}
		d := tok - tm.tok
		if d < 0 {
			d = -d
		}
		if d < distance {
			best, distance = tm.pos+tok-tm.tok, d
		}
	}
	return best
}

// alignedIn is the share of the claim's terms, within its unit, that one unit of the
// source has.
func (a *alignment) alignedIn(source, claim int32) float32 {
	share, _ := a.sharedIn(windowOf(source), claim, 0, -1)
	return share
}

// alignedBut is the share of the terms of a claim's sentence, but for some of its words, that a
// sentence of the text has.
func (a *alignment) alignedBut(first, last, source int32) float32 {
	share, _ := a.sharedIn(windowOf(source), a.c.Toks[first].Unit, first, last)
	return share
}

// sharedIn is the share of the terms of a unit of the claim, but for those from first to last, that
// a window of the source has, and what they weigh.
func (a *alignment) sharedIn(w window, claim, first, last int32) (share, total float32) {
	var sum float32
	for i := range a.terms {
		tm := &a.terms[i]
		if a.c.Toks[tm.tok].Unit != claim || tm.tok >= first && tm.tok <= last {
			continue
		}
		total += tm.weight
		sum += tm.weight * a.strength(tm, w)
	}
	return sum / max(total, 0.01), total
}

func windowOf(unit int32) window { return window{first: unit, last: unit + 1} }
