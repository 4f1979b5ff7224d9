package judge

import (
	"slices"
	"strings"
	"unicode/utf8"

	"assay/gates/judge/value"
	"assay/provenance"
	"assay/text"
)

// A role is what a value is of a change: where it began, where it ended, how much it was.
type role uint8

const (
	noRole role = iota
	begins
	ends
	differs
)

// roleWords stand before a value of a change, in Japanese behind it, by language: some are words of
// another.
var roleWords = map[string]map[string]role{
	"en": {"from": begins, "to": ends, "by": differs},
	"de": {"von": begins, "auf": ends, "um": differs},
	"es": {"de": begins, "a": ends, "en": differs},
	"fr": {"de": begins, "à": ends},
	"zh": {"从": begins, "由": begins, "到": ends, "至": ends, "增加了": differs, "减少了": differs, "下降了": differs, "上升了": differs},
	"ja": {"から": begins, "に": ends, "へ": ends, "まで": ends},
}

// roleOf reads the role of a value by the word before it, or in Japanese behind it.
func (t *reading) roleOf(v *value.Value) role {
	head, rest := t.Raw[t.Units[v.In].Start:v.Start], t.Raw[v.End:t.Units[v.In].End]
	words := roleWords[t.Lang]
	if t.Lang == "zh" || t.Lang == "ja" {
		for word, r := range words {
			if t.Lang == "zh" && strings.HasSuffix(head, word) || t.Lang == "ja" && strings.HasPrefix(rest, word) {
				return r
			}
		}
		return noRole
	}
	k := v.First - 1
	for k >= 0 && t.Toks[k].Unit == v.In && v.First-k < 3 {
		low := t.Toks[k].Low
		if r := words[low]; r != noRole {
			return r
		}
		if value.BoundWords[low] == value.Exactly && low != "the" && low != "a" {
			return noRole
		}
		k--
	}
	return noRole
}

// saysNow reports a value that the claim says a thing has today, in a sentence that tells of
// no change.
func (t *reading) saysNow(v *value.Value) bool {
	now := false
	u := t.Units[v.In]
	for i := u.First; i < u.Last; i++ {
		switch low := t.Toks[i].Low; {
		case changing.Has(low) || earlier.Has(low):
			return false
		case low == "is" || low == "are" || low == "now" || low == "has" || low == "have":
			now = true
		}
	}
	return now
}

// changes reports a value in a sentence that tells of a change, and of no range that holds
// at all times: "opens from 8 to 17".
func (t *reading) changes(v *value.Value) bool {
	return t.hasIn([2]int32{t.Units[v.In].First, v.First}, changing)
}

var (
	changing = text.WordSet(`went goes changed changes raised rose risen rises increased increases grew grown fell fallen falls dropped drops decreased decreases
		reduced cut lowered moved bumped doubled halved tripled shrank shrunk declined climbed jumped lifted upgraded improved extended shortened`)
	earlier = text.WordSet(`was were had been before earlier formerly previously initially originally once used until from previous old`)
)

// checkRoleOf compares the end of a change with the end, its begin with the begin: where
// the text says "from 5 to 8", it did not rise to 5.
func (a *alignment) checkRoleOf(cv *value.Value) *finding {
	r := a.c.roleOf(cv)
	now := r == noRole && a.c.saysNow(cv)
	if now {
		r = ends
	}
	if r == noRole {
		return nil
	}
	for _, at := range a.order {
		if a.alignedIn(at, cv.In) < alignedForValue {
			continue
		}
		taken, filled := false, (*value.Value)(nil)
		for _, sv := range a.s.valuesIn([2]int32{a.s.Units[at].First, a.s.Units[at].Last}) {
			if !value.Rivals(cv, sv) {
				continue
			}
			its, alike := a.s.roleOf(sv), cv.N == sv.N && cv.Date == sv.Date && cv.Parts == sv.Parts
			switch {
			case alike && (its == r || its == noRole), now && !a.s.changes(sv):
				return nil
			case alike:
				taken = true
			case its == r:
				filled = sv
			}
		}
		if taken && filled != nil {
			return &finding{rule: RuleValue, effect: Refutes, unit: at, mismatch: &provenance.Mismatch{Kind: "number", Claim: a.c.Show(cv), Source: a.s.Show(filled)}}
		}
	}
	return nil
}

// A rank is the place that a superlative gives: 1 of "the largest", 4 of "the fourth
// largest".
type rank struct {
	place      int
	of         string // the stem or character of what is ranked by
	start, end int32  // bytes
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

// checkRanks compares places in an order: the fourth largest is not the largest.
func (a *alignment) checkRanks() *finding {
	for cu := range a.c.Units {
		claimed := a.c.ranks(int32(cu))
		if len(claimed) == 0 {
			continue
		}
		for _, at := range a.order {
			if a.alignedIn(at, int32(cu)) < alignedForValue {
				continue
			}
			said := a.s.ranks(at)
			for _, c := range claimed {
				same := func(r rank) bool { return r.of == c.of && r.place == c.place }
				other := slices.IndexFunc(said, func(r rank) bool { return r.of == c.of && r.place != c.place })
				if slices.ContainsFunc(said, same) || c.place > 1 && a.s.hasOrdinal(at, c.place) {
					return nil
				}
				if other < 0 {
					continue
				}
				return &finding{rule: RuleValue, effect: Refutes, unit: at, mismatch: &provenance.Mismatch{Kind: "number",
					Claim: a.c.Raw[c.start:c.end], Source: a.s.Raw[said[other].start:said[other].end]}}
			}
		}
	}
	return nil
}

// hasOrdinal reports a place that a unit gives, of whatever.
func (t *reading) hasOrdinal(in int32, place int) bool {
	return text.AnyIn(t.Units[in].First, t.Units[in].Last, func(i int32) bool {
		return int(value.OrdinalWords[t.Toks[i].Low]) == place || romanceOrdinals[t.Toks[i].Low] == place
	})
}

// ranks reads the superlatives of a unit with their places.
func (t *reading) ranks(in int32) []rank {
	u := &t.Units[in]
	if t.Lang == "zh" || t.Lang == "ja" {
		return hanRanks(t.Raw, u)
	}
	var ranks []rank
	for i := u.First; i < u.Last; i++ {
		low := t.Toks[i].Low
		r := rank{place: 1, start: t.Toks[i].Start, end: t.Toks[i].End}
		switch {
		case rankWords.Has(low):
			r.of = t.Toks[i].Stem
		case low == "most" && t.Lang == "en" && i+1 < u.Last && t.Toks[i+1].Content():
			r.of, r.end = "most "+t.Toks[i+1].Stem, t.Toks[i+1].End
		case t.Lang == "de":
			if r.of, r.place = germanRank(low); r.of == "" {
				continue
			}
		case t.Lang != "en" && manyOf.Has(low) && i+1 < u.Last && t.Toks[i+1].Content():
			r.of, r.end = low+" "+t.Toks[i+1].Stem, t.Toks[i+1].End
		default:
			continue
		}
		if r.place == 1 && !t.placeBefore(&r, i, u) {
			continue
		}
		ranks = append(ranks, r)
	}
	return ranks
}

// placeBefore reads the ordinal before a superlative. It reports false of one that gives
// no place: "one of the largest", "at most".
func (t *reading) placeBefore(r *rank, i int32, u *text.Unit) bool {
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
			r.place, r.start = place, t.Toks[k].Start
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
func hanRanks(raw string, u *text.Unit) []rank {
	var ranks []rank
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
			ranks = append(ranks, rank{place, string(of), int32(i), int32(end)})
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
