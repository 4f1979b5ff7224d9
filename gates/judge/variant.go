package judge

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/gates/judge/value"
	"assay/text"
)

// spellsAlike reports a text that has a name in another spelling: with other accents or letters that
// look the same, in another case of Latin, by its first letters, or with a letter or two exchanged.
func (t *reading) spellsAlike(name string) bool {
	plain, joined := text.PlainLetters(name), text.HasUpper(strings.ToLower(name[:1])+name[1:])
	if plain == "" {
		return false
	}
	for i := range t.Toks {
		tok := &t.Toks[i]
		if first := tok.Low[0]; first < utf8.RuneSelf && first != plain[0] {
			continue
		}
		if word := t.Raw[tok.Start:tok.End]; !tok.Is(text.MarkCJK) && text.HasUpper(word) && (alike(plain, text.PlainLetters(word)) && !joined || plain == text.PlainLetters(word)) { // GitHub is not Git
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
	case !strings.ContainsAny(b, "aeiou") && shortFor(strings.ToUpper(b), strings.ToUpper(a)):
		return true // Cnc and Cancer
	case short >= twoExchanged:
		return text.EditDistance([]rune(a), []rune(b), 2) <= 2
	}
	return short >= oneExchanged && text.EditDistance([]rune(a), []rune(b), 1) <= 1
}

// notates reports a text that has a value of a claim in another notation: other separators and
// spaces (120.000, 530Mb), a share for a percentage, 32B for bytes, 01/06/94 for a month.
func (t *reading) notates(v *value.Value, shown string) bool {
	plain := strings.TrimRightFunc(shown, func(r rune) bool { return !unicode.IsDigit(r) })
	if digits := onlyDigits(plain); len(digits) > 3 && v.Kind != value.Dated {
		for i := range t.Toks {
			if tok := &t.Toks[i]; tok.Is(text.MarkNumber) && strings.Contains(tok.Low, ".") && onlyDigits(tok.Low) == digits {
				return true
			}
		}
	}
	switch {
	case v.Kind == value.Dated:
		return v.Date.Month > 0 && v.Date.From > 0 &&
			t.matches(`\b(?:0?%d/\d{1,2}|\d{1,2}/0?%[1]d)/(?:\d\d)?%02[2]d\b`, v.Date.Month, v.Date.From%100)
	case v.Unit == "":
		return false
	case v.Unit == "B" && t.matches(`%sB\b`, regexp.QuoteMeta(plain)):
		return true
	case v.Unit == "%" || v.Unit == "x":
		of := v.N
		if v.Unit == "%" {
			of /= 100
		}
		for _, sv := range t.Values {
			if sv.Kind == value.Number && sv.Unit == "" && (sv.N < 1 || v.Unit == "x") && math.Abs(sv.N-of) <= 0.02*of {
				return true
			}
		}
	}
	return t.spellsTight(shown)
}

// matches reports a text that an expression made of a format matches.
func (t *reading) matches(format string, of ...any) bool {
	return regexp.MustCompile(fmt.Sprintf(format, of...)).MatchString(t.Raw)
}

// onlyDigits are the digits of a number without what groups them.
func onlyDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsDigit(r) {
			return -1
		}
		return r
	}, s)
}

// spellsTight reports words that stand in a text with other spaces, or with marks of Markdown.
func (t *reading) spellsTight(words string) bool {
	return text.SpellsIn(t.as.tight(), tightened.Replace(words))
}

var tightened = strings.NewReplacer(" ", "", "\n", "", "\t", "", "`", "", "*", "", "_", "", "\\", "")
