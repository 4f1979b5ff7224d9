package value

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"assay/text"
)

// A Text is a document with its values.
type Text struct {
	text.Document
	Values []Value
}

// Read reads a text in a language, and the values of all units, and marks their tokens, so that no
// number is weighed as a word.
func Read(raw, lang string, stems *text.Stems) Text {
	t := Text{Document: text.Read(raw, lang, stems)}
	t.find()
	return t
}

// Show is a value as it is written.
func (t *Text) Show(v *Value) string { return strings.TrimSpace(t.Raw[v.Start:v.End]) }

func (t *Text) find() {
	for u := range t.Units {
		last := t.Units[u].Last
		for i := t.Units[u].First; i < last; {
			if !t.mayBeValue(i) {
				i++
				continue
			}
			v, next := t.readValue(i, last)
			if next <= i {
				i++
				continue
			}
			v.In = int32(u)
			v.First, v.Last = i, next
			v.Start, v.End = t.Toks[i].Start, t.Toks[next-1].End
			t.widenSpan(&v)
			for j := i; j < next; j++ {
				t.Toks[j].Marks |= text.MarkNumber
				t.Toks[j].Marks &^= text.MarkName | text.MarkStop | text.MarkCode
				t.Toks[j].Weight = 0.8
			}
			if v.Of != marker {
				t.Values = append(t.Values, v)
				if v.Bound != Exactly {
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
func (t *Text) mayBeValue(i int32) bool {
	tok := &t.Toks[i]
	c := tok.Low[0]
	if tok.Start > 0 && t.Raw[tok.Start-1] == '\\' {
		return false // the code of a sign: \000
	}
	if rest := t.Raw[tok.End:]; i > 0 && t.Toks[i-1].End-t.Toks[i-1].Start > 1 && t.Capital(int(i-1)) && len(rest) > 1 && rest[0] == '-' && rest[1] >= 'A' && rest[1] <= 'Z' && (len(rest) == 2 || !text.IsASCIIWord(rest[2])) {
		return false // Form 10-Q
	}
	return text.IsDigitByte(c) || tok.Is(text.MarkNumber) || c == 'v' && len(tok.Low) > 1 && text.IsDigitByte(tok.Low[1]) ||
		t.Lang == "de" && len(tok.Low) >= longNumeral || valueWords()[tok.Low]
}

// longNumeral is from which length on a word of German may be a number of several words.
const longNumeral = len("zweihundert")

// readValue reads the value that starts at token i, and says where it ends; next
// is i where none does.
func (t *Text) readValue(i, last int32) (v Value, next int32) {
	if v, next = t.readDate(i, last); next > i {
		t.readBound(&v, i, next, last)
		return v, next
	}
	if v, next = t.readLabel(i); next > i {
		return v, next
	}
	if text.IsDigitByte(t.Toks[i].Low[0]) {
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
func (t *Text) readLabel(i int32) (Value, int32) {
	v := Value{Kind: Version}
	tok := &t.Toks[i]
	if i == 0 || len(tok.Low) > 3 || !text.IsDigitByte(tok.Low[0]) || tok.Start == 0 || t.Raw[tok.Start-1] != '-' {
		return v, i
	}
	p := &t.Toks[i-1]
	if _, plain := text.WholeNumber(tok.Low, 3); !plain || p.End != tok.Start-1 || p.Is(text.MarkNumber) || !text.HasUpper(t.Raw[p.Start:p.End]) || text.Months[p.Low] != 0 {
		return v, i
	}
	if v.Parts, v.Of = tok.Low, p.Stem; len(p.Low) == 1 {
		v.Of = marker // N-1
	}
	return v, i + 1
}

// readNumber reads a number, version or ordinal with scale and unit.
func (t *Text) readNumber(i, last int32) (Value, int32) {
	tok := &t.Toks[i]
	v := Value{}
	next := i + 1
	switch {
	case tok.Is(text.MarkCJK) && tok.Is(text.MarkNumber):
		n, ok := text.HanNumber(tok.Low)
		if !ok {
			return v, i
		}
		v.N, v.Spelled = n, true
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
		v.Kind, v.Parts = Version, tok.Low[1:]
		return v, next
	default:
		if f, after := t.readFractionWords(i, last); after > i {
			return f, after
		}
		return t.readNumeral(i, last)
	}
	before := strings.TrimRight(t.Before(i), " \u00a0")
	nth := strings.HasSuffix(before, "第") || koreanNth(t.Before(i))
	switch after, _ := utf8.DecodeRuneInString(t.After(next - 1)); {
	case v.Kind == Number && v.N == math.Trunc(v.N) && (strings.HasSuffix(before, "§") || nth && strings.ContainsRune("条條조", after)):
		v.Kind, v.Of, v.Parts = Version, sectionStem, strconv.FormatFloat(v.N, 'f', -1, 64)
	case nth:
		v.Kind = Ordinal
	}
	if v.Kind != Number {
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
func (t *Text) leadingDot(i int32) bool {
	at := t.Toks[i].Start
	return at > 1 && t.Raw[at-1] == '.' && strings.IndexByte(" (±+-<>=~|", t.Raw[at-2]) >= 0
}

// groups joins a number whose thousands stand apart: 12 000, 12'000, 53 879 people. A
// plain space says so only where one number cannot be two.
func (t *Text) groups(i, last int32) (string, int32) {
	digits, next := t.Toks[i].Low, i+1
	if _, ok := text.WholeNumber(digits, 3); !ok || digits[0] == '0' {
		return digits, next
	}
	var sep string
	for next < last && len(t.Toks[next].Low) >= 3 && (sep == "" || t.Gap(next-1) == sep) {
		g, low := t.Gap(next-1), t.Toks[next].Low
		group, tail := low[:3], low[3:]
		if _, ok := text.WholeNumber(group, 3); !ok || tail != "" && !(tail[0] == '.' || tail[0] == ',') {
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
			if t.Lang == "en" && (i > 0 && t.Toks[i-1].Is(text.MarkName|text.MarkNumber) && t.Gap(i-1) == " " || sep == " " && len(t.Toks[i].Low) == 3) {
				return t.Toks[i].Low, i + 1 // "Windows 10 200 MB", a row of numbers
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
	if sep == " " && next < last && t.Gap(next-1) == " " && text.IsDigitByte(t.Toks[next].Low[0]) {
		return t.Toks[i].Low, i + 1 // a row of numbers
	}
	return digits, next
}

// readDigits reads what starts with a digit: 1,234.5, 3.2.1, 5k, 10ms, 3rd. next is the
// token behind it.
func (t *Text) readDigits(v *Value, low string, i, next int32) bool {
	end := 0
	for end < len(low) && (text.IsDigitByte(low[end]) || low[end] == '.' || low[end] == ',') {
		end++
	}
	digits, suffix := low[:end], low[end:]
	local := t.Lang != "en" && t.Lang != "" && t.Lang != "zh" && t.Lang != "ja" && t.Lang != "ko" // a dot may group, a comma begin decimals
	if strings.Count(digits, ".") > 1 && !strings.Contains(digits, ",") {
		if suffix != "" {
			return false
		}
		if local && groupedBy(digits, '.') {
			digits = strings.ReplaceAll(digits, ".", "")
		} else {
			v.Kind, v.Parts = Version, digits
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
	v.N, v.Step = n, 0
	if p := strings.IndexByte(plain, '.'); p >= 0 {
		v.Step = 0.5 * math.Pow10(-(len(plain) - p - 1))
	}
	v.digits = exactDigits(plain)
	switch suffix {
	case "":
		if strings.Count(digits, ".") == 1 && t.versionBefore(i) && !t.counted(next) {
			v.Kind, v.Parts = Version, digits
		} else if len(plain) < 8 {
			v.Parts = plain
		}
		return true
	case "st", "nd", "rd", "th":
		v.Kind = Ordinal
		return true
	}
	written := t.Raw[t.Toks[next-1].Start:t.Toks[next-1].End]
	written = written[len(written)-min(len(written), len(suffix)):]
	if word, ok := attachedUnits[written]; ok {
		*v = measured(*v, word)
		return true
	}
	s, ok := attachedScales[written]
	if base, _ := t.signedMoney(i); base != "" && !ok {
		s, ok = moneyScales[suffix]
	}
	if ok {
		if v.Step == 0 {
			v.Step = 0.5
		}
		v.N, v.Step, v.Scaled = n*s, v.Step*s, s
		return true
	}
	if _, ok := UnitNamed(suffix); ok {
		*v = measured(*v, suffix)
		return true
	}
	return false
}

// counted reports that a unit, a scale or a sign follows, so that the number before
// token next is no version.
func (t *Text) counted(next int32) bool {
	rest := strings.TrimLeft(t.After(next-1), " ")
	if strings.HasPrefix(rest, "%") || strings.HasPrefix(rest, "°") {
		return true
	}
	if int(next) >= len(t.Toks) || t.Toks[next].Unit != t.Toks[next-1].Unit || t.Toks[next].Is(text.MarkBreak) {
		return false
	}
	w := t.Toks[next].Low
	_, isUnit := UnitNamed(w)
	return isUnit && w != "a" && w != "an" || scales[w] != 0 || Currency(w) != ""
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

var VersionWords = text.WordSet(`version versions v ver release releases runtime ml lts python go java node postgresql kubernetes php ruby
	version' 版本 バージョン`)

// versionBefore reports whether the number at i is the version of what stands before it.
func (t *Text) versionBefore(i int32) bool {
	if i == 0 || t.Toks[i-1].Unit != t.Toks[i].Unit || t.Toks[i].Is(text.MarkBreak) {
		return false
	}
	p := &t.Toks[i-1]
	if t.sinceRelease(i) {
		return true
	}
	return VersionWords.Has(p.Low) || p.Is(text.MarkName) && !p.Is(text.MarkFirst) && text.Months[p.Low] == 0
}

// sinceRelease reports "prior to 9.1" and "starting with 3.8", the number alone or with
// "and later": what something is prior to in tenths is a release.
func (t *Text) sinceRelease(i int32) bool {
	second, first := t.Back(i, 2), t.Back(i, 1)
	starts := second == "prior" && first == "to" || (second == "starting" || second == "beginning") && (first == "with" || first == "in" || first == "from") || first == "since"
	if !starts {
		return false
	}
	rest := strings.TrimLeft(t.After(i), " ")
	next, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || strings.ContainsRune(".,;:)", next) || int(i)+1 < len(t.Toks) && t.Toks[i+1].Is(text.MarkStop)
}

// passBound takes the words that limit a value out of those that are compared as words:
// the limit is compared with the value.
func (t *Text) passBound(i int32) {
	for k := i - 1; k >= 0 && k >= i-3 && t.Toks[k].Unit == t.Toks[i].Unit; k-- {
		if low := t.Toks[k].Low; low == "than" || BoundWords[low] != Exactly || ThanWords[low] != Exactly {
			t.Toks[k].Marks |= text.MarkStop
			t.Toks[k].Weight = 0
		}
	}
}

// Rivals reports two values of a text either of which a claim may mean by a value of
// its own.
func Rivals(a, b *Value) bool {
	if a.Kind != b.Kind || a.Of != "" || b.Of != "" {
		return false
	}
	return a.Kind != Number || a.Unit == b.Unit
}

// Range is the range of the values that begin within a range of tokens.
func (t *Text) Range(r [2]int32) (first, last int) {
	first, _ = slices.BinarySearchFunc(t.Values, r[0], func(v Value, at int32) int { return int(v.First) - int(at) })
	last, _ = slices.BinarySearchFunc(t.Values, r[1], func(v Value, at int32) int { return int(v.First) - int(at) })
	return first, last
}
