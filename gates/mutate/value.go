package mutate

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/text"
)

// A value is a number of the claim.
type value struct {
	text       string
	start, end int
	word       int    // the word it begins in
	unit       string // the unit behind it, as written
	unitAt     int    // where that begins
	date       bool   // part of a date
	version    bool   // more than one dot
}

var digits = text.Pattern(`[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)*`)

// read finds the words of a text and its numbers: those that mean an amount, a version or a date,
// not those within a name, a path or a range of letters and signs.
func read(text, low string) *maker {
	m := &maker{text: text, low: low, words: words(text)}
	whole := isoDate().FindAllStringIndex(m.text, -1)
	for _, at := range digits().FindAllStringIndex(m.text, -1) {
		v := value{text: m.text[at[0]:at[1]], start: at[0], end: at[1], unitAt: -1, word: m.wordAt(at[0])}
		if inside(whole, v.start) || !m.standsFree(&v) {
			continue
		}
		v.version = strings.Count(v.text, ".") > 1
		v.date = m.isDate(&v)
		m.values = append(m.values, v)
	}
	return m
}

var itemMark = text.Pattern(`^(?:[.)]+(?:\W|$))`)

func inside(spans [][]int, at int) bool {
	return slices.ContainsFunc(spans, func(s []int) bool { return at >= s[0] && at < s[1] })
}

func (m *maker) wordAt(at int) int {
	for i := range m.words {
		if at < m.words[i].end {
			return i
		}
	}
	return len(m.words) - 1
}

// standsFree reports that a number is not part of a name, and finds its unit.
func (m *maker) standsFree(v *value) bool {
	before, _ := utf8.DecodeLastRuneInString(m.text[:v.start])
	if before < utf8.RuneSelf && (unicode.IsLetter(before) || unicode.IsDigit(before)) || strings.ContainsRune("_./\\-–:#@=[+^", before) && v.start > 0 {
		return false
	}
	rest := m.text[v.end:]
	if v.start == 0 && itemMark().MatchString(rest) {
		return false // it numbers the item
	}
	after, size := utf8.DecodeRuneInString(rest)
	switch {
	case rest == "":
		return true
	case strings.ContainsRune("_/\\-–:]@=^+(", after):
		return false
	case after == '.':
		// The end of a sentence, not of a file's name.
		next, _ := utf8.DecodeRuneInString(rest[size:])
		return !unicode.IsLetter(next) && !unicode.IsDigit(next)
	case after < utf8.RuneSelf && unicode.IsLetter(after), after == '%', after == '°', after == 'µ':
		v.unit, v.unitAt = leading(rest), v.end
		return otherUnits[v.unit] != "" || v.unit == "%"
	case after == ' ' || after == '\u00a0':
		if u := leading(rest[size:]); otherUnits[u] != "" {
			v.unit, v.unitAt = u, v.end+size
		}
	default:
		for _, u := range [...]string{"毫秒", "秒", "分钟", "分間", "小时", "時間", "公里", "公斤", "米"} {
			if strings.HasPrefix(rest, u) {
				v.unit, v.unitAt = u, v.end
			}
		}
	}
	return true
}

// counts reports that things are counted: a word in the plural stands behind.
func (m *maker) counts(v *value) bool {
	next := m.at(v.word + 1)
	return m.words[v.word].end == v.end && !m.words[v.word].pause && strings.HasSuffix(next, "s") && !endInS[next]
}

var endInS = set("was is has as its this")

// held reports that the evidence, or the claim, has a word or value.
func (m *maker) held(s string) bool {
	low := strings.ToLower(s)
	return hasWord(m.evidence, low) || hasWord(m.low, low)
}

func hasWord(text, w string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], w)
		if i < 0 {
			return false
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(w):])
		if !wordRune(before) && !wordRune(after) {
			return true
		}
		from = i + len(w)
	}
}

func wordRune(r rune) bool {
	return r != utf8.RuneError && r < 0x3000 && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_')
}
