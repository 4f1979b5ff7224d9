package rank

import (
	"strings"
	"unicode"
)

// Intent tells what a question is after by the words in it: the most specific
// intent that has one, exploratory where none has. Two things set against each other
// make a comparison even of a question for the latest.
func (w *Weights) Intent(query string) Intent {
	spaced := " " + plain(query) + " "
	for _, i := range Intents() {
		if i == "status" && strings.Contains(strings.TrimSpace(spaced), " vs ") {
			return "comparison"
		}
		for _, s := range w.Signals[i] {
			if signalled(spaced, s) {
				return i
			}
		}
	}
	return "exploratory"
}

// signalled looks for a signal as whole words, or anywhere in scripts that have no
// spaces.
func signalled(spaced, signal string) bool {
	signal = plain(signal)
	if signal == "" {
		return false
	}
	for _, r := range signal {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
			return strings.Contains(spaced, signal)
		}
	}
	return strings.Contains(spaced, " "+signal+" ")
}

// plain is a text in lower case with one space for whatever stands between words.
func plain(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(text, "’", "'")), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\''
	}), " ")
}
