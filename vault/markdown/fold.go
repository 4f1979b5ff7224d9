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
	p.lie(0, len(s))
	p.scan([]byte(s), scanEnv{})
	return foldText(p.text)
}

// foldText is the text of a claim from the prose it was cut from.
func foldText(b []byte) string {
	return norm.NFC.String(foldSpace(strings.ToValidUTF8(string(b), "\uFFFD")))
}

// foldSpace trims s and turns each run of white space into one space.
func foldSpace(s string) string { return strings.Join(strings.FieldsFunc(s, blank), " ") }

// blank is white space, and what takes none.
func blank(r rune) bool { return unicode.IsSpace(r) || r == '\u200b' || r == '\ufeff' }

// wide reports a character of a script that is written without spaces between
// words: Han, kana, and the full-width forms that go with them.
func wide(r rune) bool {
	return r >= 0x2e80 && (r <= 0x30ff || // radicals, CJK punctuation, kana
		r >= 0x3400 && r <= 0x9fff || r >= 0xf900 && r <= 0xfaff || r >= 0x20000 && r <= 0x3ffff ||
		r >= 0xff00 && r <= 0xffef)
}

// ideograph reports a character that counts as a word of its own.
func ideograph(r rune) bool {
	return r >= 0x3041 && (r <= 0x30ff && r != 0x30fb ||
		r >= 0x3400 && r <= 0x9fff || r >= 0xf900 && r <= 0xfaff || r >= 0x20000 && r <= 0x3ffff)
}

// inWord reports a letter or a digit.
func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// count counts the words of text from an offset on, outside links and code.
func (p *prose) count(from, firstAtom int) {
	a, in := firstAtom, false
	for i := from; i < len(p.text); {
		if a < len(p.atoms) && p.atoms[a].from <= i {
			if p.atoms[a].kind != atomURL && p.atoms[a].kind != atomLink {
				in = false
			}
			i = max(i, p.atoms[a].to)
			a++
			continue
		}
		r, n := utf8.DecodeRune(p.text[i:])
		switch {
		case ideograph(r):
			p.words++
			in = false
		case inWord(r):
			if !in {
				p.words++
			}
			in = true
		case r == '\'' || r == '-' || r == '_' || r == '’':
		case r < utf8.RuneSelf || !unicode.IsMark(r):
			in = false
		}
		i += n
	}
}
