package markdown

import (
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/sentences"
)

// nextBreak returns where the sentence that begins at start ends by the rules of
// Unicode Annex 29, and whether it is all ASCII. Most sentences need none of the
// annex's tables: those are consulted only where a character that could matter is
// not ASCII.
func nextBreak(b []byte, start int) (end int, ascii bool) {
	ascii = true
	for i := start; ; {
		for i < len(b) && signs[b[i]]&(signTerm|signPara|signWide) == 0 {
			i++
		}
		if i == len(b) {
			return i, ascii
		}
		c := b[i]
		if c >= utf8.RuneSelf {
			n := harmless(b[i:])
			if n == 0 {
				return slowBreak(b, start)
			}
			i += n
			ascii = false
			continue
		}
		if c == '\n' || c == '\r' {
			return afterLine(b, i), ascii
		}
		j := i + 1
		if c == '.' && j < len(b) && i > start {
			if b[j] >= '0' && b[j] <= '9' { // SB6
				i = j
				continue
			}
			if b[j] >= 'A' && b[j] <= 'Z' { // SB7
				if b[i-1] >= utf8.RuneSelf {
					return slowBreak(b, start)
				}
				if letter(b[i-1]) {
					i = j
					continue
				}
			}
		} else if c == '.' && j < len(b) && b[j] >= '0' && b[j] <= '9' {
			i = j
			continue
		}
		for j < len(b) && signs[b[j]]&signClose != 0 {
			j++
		}
		for j < len(b) && signs[b[j]]&signSpace != 0 {
			j++
		}
		if j == len(b) {
			return j, ascii
		}
		switch s := signs[b[j]]; {
		case s&signWide != 0:
			return slowBreak(b, start)
		case s&(signTerm|signGoesOn) != 0: // SB8a
			i = j
			continue
		case s&signPara != 0:
			return afterLine(b, j), ascii
		}
		if c == '.' { // SB8
			k := j
			for k < len(b) && signs[b[k]]&(signTerm|signPara|signWide) == 0 && !letter(b[k]) {
				k++
			}
			if k < len(b) && b[k] >= utf8.RuneSelf {
				return slowBreak(b, start)
			}
			if k < len(b) && b[k] >= 'a' && b[k] <= 'z' {
				i = k
				continue
			}
		}
		return j, ascii
	}
}

func slowBreak(b []byte, start int) (end int, ascii bool) {
	it := sentences.FromBytes(b[start:])
	it.Next()
	return start + it.End(), false
}

func afterLine(b []byte, i int) int {
	if b[i] == '\r' && i+1 < len(b) && b[i+1] == '\n' {
		return i + 2
	}
	return i + 1
}

// harmless is the length of a character beyond ASCII that ends no sentence and no
// line: a Latin letter, a quotation mark, a dash. 0 for any other.
func harmless(b []byte) int {
	if len(b) > 1 && b[0] >= 0xc3 && b[0] <= 0xc9 && b[1]&0xc0 == 0x80 {
		return 2
	}
	if len(b) > 2 && b[0] == 0xe2 && b[1] == 0x80 && b[2] >= 0x93 && b[2] <= 0x9d {
		return 3
	}
	return 0
}

const (
	signTerm   = 1 << iota // may end a sentence
	signPara               // ends a line
	signWide               // not ASCII
	signClose              // quotes and brackets
	signSpace              // blanks within a line
	signGoesOn             // after a stop: the sentence goes on
)

var signs = func() (t [256]uint8) {
	for c := range t {
		switch {
		case c >= utf8.RuneSelf:
			t[c] = signWide
		case c == '.' || c == '!' || c == '?':
			t[c] = signTerm
		case c == '\n' || c == '\r':
			t[c] = signPara
		case c == ' ' || c == '\t' || c == '\v' || c == '\f':
			t[c] = signSpace
		case c == ',' || c == '-' || c == ':' || c == ';':
			t[c] = signGoesOn
		case c == '"' || c == '\'' || c == '(' || c == ')' || c == '[' || c == ']' || c == '{' || c == '}':
			t[c] = signClose
		}
	}
	return t
}()
