package ingest

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/arabic"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/russian"
	"golang.org/x/text/unicode/norm"
)

// TermsVersion is bumped when the same text gives other terms: an index built
// with another version is rebuilt.
const TermsVersion = 1

// termers hands each goroutine a termer with its cache of stems.
var termers = sync.Pool{New: func() any {
	return &termer{env: snowballstem.NewEnv(""), stems: make(map[string]string, 1<<12)}
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
	env   *snowballstem.Env
	stems map[string]string
	word  []byte
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
		c := s[i]
		if c < utf8.RuneSelf {
			if !asciiWord[c] {
				i++
				continue
			}
			i = t.run(s, i, stops)
			continue
		}
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
	if after >= utf8.RuneSelf || before >= utf8.RuneSelf || !asciiWord[after] {
		return false
	}
	switch s[i] {
	case '_':
		return true
	case '.', '/', ':':
		return isDigit(after) || isDigit(before) && s[i] == '.'
	case '-':
		return true
	}
	return false
}

// wordEnd is the end of the word that begins at s[i]: letters, digits, marks, and
// an apostrophe between letters.
func wordEnd(s string, i int) int {
	for i < len(s) {
		c := s[i]
		if c < utf8.RuneSelf {
			if !asciiWord[c] {
				if c == '\'' && i+1 < len(s) && s[i+1] < utf8.RuneSelf && asciiWord[s[i+1]] {
					i++
					continue
				}
				return i
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == '’' {
			if next, _ := utf8.DecodeRuneInString(s[i+n:]); unicode.IsLetter(next) && !spaceless(next) {
				i += n
				continue
			}
			return i
		}
		if spaceless(r) || !(unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)) {
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
	b := t.word[:0]
	ascii := true
	for i := 0; i < len(word); i++ {
		c := word[i]
		if c >= utf8.RuneSelf {
			ascii = false
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		b = append(b, c)
	}
	t.word = b
	stem, known := t.stems[string(b)]
	if !known {
		key := string(b)
		if ascii {
			stem = t.stem(key)
		} else {
			stem = t.stem(foldWord(key))
		}
		if len(t.stems) >= maxStems {
			clear(t.stems)
		}
		t.stems[key] = stem
	}
	if stem != "" {
		t.out = append(t.out, stem)
	} else if stops {
		t.out = append(t.out, string(b))
	}
}

// stem returns the term of a folded word, or "" for a stop word.
func (t *termer) stem(word string) string {
	if i := strings.IndexAny(word, "'’"); i > 0 {
		if tail := strings.TrimLeft(word[i:], "'’"); tail == "s" || stopWords[word[:i]] || stopWords[word] {
			word = word[:i] // hawking's, don't, they'll
		} else if i <= 2 {
			word = tail // l'homme, d'état, o'brien
		} else {
			word = word[:i]
		}
	}
	if word == "" || stopWords[word] {
		return ""
	}
	r, _ := utf8.DecodeRuneInString(word)
	switch {
	case strings.ContainsAny(word, "0123456789"):
		return word
	case r < 0x250: // Latin
		t.env.SetCurrent(word)
		english.Stem(t.env)
	case unicode.Is(unicode.Cyrillic, r):
		t.env.SetCurrent(word)
		russian.Stem(t.env)
	case unicode.Is(unicode.Arabic, r):
		t.env.SetCurrent(word)
		arabic.Stem(t.env)
	default:
		return word
	}
	if stem := t.env.Current(); stem != "" {
		return strings.Clone(stem)
	}
	return word
}

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

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// asciiWord marks the ASCII letters and digits.
var asciiWord = func() (table [utf8.RuneSelf]bool) {
	for c := range table {
		table[c] = c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	return table
}()

// stopWords are the English words that say nothing about a passage's subject.
var stopWords = wordSet(`a about above after again against all also am an and any are as at
be because been before being below between both but by can could did do does doing down during each
few for from further had has have having he her here hers herself him himself his how i if in into is
isn it its itself just me more most my myself no nor not of off on once only or other our ours
ourselves out over own s same she should so some such t than that the their theirs them themselves then
there these they this those through to too under until up upon us very was we were what when where which
while who whom whose why will with would you your yours yourself yourselves
don doesn didn hasn haven hadn wasn weren won wouldn couldn shouldn aren ain ll ve re`)

func wordSet(list string) map[string]bool {
	set := make(map[string]bool)
	for word := range strings.FieldsSeq(list) {
		set[word] = true
	}
	return set
}
