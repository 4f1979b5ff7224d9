// Package arc is the machinery of the dependency parser: what it looks at in a
// sentence, how it goes through one word by word, and the tables of weights. Package
// syntax reads with it; the program that trains the weights uses the same features.
package arc

import (
	"unicode"
	"unicode/utf8"
)

// token is what the features see of one word.
type token struct {
	id   uint32 // the form, or its ending and shape where the form is rare
	form uint32 // lower-cased, digits as one
	end1 uint32 // the last letter, the last two, the last three
	end2 uint32
	end3 uint32
	head uint32 // the first two letters
	may  uint64 // the fine tags it can have
	fits uint32 // may, hashed
	look uint8  // upper case, digits, punctuation
	tag  uint8  // fine tag
	wide uint8  // universal tag of the fine one
}

// The shapes of a word.
const (
	lower = iota
	title
	upper
	mixed
	digits
	digitsAnd
	mark
	outside // before the first word and after the last
)

// same maps the typographic forms of a character to the one that treebanks use.
func same(r rune) rune {
	switch r {
	case '’', '‘', 'ʼ', '`', '´':
		return '\''
	case '“', '”', '„', '«', '»':
		return '"'
	case '–', '—', '−', '‐', '‑':
		return '-'
	}
	return r
}

// read fills in what depends on the word alone.
func (t *token) read(word string) {
	var ups, lows, nums, others int
	var first, upFirst = true, false
	var a, b, c, p, q rune // the last three letters and the first two
	h := uint32(2166136261)
	n := 0
	for _, r := range word {
		switch {
		case r >= 'a' && r <= 'z':
			lows++
		case r >= 'A' && r <= 'Z':
			ups++
			upFirst = upFirst || first
			r += 'a' - 'A'
		case r >= '0' && r <= '9':
			nums++
			first = false
			r = '0'
			if c == '0' { // a number of any length is the same word
				continue
			}
		case r < utf8.RuneSelf:
			others++
			r = same(r)
		case unicode.IsUpper(r):
			ups++
			upFirst = upFirst || first
			r = unicode.ToLower(r)
		case unicode.IsLetter(r):
			lows++
		case unicode.IsDigit(r):
			nums++
			r = '0'
		default:
			others++
			r = same(r)
		}
		first = false
		h = (h ^ uint32(r)) * 16777619
		a, b, c = b, c, r
		switch n {
		case 0:
			p = r
		case 1:
			q = r
		}
		n++
	}
	if h == 0 {
		h = 1
	}
	t.form = h
	t.end1 = hash(1, uint64(c), 0, 0)
	t.end2 = hash(2, uint64(b), uint64(c), 0)
	t.end3 = hash(3, uint64(a), uint64(b), uint64(c))
	t.head = hash(4, uint64(p), uint64(q), 0)
	switch {
	case nums > 0 && ups+lows == 0:
		t.look = digits
	case nums > 0:
		t.look = digitsAnd
	case ups+lows == 0:
		t.look = mark
	case ups == 0:
		t.look = lower
	case lows == 0 && ups > 1:
		t.look = upper
	case upFirst && (ups == 1 || lows == 0):
		t.look = title
	default:
		t.look = mixed
	}
}

// hash mixes a template's number and up to three values.
func hash(k, a, b, c uint64) uint32 {
	x := k*0x9e3779b97f4a7c15 + a*0xc2b2ae3d27d4eb4f + b*0x165667b19e3779f9 + c*0xd6e8feb86659fd93
	x ^= x >> 32
	return uint32(x * 0xff51afd7ed558ccd >> 32)
}

// Form is the number under which a lexicon holds a word.
func Form(word string) uint32 {
	var t token
	t.read(word)
	return t.form
}

// Capital says whether the features take a word for one written with a capital.
func Capital(word string) bool {
	var t token
	t.read(word)
	return t.capital()
}

func (t *token) capital() bool { return t.look == title || t.look == upper || t.look == mixed }
