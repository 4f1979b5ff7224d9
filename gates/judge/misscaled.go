package judge

import (
	"assay/gates/judge/measure"
	"assay/provenance"
	"slices"
	"strings"
)

// misscaled finds a sum of money whose digits a text in another language has with another scale, as where
// 100 billion was carried over as 100億.
func (a *alignment) misscaled() *finding {
	if a.c.lang == a.s.lang || a.c.lang == "" || a.s.lang == "" {
		return nil
	}
	for i := range a.c.values {
		v := &a.c.values[i]
		if !v.isScaledMoney() || slices.ContainsFunc(a.s.values, func(sv value) bool { return slices.Contains([]relation{same, coarser, bounded}, relate(v, &sv)) }) {
			continue
		}
		for k := range a.s.values {
			if sv := &a.s.values[k]; sv.isScaledMoney() && sv.unit == v.unit && sv.n != v.n && len(a.c.digits(v)) > 1 && a.c.digits(v) == a.s.digits(sv) {
				return &finding{rule: RuleValue, effect: Refutes, unit: sv.in,
					mismatch: &provenance.Mismatch{Kind: "number", Claim: a.c.show(v), Source: a.s.show(sv)}}
			}
		}
	}
	return nil
}

func (v *value) isScaledMoney() bool {
	return v.kind == number && v.scaled > 1 && measure.Currency(v.unit) != ""
}

// digits are those of a number as written, without what stands around them.
func (t *reading) digits(v *value) string {
	all := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r == '.' {
			return r
		}
		return -1
	}, t.show(v))
	return strings.TrimRight(all, ".")
}
