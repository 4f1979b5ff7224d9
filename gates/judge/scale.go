package judge

import (
	"assay/gates/judge/measure"
	"assay/text"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// readScaleUnit reads what follows a number: million, 万, %, seconds.
func (t *reading) readScaleUnit(v value, i, next, last int32) (value, int32) {
	v, next = t.readHanScale(v, next, last)
	decimals := v.step > 0 && v.step < 0.5
	for next < last && !t.toks[next].Is(text.MarkBreak) {
		s, ok := measure.Scales[t.toks[next].Low]
		if !ok {
			break
		}
		if !decimals && !v.spelled {
			v.step = 0.5
		}
		v.n, v.step = v.n*s, v.step*s
		v.scaled = max(v.scaled, 1) * s
		next++
	}
	if next < last && !t.toks[next].Is(text.MarkBreak) && v.scaled == 0 {
		if s := measure.MoneyScales[t.toks[next].Low]; s != 0 && signed(t.after(next)) {
			if !decimals {
				v.step = 0.5
			}
			v.n, v.step = v.n*s, v.step*s // 5 M€, 2.5 Md€
			next++
		}
	}
	if v.scaled >= 1e6 && t.low(next, last) == "won" && !t.toks[next].Is(text.MarkBreak) {
		v.unit, v.unitWord = measure.Currency("krw"), "won"
		return v, next + 1
	}
	rest := t.after(next - 1)
	if strings.HasSuffix(t.before(i), "百分之") {
		v.unit, v.unitWord = "%", "%"
		return v, next
	}
	if v.unit == "" {
		v.unit, v.unitWord = t.signedMoney(i)
		if s := measure.MoneyScales[t.low(next, last)]; v.unit != "" && s != 0 && !t.toks[next].Is(text.MarkBreak) && v.n < 1e4 {
			v.n, v.step = v.n*s, max(v.step, 0.5)*s // £15 m
			next++
		}
	}
	if v.unit != "" {
		return v, next
	}
	trimmed := strings.TrimLeft(strings.TrimPrefix(rest, "."), " -\u00a0\u202f\u2009")
	if s := text.OpensScale(trimmed); s != nil && v.scaled == s.Scale { // one that a space sets off is in the text that follows
		trimmed = trimmed[len(s.Sign):]
	}
	switch {
	case strings.HasPrefix(trimmed, "%") || strings.HasPrefix(trimmed, "％"):
		v.unit, v.unitWord = "%", "%"
		return t.readPoints(v, next, last)
	case strings.HasPrefix(rest, "×") && !opensNumber(rest[len("×"):]):
		return measured(v, "×"), next
	case tenths(trimmed) && v.n < 10:
		v.unit, v.unitWord = "%", "%"
		v.n, v.step = v.n*10, 5
		return v, next
	case strings.HasPrefix(trimmed, "°C"), strings.HasPrefix(trimmed, "°F"):
		return measured(v, strings.ToLower(trimmed[:3])), min(next+1, last)
	case strings.HasPrefix(trimmed, "℃"), strings.HasPrefix(trimmed, "℉"):
		return measured(v, trimmed[:len("℃")]), next
	}
	if base, word, after := t.money(trimmed, next, last); base != "" {
		v.unit, v.unitWord = base, word
		return v, after
	}
	if next >= last || t.toks[next].Is(text.MarkBreak) && !strings.HasPrefix(rest, "-") && !t.toks[next].Is(text.MarkCJK) {
		return v, next
	}
	w := t.toks[next].Low
	if (w == "per" || w == "pour" || w == "por") && percentOf.Has(t.low(next+1, last)) {
		v.unit, v.unitWord = "%", "%"
		return t.readPoints(v, next+2, last)
	}
	if two := w + " " + t.low(next+1, last); unitOf(two).Base != "" {
		return measured(v, two), next + 2 // square metres
	}
	for sign, power := range map[string]string{"²": "square ", "³": "cubic "} {
		if strings.HasPrefix(t.after(next), sign) && unitOf(power+w).Base != "" {
			return measured(v, power+w), next + 1
		}
	}
	if t.toks[next].Is(text.MarkCJK) {
		for _, n := range []int{15, 12, 9, 6, 3} {
			if len(trimmed) >= n && unitOf(trimmed[:n]).Base != "" && !withinWord(trimmed, n) {
				return measured(v, trimmed[:n]), next
			}
		}
		if r, n := utf8.DecodeRuneInString(trimmed); text.IsCJK(r) {
			v.noun = trimmed[:n]
		}
		return v, next
	}
	if u, ok := measure.Of(w); ok && (w != "a" && w != "an" || next+1 >= last) {
		if v = measured(v, w); u.Base == "%" {
			return t.readPoints(v, next+1, last)
		}
		return v, next + 1
	}
	for k := next; k < last && k < next+3 && !(k > next && t.toks[k].Is(text.MarkBreak)); k++ {
		if t.toks[k].Is(text.MarkStop) || t.toks[k].Is(text.MarkNumber) {
			break
		}
		v.noun = t.toks[k].Stem
	}
	return v, next
}

// withinWord reports a syllable of Korean that is a unit by itself and here begins a word: 3분기, 5분류.
func withinWord(rest string, n int) bool {
	if unit := rest[:n]; unit != "분" && unit != "초" {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest[n:])
	return unicode.Is(unicode.Hangul, r) && !strings.ContainsRune("이간을은에마만동도후전내까부짜가안쯤", r)
}

// unitOf is the unit that a word or sign stands for, the zero value for none.
func unitOf(word string) measure.Unit {
	u, _ := measure.Of(word)
	return u
}

// measured gives a number a unit of the table.
func measured(v value, word string) value {
	u := unitOf(word)
	v.unit, v.unitWord, v.n, v.step = u.Base, word, v.n*u.Scale, v.step*u.Scale
	return v
}

// percentOf is the second word of "per cent" in the languages that write two.
var percentOf = text.WordSet("cent ciento cento")

// pointWords behind a percentage make points of it, which are no percentage.
var pointWords = text.WordSet("point points punkte prozentpunkte puntos punti")

func (t *reading) readPoints(v value, next, last int32) (value, int32) {
	if !pointWords.Has(t.low(next, last)) || t.toks[next].Is(text.MarkBreak) && t.gap(next-1) != "-" && v.unitWord != "%" {
		return v, next
	}
	v.unit, v.unitWord = "pp", t.low(next, last)
	return v, next + 1
}

// tenths reports 成 or 割 behind a number, and no word that begins with it.
func tenths(rest string) bool {
	r, n := utf8.DecodeRuneInString(rest)
	behind, _ := utf8.DecodeRuneInString(rest[n:])
	return (r == '成' || r == '割') && (!unicode.Is(unicode.Han, behind) || strings.ContainsRune("左以多上是在不超", behind))
}

// readHanScale reads 3.5億, 1万2千, 12万3000.
func (t *reading) readHanScale(v value, next, last int32) (value, int32) {
	least := 0.0
	for {
		rest := t.after(next - 1)
		if least == 0 {
			rest = besideScale(rest)
		}
		scaled := false
		if s := text.OpensScale(rest); s != nil && !opensUnit(rest) && !t.toks[next-1].Is(text.MarkCJK) && (least == 0 || s.Scale < least) {
			if least == 0 {
				v.n, v.step, v.scaled = v.n*s.Scale, max(v.step, 0.5)*s.Scale, s.Scale
			} else {
				v.scaled = 0
				n, _ := wholeNumber(t.toks[next-1].Low, 4)
				v.n, v.step = v.n-float64(n)+float64(n)*s.Scale, 0.5*s.Scale
			}
			least, scaled = s.Scale, true
			rest = rest[len(s.Sign):]
		}
		// What follows at once is the next part of the same number.
		if !scaled || next >= last || rest == "" || !text.IsDigitByte(rest[0]) || !strings.HasPrefix(rest, t.toks[next].Low) {
			return v, next
		}
		n, ok := wholeNumber(t.toks[next].Low, 4)
		if !ok || float64(n) >= least {
			return v, next
		}
		v.n, v.step = v.n+float64(n), 0
		next++
	}
}

// opensUnit reports a sign of scale that is the first of a unit: 兆瓦 is a million watts.
func opensUnit(rest string) bool {
	const sign = len("兆")
	return len(rest) >= 2*sign && unitOf(rest[:2*sign]).Base != ""
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
func (t *reading) shareUnits() {
	for i := len(t.values) - 2; i >= 0; i-- {
		a, b := &t.values[i], &t.values[i+1]
		if a.kind != number || b.kind != number || a.in != b.in || b.first-a.last > 1 || b.start < a.end {
			continue
		}
		between := strings.TrimSpace(t.raw[a.end:b.start])
		if len(between) > 1 {
			between = strings.TrimLeft(between, "- ")
		}
		switch between {
		case "and", "or", "und", "oder", "et", "ou", "y", "o", "和", "或":
			if between != "and" || t.low(a.first-1, b.first) != "between" {
				shareUnit(a, b)
				continue
			}
		case "-", "–", "—", "to", "bis", "à", "a", "~", "～", "〜", "至", "到", "から":
		default:
			continue
		}
		if shareUnit(a, b); a.unit == b.unit && a.n < b.n {
			a.low, a.high, b.low, b.high = a.n, b.n, a.n, b.n
		}
	}
}

func shareUnit(a, b *value) {
	if m := unitOf(b.unitWord); a.unit == "" && b.unit != "" && a.scaled == 0 {
		scale := max(b.scaled, 1)
		if m.Scale != 0 {
			scale *= m.Scale
		}
		a.unit, a.unitWord, a.n, a.step = b.unit, b.unitWord, a.n*scale, a.step*scale
	} else if a.scaled == 0 && b.scaled > 1 && a.n*b.scaled < b.n {
		a.n, a.step = a.n*b.scaled, a.step*b.scaled
	}
	if b.unit == "" && measure.Currency(a.unitWord) != "" {
		b.unit, b.unitWord = a.unit, a.unitWord
	}
}

// widenSpan takes in signs that belong to a value as people read it.
func (t *reading) widenSpan(v *value) {
	for _, sign := range measure.CurrencySigns {
		if head := strings.TrimRight(t.raw[:v.start], " "); strings.HasSuffix(head, sign) && measure.Currency(strings.ToLower(sign)) == v.unit {
			v.start = int32(len(head) - len(sign))
			break
		}
	}
	if t.leadingDot(v.first) {
		v.start = min(v.start, t.toks[v.first].Start-1)
	}
	rest := t.raw[v.end:]
	beside := besideScale(rest)
	if s := text.OpensScale(beside); s != nil && !t.toks[v.last-1].Is(text.MarkCJK) { // a scale stands between number and unit, outside of any token
		v.end += int32(len(rest) - len(beside) + len(s.Sign))
		rest = t.raw[v.end:]
	}
	if v.unit == "%" && strings.HasPrefix(rest, " %") {
		v.end += 2
	} else if strings.HasPrefix(rest, "%") {
		v.end++
	} else if trimmed := strings.TrimLeft(rest, " "); v.unit != "" && v.unitWord != "" && strings.HasPrefix(trimmed, v.unitWord) {
		v.end += int32(len(rest) - len(trimmed) + len(v.unitWord))
	}
}

// signedMoney is the currency whose sign or code stands right before token i.
func (t *reading) signedMoney(i int32) (base, word string) {
	head := strings.TrimRight(t.before(i), " \u00a0")
	for _, sign := range measure.CurrencySigns {
		if strings.HasSuffix(head, sign) {
			return measure.Currency(strings.ToLower(sign)), strings.ToLower(sign)
		}
	}
	if i > 0 && t.toks[i-1].Unit == t.toks[i].Unit && !t.toks[i].Is(text.MarkBreak) {
		// A code, not a word: "USD 5 million", but not "the yen 5".
		if p := &t.toks[i-1]; len(p.Low) == 3 && isUpperWord(t.raw[p.Start:p.End]) {
			return measure.Currency(p.Low), p.Low
		}
	}
	return "", ""
}

// signed reports a sign of a currency with nothing but a space before it.
func signed(rest string) bool {
	rest = strings.TrimLeft(rest, " .\u00a0\u202f")
	return slices.ContainsFunc(measure.CurrencySigns, func(sign string) bool { return strings.HasPrefix(rest, sign) })
}

// money is the currency that rest begins with, behind a number, its token next.
func (t *reading) money(rest string, next, last int32) (base, word string, after int32) {
	for _, sign := range measure.CurrencySigns {
		if strings.HasPrefix(rest, sign) {
			return measure.Currency(strings.ToLower(sign)), sign, next
		}
	}
	for _, n := range []int{9, 6, 3} {
		if len(rest) >= n && rest[0] >= 0x80 {
			if base := measure.Currency(rest[:n]); base != "" {
				return base, rest[:n], next
			}
		}
	}
	for k := next; k < last && k < next+2 && !t.toks[k].Is(text.MarkBreak); k++ {
		w := t.toks[k].Low
		if base := measure.Currency(w); base != "" && (k == next || moneyOf.Has(t.toks[next].Low)) {
			return base, w, k + 1
		}
	}
	return "", "", next
}

// moneyOf stand between a number and its currency: "5 million US dollars", "deux millions d'euros".
var moneyOf = text.WordSet("us u.s u.s. de d of american canadian australian")
