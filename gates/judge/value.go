package judge

import (
	"assay/gates/judge/measure"
	"math"
	"strings"
)

// A value is a number, a date, a version or an ordinal as a text gives it, with
// what is needed to compare it: unit, what is counted, how it is bounded.
type value struct {
	kind     valueKind
	n        float64 // in the unit's base; for a version see parts
	step     float64 // half the last digit written: what rounding hides
	digits   string  // of a plain number as written, for those that float64 cannot tell apart
	unit     string  // dimension and base: "s", "B", "m", "g", "%", "$", … or "" for none
	unitWord string  // as written
	noun     string  // stem of what is counted
	date     date
	parts    string // of a version, dotted
	bound    bound
	first    int32 // tokens, last exclusive
	last     int32
	start    int32 // bytes
	end      int32
	in       int32 // the unit of text
	spelled  bool
	of       string  // stem of the name that the number is part of: the "covid" of COVID-19
	scaled   float64 // by a word or sign behind it: a thousand, a million; 0 for none
	low      float64 // of the range that it is an end of: 5 to 10
	high     float64
	open     bool // "or later", "or more": the limit itself is meant too
}

type valueKind uint8

const (
	number valueKind = iota
	dated
	version
	ordinal
)

// A bound is how a value limits what it is said of.
type bound uint8

const (
	exactly bound = iota
	about
	moreThan
	atLeast
	lessThan
	atMost
)

func (b bound) above() bool { return b == moreThan || b == atLeast }
func (b bound) below() bool { return b == lessThan || b == atMost }

// A date is as fine as its text: a month or day of 0 is not given, and a decade
// or century spans years.
type date struct {
	from, to   int // years; 0 where not given
	month, day int
	guessed    bool // the year is that of the date before
}

// A relation is how a claim's value stands to a value of a text.
type relation uint8

const (
	unlike    relation = iota // not of one kind: nothing to compare
	same                      // the text's value says what the claim's says
	coarser                   // the text is less exact: it neither supports nor denies
	bounded                   // the same number under another limit
	otherUnit                 // the same number in another unit
	different                 // of one kind, and another value
)

// relate compares a claim's value with a text's.
func relate(claim, source *value) relation {
	if claim.of != source.of && (claim.of != "" && source.of != "" || claim.parts != source.parts) {
		return unlike // parts of two names
	}
	if claim.kind != source.kind {
		switch {
		case claim.of != source.of:
		case claim.kind == version && source.kind == number && source.unit == "", claim.kind == number && claim.unit == "" && source.kind == version:
			if claim.parts != "" && sameParts(claim, source) {
				return same
			}
		case claim.kind == number && source.kind == dated && claim.unit == "" && source.date.month == 0 && source.date.from == int(claim.n) && source.date.from == source.date.to,
			claim.kind == dated && source.kind == number && source.unit == "" && claim.date.month == 0 && claim.date.from == int(source.n) && claim.date.from == claim.date.to:
			return same
		}
		return unlike
	}
	switch claim.kind {
	case dated:
		return relateDates(claim, source)
	case version:
		return relateVersions(claim, source)
	case ordinal:
		if claim.n == source.n {
			return same
		}
		return different
	}
	return relateNumbers(claim, source)
}

func relateNumbers(c, s *value) relation {
	if c.unit != s.unit && c.unit != "" && s.unit != "" {
		c, s = inOneUnit(c, s)
	}
	if c.unit == "clock" && c.unit == s.unit && math.Abs(c.n-s.n) == 720 {
		return coarser // one of the two may leave out which half of the day
	}
	if (c.unit == "%" && s.unit == "pp" || c.unit == "pp" && s.unit == "%") && c.n == s.n {
		return otherUnit
	}
	if c.unit != s.unit {
		if inMillions(c, s) || inMillions(s, c) {
			return same
		}
		if c.unit != "" && s.unit != "" && c.unitWord != s.unitWord && rawNumber(c) == rawNumber(s) && c.unit != "%" && s.unit != "%" {
			return otherUnit
		}
		if c.unit != "" && s.unit != "" || c.unit == "%" || s.unit == "%" {
			return unlike
		}
		if (c.unit == "x" || s.unit == "x") && c.unitWord != "×" && s.unitWord != "×" {
			return unlike // "twice" is not "two", but 32× may be 32 of them
		}
		if closeTo(c, s) {
			return same
		}
		return unlike
	}
	equal := closeTo(c, s)
	if !equal && c.unit == "B" && rawNumber(c) == rawNumber(s) && c.unitWord[0] == s.unitWord[0] {
		return coarser // KB is written for KiB, and the other way round
	}
	if !equal && c.unit != "" && c.unitWord != s.unitWord && rawNumber(c) == rawNumber(s) {
		return otherUnit
	}
	if equal {
		return relateBounds(c.bound, s.bound)
	}
	rough := 0.15
	if s.spelled && s.unit == "%" {
		rough = 0.2 // "nearly half"
	}
	if c.bound == about && s.bound == about && math.Abs(c.n-s.n) <= rough*math.Abs(c.n) {
		if math.Abs(c.n-s.n) <= max(roundness(c.n)/2, 0.02*math.Abs(c.n)) {
			return same
		}
		return coarser // rough is the one and the other, and they are written differently
	}
	if d := math.Abs(c.n - s.n); c.bound == about && d <= 0.1*math.Abs(c.n) {
		if place := roundness(c.n); place == 1 && math.Mod(c.n, 5) != 0 && d > max(place, 0.02*math.Abs(c.n)) {
			return coarser // "about 206" is no rounding of 200
		}
		return same
	}
	// A limit is met by a plain number; of two limits of one kind only "more than"
	// and "less than" follow from one another as people use them.
	plain := s.bound == exactly || s.bound == about || s.bound == c.bound && (c.bound == moreThan || c.bound == lessThan)
	if plain && (c.bound.above() && s.n > c.n || c.bound.below() && s.n < c.n) {
		return same
	}
	if c.bound.above() && s.bound.below() && c.n < s.n || c.bound.below() && s.bound.above() && c.n > s.n {
		return coarser // the two limits leave room for one another
	}
	if (c.high == 0) != (s.high == 0) && (s.low <= c.n && c.n <= s.high || c.low <= s.n && s.n <= c.high) {
		return coarser // within the range that the other gives
	}
	if c.bound == exactly && (s.bound.above() && c.n > s.n || s.bound.below() && c.n < s.n) {
		return coarser
	}
	return different
}

// inOneUnit gives two values one unit where they measure one thing: the money of one
// sign, pounds of money, degrees of two scales.
func inOneUnit(c, s *value) (*value, *value) {
	turn := func(v *value, unit string, n float64) *value {
		x := *v
		x.unit, x.n, x.digits = unit, n, ""
		return &x
	}
	pounds := func(v *value) bool { return v.unitWord == "pounds" || v.unitWord == "pound" }
	celsius := func(v *value) (float64, bool) {
		switch v.unit {
		case "°F":
			return (v.n - 32) * 5 / 9, true
		case "K":
			return v.n - 273.15, true
		}
		return v.n, v.unit == "°C"
	}
	switch {
	case measure.OneCurrency(c.unit, s.unit):
		return c, turn(s, c.unit, s.n)
	case c.unit == "£" && pounds(s):
		return c, turn(s, "£", rawNumber(s))
	case s.unit == "£" && pounds(c):
		return turn(c, "£", rawNumber(c)), s
	case c.unit == "°" && (s.unit == "°C" || s.unit == "°F"):
		return turn(c, s.unit, c.n), s
	case s.unit == "°" && (c.unit == "°C" || c.unit == "°F"):
		return c, turn(s, c.unit, s.n)
	}
	if a, ok := celsius(c); ok {
		if b, ok := celsius(s); ok {
			x := turn(c, "°C", a)
			x.step = max(c.step, 0.6) // converted degrees are rounded
			return x, turn(s, "°C", b)
		}
	}
	return c, s
}

// relateBounds compares two limits at one number.
func relateBounds(c, s bound) relation {
	switch {
	case c == s, c == about, c == atLeast && s == moreThan, c == atMost && s == lessThan, (c == atLeast || c == atMost) && s == exactly:
		return same
	case c == exactly && s == about, c == exactly, s == about:
		return coarser
	}
	return bounded
}

// closeTo allows for rounding where the claim shows that it rounds: by a scale
// word, by decimals, by a unit that was converted.
func closeTo(c, s *value) bool {
	d := math.Abs(c.n - s.n)
	if d <= 1e-9*math.Max(math.Abs(c.n), math.Abs(s.n)) {
		written := c.digits != "" && s.digits != "" && c.step == s.step && c.unitWord == s.unitWord
		return !written || c.digits == s.digits
	}
	if cs, ss := unitOf(c.unitWord).Scale, unitOf(s.unitWord).Scale; c.unit != "" && cs != ss && d <= 0.02*math.Abs(s.n) {
		// Converted, and no less exact than either is written.
		return cs == 0 || ss == 0 || d <= max(c.step, s.step, roundness(c.n/cs)*cs/2, roundness(s.n/ss)*ss/2)
	}
	return c.step > s.step && d <= c.step*1.0000001
}

// roundness is the place of the last digit that is no nought: 100000 of 700000.
func roundness(n float64) float64 {
	n = math.Round(math.Abs(n)*1e6) / 1e6
	if n < 1 || n != math.Trunc(n) || n > 1e15 {
		return 0
	}
	place := 1.0
	for math.Mod(n, place*10) == 0 {
		place *= 10
	}
	return place
}

// inMillions reports a number with "m" that is another in millions, as newspapers write them: 4.5m users.
func inMillions(short, number *value) bool {
	return short.unitWord == "m" && number.unit == "" && number.n == 1e6*rawNumber(short)
}

func rawNumber(v *value) float64 {
	if scale := unitOf(v.unitWord).Scale; scale != 0 {
		return math.Round(v.n/scale*1e6) / 1e6
	}
	return v.n
}

// sameParts reports one version: 3 is 3.0.
func sameParts(a, b *value) bool {
	return strings.TrimSuffix(a.parts, ".0") == strings.TrimSuffix(b.parts, ".0")
}

func relateVersions(c, s *value) relation {
	if sameParts(c, s) || strings.HasPrefix(s.parts, c.parts+".") {
		switch {
		case c.bound == s.bound, c.bound == exactly && s.bound != moreThan && s.bound != lessThan, c.bound == about, s.bound == about,
			c.bound == atLeast && s.bound == exactly, c.bound == atMost && s.bound == exactly:
			return same
		case c.bound == exactly || s.bound == exactly:
			return coarser
		}
		return bounded
	}
	return different
}

func relateDates(c, s *value) relation {
	a, b := c.date, s.date
	if a.from != 0 && b.from != 0 {
		switch {
		case (c.bound == moreThan || c.open && c.bound == atLeast) && b.from > a.to && !s.bound.below(),
			(c.bound == lessThan || c.open && c.bound == atMost) && b.to < a.from && !s.bound.above():
			// "after 1990" and "1990 or later" hold of 1995; "since" and "until" name the year itself.
			return same
		case a.from > b.to || a.to < b.from:
			if c.bound == about && a.month == 0 && max(a.from-b.to, b.to-a.from) <= 2 {
				return same
			}
			if c.bound.above() && s.bound.below() && a.from < b.to || c.bound.below() && s.bound.above() && a.to > b.from {
				return coarser
			}
			if b.guessed || s.bound == moreThan && a.from > b.to || s.bound == lessThan && a.to < b.from {
				return coarser
			}
			return different
		case a.from > b.from || a.to < b.to:
			return coarser
		}
	} else if a.from != 0 && a.month == 0 || b.from != 0 && b.month == 0 {
		return unlike
	}
	if a.month != 0 && b.month != 0 && a.month != b.month || a.day != 0 && b.day != 0 && a.day != b.day {
		return different
	}
	if a.month != 0 && b.month == 0 || a.day != 0 && b.day == 0 {
		return coarser
	}
	if c.bound == moreThan && s.bound == lessThan || c.bound == lessThan && s.bound == moreThan {
		return bounded
	}
	return same
}

// comparable reports whether a source's value may stand where the claim's stands:
// same kind and, for numbers, the same unit or the same thing counted.
func comparable(c, s *value) bool {
	if c.kind != s.kind {
		return false
	}
	if c.kind != number {
		return true
	}
	if c.unit != "" || s.unit != "" {
		return c.unit == s.unit
	}
	return c.noun == s.noun
}
