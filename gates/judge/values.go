package judge

import (
	"assay/gates/judge/measure"
	"assay/text"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// findValues reads the values of all units and marks their tokens, so that no
// number is weighed as a word.
func (t *reading) findValues() {
	for u := range t.units {
		last := t.units[u].last
		for i := t.units[u].first; i < last; {
			if !t.mayBeValue(i) {
				i++
				continue
			}
			v, next := t.readValue(i, last)
			if next <= i {
				i++
				continue
			}
			v.in = int32(u)
			v.first, v.last = i, next
			v.start, v.end = t.toks[i].Start, t.toks[next-1].End
			t.widenSpan(&v)
			for j := i; j < next; j++ {
				t.toks[j].Marks |= text.MarkNumber
				t.toks[j].Marks &^= text.MarkName | text.MarkStop | text.MarkCode
				t.toks[j].Weight = 0.8
			}
			if v.of != marker {
				t.values = append(t.values, v)
				if v.bound != exactly {
					t.passBound(i)
				}
			}
			i = next
		}
	}
	t.shareUnits()
	t.shareDays()
	t.shareYears()
}

// mayBeValue reports a token that a value can begin with: most words are not looked at again.
func (t *reading) mayBeValue(i int32) bool {
	tok := &t.toks[i]
	c := tok.Low[0]
	if tok.Start > 0 && t.raw[tok.Start-1] == '\\' {
		return false // the code of a sign: \000
	}
	if rest := t.raw[tok.End:]; i > 0 && t.toks[i-1].End-t.toks[i-1].Start > 1 && t.capital(int(i-1)) && len(rest) > 1 && rest[0] == '-' && rest[1] >= 'A' && rest[1] <= 'Z' && (len(rest) == 2 || !text.IsASCIIWord(rest[2])) {
		return false // Form 10-Q
	}
	return text.IsDigitByte(c) || tok.Is(text.MarkNumber) || c == 'v' && len(tok.Low) > 1 && text.IsDigitByte(tok.Low[1]) ||
		t.lang == "de" && len(tok.Low) >= longNumeral || valueWords()[tok.Low]
}

// longNumeral is from which length on a word of German may be a number of several words.
const longNumeral = len("zweihundert")

// readValue reads the value that starts at token i, and says where it ends; next
// is i where none does.
func (t *reading) readValue(i, last int32) (v value, next int32) {
	if v, next = t.readDate(i, last); next > i {
		t.readBound(&v, i, next, last)
		return v, next
	}
	if v, next = t.readLabel(i); next > i {
		return v, next
	}
	if text.IsDigitByte(t.toks[i].Low[0]) {
		if v, next = t.readPointer(i); next > i {
			return v, next
		}
		if v, next = t.readClock(i, last); next > i {
			t.readBound(&v, i, next, last)
			return v, next
		}
	}
	if v, next = t.readNumber(i, last); next > i {
		t.readBound(&v, i, next, last)
	}
	return v, next
}

// readLabel reads the number of a name: COVID-19, UTF-8. It is compared with that of the
// same name alone.
func (t *reading) readLabel(i int32) (value, int32) {
	v := value{kind: version}
	tok := &t.toks[i]
	if i == 0 || len(tok.Low) > 3 || !text.IsDigitByte(tok.Low[0]) || tok.Start == 0 || t.raw[tok.Start-1] != '-' {
		return v, i
	}
	p := &t.toks[i-1]
	if _, plain := wholeNumber(tok.Low, 3); !plain || p.End != tok.Start-1 || p.Is(text.MarkNumber) || !text.HasUpper(t.raw[p.Start:p.End]) || months[p.Low] != 0 {
		return v, i
	}
	if v.parts, v.of = tok.Low, p.Stem; len(p.Low) == 1 {
		v.of = marker // N-1
	}
	return v, i + 1
}

func (t *reading) low(i, last int32) string {
	if i < 0 || i >= last {
		return ""
	}
	return t.toks[i].Low
}

// back is the word n tokens before token i, "" where that stands in another unit.
func (t *reading) back(i, n int32) string {
	if i < n || t.toks[i-n].Unit != t.toks[i].Unit {
		return ""
	}
	return t.toks[i-n].Low
}

// gap is the text between token i and the one after it.
func (t *reading) gap(i int32) string {
	if int(i+1) >= len(t.toks) || t.toks[i+1].Start < t.toks[i].End {
		return ""
	}
	return t.raw[t.toks[i].End:t.toks[i+1].Start]
}

// sentence is the text of a unit.
func (t *reading) sentence(unit int32) string { return t.raw[t.units[unit].start:t.units[unit].end] }

// after is the text behind token i, to the end of its unit.
func (t *reading) after(i int32) string {
	return t.raw[t.toks[i].End:max(t.toks[i].End, t.units[t.toks[i].Unit].end)]
}

func (t *reading) before(i int32) string {
	return t.raw[t.units[t.toks[i].Unit].start:t.toks[i].Start]
}

// readNumber reads a number, version or ordinal with scale and unit.
func (t *reading) readNumber(i, last int32) (value, int32) {
	tok := &t.toks[i]
	v := value{}
	next := i + 1
	switch {
	case tok.Is(text.MarkCJK) && tok.Is(text.MarkNumber):
		n, ok := text.HanNumber(tok.Low)
		if !ok {
			return v, i
		}
		v.n, v.spelled = n, true
	case text.IsDigitByte(tok.Low[0]):
		var digits string
		if digits, next = t.groups(i, last); t.leadingDot(i) {
			digits = "0." + digits
		}
		if !t.readDigits(&v, digits, i, next) {
			return v, i
		}
		if f, after := t.readFraction(v, i, next, last); after > next {
			return f, after
		}
	case len(tok.Low) > 1 && tok.Low[0] == 'v' && text.IsDigitByte(tok.Low[1]) && strings.Trim(tok.Low[1:], "0123456789.") == "":
		v.kind, v.parts = version, tok.Low[1:]
		return v, next
	default:
		if f, after := t.readFractionWords(i, last); after > i {
			return f, after
		}
		return t.readNumeral(i, last)
	}
	before := strings.TrimRight(t.before(i), " \u00a0")
	nth := strings.HasSuffix(before, "第") || koreanNth(t.before(i))
	switch after, _ := utf8.DecodeRuneInString(t.after(next - 1)); {
	case v.kind == number && v.n == math.Trunc(v.n) && (strings.HasSuffix(before, "§") || nth && strings.ContainsRune("条條조", after)):
		v.kind, v.of, v.parts = version, sectionStem, strconv.FormatFloat(v.n, 'f', -1, 64)
	case nth:
		v.kind = ordinal
	}
	if v.kind != number {
		return v, next
	}
	return t.readScaleUnit(v, i, next, last)
}

// koreanNth reports 제 before a number, and no word that ends so: 문제 3 are problems.
func koreanNth(before string) bool {
	head, ok := strings.CutSuffix(before, "제")
	last, _ := utf8.DecodeLastRuneInString(head)
	return ok && !text.IsHangul(last)
}

// sectionStem is what the number of a section of a law is of: § 35, Section 35, 第三十五条, 제35조.
const sectionStem = "section"

// leadingDot reports decimals without the nought before them: .5%.
func (t *reading) leadingDot(i int32) bool {
	at := t.toks[i].Start
	return at > 1 && t.raw[at-1] == '.' && strings.IndexByte(" (±+-<>=~|", t.raw[at-2]) >= 0
}

// groups joins a number whose thousands stand apart: 12 000, 12'000, 53 879 people. A
// plain space says so only where one number cannot be two.
func (t *reading) groups(i, last int32) (string, int32) {
	digits, next := t.toks[i].Low, i+1
	if _, ok := wholeNumber(digits, 3); !ok || digits[0] == '0' {
		return digits, next
	}
	var sep string
	for next < last && len(t.toks[next].Low) >= 3 && (sep == "" || t.gap(next-1) == sep) {
		g, low := t.gap(next-1), t.toks[next].Low
		group, tail := low[:3], low[3:]
		if _, ok := wholeNumber(group, 3); !ok || tail != "" && !(tail[0] == '.' || tail[0] == ',') {
			break
		}
		switch g {
		case "'", "’", "\u00a0", "\u2009", "\u202f":
		case ", ": // a text put together from words
			if group[0] != '0' {
				return digits, next
			}
		case " , ":
		case " ":
			if t.lang == "en" && (i > 0 && t.toks[i-1].Is(text.MarkName|text.MarkNumber) && t.gap(i-1) == " " || sep == " " && len(t.toks[i].Low) == 3) {
				return t.toks[i].Low, i + 1 // "Windows 10 200 MB", a row of numbers
			}
		default:
			return digits, next
		}
		digits, sep = digits+group, g
		next++
		if tail != "" {
			return digits + strings.Replace(tail, ",", ".", 1), next
		}
	}
	if sep == " " && next < last && t.gap(next-1) == " " && text.IsDigitByte(t.toks[next].Low[0]) {
		return t.toks[i].Low, i + 1 // a row of numbers
	}
	return digits, next
}

// readDigits reads what starts with a digit: 1,234.5, 3.2.1, 5k, 10ms, 3rd. next is the
// token behind it.
func (t *reading) readDigits(v *value, low string, i, next int32) bool {
	end := 0
	for end < len(low) && (text.IsDigitByte(low[end]) || low[end] == '.' || low[end] == ',') {
		end++
	}
	digits, suffix := low[:end], low[end:]
	local := t.lang != "en" && t.lang != "" && t.lang != "zh" && t.lang != "ja" && t.lang != "ko" // a dot may group, a comma begin decimals
	if strings.Count(digits, ".") > 1 && !strings.Contains(digits, ",") {
		if suffix != "" {
			return false
		}
		if local && groupedBy(digits, '.') {
			digits = strings.ReplaceAll(digits, ".", "")
		} else {
			v.kind, v.parts = version, digits
			return true
		}
	}
	plain := digits
	if c := strings.LastIndexByte(digits, ','); c >= 0 {
		if len(digits)-c-1 == 3 && strings.LastIndexByte(digits, '.') < 0 || strings.Count(digits, ",") > 1 || strings.LastIndexByte(digits, '.') > c {
			plain = strings.ReplaceAll(digits, ",", "")
		} else {
			plain = strings.ReplaceAll(strings.ReplaceAll(digits, ".", ""), ",", ".")
		}
	} else if local && groupedBy(digits, '.') && strings.Contains(digits, ".") {
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
		if strings.Count(digits, ".") == 1 && t.versionBefore(i) && !t.counted(next) {
			v.kind, v.parts = version, digits
		} else if len(plain) < 8 {
			v.parts = plain
		}
		return true
	case "st", "nd", "rd", "th":
		v.kind = ordinal
		return true
	}
	written := t.raw[t.toks[next-1].Start:t.toks[next-1].End]
	written = written[len(written)-min(len(written), len(suffix)):]
	if word, ok := measure.AttachedUnits[written]; ok {
		*v = measured(*v, word)
		return true
	}
	s, ok := measure.AttachedScales[written]
	if base, _ := t.signedMoney(i); base != "" && !ok {
		s, ok = measure.MoneyScales[suffix]
	}
	if ok {
		if v.step == 0 {
			v.step = 0.5
		}
		v.n, v.step, v.scaled = n*s, v.step*s, s
		return true
	}
	if _, ok := measure.Of(suffix); ok {
		*v = measured(*v, suffix)
		return true
	}
	return false
}

// counted reports that a unit, a scale or a sign follows, so that the number before
// token next is no version.
func (t *reading) counted(next int32) bool {
	rest := strings.TrimLeft(t.after(next-1), " ")
	if strings.HasPrefix(rest, "%") || strings.HasPrefix(rest, "°") {
		return true
	}
	if int(next) >= len(t.toks) || t.toks[next].Unit != t.toks[next-1].Unit || t.toks[next].Is(text.MarkBreak) {
		return false
	}
	w := t.toks[next].Low
	_, isUnit := measure.Of(w)
	return isUnit && w != "a" && w != "an" || measure.Scales[w] != 0 || measure.Currency(w) != ""
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

var versionWords = text.WordSet(`version versions v ver release releases runtime ml lts python go java node postgresql kubernetes php ruby
	version' 版本 バージョン`)

// versionBefore reports whether the number at i is the version of what stands before it.
func (t *reading) versionBefore(i int32) bool {
	if i == 0 || t.toks[i-1].Unit != t.toks[i].Unit || t.toks[i].Is(text.MarkBreak) {
		return false
	}
	p := &t.toks[i-1]
	if t.sinceRelease(i) {
		return true
	}
	return versionWords.Has(p.Low) || p.Is(text.MarkName) && !p.Is(text.MarkFirst) && months[p.Low] == 0
}

// sinceRelease reports "prior to 9.1" and "starting with 3.8", the number alone or with
// "and later": what something is prior to in tenths is a release.
func (t *reading) sinceRelease(i int32) bool {
	second, first := t.back(i, 2), t.back(i, 1)
	starts := second == "prior" && first == "to" || (second == "starting" || second == "beginning") && (first == "with" || first == "in" || first == "from") || first == "since"
	if !starts {
		return false
	}
	rest := strings.TrimLeft(t.after(i), " ")
	next, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || strings.ContainsRune(".,;:)", next) || int(i)+1 < len(t.toks) && t.toks[i+1].Is(text.MarkStop)
}

func (t *reading) show(v *value) string { return strings.TrimSpace(t.raw[v.start:v.end]) }

// passBound takes the words that limit a value out of those that are compared as words:
// the limit is compared with the value.
func (t *reading) passBound(i int32) {
	for k := i - 1; k >= 0 && k >= i-3 && t.toks[k].Unit == t.toks[i].Unit; k-- {
		if low := t.toks[k].Low; low == "than" || boundWords[low] != exactly || thanWords[low] != exactly {
			t.toks[k].Marks |= text.MarkStop
			t.toks[k].Weight = 0
		}
	}
}
