package align

import (
	"regexp"
	"slices"
	"strings"

	"assay/gates/judge/reading"
	"assay/gates/judge/value"
	"assay/text"
)

// LimitsAlone reports a denial up to a time, in the one of the two that denies: "not until noon" is
// "at noon".
func (a *Alignment) LimitsAlone(unit int32) bool {
	if unit < 0 {
		return false
	}
	u := a.Source.Units[unit]
	claim := [2]int32{0, int32(len(a.Claim.Toks))}
	return a.Claim.DeniesUntil(claim[0], claim[1]) != a.Source.DeniesUntil(u.First, u.Last) && !(a.Claim.HasIn(claim, reading.Untils) && a.Source.HasIn([2]int32{u.First, u.Last}, reading.Untils))
}

// DatesText reports a day or month in brackets, "[2018-09-21] He said …", that the text's frontmatter or
// title has: when the text is from.
func (a *Alignment) DatesText(cv *value.Value) bool {
	if cv.Kind != value.Dated || cv.Date.Month == 0 {
		return false
	}
	before, behind := a.Claim.Before(cv.First), a.Claim.Raw[a.Claim.Toks[cv.Last-1].End:]
	if !strings.HasSuffix(before, "[") && !strings.HasSuffix(before, "(") || behind == "" || !strings.ContainsRune("])", rune(behind[0])) {
		return false
	}
	return slices.ContainsFunc([]*reading.Text{a.About, a.Around}, func(over *reading.Text) bool {
		return over != nil && slices.ContainsFunc(over.Values, func(v value.Value) bool { return value.Relate(cv, &v) == value.Same })
	})
}

// TimesText reports the time code that a claim begins with, "@ 18:47 — …": where in a recording it is said.
func (a *Alignment) TimesText(cv *value.Value) bool {
	return cv.First == 0 && timeCode().MatchString(a.Claim.Raw)
}

var timeCode = text.Pattern(`^[\[(@ ]*(?:\d{1,2}:)?\d{1,2}:\d{2}[\]) ]*(?:—|–|·|:)`)

// OfOther reports a value of the claim that the text has in a sentence about something
// else, while a sentence that says what the claim says gives another value. The heads over a row
// are of it.
func (a *Alignment) OfOther(cv, sv *value.Value) bool {
	u := a.Single.First
	said := a.AlignedIn(u, cv.In)
	return sv.In != u && !a.SaysClause(cv, sv.In) && !a.Over(sv.In, Window{First: u, Last: u + 1}) && a.PlainUnit(u) && said >= saysIt && a.AlignedIn(sv.In, cv.In) <= said-saysOther && a.givesOther(cv, u)
}

// givesOther reports a sentence with another value in the place of the claim's, and not with the
// claim's.
func (a *Alignment) givesOther(cv *value.Value, unit int32) bool {
	other := false
	for j := range a.Source.Values {
		if v := &a.Source.Values[j]; v.In == unit {
			switch a.Relate(cv, v) {
			case value.Different:
				other = other || inItsPlace(cv, v) && !a.ClaimGives(v)
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

// ClaimGives reports a value of the text among the claim's.
func (a *Alignment) ClaimGives(sv *value.Value) bool {
	return slices.ContainsFunc(a.Claim.Values, func(cv value.Value) bool { return a.Relate(&cv, sv) == value.Same })
}

// Relate compares a value of the claim with one of the text. Written alike they are the
// same, though claim and text be read as two languages: 1.600.
func (a *Alignment) Relate(cv, sv *value.Value) value.Relation {
	r := value.Relate(cv, sv)
	if r == value.Same && cv.Kind == value.Dated && sv.Kind == value.Dated {
		if p, q := a.Claim.PartOfYear(cv), a.Source.PartOfYear(sv); p != "" && q != "" && p != q {
			return value.Different
		}
	}
	if r == value.Same && cv.Bound == sv.Bound && (cv.Bound.Above() || cv.Bound.Below()) && cv.N != sv.N && cv.Kind == value.Number && a.Claim.HasAny(prescribing) {
		return value.Different // what must stay below 25 may not stay below 36
	}
	if r != value.Same && a.Claim.Lang != a.Source.Lang && a.Claim.Show(cv) == a.Source.Show(sv) {
		return value.Same
	}
	if r != value.Same && a.Source.Tabulates(sv, cv, a.Claim) {
		return value.Same
	}
	return r
}

// prescribing words say what must or may be.
var prescribing = text.WordSet(`must should shall may cannot can required requires require needs maximum minimum limit limited allowed store stored keep kept`)

// OwnCount reports a small number, in words or with a sign for what is counted (3개), that the claim
// itself makes good by a list of as many: "two options: a and b".
func (a *Alignment) OwnCount(cv *value.Value) bool {
	if !cv.Spelled && !text.WithoutSpaces(cv.Noun) || cv.Kind != value.Number || cv.N > 6 {
		return false
	}
	rest := a.Claim.Raw[cv.End:]
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

// Elsewhere reports that the text has the claim's value, and for something that except
// does not rule out.
func (a *Alignment) Elsewhere(cv *value.Value, except func(cv, sv *value.Value) bool) bool {
	for j := range a.Source.Values {
		if sv := &a.Source.Values[j]; a.Relate(cv, sv) == value.Same && (except == nil || !except(cv, sv)) {
			return true
		}
	}
	return false
}

// GivenIn counts the values of the claim that a sentence has.
func (a *Alignment) GivenIn(unit int32) (n int) {
	for i := range a.Claim.Values {
		if slices.ContainsFunc(a.Source.Values, func(sv value.Value) bool { return sv.In == unit && a.Relate(&a.Claim.Values[i], &sv) == value.Same }) {
			n++
		}
	}
	return n
}

// DigitsIn counts the digits of a text.
func DigitsIn(s string) (n int) {
	for i := range len(s) {
		if text.IsDigitByte(s[i]) {
			n++
		}
	}
	return n
}

// StandsBare reports a share with decimals that the text has without its sign, as a table does
// that says above what its numbers are.
func (a *Alignment) StandsBare(shown string) bool {
	return slices.ContainsFunc(a.Claim.Values, func(v value.Value) bool {
		return v.Unit == "%" && strings.ContainsAny(shown, ".,") && a.Claim.Show(&v) == shown && slices.ContainsFunc(a.Source.Values, func(sv value.Value) bool {
			return sv.Unit == "" && sv.Kind == value.Number && sv.N == value.RawNumber(&v)
		})
	})
}

// OfPart reports a sentence that has a part of a name which the page has whole elsewhere: what is said of
// GPT-4o is not said of GPT-4o-mini.
func (a *Alignment) OfPart(quote string) bool {
	for name := range strings.FieldsSeq(a.Claim.Raw) {
		name = strings.Trim(name, "*`_.,;:()\"'")
		if text.HasUpper(name) && strings.Contains(name, "-") && !HasWords(quote, name) && HasWords(a.Source.Raw, name) &&
			slices.ContainsFunc(strings.Split(name, "-"), func(part string) bool { return DigitsIn(part) > 0 && HasWords(quote, part) }) {
			return true
		}
	}
	return false
}

// PerOther reports what stands behind a value and says per what it is, of which the claim and what
// stands over it say nothing: "$0.42 per page" is no other price than "$6" of an hour.
func (a *Alignment) PerOther(behind string) bool {
	words := strings.Fields(strings.TrimLeft(behind, "* "))
	if len(words) < 2 || !pers.Has(strings.ToLower(words[0])) {
		return false
	}
	s := reading.Analyse(strings.Trim(words[1], ".,;:*)"), a.Stems)
	return len(s.Toks) > 0 && s.Toks[0].Content() && !slices.ContainsFunc([]*reading.Text{a.Claim, a.Lead}, func(t *reading.Text) bool {
		return t != nil && len(t.PlacesOf(s.Toks[0].Stem)) > 0
	})
}

var pers = text.WordSet(`per pro par por je each every`)

// manyValues, most of a claim's, that stand nowhere in a page are made up whatever else it says.
const manyValues = 3

// ValuesNowhere are the values of a claim that a page must have, and has in no form: all, where it has the
// rest of the claim or lacks many, else those that nobody writes by chance.
func (a *Alignment) ValuesNowhere(near bool) []string {
	var values, sure []string
	for i := range a.Claim.Values {
		if v := &a.Claim.Values[i]; a.Claim.Told(v) && !a.Said(v) {
			values = append(values, a.Claim.Show(v))
			if near || a.Claim.Exact(v) {
				sure = append(sure, a.Claim.Show(v))
			}
		}
	}
	if len(values) >= manyValues && 4*len(values) >= 3*len(a.Claim.Values) {
		return values
	}
	return sure
}

var presetWord = regexp.MustCompile(`(?i)` + reading.DefaultWord)

// Besides is the share of what a claim says besides a default that a window has, and whether it has
// each name.
func (a *Alignment) Besides(p *reading.Preset, w Window) (share float32, named bool) {
	var sum, total float32
	words := presetWord.FindAllStringIndex(a.Claim.Raw, -1)
	for i := range a.Terms {
		tm := &a.Terms[i]
		tok := &a.Claim.Toks[tm.Tok]
		if tok.Start < p.End && tok.End > p.Start || slices.ContainsFunc(words, func(r []int) bool { return int(tok.Start) < r[1] && int(tok.End) > r[0] }) {
			continue
		}
		has := a.strength(tm, w)
		if has == 0 && a.Claim.IsNamed(tm.Tok) {
			return 0, false
		}
		total += tm.Weight
		sum += tm.Weight * has
	}
	return sum / max(total, 0.01), total > 0
}

// Literal reports a value that no word of prose is: true, 30, low-power, but not "Push-to-talk".
func Literal(value string) bool {
	return !text.HasUpper(value) || strings.ContainsAny(value, "_0123456789")
}

// Unset are the settings of a claim of which the text sets the key, and nowhere to that value.
func (a *Alignment) Unset() (all []reading.Setting) {
	if !strings.Contains(a.Source.Raw, "`") {
		return nil
	}
	for _, c := range reading.SettingsIn(a.Claim.Raw) {
		if Literal(c.Value) && !strings.Contains(c.Value, "/") && a.Source.InCode(c.Key) && !a.Source.Sets(&c) {
			all = append(all, c)
		}
	}
	return all
}

// ValuesInOne reports all values of a clause in the sentence that carries it: one
// from the sentence beside it belongs to that.
func (a *Alignment) ValuesInOne() bool {
	return !slices.ContainsFunc(a.Claim.Values, func(v value.Value) bool {
		return !slices.ContainsFunc(a.Source.Values, func(sv value.Value) bool {
			return (sv.In == a.Single.First || a.Over(sv.In, a.Single)) && value.Relate(&v, &sv) == value.Same
		})
	})
}
