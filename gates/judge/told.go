package judge

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"assay/gates/judge/value"
	"assay/text"
)

// told reports a value that a page must have if it is the source of it: not a date, which may be
// when the page was published, a count, a number of slides or in an address, and the size of a file.
func (t *reading) told(v *value.Value) bool {
	before, behind := strings.TrimRight(t.Before(v.First), " "), t.After(v.Last-1)
	switch {
	case v.N == 1 && v.Unit == "", strings.HasPrefix(t.Show(v), "0") && v.Unit == "" && v.N >= 1:
		return false // "one", "only", "the first"; a permission
	case points(t.Raw[:v.Start], t.Raw[v.End:]), strings.Contains(t.Show(v), ":"), strings.HasSuffix(t.Show(v), "'s"), strings.HasSuffix(t.Show(v), "’s"):
		return false // it numbers an item; a time of day; "2026's"
	case strings.HasSuffix(before, "-") && strings.HasPrefix(behind, "-"), strings.HasPrefix(behind, ".md"):
		return false // a part of an address
	case v.Unit == "s" && strings.HasPrefix(v.UnitWord, "s") && (strings.HasPrefix(behind, ".") || v.N >= 100 && strings.HasPrefix(behind, " of")):
		return false // "s. 11" is a slide, "100s of" are hundreds
	case v.Kind == value.Dated:
		return v.Date.Day == 0 && v.Date.Month > 0 && v.Date.From > 0
	case v.Spelled && (v.Unit == "" || v.Unit == "%" || v.Unit == "x"), t.labels(v) && !t.literal(v), strings.HasSuffix(before, "/"), v.Unit == "" && strings.HasPrefix(behind, "/"), v.Of != "", t.sizes(v):
		return false
	case v.Unit == "s" && v.N >= daySeconds && int(v.Last) < len(t.Toks) && spanWords.Has(t.Toks[v.Last].Low):
		return false // reckoned from two days: "18 days after the first"
	case strings.HasPrefix(strings.TrimLeft(behind, " "), "×"), strings.ContainsRune(t.Raw, '='), t.reckoned(v), v.Unit == "" && v.First > 0 && t.Toks[v.First-1].Is(text.MarkName):
		return false // it was reckoned, or is a part of a name: "Software 2.0"
	case v.Kind == value.Number && v.Unit == "" && strings.HasSuffix(before, ":") && strings.HasPrefix(behind, ";"):
		return false // a cell that counts what the next one lists
	case v.Kind == value.Number && v.Unit == "":
		return v.N < 1e5 || strings.ContainsAny(t.Show(v), ", ")
	}
	return true
}

const daySeconds = 86400

// spanWords stand behind the time from one day to another.
var spanWords = text.WordSet(`between before after later earlier since ago apart entre antes depois desde después más depuis après avant plus zwischen vor nach seit später früher prima dopo fra tra na voor`)

// reckoned reports a factor or a share that two other values of the text come to: "rose from 24% to
// 67%, a 2.8x lift".
func (t *reading) reckoned(v *value.Value) bool {
	off := max(v.Step, 0.02*v.N)
	return (v.Unit == "x" || v.Unit == "%") && slices.ContainsFunc(t.Values, func(of value.Value) bool {
		return slices.ContainsFunc(t.Values, func(by value.Value) bool {
			if of.First == v.First || by.First == v.First || of.Kind != value.Number || by.Kind != value.Number || of.Unit != by.Unit || of.N == by.N || by.N == 0 {
				return false
			}
			if v.Unit == "x" {
				return math.Abs(of.N/by.N-v.N) <= off
			}
			share := 100 * of.N / by.N
			return of.Unit != "%" && (math.Abs(share-v.N) <= off || math.Abs(math.Abs(share-100)-v.N) <= off)
		})
	})
}

// sizes reports a value that is as long or large as a file that the text names.
func (t *reading) sizes(v *value.Value) bool {
	lines := int(v.Last) < len(t.Toks) && lineWords.Has(t.Toks[v.Last].Low)
	return (lines || v.Unit == "B" && v.N < 1e6) && fileName.MatchString(t.Raw)
}

var (
	lineWords = text.WordSet("line lines loc 줄 行")
	fileName  = regexp.MustCompile(`\w\.[A-Za-z]\w`)
)

// literal reports a value that is looked up as it is written: an address, a port, a version in full.
func (t *reading) literal(v *value.Value) bool {
	return t.exact(v) && v.Kind != value.Ordinal && (v.First == 0 || !labelWords.Has(t.Toks[v.First-1].Low) || v.Kind == value.Version)
}

// exact reports a value that nobody writes by chance: with a unit, or of three digits.
func (t *reading) exact(v *value.Value) bool {
	digits := 0
	for _, r := range t.Show(v) {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	return v.Kind != value.Dated && (digits >= 3 || digits > 0 && v.Unit != "")
}
