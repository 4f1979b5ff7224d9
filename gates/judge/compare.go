package judge

import (
	"slices"
	"strings"

	"assay/gates/judge/layout"
	"assay/gates/judge/reading"
	"assay/gates/judge/value"
	"assay/provenance"
	"assay/text"
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
	open := make([]int, 0, len(a.c.Values))
	for i := range a.c.Values {
		cv := &a.c.Values[i]
		if check.ties != nil && a.settled(&check, cv, &check.ties[i]) {
			continue
		}
		if check.report(a.checkRoleOf(cv)) || check.report(a.countsOther(cv)) {
			continue
		}
		if a.datesText(cv) || a.timesText(cv) {
			check.here++
			continue
		}
		best, at, bounds := value.Unlike, -1, -1
		for j := range a.s.Values {
			sv := &a.s.Values[j]
			if !a.inWindow(sv.In) && !a.over(sv.In, a.window) {
				continue
			}
			switch r := a.relate(cv, sv); {
			case r == value.Same && (best != value.Same || used[at] && !used[j]):
				best, at = value.Same, j
			case r == value.Bounded && bounds < 0:
				bounds = j
			case r == value.Coarser && best != value.Same:
				best, at = value.Coarser, j
			}
		}
		switch {
		case best == value.Same && a.ofOther(cv, &a.s.Values[at]):
			open = append(open, i)
		case best == value.Same:
			used[at] = true
			check.here++
			if bounds < 0 || a.s.Values[at].In == a.s.Values[bounds].In {
				continue
			}
		case bounds >= 0:
			open = append(open, i)
		case best == value.Coarser && !a.elsewhere(cv, func(cv, sv *value.Value) bool { return sv.Bound != cv.Bound || a.ofOther(cv, sv) }):
			used[at] = true
			if sv := &a.s.Values[at]; sv.Bound == value.About || cv.Kind == value.Dated && cv.Date.Month == sv.Date.Month {
				// "about 60" against 60, a year against its decade.
				check.report(&finding{rule: RuleBoundary, effect: Caps, unit: sv.In, mismatch: &provenance.Mismatch{Kind: "boundary", Claim: a.c.ShowBound(cv), Source: a.s.ShowBound(sv)}})
			} else {
				check.missing = append(check.missing, a.c.Show(cv))
			}
		case a.ownCount(cv), cv.Of != "" && !slices.ContainsFunc(a.s.Values, func(sv value.Value) bool { return sv.Of == cv.Of }):
			// The claim makes it good itself; or the text has not the name, which is missed as a word.
		case a.elsewhere(cv, a.ofOther):
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
		a.findCounterpart(&check, &a.c.Values[i], used, &t)
	}
	return check
}

// datesText reports a day or month in brackets, "[2018-09-21] He said …", that the text's frontmatter or
// title has: when the text is from.
func (a *alignment) datesText(cv *value.Value) bool {
	if cv.Kind != value.Dated || cv.Date.Month == 0 {
		return false
	}
	before, behind := a.c.Before(cv.First), a.c.Raw[a.c.Toks[cv.Last-1].End:]
	if !strings.HasSuffix(before, "[") && !strings.HasSuffix(before, "(") || behind == "" || !strings.ContainsRune("])", rune(behind[0])) {
		return false
	}
	return slices.ContainsFunc([]*reading.Text{a.about, a.around}, func(over *reading.Text) bool {
		return over != nil && slices.ContainsFunc(over.Values, func(v value.Value) bool { return value.Relate(cv, &v) == value.Same })
	})
}

// timesText reports the time code that a claim begins with, "@ 18:47 — …": where in a recording it is said.
func (a *alignment) timesText(cv *value.Value) bool {
	return cv.First == 0 && timeCode().MatchString(a.c.Raw)
}

var timeCode = text.Pattern(`^[\[(@ ]*(?:\d{1,2}:)?\d{1,2}:\d{2}[\]) ]*(?:—|–|·|:)`)

// How much of the claim the sentence has that says it but for the value, and how much less of
// it the one has where the value stands.
const (
	saysIt    = 0.6
	saysOther = 0.25
)

// ofOther reports a value of the claim that the text has in a sentence about something
// else, while a sentence that says what the claim says gives another value. The heads over a row
// are of it.
func (a *alignment) ofOther(cv, sv *value.Value) bool {
	u := a.single.first
	said := a.alignedIn(u, cv.In)
	return sv.In != u && !a.saysClause(cv, sv.In) && !a.over(sv.In, window{first: u, last: u + 1}) && a.plainUnit(u) && said >= saysIt && a.alignedIn(sv.In, cv.In) <= said-saysOther && a.givesOther(cv, u)
}

// saysClause reports a sentence that has each word of meaning of the clause in which a value of the
// claim stands, if the claim has others.
func (a *alignment) saysClause(cv *value.Value, unit int32) bool {
	u := a.c.Units[cv.In]
	first, last := cv.First, cv.Last
	for first > u.First && !a.c.Parted(first) {
		first--
	}
	for last < u.Last && !a.c.Parted(last) {
		last++
	}
	if first == u.First && last == u.Last {
		return false
	}
	has := 0
	for i := range a.terms {
		tm := &a.terms[i]
		if low := a.c.Toks[tm.tok].Low; tm.tok < first || tm.tok >= last || reading.Emphasis.Has(low) || text.Quantifiers()[low] > 0 {
			continue
		}
		if !slices.ContainsFunc(tm.hits, func(h hit) bool { return h.unit == unit && h.strength >= asForm }) {
			return false
		}
		has++
	}
	return has > 0
}

// givesOther reports a sentence with another value in the place of the claim's, and not with the
// claim's.
func (a *alignment) givesOther(cv *value.Value, unit int32) bool {
	other := false
	for j := range a.s.Values {
		if v := &a.s.Values[j]; v.In == unit {
			switch a.relate(cv, v) {
			case value.Different:
				other = other || inItsPlace(cv, v) && !a.claimGives(v)
			case value.Same, value.Coarser, value.Bounded:
				return false
			}
		}
	}
	return other
}

// inItsPlace reports values of which one may stand for the other; a count in words may leave out
// what it counts.
func inItsPlace(c, s *value.Value) bool {
	return value.Comparable(c, s) || c.Kind == value.Number && c.Spelled && s.Spelled && c.Unit == s.Unit && c.Bound == s.Bound && (c.Noun == "" || s.Noun == "")
}

// countsOther finds the sentence that has a number of the claim for another thing only, and
// another number for what the claim counts: "24 programs, each with eight segments" gives no
// 24 segments.
func (a *alignment) countsOther(cv *value.Value) *finding {
	if cv.Kind != value.Number || cv.Unit != "" || cv.Noun == "" {
		return nil
	}
	counted, other := (*value.Value)(nil), (*value.Value)(nil)
	for j := range a.s.Values {
		sv := &a.s.Values[j]
		switch {
		case sv.Unit != "" || sv.Noun == "" && a.relate(cv, sv) == value.Same:
			if a.relate(cv, sv) == value.Same {
				return nil
			}
		case sv.Noun != cv.Noun:
			if a.relate(cv, sv) == value.Same && (counted == nil || a.inWindow(sv.In)) {
				counted = sv
			}
		case a.relate(cv, sv) != value.Different:
			return nil
		case a.inWindow(sv.In) && !a.claimGives(sv):
			other = sv
		}
	}
	if counted == nil || other == nil || counted.In != other.In || a.alignedIn(other.In, cv.In) < alignedForValue {
		return nil
	}
	return a.otherThan(cv, other)
}

// claimGives reports a value of the text among the claim's.
func (a *alignment) claimGives(sv *value.Value) bool {
	return slices.ContainsFunc(a.c.Values, func(cv value.Value) bool { return a.relate(&cv, sv) == value.Same })
}

// settled reports a value that belongs to something else in the text than in the claim.
func (a *alignment) settled(check *valueCheck, cv *value.Value, t *tie) bool {
	switch t.stands {
	case another:
		f := a.otherThan(cv, &a.s.Values[t.at])
		if a.s.LayoutOf().All[t.in].Kind == layout.InClause && a.s.IsArticle() && a.elsewhere(cv, nil) {
			f.effect = Caps // of a page, another sentence may say it in other words
		}
		check.report(f)
		return true
	case strayed:
		check.missing = append(check.missing, a.c.Show(cv))
		return true
	case owned:
		// Its unit may stand in a head.
		if t.at >= 0 && a.relate(cv, &a.s.Values[t.at]) == value.Unlike && check.binder.relateIn(cv, t.at) == value.Same {
			check.here++
			return true
		}
	}
	return false
}

// relate compares a value of the claim with one of the text. Written alike they are the
// same, though claim and text be read as two languages: 1.600.
func (a *alignment) relate(cv, sv *value.Value) value.Relation {
	r := value.Relate(cv, sv)
	if r == value.Same && cv.Kind == value.Dated && sv.Kind == value.Dated {
		if p, q := a.c.PartOfYear(cv), a.s.PartOfYear(sv); p != "" && q != "" && p != q {
			return value.Different
		}
	}
	if r == value.Same && cv.Bound == sv.Bound && (cv.Bound.Above() || cv.Bound.Below()) && cv.N != sv.N && cv.Kind == value.Number && a.c.HasAny(prescribing) {
		return value.Different // what must stay below 25 may not stay below 36
	}
	if r != value.Same && a.c.Lang != a.s.Lang && a.c.Show(cv) == a.s.Show(sv) {
		return value.Same
	}
	if r != value.Same && a.s.Tabulates(sv, cv, a.c) {
		return value.Same
	}
	return r
}

// prescribing words say what must or may be.
var prescribing = text.WordSet(`must should shall may cannot can required requires require needs maximum minimum limit limited allowed store stored keep kept`)

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

func (a *alignment) inWindow(unit int32) bool { return unit >= a.window.first && unit < a.window.last }

// ownCount reports a small number, in words or with a sign for what is counted (3개), that the claim
// itself makes good by a list of as many: "two options: a and b".
func (a *alignment) ownCount(cv *value.Value) bool {
	if !cv.Spelled && !text.WithoutSpaces(cv.Noun) || cv.Kind != value.Number || cv.N > 6 {
		return false
	}
	rest := a.c.Raw[cv.End:]
	at := strings.IndexAny(rest, ":(")
	if at < 0 {
		return false
	}
	list := rest[at+1:]
	if rest[at] == '(' {
		list, _, _ = strings.Cut(list, ")")
	}
	return listed(list) == int(cv.N)
}

// listed counts the items of a list within a sentence.
func listed(list string) int {
	n := 0
	for _, part := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ';' || r == '、' || r == '，' }) {
		for _, item := range strings.Split(strings.ReplaceAll(" "+part+" ", " or ", " and "), " and ") {
			if strings.TrimSpace(item) != "" {
				n++
			}
		}
	}
	return n
}

// elsewhere reports that the text has the claim's value, and for something that except
// does not rule out.
func (a *alignment) elsewhere(cv *value.Value, except func(cv, sv *value.Value) bool) bool {
	for j := range a.s.Values {
		if sv := &a.s.Values[j]; a.relate(cv, sv) == value.Same && (except == nil || !except(cv, sv)) {
			return true
		}
	}
	return false
}
