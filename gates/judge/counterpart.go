package judge

import (
	"assay/gates/judge/layout"
	"assay/gates/judge/value"
)

// findCounterpart decides what a value without a match means: a value of one kind
// in an aligned sentence, that no other value of the claim accounts for, is what
// the source says instead.
func (a *alignment) findCounterpart(check *valueCheck, cv *value.Value, used map[int]bool, t *tie) {
	laid := a.Source.LayoutOf()
	best, bestFit := -1, float32(-1)
	bestRelation := value.Unlike
	expect := a.ExpectedPlace(cv.First)
	for j := range a.Source.Values {
		sv := &a.Source.Values[j]
		if !a.InWindow(sv.In) || used[j] {
			continue
		}
		r := a.Relate(cv, sv)
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
	source := a.Claim.Show(cv)
	if best < 0 || a.Claim.InPath(cv) {
		check.missing = append(check.missing, source)
		return
	}
	sv := &a.Source.Values[best]
	aligned := a.AlignedIn(sv.In, cv.In)
	if aligned < alignedForValue || !a.NeighbourAligned(cv, sv, aligned) || !a.Fills(cv, sv) {
		check.missing = append(check.missing, source)
		return
	}
	used[best] = true
	f := a.otherThan(cv, sv)
	switch {
	case bestRelation == value.Bounded:
		f.rule, f.mismatch.Kind = RuleBoundary, "boundary"
		f.mismatch.Claim, f.mismatch.Source = a.Claim.ShowBound(cv), a.Source.ShowBound(sv)
		if turn := cv.Bound == value.AtLeast && sv.Bound == value.LessThan; aligned < 0.7 || sv.Bound == value.Exactly || turn && aligned < surelyHeld {
			f.effect = Caps // people write "over six million" of six million; what is so since a release may not have been so before
		}
	case bestRelation == value.OtherUnit:
		f.rule, f.mismatch.Kind = RuleUnit, "unit"
	}
	check.report(f)
}
