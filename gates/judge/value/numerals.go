package value

import (
	"strings"
	"sync"

	"assay/text"
)

// A spelling is how a language writes numbers in words.
type spelling struct {
	words   map[string]float64 // what adds up: two, twenty, doscientos
	lone    map[string]float64 // "one", "a": a number only before a hundred, a scale or a span of time, or behind tens
	joins   string             // words that may stand between
	hundred string             // words that multiply by a hundred
}

// spellings by language: some words clash between languages.
var spellings = map[string]spelling{
	"en": {counting(2, `two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
		20 twenty 30 thirty 40 forty 50 fifty 60 sixty 70 seventy 80 eighty 90 ninety`), counting(1, "one 1 a"), " and ", " hundred "},
	"de": {counting(2, `zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn
		20 zwanzig 30 dreißig 30 dreissig 40 vierzig 50 fünfzig 60 sechzig 70 siebzig 80 achtzig 90 neunzig`), counting(1, "ein 1 eine 1 einer"), " und ", " hundert "},
	"fr": {counting(2, `deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize
		20 vingt 20 vingts 30 trente 40 quarante 50 cinquante 60 soixante`), counting(1, "un 1 une"), " et ", " cent cents "},
	"es": {counting(2, `dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve
		veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve
		30 treinta 40 cuarenta 50 cincuenta 60 sesenta 70 setenta 80 ochenta 90 noventa 100 cien 100 ciento 200 doscientos 200 doscientas
		300 trescientos 400 cuatrocientos 500 quinientos 600 seiscientos 700 setecientos 800 ochocientos 900 novecientos`), counting(1, "un 1 uno 1 una"), " y ", ""},
	"it": {words: counting(2, "due tre quattro cinque sei sette otto nove dieci undici dodici")},
	"pt": {words: counting(2, "dois três quatro cinco seis sete oito nove dez onze doze")},
	"nl": {words: counting(2, "twee drie vier vijf zes zeven acht negen tien elf twaalf")},
	"sv": {words: counting(2, "två tre fyra fem sex sju åtta nio tio elva tolv")},
	"ru": {words: counting(2, "два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать")},
}

// counting numbers the words of a list from n up; a number in the list counts anew.
func counting(n int, list string) map[string]float64 {
	table := map[string]float64{}
	for _, w := range strings.Fields(list) {
		if set, ok := text.WholeNumber(w, 3); ok {
			n = set
			continue
		}
		table[w] = float64(n)
		n++
	}
	return table
}

// OrdinalWords of English.
var OrdinalWords = counting(1, `first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth
	seventeenth eighteenth nineteenth twentieth`)

// valueWords are the words that a number, a part of a whole or a date may begin with, in any
// language: most words are none.
var valueWords = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{"twice": true, "die": true, "la": true, "le": true, "cent": true, "hundert": true}
	for _, s := range spellings {
		for _, words := range [...]map[string]float64{s.words, s.lone} {
			for w := range words {
				all[w] = true
			}
		}
	}
	for _, words := range [...]map[string]float64{OrdinalWords, partWords, scales} {
		for w := range words {
			all[w] = true
		}
	}
	for w := range text.Months {
		all[w] = true
	}
	return all
})

// A tally adds up the words of a number: groups of a thousand, and the group at hand.
type tally struct {
	total, group float64
	last         float64 // the least scale so far; a later one must be less
}

// add takes a word that adds up, where it can stand behind what there is.
func (y *tally) add(n float64, lang string) bool {
	rest := float64(int(y.group) % 100)
	switch {
	case n >= 100 && y.group != 0:
		return false
	case rest == 0, n < 10 && rest >= 20 && int(rest)%10 == 0:
	case lang == "fr" && n < 20 && (rest == 60 || rest == 80 || rest == 10 && n >= 7):
	case lang == "fr" && n == 20 && rest == 4:
		n = 76 // quatre-vingts
	default:
		return false
	}
	y.group += n
	return true
}

func (y *tally) hundred() bool {
	if y.group >= 20 {
		return false
	}
	y.group = max(y.group, 1) * 100
	return true
}

func (y *tally) scale(s float64) bool {
	if y.last != 0 && s >= y.last {
		return false
	}
	y.total += max(y.group, 1) * s
	y.group, y.last = 0, s
	return true
}

// numeralLang is the language that numbers in words are read in.
func (t *Text) numeralLang() string {
	if _, ok := spellings[t.Lang]; ok {
		return t.Lang
	}
	return "en"
}

// readNumeral reads numbers in words of any size: nine, twenty-five, two hundred and
// forty thousand, zweihundertvierzig, trois cent mille.
func (t *Text) readNumeral(i, last int32) (Value, int32) {
	v := Value{Spelled: true}
	lang, w := t.numeralLang(), t.Toks[i].Low
	if lang == "en" {
		if o := OrdinalWords[w]; o > 0 && t.ordinalHere(i, last) {
			if strings.HasPrefix(t.Low(i+1, last), "centur") {
				c := int(o)
				return Value{Kind: Dated, Date: Date{From: (c-1)*100 + 1, To: c * 100}}, i + 2
			}
			v.Kind, v.N = Ordinal, o
			return v, i + 1
		}
		if w == "twice" {
			return Value{N: 2, Spelled: true, Unit: "x", UnitWord: "times"}, i + 1
		}
	}
	n, next := t.tallyWords(lang, i, last)
	if next == i {
		return v, i
	}
	v.N = n
	if t.Low(next, last) == "and" && t.Low(next+1, last) == "a" && t.Low(next+2, last) == "half" {
		v.N, next = n+0.5, next+3
	}
	return t.readScaleUnit(v, i, next, last)
}

// tallyWords adds up the words of a number from token i on.
func (t *Text) tallyWords(lang string, i, last int32) (float64, int32) {
	s := spellings[lang]
	var y tally
	next := i
	for k := i; k < last && (k == i || t.joinsNumeral(k)); k++ {
		w := t.Toks[k].Low
		n, adds := s.words[w]
		if !adds && lang == "de" {
			n, adds = tallyGerman(w)
		}
		scale := scales[w]
		isHundred := strings.Contains(s.hundred, " "+w+" ") && (k > i || lang != "en" && t.Low(i-1, last) != "pour")
		one, isOne := s.lone[w]
		ok := false
		switch {
		case adds:
			ok = y.add(n, lang)
		case isHundred:
			ok = y.hundred()
		case scale >= 1000 && (k > i || lang != "en" && scale == 1000):
			ok = y.scale(scale)
		case isOne && k > i:
			ok = w != "a" && y.add(one, lang)
		case isOne:
			f := t.Low(k+1, last)
			ok = k+1 < last && t.joinsNumeral(k+1) && (scales[f] >= 1000 || f != "" && strings.Contains(s.hundred, " "+f+" ") || w == "one" && UnitOf(f).Base == "mo") && y.add(one, lang)
		case k == next && k > i && strings.Contains(s.joins, " "+w+" "):
			// "two hundred and forty", "treinta y cinco": only where the next word is of the number.
			ok = y.total+y.group > 0 && (int(y.group)%100 == 0 || lang != "en" && lang != "de")
			if ok {
				continue
			}
		}
		if !ok {
			break
		}
		next = k + 1
	}
	return y.total + y.group, next
}

// joinsNumeral reports a token that a space or hyphen joins to the one before.
func (t *Text) joinsNumeral(k int32) bool {
	switch t.Gap(k - 1) {
	case " ", "-", "\u2011", "\u00a0":
		return t.Toks[k].Unit == t.Toks[k-1].Unit
	}
	return false
}

// tallyGerman reads a number written as one word: dreiundzwanzig, zweihundertvierzigtausend.
func tallyGerman(w string) (float64, bool) {
	s := spellings["de"]
	if n, ok := s.words[w]; ok {
		return n, true
	}
	if head, tail, ok := strings.Cut(w, "tausend"); ok && head+tail != "" {
		return germanParts(head, tail, 1000)
	}
	if head, tail, ok := strings.Cut(w, "hundert"); ok && head+tail != "" {
		return germanParts(head, tail, 100)
	}
	if head, tail, ok := strings.Cut(w, "und"); ok {
		unit, isUnit := s.words[head]
		if head == "ein" {
			unit, isUnit = 1, true
		}
		if tens, isTens := s.words[tail]; isUnit && isTens && unit < 10 && tens >= 20 {
			return unit + tens, true
		}
	}
	return 0, false
}

func germanParts(head, tail string, scale float64) (float64, bool) {
	n, rest, ok := 1.0, 0.0, true
	if head != "" && head != "ein" {
		n, ok = tallyGerman(head)
	}
	if ok && tail != "" {
		tail = strings.TrimPrefix(tail, "und")
		if tail == "eins" {
			rest = 1
		} else {
			rest, ok = tallyGerman(tail)
		}
	}
	return n*scale + rest, ok && rest < scale
}

// ordinalHere tells "the second album" from "wait a second" and "first, do this".
func (t *Text) ordinalHere(i, last int32) bool {
	if i == 0 || t.Toks[i-1].Unit != t.Toks[i].Unit || i+1 >= last || t.Toks[i+1].Is(text.MarkBreak) {
		return false
	}
	switch t.Toks[i-1].Low {
	case "the", "its", "his", "her", "their", "a", "an", "our":
		if w := t.Toks[i+1].Low; w == "and" || w == "or" {
			return t.Low(i-2, last) != "than" // "the first and last album", not "faster than the first and better"
		}
		return !t.Toks[i+1].Is(text.MarkStop)
	}
	return false
}

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
func shareOf(over, under float64) Value {
	return Value{N: 100 * over / under, Step: 0.5, Unit: "%", UnitWord: "%", Spelled: true}
}

// readFractionWords reads "a third of", "two-thirds", "half of the", "half an hour".
func (t *Text) readFractionWords(i, last int32) (Value, int32) {
	over, next := 1.0, i
	w := t.Toks[i].Low
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
		return Value{}, i
	}
	under := partWords[t.Low(next, last)]
	if under == 0 || over >= under {
		return Value{}, i
	}
	of := t.Low(next+1, last)
	switch {
	case under == 2 && (of == "a" || of == "an") && UnitOf(t.Low(next+2, last)).Base != "":
		return measured(Value{N: 0.5, Spelled: true}, t.Low(next+2, last)), next + 3
	case of == "of" || of == "der" || of == "des" || of == "de" || of == "del", under == 2 && next == i && of == "the", over > 1, w == "one":
		return shareOf(over, under), next + 1
	}
	return Value{}, i
}

// readFraction reads 1/3 and 2½ behind digits; next is the token behind them.
func (t *Text) readFraction(v Value, i, next, last int32) (Value, int32) {
	if v.Kind != Number || v.Unit != "" {
		return v, next
	}
	for sign, n := range fractionSigns {
		if strings.HasPrefix(strings.TrimPrefix(t.After(next-1), " "), sign) {
			v.N, v.Step = v.N+n, 0
			return t.readScaleUnit(v, i, next, last)
		}
	}
	if t.Low(next, last) == "and" && t.Low(next+1, last) == "a" && t.Low(next+2, last) == "half" {
		v.N += 0.5
		return t.readScaleUnit(v, i, next+3, last)
	}
	under, ok := text.WholeNumber(t.Low(next, last), 2)
	if ok && t.Gap(next-1) == "/" && v.N >= 1 && v.N < float64(under) && under <= 10 && !strings.HasPrefix(t.After(next), "/") && (i == 0 || t.Gap(i-1) != "/") {
		return shareOf(v.N, float64(under)), next + 1
	}
	return v, next
}
