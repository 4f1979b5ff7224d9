// Package alike tells texts that are nearly the same: mirrors, print versions, the
// same manual at two addresses. Texts are compared as sets of shingles, which are
// runs of words (Broder 1997), and found by minimum hashes in bands, without
// comparing each with each (Leskovec, Rajaraman and Ullman, Mining of Massive
// Datasets, §3.4).
package alike

import (
	"slices"
	"unicode"
)

// Threshold is the Jaccard similarity from which on two texts count as the same. In
// a page of 500 words about 6 single words may then differ: a date, a version, a
// menu, and not a paragraph.
const Threshold = 0.9

// width of a shingle, in words; in scripts that are written without spaces, in
// characters. Four words in a row seldom stand in two texts by chance.
const width = 4

// Shingles of a text: hashes of its runs of four words, sorted, each once. Case,
// punctuation and markup make no difference. A shorter text is one shingle, a text
// without words none.
func Shingles(text string) []uint64 {
	var out []uint64
	var last [width]uint64
	n := 0
	eachWord(text, func(h uint64) {
		copy(last[:], last[1:])
		last[width-1] = h
		if n++; n >= width {
			out = append(out, join(last[:]))
		}
	})
	if n > 0 && n < width {
		out = append(out, join(last[width-n:]))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Hash of a text's words in their order; 0 of a text without words. Texts that
// differ only in case, punctuation and markup have the same.
func Hash(text string) uint64 {
	sum, n := uint64(0), 0
	eachWord(text, func(h uint64) {
		sum = mix(sum ^ h)
		n++
	})
	if n == 0 {
		return 0
	}
	return max(sum, 1)
}

// Jaccard is the share of shingles that two sorted sets have in common. Of two empty
// sets nothing is known: 0.
func Jaccard(a, b []uint64) float64 {
	both := common(a, b)
	if all := len(a) + len(b) - both; all > 0 {
		return float64(both) / float64(all)
	}
	return 0
}

// Contained is the share of part's shingles that whole has too.
func Contained(part, whole []uint64) float64 {
	if len(part) == 0 {
		return 0
	}
	return float64(common(part, whole)) / float64(len(part))
}

func common(a, b []uint64) int {
	n := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			n, i, j = n+1, i+1, j+1
		case a[i] < b[j]:
			i++
		default:
			j++
		}
	}
	return n
}

// FNV-1a's offset and prime, for 64 bits.
const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

// eachWord hashes the words of a text, folded to lower case: runs of letters, marks
// and digits, and each character alone of a script that puts no spaces between words.
func eachWord(text string, yield func(uint64)) {
	h, in := uint64(fnvOffset), false
	end := func() {
		if in {
			yield(h)
		}
		h, in = fnvOffset, false
	}
	for _, r := range text {
		switch {
		case unspaced(r):
			end()
			yield((fnvOffset ^ uint64(r)) * fnvPrime)
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			h, in = (h^uint64(unicode.ToLower(r)))*fnvPrime, true
		default:
			end()
		}
	}
	end()
}

// unspaced reports whether a character is a letter of a script without spaces
// between words.
func unspaced(r rune) bool {
	return r >= 0x0E00 && unicode.IsLetter(r) &&
		unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

func join(words []uint64) uint64 {
	var h uint64
	for _, w := range words {
		h = h*fnvPrime + w
	}
	return mix(h)
}

// mix is the finaliser of SplitMix64 (Steele, Lea and Flood 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
