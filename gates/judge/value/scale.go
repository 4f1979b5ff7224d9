package value

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/text"
)

// readScaleUnit reads what follows a number: million, 万, %, seconds.
func (t *Text) readScaleUnit(v Value, i, next, last int32) (Value, int32) {
	v, next = t.readHanScale(v, next, last)
	decimals := v.Step > 0 && v.Step < 0.5
	for next < last && !t.Toks[next].Is(text.MarkBreak) {
		s, ok := scales[t.Toks[next].Low]
		if !ok {
			break
		}
		if !decimals && !v.Spelled {
			v.Step = 0.5
		}
		v.N, v.Step = v.N*s, v.Step*s
		v.Scaled = max(v.Scaled, 1) * s
		next++
	}
	if next < last && !t.Toks[next].Is(text.MarkBreak) && v.Scaled == 0 {
		if s := moneyScales[t.Toks[next].Low]; s != 0 && signed(t.After(next)) {
			if !decimals {
				v.Step = 0.5
			}
			v.N, v.Step = v.N*s, v.Step*s // 5 M€, 2.5 Md€
			next++
		}
	}
	if v.Scaled >= 1e6 && t.Low(next, last) == "won" && !t.Toks[next].Is(text.MarkBreak) {
		v.Unit, v.UnitWord = Currency("krw"), "won"
		return v, next + 1
	}
	rest := t.After(next - 1)
	if strings.HasSuffix(t.Before(i), "百分之") {
		v.Unit, v.UnitWord = "%", "%"
		return v, next
	}
	if v.Unit == "" {
		v.Unit, v.UnitWord = t.signedMoney(i)
		if s := moneyScales[t.Low(next, last)]; v.Unit != "" && s != 0 && !t.Toks[next].Is(text.MarkBreak) && v.N < 1e4 {
			v.N, v.Step = v.N*s, max(v.Step, 0.5)*s // £15 m
			next++
		}
	}
	if v.Unit != "" {
		return v, next
	}
	trimmed := strings.TrimLeft(strings.TrimPrefix(rest, "."), " -\u00a0\u202f\u2009")
	if s := text.OpensScale(trimmed); s != nil && v.Scaled == s.Scale { // one that a space sets off is in the text that follows
		trimmed = trimmed[len(s.Sign):]
	}
	switch {
	case strings.HasPrefix(trimmed, "%") || strings.HasPrefix(trimmed, "％"):
		v.Unit, v.UnitWord = "%", "%"
		return t.readPoints(v, next, last)
	case strings.HasPrefix(rest, "×") && !opensNumber(rest[len("×"):]):
		return measured(v, "×"), next
	case tenths(trimmed) && v.N < 10:
		v.Unit, v.UnitWord = "%", "%"
		v.N, v.Step = v.N*10, 5
		return v, next
	case strings.HasPrefix(trimmed, "°C"), strings.HasPrefix(trimmed, "°F"):
		return measured(v, strings.ToLower(trimmed[:3])), min(next+1, last)
	case strings.HasPrefix(trimmed, "℃"), strings.HasPrefix(trimmed, "℉"):
		return measured(v, trimmed[:len("℃")]), next
	}
	if base, word, after := t.money(trimmed, next, last); base != "" {
		v.Unit, v.UnitWord = base, word
		return v, after
	}
	if next >= last || t.Toks[next].Is(text.MarkBreak) && !strings.HasPrefix(rest, "-") && !t.Toks[next].Is(text.MarkCJK) {
		return v, next
	}
	w := t.Toks[next].Low
	if (w == "per" || w == "pour" || w == "por") && percentOf.Has(t.Low(next+1, last)) {
		v.Unit, v.UnitWord = "%", "%"
		return t.readPoints(v, next+2, last)
	}
	if two := w + " " + t.Low(next+1, last); UnitOf(two).Base != "" {
		return measured(v, two), next + 2 // square metres
	}
	for sign, power := range map[string]string{"²": "square ", "³": "cubic "} {
		if strings.HasPrefix(t.After(next), sign) && UnitOf(power+w).Base != "" {
			return measured(v, power+w), next + 1
		}
	}
	if t.Toks[next].Is(text.MarkCJK) {
		for _, n := range []int{15, 12, 9, 6, 3} {
			if len(trimmed) >= n && UnitOf(trimmed[:n]).Base != "" && !withinWord(trimmed, n) {
				return measured(v, trimmed[:n]), next
			}
		}
		if r, n := utf8.DecodeRuneInString(trimmed); text.IsCJK(r) {
			v.Noun = trimmed[:n]
			if r == '개' { // of whatever: the word behind it tells
				v.Noun += openingHangul(strings.TrimLeft(trimmed[n:], "의 "))
			}
		}
		return v, next
	}
	if u, ok := UnitNamed(w); ok && (w != "a" && w != "an" || next+1 >= last) {
		if v = measured(v, w); u.Base == "%" {
			return t.readPoints(v, next+1, last)
		}
		return v, next + 1
	}
	for k := next; k < last && k < next+3 && !(k > next && t.Toks[k].Is(text.MarkBreak)); k++ {
		if t.Toks[k].Is(text.MarkStop) || t.Toks[k].Is(text.MarkNumber) {
			break
		}
		v.Noun = t.Toks[k].Stem
	}
	return v, next
}

// openingHangul is the first two syllables of Korean that a text begins with, "" where it begins with none.
func openingHangul(s string) string {
	for i, r := range s {
		if !text.IsHangul(r) {
			return s[:i]
		}
		if i == 2*len("개") {
			return s[:i]
		}
	}
	return s
}

// withinWord reports a syllable of Korean that is a unit by itself and here begins a word: 3분기, 5분류.
func withinWord(rest string, n int) bool {
	if unit := rest[:n]; unit != "분" && unit != "초" {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest[n:])
	return unicode.Is(unicode.Hangul, r) && !strings.ContainsRune("이간을은에마만동도후전내까부짜가안쯤", r)
}

// UnitOf is the unit that a word or sign stands for, the zero value for none.
func UnitOf(word string) Unit {
	u, _ := UnitNamed(word)
	return u
}

// measured gives a number a unit of the table.
func measured(v Value, word string) Value {
	u := UnitOf(word)
	v.Unit, v.UnitWord, v.N, v.Step = u.Base, word, v.N*u.Scale, v.Step*u.Scale
	return v
}

// percentOf is the second word of "per cent" in the languages that write two.
var percentOf = text.WordSet("cent ciento cento")

// pointWords behind a percentage make points of it, which are no percentage.
var pointWords = text.WordSet("point points punkte prozentpunkte puntos punti")

func (t *Text) readPoints(v Value, next, last int32) (Value, int32) {
	if !pointWords.Has(t.Low(next, last)) || t.Toks[next].Is(text.MarkBreak) && t.Gap(next-1) != "-" && v.UnitWord != "%" {
		return v, next
	}
	v.Unit, v.UnitWord = "pp", t.Low(next, last)
	return v, next + 1
}

// tenths reports 成 or 割 behind a number, and no word that begins with it.
func tenths(rest string) bool {
	r, n := utf8.DecodeRuneInString(rest)
	behind, _ := utf8.DecodeRuneInString(rest[n:])
	return (r == '成' || r == '割') && (!unicode.Is(unicode.Han, behind) || strings.ContainsRune("左以多上是在不超", behind))
}

// readHanScale reads 3.5億, 1万2千, 12万3000.
func (t *Text) readHanScale(v Value, next, last int32) (Value, int32) {
	least := 0.0
	for {
		rest := t.After(next - 1)
		if least == 0 {
			rest = besideScale(rest)
		}
		scaled := false
		if s := text.OpensScale(rest); s != nil && !opensUnit(rest) && !t.Toks[next-1].Is(text.MarkCJK) && (least == 0 || s.Scale < least) {
			if least == 0 {
				v.N, v.Step, v.Scaled = v.N*s.Scale, max(v.Step, 0.5)*s.Scale, s.Scale
			} else {
				v.Scaled = 0
				n, _ := text.WholeNumber(t.Toks[next-1].Low, 4)
				v.N, v.Step = v.N-float64(n)+float64(n)*s.Scale, 0.5*s.Scale
			}
			least, scaled = s.Scale, true
			rest = rest[len(s.Sign):]
		}
		// What follows at once is the next part of the same number.
		if !scaled || next >= last || rest == "" || !text.IsDigitByte(rest[0]) || !strings.HasPrefix(rest, t.Toks[next].Low) {
			return v, next
		}
		n, ok := text.WholeNumber(t.Toks[next].Low, 4)
		if !ok || float64(n) >= least {
			return v, next
		}
		v.N, v.Step = v.N+float64(n), 0
		next++
	}
}

// opensUnit reports a sign of scale that is the first of a unit: 兆瓦 is a million watts.
func opensUnit(rest string) bool {
	const sign = len("兆")
	return len(rest) >= 2*sign && UnitOf(rest[:2*sign]).Base != ""
}

// opensNumber reports a number behind a sign: 3×3, 4 × 5.
func opensNumber(rest string) bool {
	rest = strings.TrimLeft(rest, " ")
	return rest != "" && text.IsDigitByte(rest[0])
}

// besideScale is what stands behind a number, without the space that some put before 万.
func besideScale(rest string) string {
	if r, _ := utf8.DecodeRuneInString(strings.TrimPrefix(rest, " ")); strings.ContainsRune("万萬亿億만억조", r) {
		return strings.TrimPrefix(rest, " ")
	}
	return rest
}

// shareUnits gives the first number of a range the unit and the scale of the second,
// the second the currency of the first, and both the range: 10 to 20 seconds, $5–10 million.
func (t *Text) shareUnits() {
	for i := len(t.Values) - 2; i >= 0; i-- {
		a, b := &t.Values[i], &t.Values[i+1]
		if a.Kind != Number || b.Kind != Number || a.In != b.In || b.First-a.Last > 1 || b.Start < a.End {
			continue
		}
		between := strings.TrimSpace(t.Raw[a.End:b.Start])
		if len(between) > 1 {
			between = strings.TrimLeft(between, "- ")
		}
		switch between {
		case "and", "or", "und", "oder", "et", "ou", "y", "o", "和", "或":
			if between != "and" || t.Low(a.First-1, b.First) != "between" {
				shareUnit(a, b)
				continue
			}
		case "-", "–", "—", "to", "bis", "à", "a", "~", "～", "〜", "至", "到", "から":
		default:
			continue
		}
		if shareUnit(a, b); a.Unit == b.Unit && a.N < b.N {
			a.low, a.high, b.low, b.high = a.N, b.N, a.N, b.N
		}
	}
}

func shareUnit(a, b *Value) {
	if m := UnitOf(b.UnitWord); a.Unit == "" && b.Unit != "" && a.Scaled == 0 {
		scale := max(b.Scaled, 1)
		if m.Scale != 0 {
			scale *= m.Scale
		}
		a.Unit, a.UnitWord, a.N, a.Step = b.Unit, b.UnitWord, a.N*scale, a.Step*scale
	} else if a.Scaled == 0 && b.Scaled > 1 && a.N*b.Scaled < b.N {
		a.N, a.Step = a.N*b.Scaled, a.Step*b.Scaled
	}
	if b.Unit == "" && Currency(a.UnitWord) != "" {
		b.Unit, b.UnitWord = a.Unit, a.UnitWord
	}
}

// widenSpan takes in signs that belong to a value as people read it.
func (t *Text) widenSpan(v *Value) {
	for _, sign := range currencySigns {
		if head := strings.TrimRight(t.Raw[:v.Start], " "); strings.HasSuffix(head, sign) && Currency(strings.ToLower(sign)) == v.Unit {
			v.Start = int32(len(head) - len(sign))
			break
		}
	}
	if t.leadingDot(v.First) {
		v.Start = min(v.Start, t.Toks[v.First].Start-1)
	}
	rest := t.Raw[v.End:]
	beside := besideScale(rest)
	if s := text.OpensScale(beside); s != nil && !t.Toks[v.Last-1].Is(text.MarkCJK) { // a scale stands between number and unit, outside of any token
		v.End += int32(len(rest) - len(beside) + len(s.Sign))
		rest = t.Raw[v.End:]
	}
	if v.Unit == "%" && strings.HasPrefix(rest, " %") {
		v.End += 2
	} else if strings.HasPrefix(rest, "%") {
		v.End++
	} else if trimmed := strings.TrimLeft(rest, " "); v.Unit != "" && v.UnitWord != "" && strings.HasPrefix(trimmed, v.UnitWord) {
		v.End += int32(len(rest) - len(trimmed) + len(v.UnitWord))
	}
}

// signedMoney is the currency whose sign or code stands right before token i.
func (t *Text) signedMoney(i int32) (base, word string) {
	head := strings.TrimRight(t.Before(i), " \u00a0")
	for _, sign := range currencySigns {
		if strings.HasSuffix(head, sign) {
			return Currency(strings.ToLower(sign)), strings.ToLower(sign)
		}
	}
	if i > 0 && t.Toks[i-1].Unit == t.Toks[i].Unit && !t.Toks[i].Is(text.MarkBreak) {
		// A code, not a word: "USD 5 million", but not "the yen 5".
		if p := &t.Toks[i-1]; len(p.Low) == 3 && text.IsUpperWord(t.Raw[p.Start:p.End]) {
			return Currency(p.Low), p.Low
		}
	}
	return "", ""
}

// signed reports a sign of a currency with nothing but a space before it.
func signed(rest string) bool {
	rest = strings.TrimLeft(rest, " .\u00a0\u202f")
	return slices.ContainsFunc(currencySigns, func(sign string) bool { return strings.HasPrefix(rest, sign) })
}

// money is the currency that rest begins with, behind a number, its token next.
func (t *Text) money(rest string, next, last int32) (base, word string, after int32) {
	for _, sign := range currencySigns {
		if strings.HasPrefix(rest, sign) {
			return Currency(strings.ToLower(sign)), sign, next
		}
	}
	for _, n := range []int{9, 6, 3} {
		if len(rest) >= n && rest[0] >= 0x80 {
			if base := Currency(rest[:n]); base != "" {
				return base, rest[:n], next
			}
		}
	}
	for k := next; k < last && k < next+2 && !t.Toks[k].Is(text.MarkBreak); k++ {
		w := t.Toks[k].Low
		if base := Currency(w); base != "" && (k == next || moneyOf.Has(t.Toks[next].Low)) {
			return base, w, k + 1
		}
	}
	return "", "", next
}

// moneyOf stand between a number and its currency: "5 million US dollars", "deux millions d'euros".
var moneyOf = text.WordSet("us u.s u.s. de d of american canadian australian")
