package judge

import (
	"slices"

	"assay/gates/judge/layout"
	"assay/gates/judge/value"
	"assay/provenance"
)

// A finding is what a comparison of one kind came to.
type finding struct {
	rule     string
	effect   Effect
	mismatch *provenance.Mismatch
	missing  []string
	unit     int32 // where the source says otherwise; -1 for the window's best
	claimAt  int32 // first token of what differs, for names
	copied   bool  // the claim is the source's own words, but for a denial
	vouched  bool  // what stands beside it in the source is in the claim as well
}

// doubt is a finding about the claim as a whole.
func doubt(rule string) *finding { return &finding{rule: rule, effect: Caps, unit: -1} }

// A valueCheck is how the claim's values fare against the text.
type valueCheck struct {
	here    int // matched in the window
	away    int // matched elsewhere in the text
	missing []string
	worst   *finding
	ties    []tie
	slot    tie // of words that fill a slot
	binder  *valueBinder
}

// What share of its other words a claim must have in common with a sentence before
// a difference between the two is a contradiction and no mere change of subject.
const (
	alignedForValue    = 0.62
	alignedForPolarity = 0.80
	alignedForName     = 0.85
)

// checkValues looks for a counterpart of each value of the claim: in the window
// first, then in the rest of the text.
func (a *alignment) checkValues() valueCheck {
	var check valueCheck
	a.tieAll(&check)
	check.report(a.checkRanks())
	check.report(a.checkParallel())
	check.report(a.checkSeries(&check))
	used := map[int]bool{}
	open := make([]int, 0, len(a.Claim.Values))
	for i := range a.Claim.Values {
		cv := &a.Claim.Values[i]
		if check.ties != nil && a.settled(&check, cv, &check.ties[i]) {
			continue
		}
		if check.report(a.checkRoleOf(cv)) || check.report(a.countsOther(cv)) {
			continue
		}
		if a.DatesText(cv) || a.TimesText(cv) {
			check.here++
			continue
		}
		best, at, bounds := value.Unlike, -1, -1
		for j := range a.Source.Values {
			sv := &a.Source.Values[j]
			if !a.InWindow(sv.In) && !a.Over(sv.In, a.Window) {
				continue
			}
			switch r := a.Relate(cv, sv); {
			case r == value.Same && (best != value.Same || used[at] && !used[j]):
				best, at = value.Same, j
			case r == value.Bounded && bounds < 0:
				bounds = j
			case r == value.Coarser && best != value.Same:
				best, at = value.Coarser, j
			}
		}
		switch {
		case best == value.Same && a.OfOther(cv, &a.Source.Values[at]):
			open = append(open, i)
		case best == value.Same:
			used[at] = true
			check.here++
			if bounds < 0 || a.Source.Values[at].In == a.Source.Values[bounds].In {
				continue
			}
		case bounds >= 0:
			open = append(open, i)
		case best == value.Coarser && !a.Elsewhere(cv, func(cv, sv *value.Value) bool { return sv.Bound != cv.Bound || a.OfOther(cv, sv) }):
			used[at] = true
			if sv := &a.Source.Values[at]; sv.Bound == value.About || cv.Kind == value.Dated && cv.Date.Month == sv.Date.Month {
				// "about 60" against 60, a year against its decade.
				check.report(&finding{rule: RuleBoundary, effect: Caps, unit: sv.In, mismatch: &provenance.Mismatch{Kind: "boundary", Claim: a.Claim.ShowBound(cv), Source: a.Source.ShowBound(sv)}})
			} else {
				check.missing = append(check.missing, a.Claim.Show(cv))
			}
		case a.OwnCount(cv), cv.Of != "" && !slices.ContainsFunc(a.Source.Values, func(sv value.Value) bool { return sv.Of == cv.Of }):
			// The claim makes it good itself; or the text has not the name, which is missed as a word.
		case a.Elsewhere(cv, a.OfOther):
			check.away++
		default:
			open = append(open, i)
		}
	}
	for _, i := range open {
		t := untied
		if check.ties != nil {
			t = check.ties[i]
		}
		a.findCounterpart(&check, &a.Claim.Values[i], used, &t)
	}
	return check
}

// countsOther finds the sentence that has a number of the claim for another thing only, and
// another number for what the claim counts: "24 programs, each with eight segments" gives no
// 24 segments.
func (a *alignment) countsOther(cv *value.Value) *finding {
	if cv.Kind != value.Number || cv.Unit != "" || cv.Noun == "" {
		return nil
	}
	counted, other := (*value.Value)(nil), (*value.Value)(nil)
	for j := range a.Source.Values {
		sv := &a.Source.Values[j]
		switch {
		case sv.Unit != "" || sv.Noun == "" && a.Relate(cv, sv) == value.Same:
			if a.Relate(cv, sv) == value.Same {
				return nil
			}
		case sv.Noun != cv.Noun:
			if a.Relate(cv, sv) == value.Same && (counted == nil || a.InWindow(sv.In)) {
				counted = sv
			}
		case a.Relate(cv, sv) != value.Different:
			return nil
		case a.InWindow(sv.In) && !a.ClaimGives(sv):
			other = sv
		}
	}
	if counted == nil || other == nil || counted.In != other.In || a.AlignedIn(other.In, cv.In) < alignedForValue {
		return nil
	}
	return a.otherThan(cv, other)
}

// settled reports a value that belongs to something else in the text than in the claim.
func (a *alignment) settled(check *valueCheck, cv *value.Value, t *tie) bool {
	switch t.stands {
	case another:
		f := a.otherThan(cv, &a.Source.Values[t.at])
		if a.Source.LayoutOf().All[t.in].Kind == layout.InClause && a.Source.IsArticle() && a.Elsewhere(cv, nil) {
			f.effect = Caps // of a page, another sentence may say it in other words
		}
		check.report(f)
		return true
	case strayed:
		check.missing = append(check.missing, a.Claim.Show(cv))
		return true
	case owned:
		// Its unit may stand in a head.
		if t.at >= 0 && a.Relate(cv, &a.Source.Values[t.at]) == value.Unlike && check.binder.relateIn(cv, t.at) == value.Same {
			check.here++
			return true
		}
	}
	return false
}

// report takes a finding, nil for none, and says whether there is one.
func (c *valueCheck) report(f *finding) bool {
	c.worst = worse(c.worst, f)
	return f != nil
}

// worse is the one of two findings, nil for none, that does more, the first of equals.
func worse(f, other *finding) *finding {
	if f == nil || other != nil && other.effect > f.effect {
		return other
	}
	return f
}
