package judge

import (
	"math"
	"slices"
	"strings"

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
	open := make([]int, 0, len(a.c.values))
	for i := range a.c.values {
		cv := &a.c.values[i]
		if check.ties != nil && a.settled(&check, cv, &check.ties[i]) {
			continue
		}
		if check.report(a.checkRoleOf(cv)) || check.report(a.countsOther(cv)) {
			continue
		}
		best, at, bounds := unlike, -1, -1
		for j := range a.s.values {
			sv := &a.s.values[j]
			if !a.inWindow(sv.in) && !a.over(sv.in, a.window) {
				continue
			}
			switch r := a.relate(cv, sv); {
			case r == same && (best != same || used[at] && !used[j]):
				best, at = same, j
			case r == bounded && bounds < 0:
				bounds = j
			case r == coarser && best != same:
				best, at = coarser, j
			}
		}
		switch {
		case best == same && a.ofOther(cv, &a.s.values[at]):
			open = append(open, i)
		case best == same:
			used[at] = true
			check.here++
			if bounds < 0 || a.s.values[at].in == a.s.values[bounds].in {
				continue
			}
		case bounds >= 0:
			open = append(open, i)
		case best == coarser:
			used[at] = true
			if sv := &a.s.values[at]; sv.bound == about || cv.kind == dated && cv.date.month == sv.date.month {
				// "about 60" against 60, a year against its decade.
				check.report(&finding{rule: RuleBoundary, effect: Caps, unit: sv.in, mismatch: &provenance.Mismatch{Kind: "boundary", Claim: a.c.showBound(cv), Source: a.s.showBound(sv)}})
			} else {
				check.missing = append(check.missing, a.c.show(cv))
			}
		case a.ownCount(cv), cv.of != "" && !slices.ContainsFunc(a.s.values, func(sv value) bool { return sv.of == cv.of }):
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
		a.findCounterpart(&check, &a.c.values[i], used, &t)
	}
	return check
}

// How much of the claim the sentence has that says it but for the value, and how much less of
// it the one has where the value stands.
const (
	saysIt    = 0.6
	saysOther = 0.25
)

// ofOther reports a value of the claim that the text has in a sentence about something
// else, while a sentence that says what the claim says gives another value. The heads over a row
// are of it.
func (a *alignment) ofOther(cv, sv *value) bool {
	u := a.single.first
	said := a.alignedIn(u, cv.in)
	return sv.in != u && !a.over(sv.in, window{first: u, last: u + 1}) && a.plainUnit(u) && said >= saysIt && a.alignedIn(sv.in, cv.in) <= said-saysOther && a.givesOther(cv, u)
}

// givesOther reports a sentence with another value in the place of the claim's, and not with the
// claim's.
func (a *alignment) givesOther(cv *value, unit int32) bool {
	other := false
	for j := range a.s.values {
		if v := &a.s.values[j]; v.in == unit {
			switch a.relate(cv, v) {
			case different:
				other = other || inItsPlace(cv, v) && !a.claimGives(v)
			case same, coarser, bounded:
				return false
			}
		}
	}
	return other
}

// inItsPlace reports values of which one may stand for the other; a count in words may leave out
// what it counts.
func inItsPlace(c, s *value) bool {
	return comparable(c, s) || c.kind == number && c.spelled && s.spelled && c.unit == s.unit && c.bound == s.bound && (c.noun == "" || s.noun == "")
}

// countsOther finds the sentence that has a number of the claim for another thing only, and
// another number for what the claim counts: "24 programs, each with eight segments" gives no
// 24 segments.
func (a *alignment) countsOther(cv *value) *finding {
	if cv.kind != number || cv.unit != "" || cv.noun == "" {
		return nil
	}
	counted, other := (*value)(nil), (*value)(nil)
	for j := range a.s.values {
		sv := &a.s.values[j]
		switch {
		case sv.unit != "" || sv.noun == "" && a.relate(cv, sv) == same:
			if a.relate(cv, sv) == same {
				return nil
			}
		case sv.noun != cv.noun:
			if a.relate(cv, sv) == same && (counted == nil || a.inWindow(sv.in)) {
				counted = sv
			}
		case a.relate(cv, sv) != different:
			return nil
		case a.inWindow(sv.in) && !a.claimGives(sv):
			other = sv
		}
	}
	if counted == nil || other == nil || counted.in != other.in || a.alignedIn(other.in, cv.in) < alignedForValue {
		return nil
	}
	return a.otherThan(cv, other)
}

// claimGives reports a value of the text among the claim's.
func (a *alignment) claimGives(sv *value) bool {
	return slices.ContainsFunc(a.c.values, func(cv value) bool { return a.relate(&cv, sv) == same })
}

// settled reports a value that belongs to something else in the text than in the claim.
func (a *alignment) settled(check *valueCheck, cv *value, t *tie) bool {
	switch t.stands {
	case another:
		f := a.otherThan(cv, &a.s.values[t.at])
		if a.s.layoutOf().all[t.in].kind == inClause && len(a.s.toks) >= articleFrom && a.elsewhere(cv, nil) {
			f.effect = Caps // of a page, another sentence may say it in other words
		}
		check.report(f)
		return true
	case strayed:
		check.missing = append(check.missing, a.c.show(cv))
		return true
	case owned:
		// Its unit may stand in a head.
		if t.at >= 0 && a.relate(cv, &a.s.values[t.at]) == unlike && check.binder.relateIn(cv, t.at) == same {
			check.here++
			return true
		}
	}
	return false
}

// relate compares a value of the claim with one of the text. Written alike they are the
// same, though claim and text be read as two languages: 1.600.
func (a *alignment) relate(cv, sv *value) relation {
	r := relate(cv, sv)
	if r == same && cv.kind == dated && sv.kind == dated {
		if p, q := a.c.partOfYear(cv), a.s.partOfYear(sv); p != "" && q != "" && p != q {
			return different
		}
	}
	if r == same && cv.bound == sv.bound && (cv.bound.above() || cv.bound.below()) && cv.n != sv.n && cv.kind == number && a.c.hasAny(prescribing) {
		return different // what must stay below 25 may not stay below 36
	}
	if r != same && a.c.lang != a.s.lang && a.c.show(cv) == a.s.show(sv) {
		return same
	}
	if r != same && a.s.tabulates(sv, cv, a.c) {
		return same
	}
	return r
}

// tabulates reports a number in a row of a text that speaks of millions, which is a claim's in another
// scale: bare there, of a row here, or in words of a scale here. In prose "1,500" is not "1.5 million".
func (t *reading) tabulates(own, v *value, of *reading) bool {
	const bare = "0123456789.,"
	if t.units[own.in].kind != row || !inOtherScale(v, own) || !t.hasAny(scaleWords) {
		return false
	}
	_, cells := of.rowOf(v.in)
	return cells || strings.Trim(t.show(own), bare) == "" && strings.Trim(of.show(v), bare) != ""
}

// inOtherScale reports two numbers of some digits that are the same but for a power of a thousand:
// "$1.170B" in a table of millions that has 1,170.
func inOtherScale(c, s *value) bool {
	if c.kind != number || s.kind != number || c.unit != s.unit && c.unit != "" && s.unit != "" || c.unit == "%" || s.unit == "%" || !exact(c) || !exact(s) {
		return false
	}
	big, small := c, s
	if big.n < small.n {
		big, small = s, c
	}
	for _, scale := range [...]float64{1e3, 1e6, 1e9} {
		if math.Abs(big.n-small.n*scale) <= max(big.step, small.step*scale) {
			return true
		}
	}
	return false
}

// exact reports a whole number of three digits or more, without the noughts at its end, or one with
// a dot of fifty or more in its last place.
func exact(v *value) bool {
	const digits = 100 // halves of the last place
	if v.step > 0 {
		return v.n/v.step >= digits
	}
	n := math.Abs(v.n)
	for n > 0 && math.Mod(n, 10) == 0 {
		n /= 10
	}
	return n >= 100
}

var scaleWords = text.WordSet(`thousand thousands million millions billion billions mn bn mio mrd millionen milliarden milliers millones`)

// prescribing words say what must or may be.
var prescribing = text.WordSet(`must should shall may cannot can required requires require needs maximum minimum limit limited allowed store stored keep kept`)

// partOfYear is the word before a year that says which end of it is meant.
func (t *reading) partOfYear(v *value) string {
	if v.date.month != 0 || v.first == 0 || t.toks[v.first].Is(text.MarkBreak) || !partsOfYear.Has(t.toks[v.first-1].Low) {
		return ""
	}
	return t.toks[v.first-1].Low
}

var partsOfYear = text.WordSet(`early mid late`)

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

// ownCount reports a small number in words that the claim itself makes good by a list
// of as many: "two options: a and b".
func (a *alignment) ownCount(cv *value) bool {
	if !cv.spelled || cv.kind != number || cv.n > 6 {
		return false
	}
	rest := a.c.raw[cv.end:]
	at := strings.IndexAny(rest, ":(")
	if at < 0 {
		return false
	}
	list := rest[at+1:]
	if rest[at] == '(' {
		list, _, _ = strings.Cut(list, ")")
	}
	return listed(list) == int(cv.n)
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
func (a *alignment) elsewhere(cv *value, except func(cv, sv *value) bool) bool {
	for j := range a.s.values {
		if sv := &a.s.values[j]; a.relate(cv, sv) == same && (except == nil || !except(cv, sv)) {
			return true
		}
	}
	return false
}

// findCounterpart decides what a value without a match means: a value of one kind
// in an aligned sentence, that no other value of the claim accounts for, is what
// the source says instead.
func (a *alignment) findCounterpart(check *valueCheck, cv *value, used map[int]bool, t *tie) {
	laid := a.s.layoutOf()
	best, bestFit := -1, float32(-1)
	bestRelation := unlike
	expect := a.expectedPlace(cv.first)
	for j := range a.s.values {
		sv := &a.s.values[j]
		if !a.inWindow(sv.in) || used[j] {
			continue
		}
		r := a.relate(cv, sv)
		if r != different && r != bounded && r != otherUnit {
			continue
		}
		if r == different && !comparable(cv, sv) {
			continue
		}
		if in := laid.of[j]; in >= 0 && in != t.in && laid.all[in].kind != inClause {
			continue // another row, another key
		}
		fit := float32(1)
		if r != different {
			fit += 2
		}
		if expect >= 0 {
			d := float32(sv.first) - float32(expect)
			fit -= min(0.9, 0.05*max(d, -d))
		}
		if fit > bestFit {
			best, bestFit, bestRelation = j, fit, r
		}
	}
	source := a.c.show(cv)
	if best < 0 {
		check.missing = append(check.missing, source)
		return
	}
	sv := &a.s.values[best]
	aligned := a.alignedIn(sv.in, cv.in)
	if aligned < alignedForValue || !a.neighbourAligned(cv, sv, aligned) || !a.fills(cv, sv) {
		check.missing = append(check.missing, source)
		return
	}
	used[best] = true
	f := a.otherThan(cv, sv)
	switch {
	case bestRelation == bounded:
		f.rule, f.mismatch.Kind = RuleBoundary, "boundary"
		f.mismatch.Claim, f.mismatch.Source = a.c.showBound(cv), a.s.showBound(sv)
		if turn := cv.bound == atLeast && sv.bound == lessThan; aligned < 0.7 || sv.bound == exactly || turn && aligned < surelyHeld {
			f.effect = Caps // people write "over six million" of six million; what is so since a release may not have been so before
		}
	case bestRelation == otherUnit:
		f.rule, f.mismatch.Kind = RuleUnit, "unit"
	}
	check.report(f)
}

// neighbourAligned asks more of values that stand in other surroundings: where
// nearly all is aligned the sentence vouches for them, else the words next to them must.
func (a *alignment) neighbourAligned(cv, sv *value, aligned float32) bool {
	if aligned >= 0.85 {
		return true
	}
	// The noun that is counted, or a word beside the value, must be aligned next to the counterpart.
	return slices.ContainsFunc(a.terms, func(tm term) bool {
		return tm.tok >= cv.first-3 && tm.tok <= cv.last+2 && tm.pos >= max(0, sv.first-4) && tm.pos <= sv.last+3
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
	share, _ := a.sharedIn(source, claim, 0, -1)
	return share
}

// alignedBut is the share of the terms of a claim's sentence, but for some of its words, that a
// sentence of the text has.
func (a *alignment) alignedBut(first, last, source int32) float32 {
	share, _ := a.sharedIn(source, a.c.toks[first].Unit, first, last)
	return share
}

// sharedIn is the share of the terms of a unit of the claim, but for those from first to last, that
// one unit of the source has, and what they weigh.
func (a *alignment) sharedIn(source, claim, first, last int32) (share, total float32) {
	w := window{first: source, last: source + 1}
	var sum float32
	for i := range a.terms {
		tm := &a.terms[i]
		if a.c.toks[tm.tok].Unit != claim || tm.tok >= first && tm.tok <= last {
			continue
		}
		total += tm.weight
		sum += tm.weight * a.strength(tm, w)
	}
	return sum / max(total, 0.01), total
}

// showBound shows a value with the word that limits it.
func (t *reading) showBound(v *value) string {
	start, end := v.start, v.end
	if v.bound != exactly {
		u := t.units[v.in]
		for i := v.first - 1; i >= u.first && i >= v.first-3; i-- {
			if w := t.toks[i].Low; dateWords[w] != 0 || boundWords[w] != 0 || w == "than" || w == "least" || w == "most" {
				start = t.toks[i].Start
				if (w == "than" || w == "least" || w == "most") && i > u.first {
					start = t.toks[i-1].Start
				}
				break
			}
		}
		for i := v.last; i < u.last && i < v.last+3; i++ {
			if boundTails[t.toks[i].Low] != 0 {
				end = t.toks[i].End
				break
			}
		}
	}
	return t.raw[start:end]
}
