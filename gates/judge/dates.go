package judge

import (
	"assay/gates/judge/measure"
	"assay/text"
	"strings"
	"unicode/utf8"
)

// shareYears gives a day without a year the year of the date before it: "began on 2
// August 1777 and ended on 22 August".
func (t *reading) shareYears() {
	for i := 1; i < len(t.values); i++ {
		a, b := &t.values[i-1], &t.values[i]
		if a.kind == dated && b.kind == dated && a.in == b.in && b.date.from == 0 && b.date.day != 0 && a.date.month != 0 && a.date.from != 0 {
			b.date.from, b.date.to, b.date.guessed = a.date.from, a.date.to, true
		}
	}
}

// shareDays makes dates of both ends of "25–26 November 2025", "25 and 26 November", "November 25 to 26, 2025".
func (t *reading) shareDays() {
	for i := 1; i < len(t.values); i++ {
		a, b := &t.values[i-1], &t.values[i]
		if a.in != b.in || !joinsDays.Has(strings.ToLower(strings.Trim(t.raw[a.end:b.start], " .日일"))) {
			continue
		}
		from, isFrom := a.dayOfMonth()
		to, isTo := b.dayOfMonth()
		if from >= to || !isFrom || !isTo || (a.kind == dated) == (b.kind == dated) {
			continue
		}
		day := a.date
		if b.kind == dated {
			day = b.date
		} else if i+1 < len(t.values) { // the year stands behind both
			if c := &t.values[i+1]; day.from == 0 && c.in == b.in && c.kind == dated && c.date.month == 0 && c.start-b.end <= 2 {
				day.from, day.to = c.date.from, c.date.to
			}
		}
		on := func(v *value, n int) value {
			day.day = n
			return value{kind: dated, date: day, first: v.first, last: v.last, start: v.start, end: v.end, in: v.in}
		}
		*a, *b = on(a, from), on(b, to)
	}
}

// joinsDays stand between the days of a date: "25 to 26 November".
var joinsDays = text.WordSet(`- – — ~ ～ 至 到 から to and through until till und bis y e et a al au`)

// dayOfMonth is the day of a date, or a plain number that may be one.
func (v *value) dayOfMonth() (int, bool) {
	if v.kind == dated {
		return v.date.day, v.date.day > 0
	}
	plain := v.kind == number && v.unit == "" && v.of == "" && v.scaled == 0 && !v.spelled && (v.noun == "" || v.noun == "日" || v.noun == "일")
	return int(v.n), plain && v.n >= 1 && v.n <= 31 && v.n == float64(int(v.n))
}

func wholeNumber(s string, digits int) (int, bool) {
	if len(s) == 0 || len(s) > digits {
		return 0, false
	}
	n := 0
	for i := 0; i < len(s); i++ {
		if !text.IsDigitByte(s[i]) {
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

// isDayBefore reports the dot of "17. Dezember", which ends no sentence.
func isDayBefore(head, rest string) bool {
	head = strings.TrimRight(head, ".")
	day := head[strings.LastIndexAny(head, " \n(")+1:]
	if _, ok := dayOf(day); !ok {
		return false
	}
	word, _, _ := strings.Cut(strings.TrimLeft(rest, " "), " ")
	return months[strings.ToLower(strings.TrimRight(word, ".,;)"))] != 0
}

func yearOf(s string) (int, bool) {
	n, ok := wholeNumber(s, 4)
	return n, ok && n >= 1000 && n <= 2199
}

func (t *reading) readDate(i, last int32) (value, int32) {
	tok := &t.toks[i]
	v := value{kind: dated}
	if m := months[tok.Low]; m != 0 && !tok.Is(text.MarkNumber) {
		return t.readMonth(m, i, last)
	}
	if tok.Low == "" || !text.IsDigitByte(tok.Low[0]) {
		return v, i
	}
	if d, next := t.readNumericDate(i, last); next > i {
		v.date = d
		return v, next
	}
	if y, ok := yearOf(tok.Low); ok {
		rest := t.after(i)
		if opensAny(rest, "年년") {
			return t.readHanDate(y, i, last)
		}
		if t.readsAsYear(i, last) {
			v.date = date{from: y, to: y}
			return v, i + 1
		}
		return v, i
	}
	if decade, ok := strings.CutSuffix(tok.Low, "s"); ok {
		if y, ok := yearOf(decade); ok && y%10 == 0 {
			v.date = date{from: y, to: y + 9}
			if y%100 == 0 {
				v.date.to = y + 99
			}
			return v, i + 1
		}
	}
	if d, ok := dayOf(tok.Low); ok && i+1 < last {
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
	if n, ok := wholeNumber(strings.TrimRight(tok.Low, "sthndr"), 2); ok && n > 0 && strings.HasPrefix(t.low(i+1, last), "centur") {
		v.date = date{from: (n-1)*100 + 1, to: n * 100}
		return v, i + 2
	}
	return v, i
}

// readNumericDate reads 2026-04-05, 2026.04.05, 2026/4, 5.4.2026, 16/12/1961, 4月5日 and the 15 of 2012–15.
func (t *reading) readNumericDate(i, last int32) (date, int32) {
	part := func(k int32, most int) (int, bool) {
		n, ok := wholeNumber(t.low(k, last), 2)
		return n, ok && n >= 1 && n <= most
	}
	low, g := t.toks[i].Low, t.gap(i)
	if y, ok := yearOf(low); ok && (g == "-" || g == "/") {
		m, isMonth := part(i+1, 12)
		d, isDay := part(i+2, 31)
		switch {
		case isMonth && isDay && t.gap(i+1) == g:
			return date{from: y, to: y, month: m, day: d}, i + 3
		case isMonth && len(t.low(i+1, last)) == 2 && m != y%100+1 && (t.gap(i+1) == "" || t.gap(i + 1)[0] != g[0]) && y >= 1900:
			return date{from: y, to: y, month: m}, i + 2
		}
	}
	if f := strings.Split(low, "."); len(f) == 3 {
		d, isDay := wholeNumber(f[0], 2)
		m, isMonth := wholeNumber(f[1], 2)
		if y, ok := yearOf(f[0]); ok && isMonth && m >= 1 && m <= 12 && !t.versionBefore(i) {
			if d, ok := wholeNumber(f[2], 2); ok && d >= 1 && d <= 31 { // 2022.07.18
				return date{from: y, to: y, month: m, day: d}, i + 1
			}
		}
		if y, ok := yearOf(f[2]); ok && isDay && isMonth && d >= 1 && d <= 31 && m >= 1 && m <= 12 {
			return date{from: y, to: y, month: m, day: d}, i + 1
		}
	}
	if y, m, ok := strings.Cut(low, "."); ok && len(m) == 2 && (t.lang == "zh" || t.lang == "ja" || t.lang == "ko") && !t.versionBefore(i) && !t.counted(i+1) {
		year, isYear := yearOf(y)
		if n, isMonth := wholeNumber(m, 2); isYear && isMonth && year >= 1900 && n >= 1 && n <= 12 {
			return date{from: year, to: year, month: n}, i + 1
		}
	}
	a, okA := part(i, 31)
	if !okA {
		return date{}, i
	}
	if b, okB := part(i+1, 31); okB && g == "/" && t.gap(i+1) == "/" {
		if y, ok := yearOf(t.low(i+2, last)); ok {
			switch {
			case a > 12 && b <= 12:
				return date{from: y, to: y, month: b, day: a}, i + 3
			case b > 12 && a <= 12 || a == b:
				return date{from: y, to: y, month: a, day: b}, i + 3
			}
			return date{from: y, to: y}, i + 3 // day or month first: nobody can tell
		}
	}
	if opensAny(t.after(i), "月월") && a <= 12 {
		for k := i + 1; k < last && t.toks[k].Start-t.toks[i].End <= besideHan; k++ { // 月 may be a token of its own
			if d, ok := part(k, 31); ok && opensAny(t.after(k), "日号일") {
				return date{month: a, day: d}, k + 1
			}
		}
		return date{month: a}, i + 1
	}
	if i > 0 && t.toks[i-1].Unit == t.toks[i].Unit && len(low) == 2 && (t.gap(i-1) == "–" || t.gap(i-1) == "-") && (g == "" || g[0] != '-') {
		if y, ok := yearOf(t.toks[i-1].Low); ok && a > y%100 {
			return date{from: y - y%100 + a, to: y - y%100 + a}, i + 1
		}
	}
	return date{}, i
}

// readClock reads a time of day in minutes: 2:00 PM, 14:00, 2 p.m.
func (t *reading) readClock(i, last int32) (value, int32) {
	v := value{unit: "clock"}
	h, ok := wholeNumber(t.toks[i].Low, 2)
	next, minutes := i+1, 0
	if ok && t.gap(i) == ":" && len(t.low(next, last)) >= 2 {
		m, isMinute := wholeNumber(t.low(next, last)[:2], 2)
		if tail := t.low(next, last)[2:]; !isMinute || m > 59 || h > 24 || tail != "" && tail != "am" && tail != "pm" {
			return v, i
		}
		minutes, next = m, next+1
	} else if low := t.toks[i].Low; !ok && len(low) <= 4 && (strings.HasSuffix(low, "am") || strings.HasSuffix(low, "pm")) {
		h, ok = wholeNumber(low[:len(low)-2], 2)
	}
	if !ok {
		return v, i
	}
	half := t.toks[next-1].Low
	if w := t.low(next, last); w == "am" || w == "pm" {
		half, next = w, next+1
	} else if (w == "a" || w == "p") && t.low(next+1, last) == "m" && t.gap(next) == "." {
		half, next = w+"m", next+2
	} else if next == i+1 && !strings.HasSuffix(half, "m") {
		return v, i
	}
	if strings.HasSuffix(half, "m") && h <= 12 {
		h %= 12
		if strings.HasSuffix(half, "pm") {
			h += 12
		}
	}
	v.n = float64(60*h + minutes)
	return v, next
}

// readMonth reads what follows the name of a month: day, year, both or, where the
// name cannot be another word, nothing.
func (t *reading) readMonth(m int, i, last int32) (value, int32) {
	v := value{kind: dated, date: date{month: m}}
	next := i + 1
	if w := t.low(next, last); w == "de" || w == "of" || w == "del" {
		next++
	}
	if d, ok := dayOf(t.low(next, last)); ok && !strings.ContainsAny(t.gap(next-1), "–—-") { // "26 May – 2 June"
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
	if t.capital(int(i)) && (len(t.toks[i].Low) > 3 && t.toks[i].Low != "march" || i > 0 && monthLeads.Has(t.low(i-1, last))) {
		return v, i + 1
	}
	return v, i
}

// opensAny reports a text that begins with one of some signs, behind a space or not.
func opensAny(s, signs string) bool {
	s = strings.TrimPrefix(s, " ")
	r, _ := utf8.DecodeRuneInString(s)
	return s != "" && strings.ContainsRune(signs, r)
}

// besideHan is how many bytes may stand between the numbers of a date: a sign and spaces around it.
const besideHan = int32(len(" 年 "))

// readHanDate reads 2026年4月5日 and 2026년 4월 5일, the year being read.
func (t *reading) readHanDate(y int, i, last int32) (value, int32) {
	v := value{kind: dated, date: date{from: y, to: y}}
	j := i
	for k := i + 1; k < last && k <= i+6; k++ {
		n, ok := wholeNumber(t.toks[k].Low, 2)
		if !ok {
			continue
		}
		rest := t.after(k)
		if opensAny(rest, "月월") && v.date.month == 0 && n >= 1 && n <= 12 && t.toks[k].Start-t.toks[j].End <= besideHan {
			v.date.month, j = n, k
		} else if opensAny(rest, "日号일") && v.date.month != 0 && t.toks[k].Start-t.toks[j].End <= besideHan {
			v.date.day, j = n, k
			break
		} else {
			break
		}
	}
	return v, j + 1
}

// monthLeads stand before "May" and "March" only where they are months.
var monthLeads = text.WordSet(`in of since until by during early late mid`)

var yearWords = text.WordSet(`in since from until till by before after during early late mid circa year between and to of through
	around im seit bis von vor nach um jahr en depuis avant après année desde hasta antes después año nel dal em desde в с до после`)

// countedAlways are plurals without an s.
var countedAlways = text.WordSet(`people men women children feet percent fish sheep staff personnel data euro yen`)

// readsAsYear tells the year 1998 from 1998 of something.
func (t *reading) readsAsYear(i, last int32) bool {
	rest := t.after(i)
	if strings.HasPrefix(rest, "%") || strings.HasPrefix(rest, ".") && len(rest) > 1 && text.IsDigitByte(rest[1]) {
		return false
	}
	if text.OpensScale(besideScale(rest)) != nil {
		return false // 1500万
	}
	head := strings.TrimRight(t.before(i), " ")
	for _, sign := range measure.CurrencySigns {
		if strings.HasSuffix(head, sign) || strings.HasPrefix(strings.TrimLeft(rest, " "), sign) {
			return false
		}
	}
	if y, _ := yearOf(t.toks[i].Low); y < 1800 && i > 0 && t.toks[i-1].Is(text.MarkName) && t.gap(i-1) == " " && t.toks[i-1].Unit == t.toks[i].Unit && months[t.toks[i-1].Low] == 0 {
		return false // the number of a name
	}
	if i+1 >= last || t.toks[i+1].Is(text.MarkBreak) {
		return true
	}
	next := &t.toks[i+1]
	if _, ok := measure.Of(next.Low); ok && next.Low != "m" && next.Low != "an" && next.Low != "a" && next.Low != "초" { // early that year
		return false
	}
	if _, ok := measure.Scales[next.Low]; ok {
		return false
	}
	if counted := strings.TrimLeft(rest, " "); text.OpensWithCounter(counted) && !opensAny(counted, "年년") {
		return false
	}
	if next.Is(text.MarkStop) || next.Is(text.MarkName) || next.Is(text.MarkNumber) || next.Is(text.MarkCJK) {
		return true
	}
	if y, _ := yearOf(t.toks[i].Low); y >= 1900 && y < 2100 && !strings.HasSuffix(next.Low, "s") && !countedAlways.Has(next.Low) {
		return true // "a 2001 film"
	}
	return i > 0 && yearWords.Has(t.low(i-1, last)) && t.toks[i-1].Unit == t.toks[i].Unit && !strings.HasSuffix(next.Low, "s") ||
		t.toks[i].Is(text.MarkFirst) || i > 0 && (t.low(i-1, last) == "the" || t.low(i-1, last) == "in")
}

// months of the languages that are read, in lower case.
var months = monthTable(
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
