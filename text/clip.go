package text

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
