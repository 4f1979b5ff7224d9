package rank

import (
	"strings"
	"unicode"
)

// Intent tells what a question is after by the words in it. What a question begins with
// says more than a word within it: such signals come first. Else the most specific intent
// counts that has a signal, and exploratory where none has. Two things set against each other
// make a comparison even of a question for the latest.
func (w *Weights) Intent(query string) Intent {
	spaced := " " + plain(query) + " "
	for _, first := range []bool{true, false} {
		for _, i := range Intents() {
			if !first && i == "status" && strings.Contains(spaced, " vs ") {
				return "comparison"
			}
			for _, s := range w.Signals[i] {
				if _, begins := strings.CutPrefix(s, begin+begin); begins == first && signalled(spaced, s) {
					return i
				}
			}
		}
	}
	return "exploratory"
}

// A signal that begins with begin counts where a question begins with it, one that ends with end
// where it ends so; with two of the former it goes before signals within the question. Where gap
// stands there may be anything.
const (
	begin = "^"
	end   = "$"
	gap   = "…"
)

// signalled looks for a signal as whole words, or anywhere in scripts that have no spaces.
func signalled(spaced, signal string) bool {
	rest, ends := strings.CutSuffix(strings.TrimLeft(signal, begin), end)
	at := 0
	for n, part := range strings.Split(rest, gap) {
		part = plain(part)
		if part == "" {
			return false
		}
		if !isHan(part) {
			part = " " + part + " "
		}
		found := strings.Index(spaced[at:], part)
		if found < 0 || n == 0 && strings.HasPrefix(signal, begin) && found > 1 {
			return false
		}
		// The space behind one part may be the one before the next.
		at += found + len(strings.TrimRight(part, " "))
	}
	return !ends || strings.TrimSpace(spaced[at:]) == ""
}

// plain is a text in lower case with one space for whatever stands between words.
func plain(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(text, "’", "'")), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\''
	}), " ")
}
