package text

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Spells reports a text that has words as they are, in any case and with or without commas in
// numbers, and not within a longer number.
func Spells(text, words string) bool { return SpellsIn(strings.ToLower(text), words) }

// SpellsIn is the same of a text that is in lower case.
func SpellsIn(low, words string) bool {
	words = strings.ToLower(words)
	if spells(low, words) {
		return true
	}
	bare := strings.ReplaceAll(words, ",", "")
	return bare != words && bare != "" && spells(low, bare)
}

func spells(text, words string) bool {
	if words == "" {
		return false
	}
	for {
		at := strings.Index(text, words)
		if at < 0 {
			return false
		}
		end := at + len(words)
		if (at == 0 || !IsDigitByte(text[at-1]) || !IsDigitByte(words[0])) && (end == len(text) || !IsDigitByte(text[end]) || !IsDigitByte(words[len(words)-1])) {
			return true
		}
		text = text[end:]
	}
}

// PlainLetters is a word in lower case without accents and apostrophes, and with the Cyrillic letters
// that look like Latin ones as those.
func PlainLetters(word string) string {
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Mn, unicode.Lm) || strings.ContainsRune("'’‘", r) {
			return -1
		}
		if i := strings.IndexRune(lookAlikes, r); i >= 0 {
			return rune(latin[i/2])
		}
		return r
	}, strings.ToLower(norm.NFD.String(word)))
}

// lookAlikes are Cyrillic letters of two bytes, latin in the same order those that they look like.
const (
	lookAlikes = "авекмнорстхуі"
	latin      = "abekmhopctxyi"
)
