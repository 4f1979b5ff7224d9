package value

import (
	"strings"
	"unicode/utf8"

	"assay/text"
)

// shareYears gives a day without a year the year of the date before it: "began on 2
// August 1777 and ended on 22 August".
func (t *Text) shareYears() {
	for i := 1; i < len(t.Values); i++ {
		a, b := &t.Values[i-1], &t.Values[i]
		if a.Kind == Dated && b.Kind == Dated && a.In == b.In && b.Date.From == 0 && b.Date.Day != 0 && a.Date.Month != 0 && a.Date.From != 0 {
			b.Date.From, b.Date.To, b.Date.guessed = a.Date.From, a.Date.To, true
		}
	}
}

// shareDays makes dates of both ends of "25–26 November 2025", "25 and 26 November", "November 25 to 26, 2025".
func (t *Text) shareDays() {
	for i := 1; i < len(t.Values); i++ {
		a, b := &t.Values[i-1], &t.Values[i]
		if a.In != b.In || !joinsDays.Has(strings.ToLower(strings.Trim(t.Raw[a.End:b.Start], " .日일"))) {
			continue
		}
		from, isFrom := a.dayOfMonth()
		to, isTo := b.dayOfMonth()
		if from >= to || !isFrom || !isTo || (a.Kind == Dated) == (b.Kind == Dated) {
			continue
		}
		day := a.Date
		if b.Kind == Dated {
			day = b.Date
		} else if i+1 < len(t.Values) { // the year stands behind both
			if c := &t.Values[i+1]; day.From == 0 && c.In == b.In && c.Kind == Dated && c.Date.Month == 0 && c.Start-b.End <= 2 {
				day.From, day.To = c.Date.From, c.Date.To
			}
		}
		on := func(v *Value, n int) Value {
			day.Day = n
			return Value{Kind: Dated, Date: day, First: v.First, Last: v.Last, Start: v.Start, End: v.End, In: v.In}
		}
		*a, *b = on(a, from), on(b, to)
	}
}

// joinsDays stand between the days of a date: "25 to 26 November".
var joinsDays = text.WordSet(`- – — ~ ～ 至 到 から to and through until till und bis y e et a al au`)

// dayOfMonth is the day of a date, or a plain number that may be one.
func (v *Value) dayOfMonth() (int, bool) {
	if v.Kind == Dated {
		return v.Date.Day, v.Date.Day > 0
	}
	plain := v.Kind == Number && v.Unit == "" && v.Of == "" && v.Scaled == 0 && !v.Spelled && (v.Noun == "" || v.Noun == "日" || v.Noun == "일")
	return int(v.N), plain && v.N >= 1 && v.N <= 31 && v.N == float64(int(v.N))
}

func yearOf(s string) (int, bool) {
	n, ok := text.WholeNumber(s, 4)
	return n, ok && n >= 1000 && n <= 2199
}

func (t *Text) readDate(i, last int32) (Value, int32) {
	tok := &t.Toks[i]
	v := Value{Kind: Dated}
	if m := text.Months[tok.Low]; m != 0 && !tok.Is(text.MarkNumber) {
		return t.readMonth(m, i, last)
	}
	if tok.Low == "" || !text.IsDigitByte(tok.Low[0]) {
		return v, i
	}
	if d, next := t.readNumericDate(i, last); next > i {
		v.Date = d
		return v, next
	}
	if y, ok := yearOf(tok.Low); ok {
		rest := t.After(i)
		if opensAny(rest, "年년") {
			return t.readHanDate(y, i, last)
		}
		if t.readsAsYear(i, last) {
			v.Date = Date{From: y, To: y}
			return v, i + 1
		}
		return v, i
	}
	if decade, ok := strings.CutSuffix(tok.Low, "s"); ok {
		if y, ok := yearOf(decade); ok && y%10 == 0 {
			v.Date = Date{From: y, To: y + 9}
			if y%100 == 0 {
				v.Date.To = y + 99
			}
			return v, i + 1
		}
	}
	if d, ok := text.DayOf(tok.Low); ok && i+1 < last {
		j := i + 1
		if w := t.Low(j, last); w == "of" || w == "de" || w == "di" {
			j++
		}
		if m := text.Months[t.Low(j, last)]; m != 0 && strings.TrimSpace(strings.Trim(t.Gap(i), ".º°")) == "" && (t.Capital(int(j)) || t.Lang != "en") {
			v, next := t.readMonth(m, j, last)
			if next == i+1 || v.Date.Day == 0 {
				v.Kind, v.Date.Day = Dated, d
				return v, max(next, j+1)
			}
		}
	}
	// 19th century
	if n, ok := text.WholeNumber(strings.TrimRight(tok.Low, "sthndr"), 2); ok && n > 0 && strings.HasPrefix(t.Low(i+1, last), "centur") {
		v.Date = Date{From: (n-1)*100 + 1, To: n * 100}
		return v, i + 2
	}
	return v, i
}

// readNumericDate reads 2026-04-05, 2026.04.05, 2026/4, 5.4.2026, 16/12/1961, 4月5日 and the 15 of 2012–15.
func (t *Text) readNumericDate(i, last int32) (Date, int32) {
	part := func(k int32, most int) (int, bool) {
		n, ok := text.WholeNumber(t.Low(k, last), 2)
		return n, ok && n >= 1 && n <= most
	}
	low, g := t.Toks[i].Low, t.Gap(i)
	if y, ok := yearOf(low); ok && (g == "-" || g == "/") {
		m, isMonth := part(i+1, 12)
		d, isDay := part(i+2, 31)
		switch {
		case isMonth && isDay && t.Gap(i+1) == g:
			return Date{From: y, To: y, Month: m, Day: d}, i + 3
		case isMonth && len(t.Low(i+1, last)) == 2 && m != y%100+1 && (t.Gap(i+1) == "" || t.Gap(i + 1)[0] != g[0]) && y >= 1900:
			return Date{From: y, To: y, Month: m}, i + 2
		}
	}
	if f := strings.Split(low, "."); len(f) == 3 {
		d, isDay := text.WholeNumber(f[0], 2)
		m, isMonth := text.WholeNumber(f[1], 2)
		if y, ok := yearOf(f[0]); ok && isMonth && m >= 1 && m <= 12 && !t.versionBefore(i) {
			if d, ok := text.WholeNumber(f[2], 2); ok && d >= 1 && d <= 31 { // 2022.07.18
				return Date{From: y, To: y, Month: m, Day: d}, i + 1
			}
		}
		if y, ok := yearOf(f[2]); ok && isDay && isMonth && d >= 1 && d <= 31 && m >= 1 && m <= 12 {
			return Date{From: y, To: y, Month: m, Day: d}, i + 1
		}
	}
	if y, m, ok := strings.Cut(low, "."); ok && len(m) == 2 && (t.Lang == "zh" || t.Lang == "ja" || t.Lang == "ko") && !t.versionBefore(i) && !t.counted(i+1) {
		year, isYear := yearOf(y)
		if n, isMonth := text.WholeNumber(m, 2); isYear && isMonth && year >= 1900 && n >= 1 && n <= 12 {
			return Date{From: year, To: year, Month: n}, i + 1
		}
	}
	a, okA := part(i, 31)
	if !okA {
		return Date{}, i
	}
	if b, okB := part(i+1, 31); okB && g == "/" && t.Gap(i+1) == "/" {
		if y, ok := yearOf(t.Low(i+2, last)); ok {
			switch {
			case a > 12 && b <= 12:
				return Date{From: y, To: y, Month: b, Day: a}, i + 3
			case b > 12 && a <= 12 || a == b:
				return Date{From: y, To: y, Month: a, Day: b}, i + 3
			}
			return Date{From: y, To: y}, i + 3 // day or month first: nobody can tell
		}
	}
	if opensAny(t.After(i), "月월") && a <= 12 {
		for k := i + 1; k < last && t.Toks[k].Start-t.Toks[i].End <= besideHan; k++ { // 月 may be a token of its own
			if d, ok := part(k, 31); ok && opensAny(t.After(k), "日号일") {
				return Date{Month: a, Day: d}, k + 1
			}
		}
		return Date{Month: a}, i + 1
	}
	if i > 0 && t.Toks[i-1].Unit == t.Toks[i].Unit && len(low) == 2 && (t.Gap(i-1) == "–" || t.Gap(i-1) == "-") && (g == "" || g[0] != '-') {
		if y, ok := yearOf(t.Toks[i-1].Low); ok && a > y%100 {
			return Date{From: y - y%100 + a, To: y - y%100 + a}, i + 1
		}
	}
	return Date{}, i
}

// readClock reads a time of day in minutes: 2:00 PM, 14:00, 2 p.m.
func (t *Text) readClock(i, last int32) (Value, int32) {
	v := Value{Unit: "clock"}
	h, ok := text.WholeNumber(t.Toks[i].Low, 2)
	next, minutes := i+1, 0
	if ok && t.Gap(i) == ":" && len(t.Low(next, last)) >= 2 {
		m, isMinute := text.WholeNumber(t.Low(next, last)[:2], 2)
		if tail := t.Low(next, last)[2:]; !isMinute || m > 59 || h > 24 || tail != "" && tail != "am" && tail != "pm" {
			return v, i
		}
		minutes, next = m, next+1
	} else if low := t.Toks[i].Low; !ok && len(low) <= 4 && (strings.HasSuffix(low, "am") || strings.HasSuffix(low, "pm")) {
		h, ok = text.WholeNumber(low[:len(low)-2], 2)
	}
	if !ok {
		return v, i
	}
	half := t.Toks[next-1].Low
	if w := t.Low(next, last); w == "am" || w == "pm" {
		half, next = w, next+1
	} else if (w == "a" || w == "p") && t.Low(next+1, last) == "m" && t.Gap(next) == "." {
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
	v.N = float64(60*h + minutes)
	return v, next
}

// readMonth reads what follows the name of a month: day, year, both or, where the
// name cannot be another word, nothing.
func (t *Text) readMonth(m int, i, last int32) (Value, int32) {
	v := Value{Kind: Dated, Date: Date{Month: m}}
	next := i + 1
	if w := t.Low(next, last); w == "de" || w == "of" || w == "del" {
		next++
	}
	if d, ok := text.DayOf(t.Low(next, last)); ok && !strings.ContainsAny(t.Gap(next-1), "–—-(:~") { // "26 May – 2 June", "July (5–8 °C)"
		v.Date.Day = d
		next++
	}
	if y, ok := yearOf(t.Low(next, last)); ok && len(strings.TrimSpace(t.Gap(next-1))) <= 1 {
		v.Date.From, v.Date.To = y, y
		return v, next + 1
	}
	if v.Date.Day != 0 {
		return v, next
	}
	if t.Capital(int(i)) && (len(t.Toks[i].Low) > 3 && t.Toks[i].Low != "march" || i > 0 && monthLeads.Has(t.Low(i-1, last))) {
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
func (t *Text) readHanDate(y int, i, last int32) (Value, int32) {
	v := Value{Kind: Dated, Date: Date{From: y, To: y}}
	j := i
	for k := i + 1; k < last && k <= i+6; k++ {
		n, ok := text.WholeNumber(t.Toks[k].Low, 2)
		if !ok {
			continue
		}
		rest := t.After(k)
		if opensAny(rest, "月월") && v.Date.Month == 0 && n >= 1 && n <= 12 && t.Toks[k].Start-t.Toks[j].End <= besideHan {
			v.Date.Month, j = n, k
		} else if opensAny(rest, "日号일") && v.Date.Month != 0 && t.Toks[k].Start-t.Toks[j].End <= besideHan {
			v.Date.Day, j = n, k
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
func (t *Text) readsAsYear(i, last int32) bool {
	rest := t.After(i)
	if strings.HasPrefix(rest, "%") || strings.HasPrefix(rest, ".") && len(rest) > 1 && text.IsDigitByte(rest[1]) {
		return false
	}
	if text.OpensScale(besideScale(rest)) != nil {
		return false // 1500万
	}
	head := strings.TrimRight(t.Before(i), " ")
	for _, sign := range currencySigns {
		if strings.HasSuffix(head, sign) || strings.HasPrefix(strings.TrimLeft(rest, " "), sign) {
			return false
		}
	}
	if y, _ := yearOf(t.Toks[i].Low); y < 1800 && i > 0 && t.Toks[i-1].Is(text.MarkName) && t.Gap(i-1) == " " && t.Toks[i-1].Unit == t.Toks[i].Unit && text.Months[t.Toks[i-1].Low] == 0 {
		return false // the number of a name
	}
	if i+1 >= last || t.Toks[i+1].Is(text.MarkBreak) {
		return true
	}
	next := &t.Toks[i+1]
	if _, ok := UnitNamed(next.Low); ok && next.Low != "m" && next.Low != "an" && next.Low != "a" && next.Low != "초" { // early that year
		return false
	}
	if _, ok := scales[next.Low]; ok {
		return false
	}
	if counted := strings.TrimLeft(rest, " "); text.OpensWithCounter(counted) && !opensAny(counted, "年년") {
		return false
	}
	if next.Is(text.MarkStop) || next.Is(text.MarkName) || next.Is(text.MarkNumber) || next.Is(text.MarkCJK) {
		return true
	}
	if y, _ := yearOf(t.Toks[i].Low); y >= 1900 && y < 2100 && !strings.HasSuffix(next.Low, "s") && !countedAlways.Has(next.Low) {
		return true // "a 2001 film"
	}
	return i > 0 && yearWords.Has(t.Low(i-1, last)) && t.Toks[i-1].Unit == t.Toks[i].Unit && !strings.HasSuffix(next.Low, "s") ||
		t.Toks[i].Is(text.MarkFirst) || i > 0 && (t.Low(i-1, last) == "the" || t.Low(i-1, last) == "in")
}
