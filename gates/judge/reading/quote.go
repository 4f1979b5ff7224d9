package reading

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/gates/judge/value"
	"assay/text"
)

// Quoted reports that marks of a quotation stand around some words and an article before them.
func (t *Text) Quoted(first, last int32) bool {
	if first > 0 && text.Articles.Has(t.Toks[first-1].Low) {
		first--
	}
	before, behind := t.Raw[:t.Toks[first].Start], strings.TrimLeft(t.Raw[t.Toks[last].End:], ".,!?")
	return strings.HasSuffix(before, `"`) && strings.HasPrefix(behind, `"`) || strings.HasSuffix(before, "“") && strings.HasPrefix(behind, "”")
}

// NearlyQuotes is the largest share of the words of meaning of a quotation that a text has in three
// sentences on end.
func (t *Text) NearlyQuotes(quote *Text) float64 {
	near := map[int32]int{}
	best, n := 0, 0
	for i := range quote.Toks {
		tok := &quote.Toks[i]
		if !tok.Content() && !tok.Is(text.MarkNumber) {
			continue
		}
		n++
		last := int32(-1)
		for _, at := range t.PlacesOf(tok.Stem) {
			for u := max(t.Toks[at].Unit-1, last+1); u <= t.Toks[at].Unit+1; u++ {
				near[u]++
				best, last = max(best, near[u]), u
			}
		}
	}
	return float64(best) / float64(max(n, 1))
}

// Spells reports a text that has a name in full where the claim has it short, in part (PAT of
// "access token"), or the other way round.
func (t *Text) Spells(name string) bool {
	letters := strings.ToLower(name)
	if words := strings.Fields(letters); len(words) > 1 {
		initials := ""
		for _, w := range words {
			initials += w[:1]
		}
		return t.hasWord(initials) || t.hasWord(initials+"s")
	}
	if t.hasWord(letters + "s") {
		return true
	}
	if text.IsUpperWord(name) && slices.ContainsFunc(t.Toks, func(tok text.Token) bool { return Capitals(t.Raw[tok.Start:tok.End]) == name }) {
		return true
	}
	if !text.HasUpper(name) || len(letters) < 2 {
		return false
	}
	if len(letters) == 2 {
		return text.IsUpperWord(name) && (t.Lang == "zh" || t.Lang == "ja" || t.BeginWith(letters) > 0)
	}
	tail := t.BeginWith(letters[1:])
	return t.BeginWith(letters) > 0 || tail > 1 || tail > 0 && (len(letters) > 3 || !t.IsArticle()) // any page has two such words once
}

// Writes reports a text that has a name, or the last part of one with dots, in whatever it is a
// part of. What names a file may be the text itself.
func (t *Text) Writes(name string) bool {
	const tellsApart = 5 // "yaml" ends the names of files
	last := name[strings.LastIndexByte(name, '.')+1:]
	if len(last) < tellsApart {
		last = name
	}
	return last == name && fileName.MatchString(name) || text.SpellsIn(t.As.Low(), last) || text.SpellsIn(t.As.Low(), strings.ReplaceAll(last, "_", " "))
}

// Quotes searches letters and digits only, without case.
func (t *Text) Quotes(part string) bool {
	return strings.Contains(t.As.quotable(), strings.TrimSpace(foldForQuote(part, t.Lang)))
}

func foldForQuote(s, lang string) string {
	var b strings.Builder
	b.Grow(len(s))
	space := true
	for _, r := range s {
		if text.IsWordRune(r) {
			b.WriteString(strings.ToLower(string(r)))
			space = false
		} else if !space && !text.IsApostrophe(r) {
			b.WriteByte(' ')
			space = true
		}
	}
	if lang == "de" {
		return text.Umlauts(b.String())
	}
	return b.String()
}

// SpellsAlike reports a text that has a name in another spelling: with other accents or letters that
// look the same, in another case of Latin, by its first letters, or with a letter or two exchanged.
func (t *Text) SpellsAlike(name string) bool {
	plain, joined := text.PlainLetters(name), text.HasUpper(strings.ToLower(name[:1])+name[1:])
	if plain == "" {
		return false
	}
	for i := range t.Toks {
		tok := &t.Toks[i]
		if first := tok.Low[0]; first < utf8.RuneSelf && first != plain[0] {
			continue
		}
		if word := t.Raw[tok.Start:tok.End]; !tok.Is(text.MarkCJK) && text.HasUpper(word) && (Alike(plain, text.PlainLetters(word)) && !joined || plain == text.PlainLetters(word)) { // GitHub is not Git
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

// Alike compares names in plain letters.
func Alike(a, b string) bool {
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
	case !strings.ContainsAny(b, "aeiou") && ShortFor(strings.ToUpper(b), strings.ToUpper(a)):
		return true // Cnc and Cancer
	case short >= twoExchanged:
		return text.EditDistance([]rune(a), []rune(b), 2) <= 2
	}
	return short >= oneExchanged && text.EditDistance([]rune(a), []rune(b), 1) <= 1
}

// Notates reports a text that has a value of a claim in another notation: other separators and
// spaces (120.000, 530Mb), a share for a percentage, 32B for bytes, 01/06/94 for a month.
func (t *Text) Notates(v *value.Value, shown string) bool {
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
	return t.SpellsTight(shown)
}

// matches reports a text that an expression made of a format matches.
func (t *Text) matches(format string, of ...any) bool {
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

// SpellsTight reports words that stand in a text with other spaces, or with marks of Markdown.
func (t *Text) SpellsTight(words string) bool {
	return text.SpellsIn(t.As.tight(), tightened.Replace(words))
}

var tightened = strings.NewReplacer(" ", "", "\n", "", "\t", "", "`", "", "*", "", "_", "", "\\", "")
