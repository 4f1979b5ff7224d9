// Package value reads numbers, dates, versions and places in an order, and compares them.
//
// Numbers have units, scales and limits; all are read in every language that a text is read in.
// [Read] reads a text and its values, and marks their words, so that no number is weighed as a
// word. [Relate] says how a claim's value stands to one of a source. What a value is said of is not
// known here.
package value

import (
	"math"
	"strings"
)

// A Value is a number, a date, a version or an ordinal as a text gives it, with
// what is needed to compare it: unit, what is counted, how it is bounded.
type Value struct {
	Kind     Kind
	N        float64 // in the unit's base; for a version see parts
	Step     float64 // half the last digit written: what rounding hides
	digits   string  // of a plain number as written, for those that float64 cannot tell apart
	Unit     string  // dimension and base: "s", "B", "m", "g", "%", "$", … or "" for none
	UnitWord string  // as written
	Noun     string  // stem of what is counted
	Date     Date
	Parts    string // of a version, dotted
	Bound    Bound
	First    int32 // tokens, last exclusive
	Last     int32
	Start    int32 // bytes
	End      int32
	In       int32 // the unit of text
	Spelled  bool
	Of       string  // stem of the name that the number is part of: the "covid" of COVID-19
	Scaled   float64 // by a word or sign behind it: a thousand, a million; 0 for none
	low      float64 // of the range that it is an end of: 5 to 10
	high     float64
	open     bool // "or later", "or more": the limit itself is meant too
}

type Kind uint8

const (
	Number Kind = iota
	Dated
	Version
	Ordinal
)

// A Bound is how a value limits what it is said of.
type Bound uint8

const (
	Exactly Bound = iota
	About
	MoreThan
	AtLeast
	LessThan
	AtMost
)

func (b Bound) Above() bool { return b == MoreThan || b == AtLeast }
func (b Bound) Below() bool { return b == LessThan || b == AtMost }

// A Date is as fine as its text: a month or day of 0 is not given, and a decade
// or century spans years.
type Date struct {
	From, To   int // years; 0 where not given
	Month, Day int
	guessed    bool // the year is that of the date before
}

// A Relation is how a claim's value stands to a value of a text.
type Relation uint8

const (
	Unlike    Relation = iota // not of one kind: nothing to compare
	Same                      // the text's value says what the claim's says
	Coarser                   // the text is less exact: it neither supports nor denies
	Bounded                   // the same number under another limit
	OtherUnit                 // the same number in another unit
	Different                 // of one kind, and another value
)

// Relate compares a claim's value with a text's.
func Relate(claim, source *Value) Relation {
	if claim.Of != source.Of && (claim.Of != "" && source.Of != "" || claim.Parts != source.Parts) {
		return Unlike // parts of two names
	}
	if claim.Kind != source.Kind {
		switch {
		case claim.Of != source.Of:
		case claim.Kind == Version && source.Kind == Number && source.Unit == "", claim.Kind == Number && claim.Unit == "" && source.Kind == Version:
			if claim.Parts != "" && SameParts(claim, source) {
				return Same
			}
		case claim.Kind == Number && source.Kind == Dated && claim.Unit == "" && source.Date.Month == 0 && source.Date.From == int(claim.N) && source.Date.From == source.Date.To,
			claim.Kind == Dated && source.Kind == Number && source.Unit == "" && claim.Date.Month == 0 && claim.Date.From == int(source.N) && claim.Date.From == claim.Date.To:
			return Same
		}
		return Unlike
	}
	switch claim.Kind {
	case Dated:
		return relateDates(claim, source)
	case Version:
		return relateVersions(claim, source)
	case Ordinal:
		if claim.N == source.N {
			return Same
		}
		return Different
	}
	return relateNumbers(claim, source)
}

func relateNumbers(c, s *Value) Relation {
	if c.Unit != s.Unit && c.Unit != "" && s.Unit != "" {
		c, s = inOneUnit(c, s)
	}
	if c.Unit == "clock" && c.Unit == s.Unit && math.Abs(c.N-s.N) == 720 {
		return Coarser // one of the two may leave out which half of the day
	}
	if (c.Unit == "%" && s.Unit == "pp" || c.Unit == "pp" && s.Unit == "%") && c.N == s.N {
		return OtherUnit
	}
	if c.Unit != s.Unit {
		if inMillions(c, s) || inMillions(s, c) {
			return Same
		}
		if c.Unit != "" && s.Unit != "" && c.UnitWord != s.UnitWord && RawNumber(c) == RawNumber(s) && c.Unit != "%" && s.Unit != "%" {
			return OtherUnit
		}
		if c.Unit != "" && s.Unit != "" || c.Unit == "%" || s.Unit == "%" {
			return Unlike
		}
		if (c.Unit == "x" || s.Unit == "x") && c.UnitWord != "×" && s.UnitWord != "×" {
			return Unlike // "twice" is not "two", but 32× may be 32 of them
		}
		if CloseTo(c, s) {
			return Same
		}
		return Unlike
	}
	equal := CloseTo(c, s)
	if !equal && c.Unit == "B" && RawNumber(c) == RawNumber(s) && c.UnitWord[0] == s.UnitWord[0] {
		return Coarser // KB is written for KiB, and the other way round
	}
	if !equal && c.Unit != "" && c.UnitWord != s.UnitWord && RawNumber(c) == RawNumber(s) {
		return OtherUnit
	}
	if equal {
		return relateBounds(c.Bound, s.Bound)
	}
	rough := 0.15
	if s.Spelled && s.Unit == "%" {
		rough = 0.2 // "nearly half"
	}
	if c.Bound == About && s.Bound == About && math.Abs(c.N-s.N) <= rough*math.Abs(c.N) {
		if math.Abs(c.N-s.N) <= max(roundness(c.N)/2, 0.02*math.Abs(c.N)) {
			return Same
		}
		return Coarser // rough is the one and the other, and they are written differently
	}
	if d := math.Abs(c.N - s.N); c.Bound == About && d <= 0.1*math.Abs(c.N) {
		if place := roundness(c.N); place == 1 && math.Mod(c.N, 5) != 0 && d > max(place, 0.02*math.Abs(c.N)) {
			return Coarser // "about 206" is no rounding of 200
		}
		return Same
	}
	// A limit is met by a plain number; of two limits of one kind only "more than"
	// and "less than" follow from one another as people use them.
	plain := s.Bound == Exactly || s.Bound == About || s.Bound == c.Bound && (c.Bound == MoreThan || c.Bound == LessThan)
	if plain && (c.Bound.Above() && s.N > c.N || c.Bound.Below() && s.N < c.N) {
		return Same
	}
	if c.Bound.Above() && s.Bound.Below() && c.N < s.N || c.Bound.Below() && s.Bound.Above() && c.N > s.N {
		return Coarser // the two limits leave room for one another
	}
	if (c.high == 0) != (s.high == 0) && (s.low <= c.N && c.N <= s.high || c.low <= s.N && s.N <= c.high) {
		return Coarser // within the range that the other gives
	}
	if c.Bound == Exactly && (s.Bound.Above() && c.N > s.N || s.Bound.Below() && c.N < s.N) {
		return Coarser
	}
	return Different
}

// inOneUnit gives two values one unit where they measure one thing: the money of one
// sign, pounds of money, degrees of two scales.
func inOneUnit(c, s *Value) (*Value, *Value) {
	turn := func(v *Value, unit string, n float64) *Value {
		x := *v
		x.Unit, x.N, x.digits = unit, n, ""
		return &x
	}
	pounds := func(v *Value) bool { return v.UnitWord == "pounds" || v.UnitWord == "pound" }
	celsius := func(v *Value) (float64, bool) {
		switch v.Unit {
		case "°F":
			return (v.N - 32) * 5 / 9, true
		case "K":
			return v.N - 273.15, true
		}
		return v.N, v.Unit == "°C"
	}
	switch {
	case oneCurrency(c, s):
		return c, turn(s, c.Unit, s.N)
	case c.Unit == "£" && pounds(s):
		return c, turn(s, "£", RawNumber(s))
	case s.Unit == "£" && pounds(c):
		return turn(c, "£", RawNumber(c)), s
	case c.Unit == "°" && (s.Unit == "°C" || s.Unit == "°F"):
		return turn(c, s.Unit, c.N), s
	case s.Unit == "°" && (c.Unit == "°C" || c.Unit == "°F"):
		return c, turn(s, c.Unit, s.N)
	}
	if a, ok := celsius(c); ok {
		if b, ok := celsius(s); ok {
			x := turn(c, "°C", a)
			x.Step = max(c.Step, 0.6) // converted degrees are rounded
			return x, turn(s, "°C", b)
		}
	}
	return c, s
}

// relateBounds compares two limits at one number.
func relateBounds(c, s Bound) Relation {
	switch {
	case c == s, c == About, c == AtLeast && s == MoreThan, c == AtMost && s == LessThan, (c == AtLeast || c == AtMost) && s == Exactly:
		return Same
	case c == Exactly && s == About, c == Exactly, s == About:
		return Coarser
	}
	return Bounded
}

// CloseTo allows for rounding where the claim shows that it rounds: by a scale
// word, by decimals, by a unit that was converted.
func CloseTo(c, s *Value) bool {
	d := math.Abs(c.N - s.N)
	if d <= 1e-9*math.Max(math.Abs(c.N), math.Abs(s.N)) {
		written := c.digits != "" && s.digits != "" && c.Step == s.Step && c.UnitWord == s.UnitWord
		return !written || c.digits == s.digits
	}
	if cs, ss := UnitOf(c.UnitWord).Scale, UnitOf(s.UnitWord).Scale; c.Unit != "" && cs != ss && d <= 0.02*math.Abs(s.N) {
		// Converted, and no less exact than either is written.
		return cs == 0 || ss == 0 || d <= max(c.Step, s.Step, roundness(c.N/cs)*cs/2, roundness(s.N/ss)*ss/2)
	}
	return c.Step > s.Step && d <= c.Step*1.0000001
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
func inMillions(short, number *Value) bool {
	return short.UnitWord == "m" && number.Unit == "" && number.N == 1e6*RawNumber(short)
}

func RawNumber(v *Value) float64 {
	if scale := UnitOf(v.UnitWord).Scale; scale != 0 {
		return math.Round(v.N/scale*1e6) / 1e6
	}
	return v.N
}

// SameParts reports one version: 3 is 3.0.
func SameParts(a, b *Value) bool {
	return strings.TrimSuffix(a.Parts, ".0") == strings.TrimSuffix(b.Parts, ".0")
}

func relateVersions(c, s *Value) Relation {
	if SameParts(c, s) || strings.HasPrefix(s.Parts, c.Parts+".") {
		switch {
		case c.Bound == s.Bound, c.Bound == Exactly && s.Bound != MoreThan && s.Bound != LessThan, c.Bound == About, s.Bound == About,
			c.Bound == AtLeast && s.Bound == Exactly, c.Bound == AtMost && s.Bound == Exactly:
			return Same
		case c.Bound == Exactly || s.Bound == Exactly:
			return Coarser
		}
		return Bounded
	}
	return Different
}

func relateDates(c, s *Value) Relation {
	a, b := c.Date, s.Date
	if a.From != 0 && b.From != 0 {
		switch {
		case (c.Bound == MoreThan || c.open && c.Bound == AtLeast) && b.From > a.To && !s.Bound.Below(),
			(c.Bound == LessThan || c.open && c.Bound == AtMost) && b.To < a.From && !s.Bound.Above():
			// "after 1990" and "1990 or later" hold of 1995; "since" and "until" name the year itself.
			return Same
		case a.From > b.To || a.To < b.From:
			if c.Bound == About && a.Month == 0 && max(a.From-b.To, b.To-a.From) <= 2 {
				return Same
			}
			if c.Bound.Above() && s.Bound.Below() && a.From < b.To || c.Bound.Below() && s.Bound.Above() && a.To > b.From {
				return Coarser
			}
			if b.guessed || s.Bound == MoreThan && a.From > b.To || s.Bound == LessThan && a.To < b.From {
				return Coarser
			}
			return Different
		case a.From > b.From || a.To < b.To:
			return Coarser
		}
	} else if a.From != 0 && a.Month == 0 || b.From != 0 && b.Month == 0 {
		return Unlike
	}
	if a.Month != 0 && b.Month != 0 && a.Month != b.Month || a.Day != 0 && b.Day != 0 && a.Day != b.Day {
		return Different
	}
	if a.Month != 0 && b.Month == 0 || a.Day != 0 && b.Day == 0 {
		return Coarser
	}
	if c.Bound == MoreThan && s.Bound == LessThan || c.Bound == LessThan && s.Bound == MoreThan {
		return Bounded
	}
	return Same
}

// Comparable reports whether a source's value may stand where the claim's stands:
// same kind and, for numbers, the same unit or the same thing counted.
func Comparable(c, s *Value) bool {
	if c.Kind != s.Kind {
		return false
	}
	if c.Kind != Number {
		return true
	}
	if c.Unit != "" || s.Unit != "" {
		return c.Unit == s.Unit
	}
	return c.Noun == s.Noun
}
