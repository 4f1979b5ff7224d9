package compose

import (
	"slices"
	"strings"
	"unicode"

	"assay/text"
)

// A word of a text, by its stem, and where it stands.
type word struct {
	stem       string
	raw        string // in lower case
	start, end int    // bytes of the text
	joined     bool   // to the word before, by a dash
	bears      bool   // it means something outside its sentence
}

// words are the words of a text in order: English ones by their stems, CJK as
// pairs of characters, others folded. An underscore joins, so that the name of a
// parameter is one word and no mention of what it is made of.
func words(s string) []word {
	var out []word
	stems := text.NewStems()
	begin := -1
	var wide rune // the ideograph just before, if there is one
	wideAt := 0
	flush := func(end int) {
		if begin >= 0 {
			raw := strings.ToLower(s[begin:end])
			stem, bears := stems.Bearing(raw, "en")
			out = append(out, word{stem, raw, begin, end, begin > 0 && s[begin-1] == '-', bears})
			begin = -1
		}
	}
	for i, r := range s {
		switch {
		case text.IsCJK(r):
			flush(i)
			if wide != 0 {
				pair := string([]rune{wide, r})
				out = append(out, word{pair, pair, wideAt, i + len(string(r)), false, true})
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
	flush(len(s))
	return out
}

// Stems are the words of a text that bear meaning; all where none does, as in a name.
func Stems(s string) map[string]bool {
	out := map[string]bool{}
	all := words(s)
	none := !slices.ContainsFunc(all, func(w word) bool { return w.bears })
	for _, w := range all {
		if w.bears || none {
			out[w.stem] = true
		}
	}
	return out
}

// Share is the part of want that have holds.
func Share(want, have map[string]bool) float64 {
	n := 0
	for t := range want {
		if have[t] {
			n++
		}
	}
	return float64(n) / float64(max(1, len(want)))
}

// CountCJK counts the characters of scripts without spaces.
func CountCJK(s string) int {
	n := 0
	for _, r := range s {
		if text.IsCJK(r) {
			n++
		}
	}
	return n
}

// CountWords of a text; an ideograph is one.
func CountWords(s string) int {
	n := CountCJK(s)
	for _, f := range strings.Fields(s) {
		if strings.IndexFunc(f, func(r rune) bool { return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !text.IsCJK(r) }) >= 0 {
			n++
		}
	}
	return n
}
