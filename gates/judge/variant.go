package judge

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/text"

	"golang.org/x/text/unicode/norm"
)

// spellsAlike reports a text that has a name in another spelling: with other accents or letters that
// look the same, in another case of Latin, by its first letters, or with a letter or two exchanged.
func (t *reading) spellsAlike(name string) bool {
	plain, joined := plainLetters(name), text.HasUpper(strings.ToLower(name[:1])+name[1:])
	if plain == "" {
		return false
	}
	for i := range t.toks {
		tok := &t.toks[i]
		if first := tok.Low[0]; first < utf8.RuneSelf && first != plain[0] {
			continue
		}
		if word := t.raw[tok.Start:tok.End]; !tok.Is(text.MarkCJK) && text.HasUpper(word) && (alike(plain, plainLetters(word)) && !joined || plain == plainLetters(word)) { // GitHub is not Git
			return true
		}
	}
	return false
}

// Letters that a name must have for one, and for two, of them to be exchanged, and for an end of
// its own; by how much an end may differ.
const (
	oneExchanged = 5
	twoExchanged = 8
	leastStem    = 3
	mostEnd      = 4
)

// alike compares names in plain letters.
func alike(a, b string) bool {
	long, short := max(len(a), len(b)), min(len(a), len(b))
	if a == b || short < 2 || strings.ContainsAny(a+b, "0123456789") {
		return a == b
	}
	same := 0
	for same < short && a[same] == b[same] {
		same++
	}
	switch ends := len(a) + len(b) - 2*same; {
	case same >= leastStem && ends <= mostEnd && short < long && (same == short || 2*same >= long):
		return true // Cyg and Cygnus, Crux and Crucis
	case len(b) <= mostEnd && len(a) >= oneExchanged && a[0] == b[0] && !strings.ContainsAny(b, "aeiou"):
		return subsequence(b, a) // Cnc and Cancer
	}
	return short >= twoExchanged && exchanged(a, b) <= 2 || short >= oneExchanged && exchanged(a, b) <= 1
}

// subsequence reports letters that a word has in their order.
func subsequence(letters, word string) bool {
	k := 0
	for i := 0; i < len(word) && k < len(letters); i++ {
		if word[i] == letters[k] {
			k++
		}
	}
	return k == len(letters)
}

// exchanged is the edit distance of two words.
func exchanged(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := before
			if a[i] != b[j] {
				cost++
			}
			before, row[j+1] = row[j+1], min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// plainLetters is a word in lower case without accents, signs of other alphabets' letters, and with
// Cyrillic letters that look like Latin ones as those.
func plainLetters(word string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r), unicode.Is(unicode.Lm, r), r == '\'', r == '’', r == '‘':
			return -1
		}
		if i := strings.IndexRune(lookAlikes, r); i >= 0 {
			return rune(latin[i/2])
		}
		return r
	}, strings.ToLower(norm.NFD.String(word)))
}

const (
	lookAlikes = "авекмнорстхуі"
	latin      = "abekmhopctxyi"
)

// notates reports a text that has a value of a claim in another notation: other separators and
// spaces (120.000, 530Mb), a share for a percentage, 32B for bytes, 01/06/94 for a month.
func (t *reading) notates(v *value, shown string) bool {
	plain := strings.TrimRightFunc(shown, func(r rune) bool { return !unicode.IsDigit(r) })
	if digits := onlyDigits(plain); len(digits) > 3 && v.kind != dated {
		for i := range t.toks {
			if tok := &t.toks[i]; tok.Is(text.MarkNumber) && strings.Contains(tok.Low, ".") && onlyDigits(tok.Low) == digits {
				return true
			}
		}
	}
	switch {
	case v.kind == dated:
		return v.date.month > 0 && v.date.from > 0 && t.datesIn(v.date)
	case v.unit == "":
		return false
	case v.unit == "B" && t.hasBytes(plain):
		return true
	case v.unit == "%" || v.unit == "x":
		of := v.n
		if v.unit == "%" {
			of /= 100
		}
		for _, sv := range t.values {
			if sv.kind == number && sv.unit == "" && (sv.n < 1 || v.unit == "x") && math.Abs(sv.n-of) <= 0.02*of {
				return true
			}
		}
	}
	return spellsTight(t.raw, shown)
}

// onlyDigits are the digits of a number without what groups them.
func onlyDigits(s string) string {
	return strings.NewReplacer(",", "", ".", "", " ", "", "\u202f", "", "\u00a0", "", "'", "", "’", "").Replace(s)
}

// hasBytes reports a number with a B right behind it, and no letter behind that.
func (t *reading) hasBytes(number string) bool {
	for rest := t.raw; ; {
		_, behind, found := strings.Cut(rest, number+"B")
		if !found {
			return false
		}
		if behind == "" || !unicode.IsLetter(rune(behind[0])) {
			return true
		}
		rest = behind
	}
}

// datesIn reports a date in figures of a month and a year: 01/06/94.
func (t *reading) datesIn(d date) bool {
	for i := 0; i+2 < len(t.toks); i++ {
		year := t.toks[i+2].Low
		if t.gap(int32(i)) != "/" || t.gap(int32(i)+1) != "/" || len(year) < 2 || year[len(year)-2:] != strconv.Itoa(100 + d.from%100)[1:] {
			continue
		}
		for _, part := range t.toks[i : i+2] {
			if n, ok := wholeNumber(part.Low, 2); ok && n == d.month {
				return true
			}
		}
	}
	return false
}

// spellsTight reports words that stand in a text with other spaces, or with marks of Markdown.
func spellsTight(t, words string) bool {
	tight := strings.NewReplacer(" ", "", "\n", "", "\t", "", "`", "", "*", "", "_", "", "\\", "")
	return text.Spells(tight.Replace(t), tight.Replace(words))
}
