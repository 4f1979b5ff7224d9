package ingest

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	words "assay/text"
)

// TermsVersion is bumped when the same text gives other terms: an index built
// with another version is rebuilt.
const TermsVersion = 2

// termers hands each goroutine a termer with its cache of stems.
var termers = sync.Pool{New: func() any {
	return &termer{stems: make(map[string]string, 1<<12)}
}}

// A termer cuts text into the terms that both indexes hold, in order of appearance:
//
//   - words, lower-cased, without accents, without English stop words, stemmed
//     (Latin script with Porter's second English stemmer, Cyrillic and Arabic with
//     the Snowball stemmers of Russian and Arabic);
//   - scripts written without spaces (Han, kana, Thai …) and Hangul as overlapping
//     pairs of characters, a lone character as itself;
//   - compounds such as wal_level, HTTP/2, v1.2 or read-only as a whole, folded, and
//     then their parts, so that both the exact name and a word of it are found.
//
// One rule for text and query, with no guess at the language, so that a vault may
// mix languages within a sentence. It remembers the stems of the words
// it saw.
type termer struct {
	stems map[string]string
	out   []string
}

// maxStems bounds a termer's cache: about 8 MB, the distinct words of some
// hundred thousand passages.
const maxStems = 1 << 16

// maxTerm is the longest term in bytes: beyond it, a word is a hash or a blob of
// base64 that nobody searches for as a whole.
const maxTerm = 64

// text appends the terms of s. With stops, stop words are kept as they are.
func (t *termer) text(s string, stops bool) {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case spaceless(r):
			i = t.pairs(s, i)
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			i = t.run(s, i, stops)
		default:
			i += n
		}
	}
}

// run takes a compound from s[i:]: words joined by single characters of joiners.
func (t *termer) run(s string, i int, stops bool) int {
	start, parts, first := i, 0, len(t.out)
	for {
		end := wordEnd(s, i)
		parts++
		if parts == 1 && !joins(s, end) {
			t.add(s[i:end], stops)
			return end
		}
		if parts == 1 {
			t.out = append(t.out, "") // the compound's place
		}
		t.add(s[i:end], stops)
		if !joins(s, end) {
			if whole := s[start:end]; len(whole) <= maxTerm {
				t.out[first] = strings.ToLower(whole)
			} else {
				t.out = append(t.out[:first], t.out[first+1:]...)
			}
			return end
		}
		i = end + 1
	}
}

// joins reports whether the character at s[i] ties the words on its sides into
// one name.
func joins(s string, i int) bool {
	if i == 0 || i+1 >= len(s) {
		return false
	}
	before, after := s[i-1], s[i+1]
	if after >= utf8.RuneSelf || before >= utf8.RuneSelf || !words.IsASCIIWord(after) {
		return false
	}
	switch s[i] {
	case '_', '-':
		return true
	case '.', '/', ':':
		return words.IsDigitByte(after) || words.IsDigitByte(before) && s[i] == '.'
	}
	return false
}

// wordEnd is the end of the word that begins at s[i]: letters, digits, marks, and
// an apostrophe between letters.
func wordEnd(s string, i int) int {
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		in := words.IsWordRune(r) && !spaceless(r)
		switch r {
		case '\'':
			in = i+1 < len(s) && words.IsASCIIWord(s[i+1])
		case '’':
			next, _ := utf8.DecodeRuneInString(s[i+n:])
			in = unicode.IsLetter(next) && !spaceless(next)
		}
		if !in {
			return i
		}
		i += n
	}
	return i
}

// pairs takes a run of spaceless script from s[i:].
func (t *termer) pairs(s string, i int) int {
	previous, start := -1, i
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !spaceless(r) && !(unicode.IsMark(r) && i > start) {
			break
		}
		if previous >= 0 {
			t.out = append(t.out, s[previous:i+n])
		}
		previous = i
		i += n
	}
	if previous == start {
		t.out = append(t.out, s[start:i])
	}
	return i
}

// add appends the term of one word.
func (t *termer) add(word string, stops bool) {
	if len(word) > maxTerm {
		return
	}
	stem, known := t.stems[word]
	if !known {
		stem = t.stem(foldWord(word))
		if len(t.stems) >= maxStems {
			clear(t.stems)
		}
		t.stems[strings.Clone(word)] = stem // it is a part of a text, which need not stay with it
	}
	if stem != "" {
		t.out = append(t.out, stem)
	} else if stops {
		t.out = append(t.out, strings.ToLower(word))
	}
}

// stem returns the term of a folded word, or "" for a stop word.
func (t *termer) stem(word string) string {
	if i := strings.IndexAny(word, "'’"); i > 0 {
		if tail := strings.TrimLeft(word[i:], "'’"); tail == "s" || stop(word[:i]) || stop(word) {
			word = word[:i] // hawking's, don't, they'll
		} else if i <= 2 {
			word = tail // l'homme, d'état, o'brien
		} else {
			word = word[:i]
		}
	}
	if word == "" || stop(word) {
		return ""
	}
	r, _ := utf8.DecodeRuneInString(word)
	switch {
	case strings.ContainsAny(word, "0123456789"):
		return word
	case r < 0x250: // Latin
		return words.Stem(word, "en")
	case unicode.Is(unicode.Cyrillic, r):
		return words.Stem(word, "ru")
	case unicode.Is(unicode.Arabic, r):
		return words.Stem(word, "ar")
	}
	return word
}

func stop(word string) bool { return words.Stopwords["en"].Has(word) }

// foldWord lower-cases a word and takes the accents off letters of alphabets in
// which they are not letters of their own kind. Marks of Indic scripts are vowels
// and stay.
func foldWord(word string) string {
	word = strings.ToLower(norm.NFKD.String(word))
	base := rune(0)
	word = strings.Map(func(r rune) rune {
		if !unicode.Is(unicode.Mn, r) {
			base = r
			return r
		}
		if unicode.In(base, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Arabic, unicode.Hebrew) {
			return -1
		}
		return r
	}, word)
	return norm.NFC.String(strings.ReplaceAll(word, "ß", "ss"))
}

// spaceless reports whether r belongs to a script whose words are not set apart
// by spaces, or (Hangul) whose words carry endings that a pair search looks past.
func spaceless(r rune) bool {
	switch {
	case r < 0x0e00:
		return false
	case r <= 0x0eff: // Thai, Lao
		return true
	case r < 0x1000:
		return false
	case r <= 0x109f: // Myanmar
		return true
	case r >= 0x1100 && r <= 0x11ff, r >= 0x1780 && r <= 0x17ff: // Hangul jamo, Khmer
		return unicode.IsLetter(r)
	case r >= 0x2e80 && r <= 0x2fdf: // radicals
		return true
	case r >= 0x3005 && r <= 0x3007, r >= 0x3041 && r <= 0x31ff: // kana, bopomofo
		return unicode.IsLetter(r) || r == 0x30fc
	case r >= 0x3400 && r <= 0x9fff, r >= 0xac00 && r <= 0xd7af, r >= 0xf900 && r <= 0xfaff:
		return r < 0x4dc0 || r > 0x4dff // not the hexagrams
	case r >= 0xff66 && r <= 0xff9f: // half-width kana
		return true
	}
	return r >= 0x20000 && r <= 0x3ffff
}
