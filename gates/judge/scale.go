package judge

import (
	"math"
	"strings"
	"unicode/utf8"
)

// readScaleUnit reads what follows a number: million, 万, %, seconds.
func (t *text) readScaleUnit(v value, i, next, last int32) (value, int32) {
	rest := t.after(next - 1)
	for _, s := range cjkScales {
		if strings.HasPrefix(rest, s.sign) && !(t.toks[next-1].is(markCJK)) {
			v.n, v.step = v.n*s.scale, math.Max(v.step, 0.5)*s.scale
			rest = rest[len(s.sign):]
			break
		}
	}
	decimals := v.step > 0 && v.step < 0.5
	for next < last && !t.toks[next].is(markBreak) {
		s, ok := scales[t.toks[next].low]
		if !ok {
			break
		}
		if !decimals && !v.spelled {
			v.step = 0.5
		}
		v.n, v.step = v.n*s, v.step*s
		next++
		rest = t.after(next - 1)
	}
	trimmed := strings.TrimLeft(rest, " -\u00a0")
	switch {
	case strings.HasPrefix(trimmed, "%") || strings.HasPrefix(trimmed, "％"):
		v.unit, v.unitWord = "%", "%"
	case strings.HasPrefix(trimmed, "°C"), strings.HasPrefix(trimmed, "°F"):
		v.unit, v.unitWord = trimmed[:3], strings.ToLower(trimmed[:3])
		return v, min(next+1, last)
	}
	if v.unit == "" {
		head := strings.TrimRight(t.before(i), " ")
		for _, sign := range currencySigns {
			if strings.HasSuffix(head, sign) {
				v.unit, v.unitWord = units()[strings.TrimPrefix(strings.ToLower(sign), "us")].base, strings.TrimPrefix(strings.ToLower(sign), "us")
				break
			}
		}
	}
	if v.unit == "" && next < last && (!t.toks[next].is(markBreak) || strings.HasPrefix(rest, "-") || t.toks[next].is(markCJK)) {
		w := t.toks[next].low
		if w == "per" && t.low(next+1, last) == "cent" {
			v.unit, v.unitWord = "%", "%"
			return v, next + 2
		}
		if u, ok := units()[w]; ok && (w != "a" && w != "an" && w != "min" || next+1 >= last || w == "min") {
			v.unit, v.unitWord, v.n, v.step = u.base, w, v.n*u.scale, v.step*u.scale
			return v, next + 1
		}
		if t.toks[next].is(markCJK) {
			for _, n := range []int{9, 6, 3} {
				if len(trimmed) >= n {
					if u, ok := units()[trimmed[:n]]; ok {
						v.unit, v.unitWord, v.n = u.base, trimmed[:n], v.n*u.scale
						return v, next
					}
				}
			}
			if r, n := utf8.DecodeRuneInString(trimmed); isCJK(r) {
				v.noun = trimmed[:n]
			}
			return v, next
		}
		for k := next; k < last && k < next+3 && !(k > next && t.toks[k].is(markBreak)); k++ {
			if t.toks[k].is(markStop) || t.toks[k].is(markNumber) {
				break
			}
			v.noun = t.toks[k].stem
		}
	}
	return v, next
}

// shareUnits gives the first number of a range the unit of the second: 10 to 20 seconds.
func (t *text) shareUnits() {
	for i := len(t.values) - 2; i >= 0; i-- {
		a, b := &t.values[i], &t.values[i+1]
		if a.kind != number || b.kind != number || a.in != b.in || a.unit != "" || b.unit == "" || b.first-a.last > 1 {
			continue
		}
		between := strings.TrimSpace(t.raw[a.end:max(a.end, b.start)])
		switch between {
		case "-", "–", "—", "to", "and", "or", "bis", "à", "a", "~", "～", "至", "到":
			if m := units()[b.unitWord]; m.scale != 0 {
				a.unit, a.unitWord = b.unit, b.unitWord
				a.n, a.step = a.n*m.scale, a.step*m.scale
			}
		}
	}
}

// widenSpan takes in signs that belong to a value as people read it.
func (t *text) widenSpan(v *value) {
	for _, sign := range currencySigns {
		if strings.HasSuffix(t.raw[:v.start], sign) {
			v.start -= int32(len(sign))
			break
		}
	}
	rest := t.raw[v.end:]
	if v.unit == "%" && strings.HasPrefix(rest, " %") {
		v.end += 2
	} else if strings.HasPrefix(rest, "%") {
		v.end++
	} else if v.unit != "" && v.unitWord != "" && strings.HasPrefix(rest, v.unitWord) {
		v.end += int32(len(v.unitWord))
	}
}
