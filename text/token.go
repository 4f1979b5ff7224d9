package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Marks are what a token is known to be, before any comparison.
type Marks uint16

const (
	MarkStop    Marks = 1 << iota // carries no meaning by itself
	MarkName                      // capitalised where a common word would not be
	MarkNumber                    // part of a value, and no word
	MarkCode                      // an identifier: snake_case, camelCase, a path, letters with digits
	MarkCJK                       // a bigram of Han, kana or Hangul, or a run of katakana
	MarkNeg                       // denies what it governs
	MarkNegated                   // governed by a negator
	MarkBreak                     // punctuation stands between it and the token before
	MarkFirst                     // first of its sentence
	markQuoted                    // within quotation marks
)

// A token is a word of a text, or two characters of a text without spaces.
type Token struct {
	Start, End int32
	Unit       int32
	Stem       string // what is compared
	Low        string // lower case, as written
	Weight     float32
	Marks      Marks
}

func (t *Token) Is(m Marks) bool { return t.Marks&m != 0 }
func (t *Token) Content() bool   { return t.Weight > 0 && t.Marks&(MarkNumber|MarkNeg) == 0 }
func IsHan(r rune) bool          { return unicode.Is(unicode.Han, r) || r == '々' || r == '〇' }
func IsHiragana(r rune) bool     { return r >= 0x3041 && r <= 0x309f }
func IsKatakana(r rune) bool     { return r >= 0x30a0 && r <= 0x30ff || r >= 0x31f0 && r <= 0x31ff }
func IsHangul(r rune) bool       { return unicode.Is(unicode.Hangul, r) }
func IsCJK(r rune) bool {
	return r >= 0x2e80 && (IsHan(r) || IsHiragana(r) || IsKatakana(r) || IsHangul(r))
}
func IsWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }
func IsASCIIWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}
func IsDigitByte(c byte) bool { return c >= '0' && c <= '9' }
func IsSentenceEnd(r rune) bool {
	return r == '.' || r == '!' || r == '?' || r == '。' || r == '！' || r == '？' || r == '．'
}
func IsClosingQuote(r rune) bool {
	return r == '"' || r == '”' || r == '’' || r == '」' || r == '』' || r == '»' || r == '“'
}
func IsApostrophe(r rune) bool { return r == '\'' || r == '’' }

// A scanner cuts one unit of text into tokens.
type Scanner struct {
	Text  string
	Unit  int32
	Toks  []Token
	Lang  string
	Stems *Stems
	brk   bool // punctuation was passed
	first bool // no word of the sentence was seen
}

func (s *Scanner) Scan(start, end int) {
	s.brk, s.first = false, true
	for i := start; i < end; {
		r, n := rune(s.Text[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s.Text[i:end])
		}
		switch {
		case IsCJK(r) || r == 'ー':
			i = s.scanCJK(i, end)
		case r == 'h' && (strings.HasPrefix(s.Text[i:end], "http://") || strings.HasPrefix(s.Text[i:end], "https://")):
			i = skipAddress(s.Text, i, end)
		case IsWordRune(r):
			i = s.scanWord(i, end)
		case r == '&' && entityEnd(s.Text[i:end]) > 0:
			s.brk = s.brk || s.Text[i+1] == '#' // a dash, a quotation mark
			i += entityEnd(s.Text[i:end])
		case r == '\\' && isLetterAt(s.Text, i+1, end):
			i = skipCommand(s.Text, i+1, end)
		case r == ']' && strings.HasPrefix(s.Text[i:end], "]("):
			i = skipTarget(s.Text, i, end)
		default:
			if r != ' ' && r != '*' && r != '`' && r != '_' && r != '\t' && r != '\n' && !IsApostrophe(r) && r != '"' {
				s.brk = true
			}
			if IsSentenceEnd(r) && i+n < end && s.Text[i+n] == ' ' {
				s.first = true
			}
			i += n
		}
	}
}

// scanWord takes one word: letters, digits and the signs that join them within an
// identifier, a number or a contraction.
func (s *Scanner) scanWord(start, end int) int {
	i := start
	letters, digits, upper, lower, inner, other, wide := 0, 0, 0, 0, 0, false, false
	for i < end {
		c := s.Text[i]
		if c < utf8.RuneSelf {
			switch {
			case c >= 'a' && c <= 'z':
				letters, lower = letters+1, lower+1
			case c >= 'A' && c <= 'Z':
				if letters > 0 && lower > 0 {
					inner++
				}
				letters, upper = letters+1, upper+1
			case IsDigitByte(c):
				digits++
			case c == '_' && i+1 < end && IsASCIIWord(s.Text[i+1]) && i > start:
				inner++
			case c == '\\' && strings.HasPrefix(s.Text[i:end], "\\_") && i > start:
				inner++ // an escaped underscore
				i++
			case c == '\\' && i > start && IsDigitByte(s.Text[i-1]) && i+2 < end && s.Text[i+1] == '.' && IsDigitByte(s.Text[i+2]):
				i++ // an escaped point
			case c == '.' && i > start && IsDigitByte(s.Text[i-1]) && i+1 < end && IsDigitByte(s.Text[i+1]):
				// within a number or version
			case c == ',' && digits > 0 && letters == 0 && s.groupsDigits(i, end):
				// within a number
			case c == '.' && letters > 1 && i+2 < end && IsASCIIWord(s.Text[i+1]) && IsASCIIWord(s.Text[i+2]) && lower > 0 && s.Text[i+1] >= 'a':
				inner++ // module.function, example.org
			default:
				goto done
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s.Text[i:end])
		if !IsWordRune(r) || IsCJK(r) {
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
		_, n := utf8.DecodeRuneInString(s.Text[start:end])
		return start + n
	}
	raw := s.Text[start:i]
	t := Token{Start: int32(start), End: int32(i), Unit: s.Unit}
	if s.brk {
		t.Marks |= MarkBreak
	}
	if wide {
		raw = narrowDigits.Replace(raw)
	}
	if strings.IndexByte(raw, '\\') >= 0 {
		raw = strings.ReplaceAll(raw, "\\", "")
	}
	if letters == 0 {
		t.Low, t.Stem = raw, raw
		t.Marks |= MarkNumber
		t.Weight = 1
		s.push(t)
		return i
	}
	if other {
		raw = norm.NFKC.String(raw) // ligatures, as PDF has them, and letters of formulas
	}
	if letters == 1 && i+2 <= end && (s.Text[start:i+2] == "e.g" || s.Text[start:i+2] == "i.e") && (i+2 == end || !IsASCIIWord(s.Text[i+2])) {
		t.End, t.Low, t.Stem = int32(i+2), "eg", "eg"
		t.Marks |= MarkStop
		s.push(t)
		return i + 2
	}
	t.Low = strings.ToLower(raw)
	// n't and cannot: the negation is a token of its own.
	if i < end && strings.HasSuffix(t.Low, "n") && letters > 2 {
		if r, n := utf8.DecodeRuneInString(s.Text[i:end]); IsApostrophe(r) && i+n < end && (s.Text[i+n] == 't' || s.Text[i+n] == 'T') {
			t.Weight, t.Stem = 0, t.Low
			t.Marks |= MarkStop
			s.push(t)
			s.push(Token{Start: t.End - 1, End: int32(i + n + 1), Unit: s.Unit, Low: "n't", Stem: "n't", Marks: MarkNeg})
			return i + n + 1
		}
	}
	// 's and other clitics go with their word.
	next := i
	if i < end {
		if r, n := utf8.DecodeRuneInString(s.Text[i:end]); IsApostrophe(r) && i+n < end && (s.Text[i+n] == 's' || s.Text[i+n] == 'S') &&
			(i+n+1 == end || !IsASCIIWord(s.Text[i+n+1])) {
			next = i + n + 1
		}
	}
	if (inner > 0 && (strings.IndexByte(raw, '_') >= 0 || strings.IndexByte(raw, '.') >= 0 || upper > 0)) || digits > 0 {
		t.Marks |= MarkCode
	}
	if upper > 0 && (!s.first || upper > 1 || t.Is(MarkCode)) && t.Low != "yes" {
		t.Marks |= MarkName
	}
	if s.first {
		t.Marks |= MarkFirst
	}
	s.first = false
	s.finish(&t, raw)
	s.push(t)
	return next
}

// hasMarks reports letters beyond ASCII.
func hasMarks(w string) bool {
	return strings.ContainsFunc(w, func(r rune) bool { return r >= utf8.RuneSelf })
}

// narrowDigits writes the digits of East Asian typography as others do.
var narrowDigits = strings.NewReplacer("０", "0", "１", "1", "２", "2", "３", "3", "４", "4", "５", "5", "６", "6", "７", "7", "８", "8", "９", "9")

// finish sets stem and weight of a word.
func (s *Scanner) finish(t *Token, raw string) {
	x := s.Stems.look(t.Low, s.Lang)
	switch {
	case x.marks == MarkNeg:
		t.Marks |= MarkNeg
		t.Stem = t.Low
		if t.Low == "cannot" {
			t.Marks |= MarkStop
		}
		return
	case x.marks == MarkStop && !(t.Is(MarkName) && !t.Is(MarkFirst) && len(t.Low) < 3):
		t.Marks |= MarkStop
		t.Marks &^= MarkName
		t.Stem = t.Low
		return
	}
	if t.Is(MarkCode) {
		t.Stem, t.Weight = t.Low, 1.5
		return
	}
	t.Stem, t.Weight = x.stem, x.weight
	if t.Is(MarkName) {
		t.Weight = x.asName
	}
	if (s.Lang == "en" || t.Is(MarkName)) && hasMarks(t.Low) {
		t.Stem = s.Stems.Stem(plainLetters.Replace(t.Low), s.Lang)
	}
}

// wordWeight guesses how much a word says from what it looks like.
func wordWeight(low string, name bool) float32 {
	if w, ok := commonWords()[low]; ok && !name {
		return w
	}
	if Exclusives.Has(low) {
		return 0.8
	}
	n := utf8.RuneCountInString(low)
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
	if name {
		w += 0.2
	}
	return w
}

func (s *Scanner) push(t Token) {
	s.brk = false
	s.Toks = append(s.Toks, t)
}

// groupsDigits reports whether the comma at i stands within a number: before three
// digits, or before decimals where the language writes them so, or millions follow.
func (s *Scanner) groupsDigits(i, end int) bool {
	n := 0
	for i+1+n < end && IsDigitByte(s.Text[i+1+n]) {
		n++
	}
	return n == 3 || n > 0 && (s.Lang != "en" || strings.HasPrefix(s.Text[i+1+n:end], " mill"))
}

// skipAddress passes a bare address: its words say nothing.
func skipAddress(source string, i, end int) int {
	for i < end && source[i] > ' ' && source[i] != ')' && source[i] != '>' && source[i] != '|' {
		i++
	}
	return i
}

// skipCommand passes a command of TeX, \mathbf or \frac: how a formula is set says
// nothing. What it sets follows and is read.
func skipCommand(source string, i, end int) int {
	for isLetterAt(source, i, end) {
		i++
	}
	return i
}

func isLetterAt(source string, i, end int) bool {
	return i < end && (source[i]|0x20 >= 'a' && source[i]|0x20 <= 'z')
}

// entityEnd is the length of a character reference of HTML, such as &#8211; or &amp;, that s
// begins with, 0 for none.
func entityEnd(s string) int {
	const longest = 10
	for i := 1; i < min(len(s), longest); i++ {
		switch c := s[i]; {
		case c == ';' && i > 2:
			return i + 1
		case c == '#' && i == 1, IsASCIIWord(c) && c != '_':
		default:
			return 0
		}
	}
	return 0
}

// skipTarget passes the target of a Markdown link whose text has ended at i.
func skipTarget(source string, i, end int) int {
	for j := i; j < end && source[j] != '\n'; j++ {
		if source[j] == ')' {
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

func IsUpperWord(w string) bool {
	return len(w) >= 2 && len(w) <= 8 && (w[0] < 'a' || w[0] > 'z') && w == strings.ToUpper(w) && w != strings.ToLower(w)
}

// Asks reports a sentence that is a question.
func Asks(sentence string) bool {
	sentence = strings.TrimRight(sentence, " \n\r\t\"'”’*_)")
	return strings.HasSuffix(sentence, "?") || strings.HasSuffix(sentence, "？")
}
