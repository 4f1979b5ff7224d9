package compiler

import (
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"
)

// A word of a text, by its stem, and where it stands.
type word struct {
	stem       string
	raw        string // in lower case
	start, end int    // bytes of the text
	joined     bool   // to the word before, by a dash
}

// bears reports whether a word means something outside its sentence.
func (w word) bears() bool { return !english.IsStopWord(w.stem) }

// words are the words of a text in order: English ones by the Porter2 stemmer, CJK as
// pairs of characters, others folded. An underscore joins, so that the name of a
// parameter is one word and no mention of what it is made of.
func words(text string) []word {
	var out []word
	begin := -1
	var wide rune // the ideograph just before, if there is one
	wideAt := 0
	flush := func(end int) {
		if begin >= 0 {
			raw := strings.ToLower(text[begin:end])
			out = append(out, word{english.Stem(raw, false), raw, begin, end, begin > 0 && text[begin-1] == '-'})
			begin = -1
		}
	}
	for i, r := range text {
		switch {
		case isWide(r):
			flush(i)
			if wide != 0 {
				pair := string([]rune{wide, r})
				out = append(out, word{pair, pair, wideAt, i + len(string(r)), false})
			}
			wide, wideAt = r, i
			continue
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' && begin >= 0:
			if begin < 0 {
				begin = i
			}
		default:
			flush(i)
		}
		wide = 0
	}
	flush(len(text))
	return out
}

// stems are the words of a text that bear meaning.
func stems(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range words(text) {
		if w.bears() {
			out[w.stem] = true
		}
	}
	return out
}

// share is the part of want that have holds.
func share(want, have map[string]bool) float64 {
	n := 0
	for t := range want {
		if have[t] {
			n++
		}
	}
	return float64(n) / float64(max(1, len(want)))
}

func isWide(r rune) bool {
	return r >= 0x1100 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

func countCJK(s string) int {
	n := 0
	for _, r := range s {
		if isWide(r) {
			n++
		}
	}
	return n
}

// countWords of a text; an ideograph is one.
func countWords(s string) int {
	n := countCJK(s)
	for _, f := range strings.Fields(s) {
		if strings.IndexFunc(f, func(r rune) bool { return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !isWide(r) }) >= 0 {
			n++
		}
	}
	return n
}
