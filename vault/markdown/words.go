package markdown

import (
	"unicode"
	"unicode/utf8"
)

// inWord reports a letter or a digit.
func inWord(r rune) bool {
	if r < utf8.RuneSelf {
		return alnum(byte(r))
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// count counts the words of text from an offset on, outside links and code.
func (p *prose) count(from, firstAtom int) {
	a, in := firstAtom, false
	for i := from; i < len(p.text); {
		if a < len(p.atoms) && p.atoms[a].from <= i {
			in = in && (p.atoms[a].kind == atomURL || p.atoms[a].kind == atomLink)
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
		case r != '\'' && r != '-' && r != '_' && r != '’' && !unicode.IsMark(r):
			in = false
		}
		i += n
	}
}
