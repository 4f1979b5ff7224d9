package vault

import (
	"unicode"
	"unicode/utf8"
)

// countWords counts the words of text outside links and code.
func (p *prose) countWords(from, firstAtom int) {
	a, in := firstAtom, 0
	next := len(p.text)
	if a < len(p.atoms) {
		next = p.atoms[a].from
	}
	for i := from; i < len(p.text); {
		if i >= next {
			if kind := p.atoms[a].kind; kind != atomURL && kind != atomLink {
				in = 0
			}
			i = max(i, p.atoms[a].to)
			if a++; a < len(p.atoms) {
				next = p.atoms[a].from
			} else {
				next = len(p.text)
			}
			continue
		}
		words := 0
		for _, c := range p.text[i:next] {
			if c >= utf8.RuneSelf {
				break
			}
			k := int(classes[c])
			words += k &^ in & classWord
			in = k&classWord | in&(k>>1)
			i++
		}
		p.words += words
		if i >= next {
			continue
		}
		r, n := utf8.DecodeRune(p.text[i:])
		switch {
		case ideograph(r):
			p.words++
			in = 0
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if in == 0 {
				p.words++
			}
			in = 1
		case r != '’' && !unicode.IsMark(r):
			in = 0
		}
		i += n
	}
}

// classes sorts ASCII by what it does to words.
var classes = func() (t [256]byte) {
	for c := range utf8.RuneSelf {
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
	classBreak = 0
	classWord  = 1 // begins a word or goes on with it
	classInner = 2 // goes on with a word
)
