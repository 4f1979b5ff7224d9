package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// NormalizeClaim brings a sentence to the form that [NewClaimID] hashes: inline
// markup, citations and markers removed, NFC, white space folded.
func NormalizeClaim(s string) string {
	if !strings.ContainsAny(s, "`*_~=[]<>$%\\&^(（!#") {
		return foldText([]byte(s))
	}
	var p prose
	p.scan([]byte(s), nil, scanEnv{})
	return foldText(p.text)
}

// foldText is the text of a claim from the prose it was cut from.
func foldText(b []byte) string {
	folded, space := true, true // plain ASCII with single spaces needs nothing
	for _, c := range b {
		if c > ' ' && c < utf8.RuneSelf {
			space = false
		} else if c != ' ' || space {
			folded = false
			break
		} else {
			space = true
		}
	}
	s := string(b)
	if folded && !space {
		return s
	}
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	s = foldSpace(s)
	if !norm.NFC.IsNormalString(s) {
		s = norm.NFC.String(s)
	}
	return s
}

// foldSpace trims s and turns each run of white space into one space.
func foldSpace(s string) string {
	clean, space := true, true
	for i := 0; i < len(s) && clean; i++ {
		switch c := s[i]; {
		case c >= utf8.RuneSelf, c < ' ':
			clean = false
		case c == ' ':
			clean = !space
			space = true
		default:
			space = false
		}
	}
	if clean && (!space || s == "") {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	space = false
	for _, r := range s {
		if unicode.IsSpace(r) || r == '\u200b' || r == '\ufeff' {
			space = b.Len() > 0
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

// wide reports a character of a script that is written without spaces between
// words: Han, kana, and the full-width forms that go with them.
func wide(r rune) bool {
	switch {
	case r < 0x2e80:
		return false
	case r <= 0x303f: // radicals, CJK punctuation
		return true
	case r <= 0x30ff: // kana
		return true
	case r >= 0x3400 && r <= 0x9fff, r >= 0xf900 && r <= 0xfaff, r >= 0x20000 && r <= 0x3ffff:
		return true
	case r >= 0xff00 && r <= 0xffef:
		return true
	}
	return false
}

// ideograph reports a character that counts as a word of its own.
func ideograph(r rune) bool {
	return r >= 0x3041 && r <= 0x30ff && r != 0x30fb ||
		r >= 0x3400 && r <= 0x9fff || r >= 0xf900 && r <= 0xfaff || r >= 0x20000 && r <= 0x3ffff
}
