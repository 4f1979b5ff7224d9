package markdown

import (
	"unicode"
	"unicode/utf8"
)

// look counts the words of text outside links and code, and reports whether nothing
// in text from that offset on needs a closer look: it is ASCII with single spaces,
// which a claim can take as it is, and holds no words of the first person.
func (p *prose) look(from, firstAtom int) (plain bool) {
	state := uint8(lookBlank)
	for _, c := range p.text[max(0, from-2):from] {
		state = lookMachine[state&31][c]
	}
	a, in := firstAtom, 0
	next := len(p.text)
	if a < len(p.atoms) {
		next = min(next, p.atoms[a].from)
	}
	for i := from; i < len(p.text); {
		if i >= next {
			if kind := p.atoms[a].kind; kind != atomURL && kind != atomLink {
				in = 0
			}
			for to := min(p.atoms[a].to, len(p.text)); i < to; i++ { // what stood at its end may have been trimmed
				state = lookMachine[state&31][p.text[i]]
			}
			next = len(p.text)
			if a++; a < len(p.atoms) {
				next = min(next, p.atoms[a].from)
			}
			continue
		}
		words := 0
		for _, c := range p.text[i:next] {
			if c >= utf8.RuneSelf {
				break
			}
			k := int(classes[c])
			state = lookMachine[state&31][c]
			words += k &^ in & classWord
			in = k&classWord | in&(k>>1)
			i++
		}
		p.words += words
		if i >= next {
			continue
		}
		state = lookFound
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
	return lookMachine[state&31]['.'] != lookFound
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
