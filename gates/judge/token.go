package judge

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// marks are what a token is known to be, before any comparison.
type marks uint16

const (
	markStop    marks = 1 << iota // carries no meaning by itself
	markName                      // capitalised where a common word would not be
	markNumber                    // part of a value, compared in values.go and not as a word
	markCode                      // an identifier: snake_case, camelCase, a path, letters with digits
	markCJK                       // a bigram of Han, kana or Hangul, or a run of katakana
	markNeg                       // denies what it governs
	markNegated                   // governed by a negator
	markHedged                    // governed by a hedge
	markBreak                     // punctuation stands between it and the token before
	markFirst                     // first of its sentence
	markQuoted                    // within quotation marks
)

// A token is a word of a text, or two characters of a text without spaces.
type token struct {
	start, end int32
	unit       int32
	stem       string // what is compared
	low        string // lower case, as written
	weight     float32
	marks      marks
}

func (t *token) is(m marks) bool { return t.marks&m != 0 }
func (t *token) content() bool   { return t.weight > 0 && t.marks&(markNumber|markNeg) == 0 }
func isHan(r rune) bool          { return unicode.Is(unicode.Han, r) || r == '々' || r == '〇' }
func isHiragana(r rune) bool     { return r >= 0x3041 && r <= 0x309f }
func isKatakana(r rune) bool     { return r >= 0x30a0 && r <= 0x30ff || r >= 0x31f0 && r <= 0x31ff }
func isHangul(r rune) bool       { return unicode.Is(unicode.Hangul, r) }
func isCJK(r rune) bool {
	return r >= 0x2e80 && (isHan(r) || isHiragana(r) || isKatakana(r) || isHangul(r))
}
func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }
func isASCIIWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}
func isDigitByte(c byte) bool { return c >= '0' && c <= '9' }
func isSentenceEnd(r rune) bool {
	return r == '.' || r == '!' || r == '?' || r == '。' || r == '！' || r == '？' || r == '．'
}
func isClosingQuote(r rune) bool {
	return r == '"' || r == '”' || r == '’' || r == '」' || r == '』' || r == '»' || r == '“'
}
func isApostrophe(r rune) bool { return r == '\'' || r == '’' }

// A scanner cuts one unit of text into tokens.
type scanner struct {
	text  string
	unit  int32
	toks  []token
	lang  string
	stems *stemCache
	brk   bool // punctuation was passed
	first bool // no word of the sentence was seen
}

func (s *scanner) scan(start, end int) {
	s.brk, s.first = false, true
	for i := start; i < end; {
		r, n := rune(s.text[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s.text[i:end])
		}
		switch {
		case isCJK(r) || r == 'ー':
			i = s.scanCJK(i, end)
		case r == 'h' && (strings.HasPrefix(s.text[i:end], "http://") || strings.HasPrefix(s.text[i:end], "https://")):
			i = skipAddress(s.text, i, end)
		case isWordRune(r):
			i = s.scanWord(i, end)
		case r == '\\' && isLetterAt(s.text, i+1, end):
			i = skipCommand(s.text, i+1, end)
		case r == ']' && strings.HasPrefix(s.text[i:end], "]("):
			i = skipTarget(s.text, i, end)
		default:
			if r != ' ' && r != '*' && r != '`' && r != '_' && r != '\t' && r != '\n' && !isApostrophe(r) && r != '"' {
				s.brk = true
			}
			if isSentenceEnd(r) && i+n < end && s.text[i+n] == ' ' {
				s.first = true
			}
			i += n
		}
	}
}

// scanWord takes one word: letters, digits and the signs that join them within an
// identifier, a number or a contraction.
func (s *scanner) scanWord(start, end int) int {
	i := start
	letters, digits, upper, lower, inner, other, wide := 0, 0, 0, 0, 0, false, false
	for i < end {
		c := s.text[i]
		if c < utf8.RuneSelf {
			switch {
			case c >= 'a' && c <= 'z':
				letters, lower = letters+1, lower+1
			case c >= 'A' && c <= 'Z':
				if letters > 0 && lower > 0 {
					inner++
				}
				letters, upper = letters+1, upper+1
			case isDigitByte(c):
				digits++
			case c == '_' && i+1 < end && isASCIIWord(s.text[i+1]) && i > start:
				inner++
			case c == '\\' && strings.HasPrefix(s.text[i:end], "\\_") && i > start:
				inner++ // an escaped underscore
				i++
			case c == '.' && i > start && isDigitByte(s.text[i-1]) && i+1 < end && isDigitByte(s.text[i+1]):
				// within a number or version
			case c == ',' && digits > 0 && letters == 0 && s.groupsDigits(i, end):
				// within a number
			case c == '.' && letters > 1 && i+2 < end && isASCIIWord(s.text[i+1]) && isASCIIWord(s.text[i+2]) && lower > 0 && s.text[i+1] >= 'a':
				inner++ // module.function, example.org
			default:
				goto done
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s.text[i:end])
		if !isWordRune(r) || isCJK(r) {
			break
		}
		if r >= '０' && r <= '９' {
			digits, wide = digits+1, true
			i += n
			continue
		}
		if unicode.IsUpper(r) {
			upper++
		} else {
			lower++
		}
		letters++
		other = true
		i += n
	}
done:
	if i == start { // a lone mark or an odd digit
		_, n := utf8.DecodeRuneInString(s.text[start:end])
		return start + n
	}
	raw := s.text[start:i]
	t := token{start: int32(start), end: int32(i), unit: s.unit}
	if s.brk {
		t.marks |= markBreak
	}
	if wide {
		raw = narrowDigits.Replace(raw)
	}
	if letters == 0 {
		t.low, t.stem = raw, raw
		t.marks |= markNumber
		t.weight = 1
		s.push(t)
		return i
	}
	if strings.IndexByte(raw, '\\') >= 0 {
		raw = strings.ReplaceAll(raw, "\\", "")
	}
	t.low = lowerWord(raw, upper == 0 && !other)
	// n't and cannot: the negation is a token of its own.
	if i < end && strings.HasSuffix(t.low, "n") && letters > 2 {
		if r, n := utf8.DecodeRuneInString(s.text[i:end]); isApostrophe(r) && i+n < end && (s.text[i+n] == 't' || s.text[i+n] == 'T') {
			t.weight, t.stem = 0, t.low
			t.marks |= markStop
			s.push(t)
			s.push(token{start: t.end - 1, end: int32(i + n + 1), unit: s.unit, low: "n't", stem: "n't", marks: markNeg})
			return i + n + 1
		}
	}
	// 's and other clitics go with their word.
	next := i
	if i < end {
		if r, n := utf8.DecodeRuneInString(s.text[i:end]); isApostrophe(r) && i+n < end && (s.text[i+n] == 's' || s.text[i+n] == 'S') &&
			(i+n+1 == end || !isASCIIWord(s.text[i+n+1])) {
			next = i + n + 1
		}
	}
	if (inner > 0 && (strings.IndexByte(raw, '_') >= 0 || strings.IndexByte(raw, '.') >= 0 || upper > 0)) || digits > 0 {
		t.marks |= markCode
	}
	if upper > 0 && (!s.first || upper > 1 || t.is(markCode)) && t.low != "yes" {
		t.marks |= markName
	}
	if s.first {
		t.marks |= markFirst
	}
	s.first = false
	s.finish(&t, raw)
	s.push(t)
	return next
}

// hasMarks reports letters beyond ASCII.
func hasMarks(w string) bool {
	for i := 0; i < len(w); i++ {
		if w[i] >= utf8.RuneSelf {
			return true
		}
	}
	return false
}

// narrowDigits writes the digits of East Asian typography as others do.
var narrowDigits = strings.NewReplacer("０", "0", "１", "1", "２", "2", "３", "3", "４", "4", "５", "5", "６", "6", "７", "7", "８", "8", "９", "9")

// finish sets stem and weight of a word.
func (s *scanner) finish(t *token, raw string) {
	switch {
	case negators[s.lang].has(t.low), t.low == "n't", t.low == "not":
		t.marks |= markNeg
		t.stem = t.low
		if t.low == "cannot" {
			t.marks |= markStop
		}
		return
	case stopwords[s.lang].has(t.low) && !(t.is(markName) && !t.is(markFirst) && len(t.low) < 3), t.low == "lrb", t.low == "rrb", t.low == "lsb", t.low == "rsb":
		t.marks |= markStop
		t.marks &^= markName
		t.stem = t.low
		return
	}
	if t.is(markCode) {
		t.stem, t.weight = t.low, 1.5
		return
	}
	low := t.low
	if (s.lang == "en" || t.is(markName)) && hasMarks(low) {
		low = plainLetters.Replace(low)
	}
	t.stem = s.stems.stem(low, s.lang)
	t.weight = wordWeight(t)
}

// wordWeight guesses how much a word says from what it looks like.
func wordWeight(t *token) float32 {
	if w, ok := commonWords()[t.low]; ok && !t.is(markName) {
		return w
	}
	if exclusives.has(t.low) {
		return 0.8
	}
	n := utf8.RuneCountInString(t.low)
	w := float32(0.9)
	switch {
	case n <= 1:
		w = 0.3
	case n == 2:
		w = 0.6
	case n >= 12:
		w = 1.3
	case n >= 8:
		w = 1.1
	}
	if t.is(markName) {
		w += 0.2
	}
	return w
}

func (s *scanner) push(t token) {
	s.brk = false
	s.toks = append(s.toks, t)
}

func lowerWord(raw string, already bool) string {
	if already {
		return raw
	}
	return strings.ToLower(raw)
}

// groupsDigits reports whether the comma at i stands within a number: before three
// digits, or before decimals where the language writes them so.
func (s *scanner) groupsDigits(i, end int) bool {
	n := 0
	for i+1+n < end && isDigitByte(s.text[i+1+n]) {
		n++
	}
	return n == 3 || n > 0 && s.lang != "en"
}

// skipAddress passes a bare address: its words say nothing.
func skipAddress(text string, i, end int) int {
	for i < end && text[i] > ' ' && text[i] != ')' && text[i] != '>' && text[i] != '|' {
		i++
	}
	return i
}

// skipCommand passes a command of TeX, \mathbf or \frac: how a formula is set says
// nothing. What it sets follows and is read.
func skipCommand(text string, i, end int) int {
	for isLetterAt(text, i, end) {
		i++
	}
	return i
}

func isLetterAt(text string, i, end int) bool {
	return i < end && (text[i]|0x20 >= 'a' && text[i]|0x20 <= 'z')
}

// skipTarget passes the target of a Markdown link whose text has ended at i.
func skipTarget(text string, i, end int) int {
	for j := i; j < end && text[j] != '\n'; j++ {
		if text[j] == ')' {
			return j + 1
		}
	}
	return i + 1
}

// plainLetters writes Latin letters without their marks.
var plainLetters = strings.NewReplacer("à", "a", "á", "a", "â", "a", "ã", "a", "ä", "a", "å", "a", "ā", "a", "ă", "a", "ą", "a", "ç", "c", "ć", "c", "č", "c",
	"ď", "d", "đ", "d", "ð", "d", "ḍ", "d", "è", "e", "é", "e", "ê", "e", "ë", "e", "ē", "e", "ė", "e", "ę", "e", "ě", "e", "ğ", "g", "ģ", "g", "ḥ", "h",
	"ì", "i", "í", "i", "î", "i", "ï", "i", "ī", "i", "ı", "i", "ķ", "k", "ł", "l", "ļ", "l", "ñ", "n", "ń", "n", "ň", "n", "ņ", "n", "ò", "o", "ó", "o",
	"ô", "o", "õ", "o", "ö", "o", "ø", "o", "ō", "o", "ő", "o", "ř", "r", "ś", "s", "š", "s", "ş", "s", "ș", "s", "ṣ", "s", "ť", "t", "ţ", "t", "ț", "t",
	"ṭ", "t", "ù", "u", "ú", "u", "û", "u", "ü", "u", "ū", "u", "ů", "u", "ű", "u", "ý", "y", "ÿ", "y", "ź", "z", "ż", "z", "ž", "z",
	"æ", "ae", "œ", "oe", "ß", "ss", "þ", "th", "\u0300", "", "\u0301", "", "\u0302", "", "\u0303", "", "\u0308", "", "\u030c", "", "\u0327", "")
