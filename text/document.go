package text

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// A Document is a text cut into units and words. Everything that is read of a text, its
// values, its layout and its statements, is read from one.
type Document struct {
	Raw    string
	Lang   string // one of stopwords, "zh", "ja", "ko", or "" where unknown
	Toks   []Token
	Units  []Unit
	Titled bool // the first unit is a heading, and all others stand under it
}

// Read cuts a text in a language into units, and these into words.
func Read(raw, lang string, stems *Stems) Document {
	t := Document{Raw: raw, Lang: lang}
	t.cutUnits()
	s := Scanner{Text: raw, Lang: t.WordLang(), Stems: stems, Toks: make([]Token, 0, len(raw)/5+4)}
	for i := range t.Units {
		u := &t.Units[i]
		s.Unit = int32(i)
		u.First = int32(len(s.Toks))
		s.Scan(int(u.Start), int(u.End))
		u.Last = int32(len(s.Toks))
	}
	t.Toks = s.Toks
	return t
}

func WholeNumber(s string, digits int) (int, bool) {
	if len(s) == 0 || len(s) > digits {
		return 0, false
	}
	n := 0
	for i := 0; i < len(s); i++ {
		if !IsDigitByte(s[i]) {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, true
}

// DayOf reads 5, 5th, 05.
func DayOf(s string) (int, bool) {
	for _, suffix := range []string{"st", "nd", "rd", "th"} {
		s = strings.TrimSuffix(s, suffix)
	}
	n, ok := WholeNumber(s, 2)
	return n, ok && n >= 1 && n <= 31
}

// Months of the languages that are read, in lower case.
var Months = monthTable(
	"january jan januar janvier enero gennaio janeiro januari января январь januar. ene gen",
	"february feb februar février fevrier febrero febbraio fevereiro februari февраля февраль",
	"march mar märz mars marzo março maart марта март",
	"april apr avril abril aprile апреля апрель",
	"may mai mayo maggio maio mei мая май maj",
	"june jun juni juin junio giugno junho июня июнь",
	"july jul juli juillet julio luglio julho июля июль",
	"august aug août aout agosto augustus augusti августа август",
	"september sep sept septembre septiembre settembre setembro сентября сентябрь",
	"october oct oktober octobre octubre ottobre outubro октября октябрь okt",
	"november nov novembre noviembre novembro ноября ноябрь",
	"december dec dezember décembre decembre diciembre dicembre dezembro декабря декабрь dez")

func monthTable(names ...string) map[string]int {
	table := map[string]int{}
	for i, list := range names {
		for _, w := range strings.Fields(list) {
			table[w] = i + 1
		}
	}
	return table
}

// TokensIn are the tokens of a unit between two bytes.
func (t *Document) TokensIn(u *Unit, start, end int32) [2]int32 {
	toks := t.Toks[u.First:u.Last]
	first, _ := slices.BinarySearchFunc(toks, start, func(tok Token, at int32) int { return cmp.Compare(tok.Start, at) })
	n, _ := slices.BinarySearchFunc(toks[first:], end+1, func(tok Token, at int32) int { return cmp.Compare(tok.End, at) })
	return [2]int32{u.First + int32(first), u.First + int32(first+n)}
}

// Indent is how far a line is indented.
func (t *Document) Indent(start int32) int {
	n := 0
	for start > 0 && (t.Raw[start-1] == ' ' || t.Raw[start-1] == '\t') {
		if t.Raw[start-1] == '\t' {
			n += 3
		}
		start, n = start-1, n+1
	}
	return n
}

// A Unit is the smallest thing that is quoted: a sentence, a list item, a table
// row, a line of code, a heading.
type Unit struct {
	Start, End  int32 // bytes
	First, Last int32 // tokens, last exclusive
	Kind        UnitKind
	Over        bool  // some unit stands under it
	Above       int32 // the heading, table header or lead-in that the unit stands under, or -1
	Block       int32 // units of one block may be read together
}

type UnitKind uint8

const (
	Prose UnitKind = iota
	Item
	Row
	Code
	Heading
)

// WordLang is the language that words in Latin letters are stemmed by.
func (t *Document) WordLang() string {
	switch t.Lang {
	case "", "zh", "ja", "ko":
		return "en"
	}
	return t.Lang
}

// BrokenWord is a word that the end of a line breaks behind a token, without its hyphen, "" for none.
func (t *Document) BrokenWord(i int32) string {
	if int(i)+1 >= len(t.Toks) || t.Toks[i+1].Unit != t.Toks[i].Unit {
		return ""
	}
	gap, next := t.Gap(i), &t.Toks[i+1]
	if c := t.Raw[next.Start]; len(gap) < 2 || c < 'a' || c > 'z' || !brokenLine.MatchString(gap) {
		return ""
	}
	return t.Toks[i].Low + next.Low
}

var brokenLine = regexp.MustCompile(`^[-‐][ \t]*\r?\n\s*$`)

func (t *Document) Capital(i int) bool {
	c := t.Raw[t.Toks[i].Start]
	return c >= 'A' && c <= 'Z'
}

func (t *Document) Low(i, last int32) string {
	if i < 0 || i >= last {
		return ""
	}
	return t.Toks[i].Low
}

// Back is the word n tokens before token i, "" where that stands in another unit.
func (t *Document) Back(i, n int32) string {
	if i < n || t.Toks[i-n].Unit != t.Toks[i].Unit {
		return ""
	}
	return t.Toks[i-n].Low
}

// Gap is the text between token i and the one after it.
func (t *Document) Gap(i int32) string {
	if int(i+1) >= len(t.Toks) || t.Toks[i+1].Start < t.Toks[i].End {
		return ""
	}
	return t.Raw[t.Toks[i].End:t.Toks[i+1].Start]
}

// Sentence is the text of a unit.
func (t *Document) Sentence(unit int32) string { return t.Raw[t.Units[unit].Start:t.Units[unit].End] }

// After is the text behind token i, to the end of its unit.
func (t *Document) After(i int32) string {
	return t.Raw[t.Toks[i].End:max(t.Toks[i].End, t.Units[t.Toks[i].Unit].End)]
}

func (t *Document) Before(i int32) string {
	return t.Raw[t.Units[t.Toks[i].Unit].Start:t.Toks[i].Start]
}
