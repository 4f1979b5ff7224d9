package judge

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"assay/provenance"
	"assay/text"
)

// nowhere finds figures of the claim that a long text has nowhere, in no unit and as no part
// of another: they cannot be from it. Small counts may be counted from it, ordinals and
// dates may be known from where it lies, and what is a part of a name or code is no figure.
func (a *alignment) nowhere(j *provenance.Judgement) (figures []string) {
	if len(a.s.toks) < articleFrom || j.Stance == provenance.Contradicts || len(j.Missing) == 0 || strings.ContainsRune(a.c.raw, '=') {
		return nil // or it reckons
	}
	for i := range a.c.values {
		v := &a.c.values[i]
		if v.kind == number && v.of == "" && !v.spelled && a.c.isFigure(v) && !a.c.locates(v) && slices.Contains(j.Missing, a.c.show(v)) &&
			!a.s.hasFigure(a.c.show(v)) && !a.lead.hasFigure(a.c.show(v)) {
			figures = append(figures, a.c.show(v))
		}
	}
	return figures
}

// isFigure reports a number that nobody counts off a list: one of a unit, a fraction, a large one.
func (t *reading) isFigure(v *value) bool {
	const counted = 100
	return v.unit != "" && v.unit != "x" || v.n >= counted || v.n != float64(int64(v.n))
}

// locates reports a number that says where or when something stands ("s. 5", 4.10), that was
// reckoned ("5×"), or that is a part of a word.
func (t *reading) locates(v *value) bool {
	joined := func(at int32) bool {
		return at >= 0 && int(at) < len(t.raw) && (text.IsASCIIWord(t.raw[at]) || strings.IndexByte("-_/#:+@\\^{", t.raw[at]) >= 0)
	}
	rest := strings.TrimLeft(t.raw[v.end:], " ")
	if v.unitWord == "s" && strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, "×") || monthAndDay.MatchString(t.show(v)) {
		return true
	}
	if t.toks[v.first].Is(text.MarkCode) || joined(v.start-1) && t.raw[v.start-1] != '~' || v.unit == "" && joined(v.end) {
		return true
	}
	return v.first > 0 && t.toks[v.first-1].Unit == v.in && (locators.Has(t.toks[v.first-1].Low) || t.toks[v.first-1].Is(text.MarkName) && v.unit == "")
}

var (
	monthAndDay = regexp.MustCompile(`^(?:[1-9]|1[0-2])\.\d\d$`)
	locators    = text.WordSet(`s p pp page pages slide slides section sections sec chapter ch fig figure table line lines step steps week lecture lesson part no issue pr
	pull request port commit rfc pep iso seite abschnitt kapitel página capítulo`)
)

// hasFigure reports a figure somewhere in a text, whatever it is of: its digits, or a number
// that equals it.
func (t *reading) hasFigure(figure string) bool {
	if t == nil {
		return false
	}
	for _, digits := range strings.FieldsFunc(ungrouped(figure), func(r rune) bool { return r != '.' && (r < '0' || r > '9') }) {
		digits = strings.Trim(digits, ".")
		n, err := strconv.ParseFloat(digits, 64)
		if err != nil {
			continue
		}
		if slices.ContainsFunc(t.values, func(v value) bool { return v.n == n || rawNumber(&v) == n }) ||
			hasNumber(t.figures(), digits) || !strings.Contains(digits, ".") && hasNumber(t.figures(), strings.TrimLeft(digits, "0")) {
			return true
		}
	}
	return false
}

// ungrouped are the numbers of a text, without the marks and spaces that stand between their
// digits, as in a text that was put together from words: "98. 7", "1, 200", "1'200".
func ungrouped(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if !text.IsDigitByte(s[i]) {
			continue
		}
		b.WriteByte(s[i])
		rest := s[i+1:]
		for _, mark := range [...]string{",", "'", "\u202f", "\u00a0", ".", ", ", ". ", " , ", " . "} {
			if len(rest) > len(mark) && strings.HasPrefix(rest, mark) && text.IsDigitByte(rest[len(mark)]) {
				if strings.Contains(mark, ".") {
					b.WriteByte('.')
				}
				i += len(mark)
				break
			}
		}
		if i+1 < len(s) && !text.IsDigitByte(s[i+1]) {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// hasNumber reports digits that are not a part of longer ones.
func hasNumber(s, digits string) bool {
	digit := func(at int) bool { return at >= 0 && at < len(s) && text.IsDigitByte(s[at]) }
	for from := 0; digits != ""; {
		at := strings.Index(s[from:], digits)
		if at < 0 {
			break
		}
		at, from = from+at, from+at+1
		end := at + len(digits)
		if !digit(at-1) && !digit(end) && !(s[max(0, at-1)] == '.' && digit(at-2)) && !(end < len(s) && s[end] == '.' && digit(end+1)) {
			return true
		}
	}
	return false
}
