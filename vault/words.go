package vault

import (
	"unicode"
	"unicode/utf8"
)

// countWords counts the words of text outside links and code.
func (p *prose) countWords(from, firstAtom int) {
	a, in := firstAtom, false
	next := len(p.text)
	if a < len(p.atoms) {
		next = p.atoms[a].from
	}
	for i := from; i < len(p.text); {
		if i >= next {
			in = in && (p.atoms[a].kind == atomURL || p.atoms[a].kind == atomLink)
			i = max(i, p.atoms[a].to)
			if a++; a < len(p.atoms) {
				next = p.atoms[a].from
			} else {
				next = len(p.text)
			}
			continue
		}
		c := p.text[i]
		if c < utf8.RuneSelf {
			switch classes[c] {
			case classWord:
				if !in {
					p.words++
				}
				in = true
			case classBreak:
				in = false
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(p.text[i:])
		switch {
		case ideograph(r):
			p.words++
			in = false
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if !in {
				p.words++
			}
			in = true
		case r != '’' && !unicode.IsMark(r):
			in = false
		}
		i += n
	}
}

// classes sorts ASCII by what it does to words.
var classes = func() (t [128]byte) {
	for c := range t {
		switch {
		case letter(byte(c)) || c >= '0' && c <= '9':
			t[c] = classWord
		case c == '\'' || c == '-' || c == '_':
			t[c] = classInner
		}
	}
	return t
}()

const (
	classBreak = iota
	classWord
	classInner
)
