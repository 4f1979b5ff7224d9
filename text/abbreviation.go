package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// IsAbbreviation reports a name of a few capitals and digits, such as WAL or UTF8.
func IsAbbreviation(s string) bool {
	if len(s) < 2 || len(s) > 7 || !unicode.IsUpper(rune(s[0])) {
		return false
	}
	return strings.IndexFunc(s, func(r rune) bool { return !(unicode.IsUpper(r) && r < utf8.RuneSelf) && !unicode.IsDigit(r) }) < 0
}

// LongForm is what a text says that an abbreviation stands for, where it puts the one in
// parentheses after the other, or a comma between, or says that it stands for it:
// "Write-Ahead Logging (WAL)". It is "" where the text does not say it.
func LongForm(s, short string) string {
	const reach = 120 // bytes before the abbreviation
	for from := 0; ; {
		at := strings.Index(s[from:], short)
		if at < 0 {
			return ""
		}
		at += from
		from = at + len(short)
		if rest, ok := strings.CutPrefix(s[from:], " stands for "); ok {
			if long := initials(cutWords(rest, len(short)), short); long != "" {
				return long
			}
		}
		after, _ := utf8.DecodeRuneInString(s[from:])
		before := strings.TrimRight(s[max(0, at-reach):at], " *_`“\"")
		if unicode.IsLetter(after) || unicode.IsDigit(after) || !strings.HasSuffix(before, "(") && !strings.HasSuffix(before, ",") {
			continue
		}
		if long := initials(before[:len(before)-1], short); long != "" {
			return long
		}
	}
}

// initials is the end of a text whose words begin with the letters of an abbreviation.
func initials(s, short string) string {
	s = strings.TrimRight(s, " *_`”\"")
	words := strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(words) < len(short) {
		return ""
	}
	words = words[len(words)-len(short):]
	for i, w := range words {
		r, _ := utf8.DecodeRuneInString(w)
		if unicode.ToUpper(r) != rune(short[i]) {
			return ""
		}
	}
	return strings.Join(words, " ")
}

// cutWords is the beginning of a text with so many words.
func cutWords(s string, n int) string {
	inWord := false
	for i, r := range s {
		letter := unicode.IsLetter(r) || unicode.IsDigit(r)
		if !letter && inWord {
			if n--; n == 0 {
				return s[:i]
			}
		}
		inWord = letter
	}
	return s
}
