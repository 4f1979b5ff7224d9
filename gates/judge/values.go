package judge

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// findValues reads the values of all units and marks their tokens, so that no
// number is weighed as a word.
func (t *text) findValues() {
	for u := range t.units {
		last := t.units[u].last
		for i := t.units[u].first; i < last; {
			v, next := t.readValue(i, last)
			if next <= i {
				i++
				continue
			}
			v.in = int32(u)
			v.first, v.last = i, next
			v.start, v.end = t.toks[i].start, t.toks[next-1].end
			t.widenSpan(&v)
			for j := i; j < next; j++ {
				t.toks[j].marks |= markNumber
				t.toks[j].marks &^= markName | markStop | markCode
				t.toks[j].weight = 0.8
			}
			t.values = append(t.values, v)
			i = next
		}
	}
	t.shareUnits()
	t.shareYears()
}

// shareYears gives a day without a year the year of the date before it: "began on 2
// August 1777 and ended on 22 August".
func (t *text) shareYears() {
	for i := 1; i < len(t.values); i++ {
		a, b := &t.values[i-1], &t.values[i]
		if a.kind == dated && b.kind == dated && a.in == b.in && b.date.from == 0 && b.date.day != 0 && a.date.month != 0 && a.date.from != 0 {
			b.date.from, b.date.to, b.date.guessed = a.date.from, a.date.to, true
		}
	}
}

// readValue reads the value that starts at token i, and says where it ends; next
// is i where none does.
func (t *text) readValue(i, last int32) (v value, next int32) {
	if v, next = t.readDate(i, last); next > i {
		t.readDateBound(&v, i, next, last)
		return v, next
	}
	if v, next = t.readLabel(i); next > i {
		return v, next
	}
	if v, next = t.readNumber(i, last); next > i {
		if v.kind == version || v.kind == dated {
			t.readDateBound(&v, i, next, last)
		} else {
			t.readBound(&v, i, next, last)
		}
		return v, next
	}
	return v, i
}

// readLabel reads the number of a name: COVID-19, UTF-8. It is compared with that of the
// same name alone.
func (t *text) readLabel(i int32) (value, int32) {
	v := value{kind: version}
	tok := &t.toks[i]
	if i == 0 || len(tok.low) > 3 || !isDigitByte(tok.low[0]) || tok.start == 0 || t.raw[tok.start-1] != '-' {
		return v, i
	}
	p := &t.toks[i-1]
	if _, plain := wholeNumber(tok.low, 3); !plain || p.end != tok.start-1 || p.is(markNumber) || !hasUpper(t.raw[p.start:p.end]) || months[p.low] != 0 {
		return v, i
	}
	v.parts, v.of = tok.low, p.stem
	return v, i + 1
}

func (t *text) low(i, last int32) string {
	if i < 0 || i >= last {
		return ""
	}
	return t.toks[i].low
}

// gap is the text between token i and the one after it.
func (t *text) gap(i int32) string {
	if int(i+1) >= len(t.toks) || t.toks[i+1].start < t.toks[i].end {
		return ""
	}
	return t.raw[t.toks[i].end:t.toks[i+1].start]
}

// after is the text behind token i, to the end of its unit.
func (t *text) after(i int32) string {
	return t.raw[t.toks[i].end:max(t.toks[i].end, t.units[t.toks[i].unit].end)]
}

func (t *text) before(i int32) string {
	return t.raw[t.units[t.toks[i].unit].start:t.toks[i].start]
}

func wholeNumber(s string, digits int) (int, bool) {
	if len(s) == 0 || len(s) > digits {
		return 0, false
	}
	n := 0
	for i := 0; i < len(s); i++ {
		if !isDigitByte(s[i]) {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, true
}

// dayOf reads 5, 5th, 05.
func dayOf(s string) (int, bool) {
	for _, suffix := range []string{"st", "nd", "rd", "th"} {
		s = strings.TrimSuffix(s, suffix)
	}
	n, ok := wholeNumber(s, 2)
	return n, ok && n >= 1 && n <= 31
}

func yearOf(s string) (int, bool) {
	n, ok := wholeNumber(s, 4)
	return n, ok && n >= 1000 && n <= 2199
}

func (t *text) readDate(i, last int32) (value, int32) {
	tok := &t.toks[i]
	v := value{kind: dated}
	if m := months[tok.low]; m != 0 && !tok.is(markNumber) {
		return t.readMonth(m, i, last)
	}
	if tok.low == "" || !isDigitByte(tok.low[0]) {
		return v, i
	}
	if y, ok := yearOf(tok.low); ok {
		rest := t.after(i)
		if strings.HasPrefix(rest, "年") {
			return t.readHanDate(y, i, last)
		}
		// 2026-04-05 and 2026/4/5
		if g := t.gap(i); (g == "-" || g == "/") && i+2 < last && t.gap(i+1) == g {
			m, ok1 := wholeNumber(t.low(i+1, last), 2)
			d, ok2 := wholeNumber(t.low(i+2, last), 2)
			if ok1 && ok2 && m >= 1 && m <= 12 && d >= 1 && d <= 31 {
				v.date = date{from: y, to: y, month: m, day: d}
				return v, i + 3
			}
		}
		if t.readsAsYear(i, last) {
			v.date = date{from: y, to: y}
			return v, i + 1
		}
		return v, i
	}
	if decade, ok := strings.CutSuffix(tok.low, "s"); ok {
		if y, ok := yearOf(decade); ok && y%10 == 0 {
			v.date = date{from: y, to: y + 9}
			if y%100 == 0 {
				v.date.to = y + 99
			}
			return v, i + 1
		}
	}
	if d, ok := dayOf(tok.low); ok && i+1 < last {
		j := i + 1
		if w := t.low(j, last); w == "of" || w == "de" || w == "di" {
			j++
		}
		if m := months[t.low(j, last)]; m != 0 && strings.TrimSpace(strings.Trim(t.gap(i), ".º°")) == "" && (t.capital(int(j)) || t.lang != "en") {
			v, next := t.readMonth(m, j, last)
			if next == i+1 || v.date.day == 0 {
				v.kind, v.date.day = dated, d
				return v, max(next, j+1)
			}
		}
	}
	// 19th century
	if n, ok := wholeNumber(strings.TrimRight(tok.low, "sthndr"), 2); ok && n > 0 && strings.HasPrefix(t.low(i+1, last), "centur") {
		v.date = date{from: (n-1)*100 + 1, to: n * 100}
		return v, i + 2
	}
	return v, i
}

// readMonth reads what follows the name of a month: day, year, both or, where the
// name cannot be another word, nothing.
func (t *text) readMonth(m int, i, last int32) (value, int32) {
	v := value{kind: dated, date: date{month: m}}
	next := i + 1
	if w := t.low(next, last); w == "de" || w == "of" || w == "del" {
		next++
	}
	if d, ok := dayOf(t.low(next, last)); ok {
		v.date.day = d
		next++
	}
	if y, ok := yearOf(t.low(next, last)); ok && len(strings.TrimSpace(t.gap(next-1))) <= 1 {
		v.date.from, v.date.to = y, y
		return v, next + 1
	}
	if v.date.day != 0 {
		return v, next
	}
	if t.capital(int(i)) && (len(t.toks[i].low) > 3 && t.toks[i].low != "march" || i > 0 && monthLeads.has(t.low(i-1, last))) {
		return v, i + 1
	}
	return v, i
}

// readHanDate reads 2026年4月5日, the year being read.
func (t *text) readHanDate(y int, i, last int32) (value, int32) {
	v := value{kind: dated, date: date{from: y, to: y}}
	j := i
	for k := i + 1; k < last && k <= i+6; k++ {
		n, ok := wholeNumber(t.toks[k].low, 2)
		if !ok {
			continue
		}
		rest := t.after(k)
		if strings.HasPrefix(rest, "月") && v.date.month == 0 && n >= 1 && n <= 12 && t.toks[k].start-t.toks[j].end <= 4 {
			v.date.month, j = n, k
		} else if (strings.HasPrefix(rest, "日") || strings.HasPrefix(rest, "号")) && v.date.month != 0 && t.toks[k].start-t.toks[j].end <= 4 {
			v.date.day, j = n, k
			break
		} else {
			break
		}
	}
	return v, j + 1
}

// monthLeads stand before "May" and "March" only where they are months.
var monthLeads = wordSet(`in of since until by during early late mid`)

var yearWords = wordSet(`in since from until till by before after during early late mid circa year between and to of through
	around im seit bis von vor nach um jahr en depuis avant après année desde hasta antes después año nel dal em desde в с до после`)

// countedAlways are plurals without an s.
var countedAlways = wordSet(`people men women children feet percent fish sheep staff personnel data euro yen`)

// readsAsYear tells the year 1998 from 1998 of something.
func (t *text) readsAsYear(i, last int32) bool {
	rest := t.after(i)
	if strings.HasPrefix(rest, "%") || strings.HasPrefix(rest, ".") && len(rest) > 1 && isDigitByte(rest[1]) {
		return false
	}
	head := strings.TrimRight(t.before(i), " ")
	for _, sign := range currencySigns {
		if strings.HasSuffix(head, sign) {
			return false
		}
	}
	if i+1 >= last || t.toks[i+1].is(markBreak) {
		return true
	}
	next := &t.toks[i+1]
	if _, ok := units()[next.low]; ok && next.low != "m" && next.low != "an" && next.low != "a" {
		return false
	}
	if _, ok := scales[next.low]; ok {
		return false
	}
	if next.is(markStop) || next.is(markName) || next.is(markNumber) || next.is(markCJK) {
		return true
	}
	if y, _ := yearOf(t.toks[i].low); y >= 1900 && y < 2100 && !strings.HasSuffix(next.low, "s") && !countedAlways.has(next.low) {
		return true // "a 2001 film"
	}
	return i > 0 && yearWords.has(t.low(i-1, last)) && t.toks[i-1].unit == t.toks[i].unit && !strings.HasSuffix(next.low, "s") ||
		t.toks[i].is(markFirst) || i > 0 && (t.low(i-1, last) == "the" || t.low(i-1, last) == "in")
}

// readNumber reads a number, version or ordinal with scale and unit.
func (t *text) readNumber(i, last int32) (value, int32) {
	tok := &t.toks[i]
	v := value{}
	next := i + 1
	switch {
	case tok.is(markCJK) && tok.is(markNumber):
		n, ok := hanNumber(tok.low)
		if !ok {
			return v, i
		}
		v.n, v.spelled = n, true
		v.step = 0
	case isDigitByte(tok.low[0]):
		if !t.readDigits(&v, tok, i) {
			return v, i
		}
	case len(tok.low) > 1 && tok.low[0] == 'v' && isDigitByte(tok.low[1]) && strings.Trim(tok.low[1:], "0123456789.") == "":
		v.kind, v.parts = version, tok.low[1:]
		return v, next
	default:
		return t.readNumeral(i, last)
	}
	if v.kind != number {
		return v, next
	}
	return t.readScaleUnit(v, i, next, last)
}

// readDigits reads a token that starts with a digit: 1,234.5, 3.2.1, 5k, 10ms, 3rd.
func (t *text) readDigits(v *value, tok *token, i int32) bool {
	low := tok.low
	end := 0
	for end < len(low) && (isDigitByte(low[end]) || low[end] == '.' || low[end] == ',') {
		end++
	}
	digits, suffix := low[:end], low[end:]
	if strings.Count(digits, ".") > 1 {
		if suffix != "" {
			return false
		}
		if t.lang != "en" && groupedBy(digits, '.') {
			digits = strings.ReplaceAll(digits, ".", "")
		} else {
			v.kind, v.parts = version, digits
			return true
		}
	}
	plain := digits
	if c := strings.LastIndexByte(digits, ','); c >= 0 {
		if len(digits)-c-1 == 3 || strings.Count(digits, ",") > 1 {
			plain = strings.ReplaceAll(digits, ",", "")
		} else {
			plain = strings.ReplaceAll(strings.ReplaceAll(digits, ".", ""), ",", ".")
		}
	} else if t.lang != "en" && t.lang != "" && t.lang != "zh" && t.lang != "ja" && groupedBy(digits, '.') && strings.Contains(digits, ".") {
		plain = strings.ReplaceAll(digits, ".", "")
	}
	n, err := strconv.ParseFloat(plain, 64)
	if err != nil {
		return false
	}
	v.n, v.step = n, 0
	if p := strings.IndexByte(plain, '.'); p >= 0 {
		v.step = 0.5 * math.Pow10(-(len(plain) - p - 1))
	}
	v.digits = exactDigits(plain)
	switch suffix {
	case "":
		if strings.Count(digits, ".") == 1 && t.versionBefore(i) {
			v.kind, v.parts = version, digits
		}
		return true
	case "st", "nd", "rd", "th":
		v.kind = ordinal
		return true
	}
	if s, ok := attachedScales[suffix]; ok && !(suffix == "m" && !strings.ContainsAny(t.before(i), "$€£")) && !(suffix == "b" && !strings.ContainsAny(t.before(i), "$€£")) {
		v.n, v.step = n*s, math.Max(v.step, 0.5)*s
		if p := strings.IndexByte(plain, '.'); p >= 0 {
			v.step = 0.5 * math.Pow10(-(len(plain) - p - 1)) * s
		}
		return true
	}
	if u, ok := units()[suffix]; ok {
		v.unit, v.unitWord, v.n, v.step = u.base, suffix, n*u.scale, v.step*u.scale
		return true
	}
	return false
}

// exactDigits is a number without noughts that say nothing, "" where float64 holds it
// as well.
func exactDigits(plain string) string {
	const exact = 9 // digits that no comparison of float64 confuses
	if len(plain) <= exact {
		return ""
	}
	whole, fraction, _ := strings.Cut(plain, ".")
	whole, fraction = strings.TrimLeft(whole, "0"), strings.TrimRight(fraction, "0")
	if fraction == "" {
		return whole
	}
	return whole + "." + fraction
}

// groupedBy reports digits in groups of three: 1.234.567.
func groupedBy(digits string, sep byte) bool {
	parts := strings.Split(digits, string(sep))
	for i, p := range parts {
		if i > 0 && len(p) != 3 || len(p) > 3 || len(p) == 0 {
			return false
		}
	}
	return parts[0] != "0"
}

var versionWords = wordSet(`version versions v ver release releases runtime ml lts python go java node postgresql kubernetes php ruby
	version' 版本 バージョン`)

// versionBefore reports whether the number at i is the version of what stands before it.
func (t *text) versionBefore(i int32) bool {
	if i == 0 || t.toks[i-1].unit != t.toks[i].unit || t.toks[i].is(markBreak) {
		return false
	}
	p := &t.toks[i-1]
	if t.sinceRelease(i) {
		return true
	}
	return versionWords.has(p.low) || p.is(markName) && !p.is(markFirst) && months[p.low] == 0
}

// sinceRelease reports "prior to 9.1" and "starting with 3.8", the number alone or with
// "and later": what something is prior to in tenths is a release.
func (t *text) sinceRelease(i int32) bool {
	before := func(n int32) string {
		if i < n || t.toks[i-n].unit != t.toks[i].unit {
			return ""
		}
		return t.toks[i-n].low
	}
	starts := before(2) == "prior" && before(1) == "to" || (before(2) == "starting" || before(2) == "beginning") && (before(1) == "with" || before(1) == "in" || before(1) == "from") ||
		before(1) == "since"
	if !starts {
		return false
	}
	rest := strings.TrimLeft(t.after(i), " ")
	next, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || strings.ContainsRune(".,;:)", next) || int(i)+1 < len(t.toks) && t.toks[i+1].is(markStop)
}

// readNumeral reads numbers in words: nine, twenty-five, two hundred.
func (t *text) readNumeral(i, last int32) (value, int32) {
	v := value{spelled: true}
	lang := t.lang
	if numerals[lang] == nil {
		lang = "en"
	}
	w := t.toks[i].low
	n, ok := numerals[lang][w]
	next := i + 1
	if lang == "en" {
		if d, isTens := tens[w]; isTens {
			n, ok = d, true
			if u := numerals["en"][t.low(next, last)]; u >= 1 && u < 10 && !t.toks[next].is(markBreak) || t.low(next, last) == "one" {
				if t.low(next, last) == "one" {
					u = 1
				}
				n += u
				next++
			}
		}
		if o, isOrdinal := ordinalWords[w]; isOrdinal && t.ordinalHere(i, last) {
			v.kind, v.n = ordinal, o
			if strings.HasPrefix(t.low(next, last), "centur") {
				c := int(o)
				return value{kind: dated, date: date{from: (c-1)*100 + 1, to: c * 100}}, next + 1
			}
			return v, next
		}
		switch w {
		case "twice":
			return value{n: 2, spelled: true, unit: "x", unitWord: "times"}, next
		case "one", "a":
			if s, isScale := scales[t.low(next, last)]; isScale && s > 12 {
				n, ok = 1, true
			}
		}
	}
	if !ok {
		return v, i
	}
	v.n = n
	return t.readScaleUnit(v, i, next, last)
}

// ordinalHere tells "the second album" from "wait a second" and "first, do this".
func (t *text) ordinalHere(i, last int32) bool {
	if i == 0 || t.toks[i-1].unit != t.toks[i].unit || i+1 >= last || t.toks[i+1].is(markBreak) {
		return false
	}
	switch t.toks[i-1].low {
	case "the", "its", "his", "her", "their", "a", "an", "our":
		return !t.toks[i+1].is(markStop) || t.toks[i+1].low == "and" || t.toks[i+1].low == "or"
	}
	return false
}

func (t *text) show(v *value) string { return strings.TrimSpace(t.raw[v.start:v.end]) }
