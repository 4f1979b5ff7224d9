package text

import "unicode/utf8"

// Clip is a text of so many characters at most, of which the last is … where it was cut.
func Clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}

// RuneFloor is the last beginning of a character at or before n.
func RuneFloor(s string, n int) int {
	if n >= len(s) {
		return len(s)
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}
