package judge

import "strings"

// parts of a whole that have names. A half is half of anything only with "of" or an
// article behind it: "half of the pages", not "the second half".
var partWords = map[string]float64{
	"half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fourths": 4, "fifth": 5, "fifths": 5, "tenth": 10, "tenths": 10,
	"hälfte": 2, "drittel": 3, "viertel": 4, "fünftel": 5, "zehntel": 10,
	"moitié": 2, "tiers": 3, "quarts": 4, "mitad": 2, "tercio": 3, "tercios": 3, "cuartos": 4,
}

// glyphs of fractions.
var fractionSigns = map[string]float64{"½": 0.5, "⅓": 1.0 / 3, "⅔": 2.0 / 3, "¼": 0.25, "¾": 0.75}

// shareOf is a part of a whole in percent, to compare with either.
func shareOf(over, under float64) value {
	return value{n: 100 * over / under, step: 0.5, unit: "%", unitWord: "%", spelled: true}
}

// readFractionWords reads "a third of", "two-thirds", "half of the", "half an hour".
func (t *reading) readFractionWords(i, last int32) (value, int32) {
	over, next := 1.0, i
	w := t.toks[i].Low
	switch {
	case w == "one" || w == "a" || w == "die" || w == "un" || w == "une" || w == "ein" || w == "la" || w == "le":
		next++
	default:
		if n := spellings[t.numeralLang()].words[w]; n > 0 && n < 10 {
			over = n
			next++
		}
	}
	if next > i && (next >= last || !t.joinsNumeral(next)) {
		return value{}, i
	}
	under := partWords[t.low(next, last)]
	if under == 0 || over >= under {
		return value{}, i
	}
	of := t.low(next+1, last)
	switch {
	case under == 2 && (of == "a" || of == "an") && units()[t.low(next+2, last)].base != "":
		return measured(value{n: 0.5, spelled: true}, t.low(next+2, last)), next + 3
	case of == "of" || of == "der" || of == "des" || of == "de" || of == "del", under == 2 && next == i && of == "the", over > 1, w == "one":
		return shareOf(over, under), next + 1
	}
	return value{}, i
}

// readFraction reads 1/3 and 2½ behind digits; next is the token behind them.
func (t *reading) readFraction(v value, i, next, last int32) (value, int32) {
	if v.kind != number || v.unit != "" {
		return v, next
	}
	for sign, n := range fractionSigns {
		if strings.HasPrefix(strings.TrimPrefix(t.after(next-1), " "), sign) {
			v.n, v.step = v.n+n, 0
			return t.readScaleUnit(v, i, next, last)
		}
	}
	if t.low(next, last) == "and" && t.low(next+1, last) == "a" && t.low(next+2, last) == "half" {
		v.n += 0.5
		return t.readScaleUnit(v, i, next+3, last)
	}
	under, ok := wholeNumber(t.low(next, last), 2)
	if ok && t.gap(next-1) == "/" && v.n >= 1 && v.n < float64(under) && under <= 10 && !strings.HasPrefix(t.after(next), "/") && (i == 0 || t.gap(i-1) != "/") {
		return shareOf(v.n, float64(under)), next + 1
	}
	return v, next
}
