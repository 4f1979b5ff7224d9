package text

import "strings"

// Spells reports a text that has words as they are, in any case and with or without commas in
// numbers, and not within a longer number.
func Spells(text, words string) bool {
	text, words = strings.ToLower(text), strings.ToLower(words)
	if spells(text, words) {
		return true
	}
	bare := strings.ReplaceAll(words, ",", "")
	return bare != words && bare != "" && spells(text, bare)
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
