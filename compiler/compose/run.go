package compose

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/templates"
	"assay/text"
)

// A run is units that can only be read one after the other: each but the first leans on
// the one before it, or is what that announces.
type run []unit

const (
	listItems  = 30  // a list with more is a page of its own
	blockWords = 450 // likewise, of a list or table
	codeLines  = 16

	longestSentence = 600 // characters
)

// runsOf are the runs of a section that can be read without what is left out. Of one that
// cannot be read to its end, what stands before that is kept.
func runsOf(units []unit) (out []run) {
	var open run
	broken := false
	closeRun := func() {
		if len(open) > 0 {
			out = append(out, open)
		}
		open = nil
	}
	for i, u := range units {
		follows := i > 0 && leans(u, units[i-1])
		if !follows {
			closeRun()
			broken = false
		}
		broken = broken || !readable(u, units[i+1:]) || follows && len(open) == 0 || !follows && u.kind == code
		if !broken {
			open = append(open, u)
		}
	}
	closeRun()
	return out
}

// leans reports whether a unit cannot be read without the one before it.
func leans(u, before unit) bool {
	switch u.kind {
	case gap:
		return false
	case prose:
		return refers(u.text())
	case list:
		return before.kind != gap
	}
	return before.kind == u.kind || announces(before)
}

// announces reports a sentence that only says what comes below it.
func announces(u unit) bool {
	if u.kind != prose {
		return false
	}
	s := strings.TrimRight(PlainText(u.text()), " \"”’)*")
	last, _ := utf8.DecodeLastRuneInString(s)
	return last == ':' || last == '：' || !unicode.IsPunct(last) || announcing().MatchString(s)
}

var announcing = text.Pattern(`(?i)\b(?:as follows|the following|looks? like this|such as these)\b|\bbelow\b[.,;:)]|如下|以下|下面|次の`)

// counting tells a sentence that says how many of something come next.
var counting = text.Pattern(`(?i)\b(?:two|three|four|five|six|seven|eight|nine|ten|several|some|many|number of)\s+(?:\pL+\s+){0,2}\pL+s\b`)

// refers reports a sentence whose first words point at something before it.
func refers(s string) bool {
	s = PlainText(s)
	if leaning().MatchString(s) || slices.ContainsFunc(leaningWide, func(p string) bool { return strings.HasPrefix(s, p) }) {
		return true
	}
	for _, m := range demonstrative().FindAllStringSubmatchIndex(s, -1) {
		if m[2] < 0 || !ahead[strings.ToLower(s[m[2]:m[3]])] {
			return len(strings.Fields(s[:m[0]])) < firstWords
		}
	}
	return false
}

// firstWords of a sentence may name what a demonstrative after them points at.
const firstWords = 10

var (
	demonstrative = text.Pattern(`(?i)\b(?:this|these|those|such|therefore|thus|likewise|the latter|the former|the above)\b(?:\s+(\pL+))?`)
	// ahead are the words after a demonstrative that say what it points at.
	ahead = map[string]bool{"as": true, "that": true, "who": true, "which": true, "of": true, "in": true, "for": true, "with": true, "where": true, "whose": true}
)

// readable reports whether a unit can stand in a note, with what follows it.
func readable(u unit, next []unit) bool {
	switch u.kind {
	case gap:
		return false
	case list:
		return u.whole && u.words <= blockWords && soundItems(u)
	case table:
		return u.whole && u.words <= blockWords
	case code:
		return u.whole && strings.Count(u.text(), "\n") <= codeLines+1
	case quotation:
		return u.whole && u.words <= blockWords
	}
	s := asides().ReplaceAllString(u.text(), "")
	if announces(u) {
		s = strings.TrimRight(announcing().ReplaceAllString(s, ""), ".:： ") + "."
		return len(next) > 0 && next[0].kind != prose && readable(next[0], nil) && wellFormed(s) && !points(s) && !speaks().MatchString(s)
	}
	if counting().MatchString(s) && len(next) > 0 && next[0].kind != prose && !readable(next[0], nil) {
		return false // what it counts is left out
	}
	return u.words >= 3 && wellFormed(s) && !points(s) && (u.term != "" || !bereft().MatchString(s)) && asserts(s)
}

// soundItems reports a list whose items say something by themselves, and which is no
// list of links or contents.
func soundItems(u unit) bool {
	items, elsewhere := 0, 0
	for _, l := range u.lines {
		if strings.Count(l.Text, "`")%2 != 0 {
			return false
		}
		if l.Form == templates.Item {
			items++
		}
		if pointing().MatchString(l.Text) {
			elsewhere++
		}
	}
	return items > 1 && items <= listItems && u.words >= 2*items && 2*elsewhere <= len(u.lines)
}

// speaks tells a sentence in which a book speaks to its reader of what it said before.
var speaks = text.Pattern(`(?i)\b(?:we|our|us|let's)\b|^(?:say|suppose)\b`)

// asides are the pointers in parentheses that a reader can pass over.
var asides = text.Pattern(`\s*\((?:see|described in|as described|cf\.)[^()]*\)`)

// points reports a sentence that sends its reader elsewhere.
func points(s string) bool {
	return pointing().MatchString(s) || slices.ContainsFunc(pointingWide, func(p string) bool { return strings.Contains(s, p) })
}

// wellFormed reports a whole sentence that begins as one and ends as one.
func wellFormed(s string) bool {
	if strings.Count(s, "`")%2 != 0 || utf8.RuneCountInString(s) > longestSentence {
		return false
	}
	s = PlainText(s)
	if strings.HasSuffix(s, "..") || strings.Contains(s, "…") {
		return false // words are left out
	}
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s, `)"”’`))
	if !strings.ContainsRune(".。．!！", last) {
		return false
	}
	first, _ := utf8.DecodeRuneInString(s)
	if !unicode.IsUpper(first) && !text.IsCJK(first) && !unicode.IsDigit(first) && !startsWithName(s) {
		return false
	}
	balanced := strings.Count(s, "(") == strings.Count(s, ")") && strings.Count(s, "“") == strings.Count(s, "”") && strings.Count(s, `"`)%2 == 0
	return balanced && !strings.ContainsAny(s, "[]|<>{}")
}
