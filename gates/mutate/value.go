package mutate

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A value is a number of the claim.
type value struct {
	text       string
	start, end int
	word       int    // the word it begins in
	unit       string // the unit behind it, as written
	unitAt     int    // where that begins
	date       bool   // part of a date
	version    bool   // more than one dot
}

var digits = regexp.MustCompile(`[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)*`)

// isoDate is a date in figures.
var isoDate = regexp.MustCompile(`\b[12][0-9]{3}-[01][0-9]-[0-3][0-9]\b`)

// scan finds the numbers that mean an amount, a version or a date, not those within
// a name, a path or a range of letters and signs.
func (m *maker) scan() []value {
	if m.scanned {
		return m.values
	}
	m.scanned = true
	whole := isoDate.FindAllStringIndex(m.text, -1)
	for _, at := range digits.FindAllStringIndex(m.text, -1) {
		v := value{text: m.text[at[0]:at[1]], start: at[0], end: at[1], unitAt: -1, word: m.wordAt(at[0])}
		if inside(whole, v.start) || !m.standsFree(&v) {
			continue
		}
		v.version = strings.Count(v.text, ".") > 1
		v.date = m.isDate(&v)
		m.values = append(m.values, v)
	}
	return m.values
}

func inside(spans [][]int, at int) bool {
	for _, s := range spans {
		if at >= s[0] && at < s[1] {
			return true
		}
	}
	return false
}

func (m *maker) wordAt(at int) int {
	for i := range m.words {
		if at < m.words[i].end {
			return i
		}
	}
	return len(m.words) - 1
}

// standsFree reports that a number is not part of a name, and finds its unit.
func (m *maker) standsFree(v *value) bool {
	before, _ := utf8.DecodeLastRuneInString(m.text[:v.start])
	if before < utf8.RuneSelf && (unicode.IsLetter(before) || unicode.IsDigit(before)) || strings.ContainsRune("_./\\-–:#@=[+^", before) && v.start > 0 {
		return false
	}
	rest := m.text[v.end:]
	after, size := utf8.DecodeRuneInString(rest)
	switch {
	case rest == "":
		return true
	case strings.ContainsRune("_/\\-–:]@=^+(", after):
		return false
	case after == '.':
		// The end of a sentence, not of a file's name.
		next, _ := utf8.DecodeRuneInString(rest[size:])
		return !unicode.IsLetter(next) && !unicode.IsDigit(next)
	case after < utf8.RuneSelf && unicode.IsLetter(after), after == '%', after == '°', after == 'µ':
		v.unit, v.unitAt = leading(rest), v.end
		return otherUnits[v.unit] != "" || v.unit == "%"
	case after == ' ' || after == '\u00a0':
		if u := leading(rest[size:]); otherUnits[u] != "" {
			v.unit, v.unitAt = u, v.end+size
		}
	default:
		for _, u := range [...]string{"毫秒", "秒", "分钟", "分間", "小时", "時間", "公里", "公斤", "米"} {
			if strings.HasPrefix(rest, u) {
				v.unit, v.unitAt = u, v.end
			}
		}
	}
	return true
}

// leading is the unit's sign or word that a text begins with.
func leading(s string) string {
	for i, r := range s {
		if !unicode.IsLetter(r) && r != '%' && r != '°' {
			return s[:i]
		}
	}
	return s
}

var monthNames = strings.Fields("January February March April May June July August September October November December")

func isMonth(s string) bool {
	for _, n := range monthNames {
		if s == n || len(s) == 3 && s == n[:3] {
			return true
		}
	}
	return false
}

// isDate tells a year, and a day beside a month.
func (m *maker) isDate(v *value) bool {
	if strings.HasPrefix(m.text[v.end:], "年") || strings.HasPrefix(m.text[v.end:], "月") {
		return true
	}
	near := func(i int) bool { return i >= 0 && i < len(m.words) && isMonth(m.words[i].text) }
	if near(v.word-1) || near(v.word+1) {
		return true
	}
	return v.isYear() && v.unit == "" && !m.counts(v) && !yearless[m.at(v.word-1)]
}

// isYear reports four digits of a year from 1000 to 2100.
func (v *value) isYear() bool {
	return len(v.text) == 4 && !strings.ContainsAny(v.text, ".,") && v.text >= "1000" && v.text <= "2100"
}

// counts reports that things are counted: a word in the plural stands behind.
func (m *maker) counts(v *value) bool {
	next := m.at(v.word + 1)
	return m.words[v.word].end == v.end && !m.words[v.word].pause && strings.HasSuffix(next, "s") && !endInS[next]
}

// yearless are words after which four digits are not a year.
var yearless = set("port rfc pep error code about approximately page line number size version iso")

var endInS = set("was is has as its this")

// roughly are words that make a number a rough one.
var roughly = set("about around approximately roughly nearly almost circa ca some over")

func (m *maker) numbers() {
	for i, v := range m.scan() {
		if v.date {
			continue
		}
		if to, ok := m.otherDigits(v.text, i, roughly[m.at(v.word-1)], m.side(v.word)); ok {
			m.change(v.start, v.end, to)
		}
	}
	if !m.english {
		return
	}
	for i, w := range m.words {
		n := indexOf(spelled, w.low)
		if n < 0 || m.at(i+1) == "hundred" || m.at(i+1) == "thousand" || strings.Contains(w.text, "-") {
			continue
		}
		for try := range len(spelled) {
			to := (n + 1 + m.pick(len(spelled)-1, i) + try) % len(spelled)
			if side := m.side(i); side != 0 && cmp.Compare(to, n) != side {
				continue
			}
			if to != n && !m.held(spelled[to]) && !m.held(itoa(to+2)) {
				m.replace(i, i+1, spelled[to])
				break
			}
		}
	}
}

var spelled = strings.Fields("two three four five six seven eight nine ten eleven twelve")

func indexOf(list []string, s string) int {
	for i, x := range list {
		if x == s {
			return i
		}
	}
	return -1
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

// otherDigits changes one digit, so that a value of the same size and form comes out
// that the evidence does not have.
// With a side, only what lies on that side of the value will do.
func (m *maker) otherDigits(s string, at int, first bool, side int) (string, bool) {
	var places []int
	for i := range s {
		if s[i] >= '0' && s[i] <= '9' {
			places = append(places, i)
		}
	}
	if first {
		places = places[:1]
	}
	start := m.pick(9*len(places), at)
	for try := range 9 * len(places) {
		k := (start + 7*try) % (9 * len(places))
		if (9*len(places))%7 == 0 {
			k = (start + try) % (9 * len(places))
		}
		i := places[k/9]
		d := byte('0' + (int(s[i]-'0')+1+k%9)%10)
		if d == '0' && (i == 0 || len(s) == 1) {
			continue
		}
		to := s[:i] + string(d) + s[i+1:]
		if side != 0 && cmp.Compare(amount(to), amount(s)) != side {
			continue
		}
		// 5.40 is 5.4: a nought at the end of a fraction says nothing.
		if strings.Count(s, ".") == 1 && strings.TrimRight(to, "0") == strings.TrimRight(s, "0") || m.held(to) || m.held(strings.ReplaceAll(to, ",", "")) || m.spells(to) {
			continue
		}
		return to, true
	}
	return "", false
}

func amount(s string) float64 {
	n, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64)
	if err != nil {
		return 0 // a version: none is beside another
	}
	return n
}

// Words that make the number behind them a limit, and those that stand before "than".
var (
	lowest  = set("least over above beyond > >= exceeds minimum")
	highest = set("most under below within < <=")
	upwards = set("more greater larger longer higher bigger wider")
	downs   = set("less fewer smaller shorter lower")
	general = set("if when where whenever unless any every each all")
)

// side says on which side of a limit another one would say something else: 1 above, -1
// below, 0 for no limit. What is less than 5 is less than 9 as well, so that a limit
// may only be drawn tighter; in a condition it is the other way.
func (m *maker) side(i int) int {
	side := 0
	prev, before := m.at(i-1), m.at(i-2)
	switch {
	case lowest[prev], prev == "than" && upwards[before]:
		side = 1
	case highest[prev], prev == "than" && downs[before], prev == "to" && before == "up":
		side = -1
	case m.at(i+1) == "or" && upwards[m.at(i+2)], m.at(i+2) == "or" && upwards[m.at(i+3)]:
		side = 1
	case m.at(i+1) == "or" && downs[m.at(i+2)], m.at(i+2) == "or" && downs[m.at(i+3)]:
		side = -1
	}
	if w := m.at(i - 3); w == "not" || w == "no" || m.at(i-2) == "not" {
		side = -side
	}
	for j := i - 1; j >= 0 && !m.words[j].pause; j-- {
		if general[m.words[j].low] {
			return -side
		}
	}
	return side
}

func (m *maker) spells(digits string) bool {
	for i, w := range spelled {
		if digits == itoa(i+2) {
			return m.held(w)
		}
	}
	return digits == "1" && (m.held("one") || m.held("a single"))
}

// held reports that the evidence, or the claim, has a word or value.
func (m *maker) held(s string) bool {
	low := strings.ToLower(s)
	return hasWord(m.evidence, low) || hasWord(m.low, low)
}

func hasWord(text, w string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], w)
		if i < 0 {
			return false
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(w):])
		if !wordRune(before) && !wordRune(after) {
			return true
		}
		from = i + len(w)
	}
}

func wordRune(r rune) bool {
	return r != utf8.RuneError && r < 0x3000 && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_')
}

func (m *maker) dates() {
	for i, at := range isoDate.FindAllStringIndex(m.text, -1) {
		s := m.text[at[0]:at[1]]
		if to, ok := m.otherDay(s[8:], i); ok {
			m.change(at[0]+8, at[1], to)
		}
		if year, ok := m.otherYear(s[:4], i); ok {
			m.change(at[0], at[0]+4, year)
		}
	}
	for i, v := range m.scan() {
		switch {
		case !v.date:
		case v.isYear():
			if to, ok := m.otherYear(v.text, i); ok {
				m.change(v.start, v.end, to)
			}
		case len(v.text) <= 2:
			if to, ok := m.otherDay(v.text, i); ok {
				m.change(v.start, v.end, to)
			}
		}
	}
	for i, w := range m.words {
		if !isMonth(w.text) || !m.besideDate(i) {
			continue
		}
		n := 0
		for n < 12 && !strings.HasPrefix(monthNames[n], w.text) {
			n++
		}
		for try := range 11 {
			to := monthNames[(n+1+(m.pick(11, i)+try)%11)%12]
			if len(w.text) == 3 && w.text != "May" {
				to = to[:3]
			}
			if !m.held(to) {
				m.change(w.start, w.end, to)
				break
			}
		}
	}
}

// besideDate reports a number beside a month's name, which may be a word too.
func (m *maker) besideDate(i int) bool {
	for _, v := range m.scan() {
		if v.word == i-1 || v.word == i+1 {
			return true
		}
	}
	return false
}

// otherYear is a year of the same decade or one beside it.
func (m *maker) otherYear(s string, at int) (string, bool) {
	year := 0
	for _, c := range s {
		year = 10*year + int(c-'0')
	}
	for try := range 18 {
		step := (m.pick(18, at)+try)%18 - 9
		if step >= 0 {
			step++
		}
		if to := itoa(year + step); !m.held(to) {
			return to, true
		}
	}
	return "", false
}

// otherDay is another number from 1 to 28, in as many digits; for a month, to 12.
func (m *maker) otherDay(s string, at int) (string, bool) {
	most := 28
	if i := strings.Index(m.text, s+"月"); i >= 0 {
		most = 12
	}
	for try := range most {
		to := itoa(1 + (m.pick(most, at)+try)%most)
		if len(s) == 2 && len(to) == 1 && s[0] == '0' {
			to = "0" + to
		}
		if len(to) == len(s) && to != s && !m.held(to) {
			return to, true
		}
	}
	return "", false
}

// otherUnits names for each unit one of the same kind that makes another amount.
var otherUnits = pairs(`seconds minutes|second minute|hours days|hour day|milliseconds microseconds|millisecond microsecond|weeks months|week month|years decades|year decade|
	ms s|µs ns|bytes kilobytes|byte kilobyte|bits bytes-|kB MB|KB MB-|GB TB|MiB GiB|KiB B|megabytes gigabytes|megabyte gigabyte|terabytes petabytes|
	metres kilometres|metre kilometre|meters kilometers|meter kilometer|m km|cm mm|miles feet|inches yards|grams kilograms|gram kilogram|g kg|mg µg|tonnes pounds|
	litres millilitres|liters milliliters|litre millilitre|liter milliliter|°C °F|Hz kHz|MHz GHz|watts kilowatts|watt kilowatt|dollars euros|
	Sekunden Minuten|Sekunde Minute|Stunden Tage|Stunde Tag|Wochen Monate|secondes minutes-|heures jours|heure jour|segundos minutos|horas días|hora día|
	секунд минут|часов дней|毫秒 秒|分钟 小时|分間 時間|公里 米|公斤 克`)

func (m *maker) units() {
	for _, v := range m.scan() {
		if v.unitAt < 0 || m.side(v.word) != 0 || strings.Trim(v.text, "0.") == "" {
			continue // less than a minute is less than an hour, and no seconds are no minutes
		}
		// What ends in a dash is there for one way only: B is the unit of two others.
		to := strings.TrimSuffix(otherUnits[v.unit], "-")
		if to == "" || m.held(to) {
			continue
		}
		m.change(v.unitAt, v.unitAt+len(v.unit), to)
	}
	for i := 0; m.english && i+1 < len(m.words); i++ {
		w := m.words[i+1]
		to := strings.TrimSuffix(otherUnits[w.text], "-")
		if indexOf(spelled, m.words[i].low) >= 0 && m.side(i) == 0 && !m.words[i].pause && len(w.text) > 3 && to != "" && !m.held(to) {
			m.change(w.start, w.end, to)
		}
	}
}
