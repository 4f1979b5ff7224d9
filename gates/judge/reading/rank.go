package reading

import (
	"strings"
	"unicode/utf8"

	"assay/gates/judge/value"
	"assay/text"
)

// A rank is the place that a superlative gives: 1 of "the largest", 4 of "the fourth
// largest".
type Rank struct {
	Place      int
	Of         string // the stem or character of what is ranked by
	Start, End int32  // bytes
}

var (
	rankWords = text.WordSet(`largest biggest smallest highest lowest longest shortest oldest newest youngest fastest slowest tallest deepest
		widest heaviest lightest richest poorest greatest best worst busiest earliest latest strongest weakest hottest coldest densest
		closest nearest cheapest warmest driest wettest steepest thickest thinnest loudest brightest darkest safest rarest`)
	manyOf = text.WordSet(`most least más menos plus moins più meno mais`)
)

// germanRanked are the stems of German superlatives; an ordinal may be a part of the word.
var germanRanked = []string{"größt", "kleinst", "höchst", "niedrigst", "längst", "kürzest", "ältest", "jüngst", "neuest", "schnellst", "langsamst", "tiefst", "breitest",
	"schwerst", "leichtest", "reichst", "ärmst", "best", "schlechtest", "häufigst", "wichtigst", "meist", "stärkst", "wärmst", "kältest"}

var germanOrdinals = map[string]int{"zweit": 2, "dritt": 3, "viert": 4, "fünft": 5, "sechst": 6, "siebt": 7, "acht": 8, "neunt": 9, "zehnt": 10}

var romanceOrdinals = map[string]int{"segundo": 2, "segunda": 2, "tercer": 3, "tercero": 3, "tercera": 3, "cuarto": 4, "cuarta": 4, "quinto": 5, "quinta": 5, "sexto": 6, "sexta": 6,
	"séptimo": 7, "séptima": 7, "octavo": 8, "octava": 8, "noveno": 9, "novena": 9, "décimo": 10, "décima": 10,
	"deuxième": 2, "troisième": 3, "quatrième": 4, "cinquième": 5, "seconda": 2, "secondo": 2, "terza": 3, "terzo": 3, "quarto": 4, "quarta": 4, "terceiro": 3, "terceira": 3}

// HasOrdinal reports a place that a unit gives, of whatever.
func (t *Text) HasOrdinal(in int32, place int) bool {
	return text.AnyIn(t.Units[in].First, t.Units[in].Last, func(i int32) bool {
		return int(value.OrdinalWords[t.Toks[i].Low]) == place || romanceOrdinals[t.Toks[i].Low] == place
	})
}

// Ranks reads the superlatives of a unit with their places.
func (t *Text) Ranks(in int32) []Rank {
	u := &t.Units[in]
	if t.Lang == "zh" || t.Lang == "ja" {
		return hanRanks(t.Raw, u)
	}
	var ranks []Rank
	for i := u.First; i < u.Last; i++ {
		low := t.Toks[i].Low
		r := Rank{Place: 1, Start: t.Toks[i].Start, End: t.Toks[i].End}
		switch {
		case rankWords.Has(low):
			r.Of = t.Toks[i].Stem
		case low == "most" && t.Lang == "en" && i+1 < u.Last && t.Toks[i+1].Content():
			r.Of, r.End = "most "+t.Toks[i+1].Stem, t.Toks[i+1].End
		case t.Lang == "de":
			if r.Of, r.Place = germanRank(low); r.Of == "" {
				continue
			}
		case t.Lang != "en" && manyOf.Has(low) && i+1 < u.Last && t.Toks[i+1].Content():
			r.Of, r.End = low+" "+t.Toks[i+1].Stem, t.Toks[i+1].End
		default:
			continue
		}
		if r.Place == 1 && !t.placeBefore(&r, i, u) {
			continue
		}
		ranks = append(ranks, r)
	}
	return ranks
}

// placeBefore reads the ordinal before a superlative. It reports false of one that gives
// no place: "one of the largest", "at most".
func (t *Text) placeBefore(r *Rank, i int32, u *text.Unit) bool {
	article := false
	for k := i - 1; k >= max(u.First, i-4); k-- {
		low := t.Toks[k].Low
		place := romanceOrdinals[low]
		if t.Lang == "en" {
			place = int(value.OrdinalWords[low])
		}
		if n, ok := text.WholeNumber(strings.TrimRight(low, "stndrhaºª"), 2); place == 0 && ok && n > 0 && k == i-1 && len(low) > 2 {
			place = n
		}
		switch {
		case place > 0 && (k == i-1 || t.Lang != "en"):
			r.Place, r.Start = place, t.Toks[k].Start
			return true
		case low == "of" || low == "one" || low == "uno" || low == "una" || low == "de" && k == i-2 || low == "at" || low == "among":
			return false
		case text.Articles.Has(low) || k == i-1 && (strings.HasSuffix(t.Raw[t.Toks[k].Start:min(int32(len(t.Raw)), t.Toks[k].End+2)], "'s") || text.Pronouns.Has(low)):
			article = true
		}
		if article && t.Lang == "en" { // of "one of the largest" there are several
			return k == u.First || t.Toks[k-1].Low != "of" && t.Toks[k-1].Low != "among"
		}
	}
	return article
}

// germanRank reads "zweitgrößte".
func germanRank(low string) (string, int) {
	for _, stem := range germanRanked {
		at := strings.Index(low, stem)
		if at < 0 || len(low)-at-len(stem) > 2 || len(low) == at+len(stem) {
			continue
		}
		if at == 0 {
			return stem, 1
		}
		if n := germanOrdinals[low[:at]]; n > 0 {
			return stem, n
		}
	}
	return "", 0
}

const hanRanked = "大小高低长長短多少深古老旧新快重强"

// hanRanks reads 最大, 第二大 and 2番目に大きい.
func hanRanks(raw string, u *text.Unit) []Rank {
	var ranks []Rank
	for i := int(u.Start); i < int(u.End); {
		r, n := utf8.DecodeRuneInString(raw[i:u.End])
		rest, place := raw[i+n:u.End], 0
		switch r {
		case '最':
			place, rest = 1, strings.TrimPrefix(rest, "も")
		case '第':
			place, rest = hanPlace(rest)
		default:
			if place, rest = hanPlace(raw[i:u.End]); place > 0 {
				after, ok := strings.CutPrefix(rest, "番目に")
				if !ok {
					place = 0
				}
				rest = after
			}
		}
		if of, size := utf8.DecodeRuneInString(rest); place > 0 && size > 0 && strings.ContainsRune(hanRanked, of) {
			end := int(u.End) - len(rest) + size
			ranks = append(ranks, Rank{place, string(of), int32(i), int32(end)})
			i = end
			continue
		}
		i += n
	}
	return ranks
}

// hanPlace reads a small number and what follows it.
func hanPlace(s string) (int, string) {
	const digits = "一二三四五六七八九十"
	if s == "" {
		return 0, s
	}
	if text.IsDigitByte(s[0]) {
		n := 0
		for n < len(s) && text.IsDigitByte(s[n]) {
			n++
		}
		place, _ := text.WholeNumber(s[:n], 2)
		return place, s[n:]
	}
	r, n := utf8.DecodeRuneInString(s)
	if at := strings.IndexRune(digits, r); at >= 0 {
		return utf8.RuneCountInString(digits[:at]) + 1, s[n:]
	}
	return 0, s
}
