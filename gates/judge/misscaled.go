package judge

import (
	"slices"
	"strings"

	"assay/gates/judge/value"
	"assay/provenance"
)

// misscaled finds a sum of money whose digits a text in another language has with another scale, as where
// 100 billion was carried over as 100億.
func (a *alignment) misscaled() *finding {
	if a.c.Lang == a.s.Lang || a.c.Lang == "" || a.s.Lang == "" {
		return nil
	}
	for i := range a.c.Values {
		v := &a.c.Values[i]
		if !scaledMoney(v) || slices.ContainsFunc(a.s.Values, func(sv value.Value) bool {
			return slices.Contains([]value.Relation{value.Same, value.Coarser, value.Bounded}, value.Relate(v, &sv))
		}) {
			continue
		}
		for k := range a.s.Values {
			if sv := &a.s.Values[k]; scaledMoney(sv) && sv.Unit == v.Unit && sv.N != v.N && len(a.c.digits(v)) > 1 && a.c.digits(v) == a.s.digits(sv) {
				return &finding{rule: RuleValue, effect: Refutes, unit: sv.In,
					mismatch: &provenance.Mismatch{Kind: "number", Claim: a.c.Show(v), Source: a.s.Show(sv)}}
			}
		}
	}
	return nil
}

func scaledMoney(v *value.Value) bool {
	return v.Kind == value.Number && v.Scaled > 1 && value.Currency(v.Unit) != ""
}

// digits are those of a number as written, without what stands around them.
func (t *reading) digits(v *value.Value) string {
	all := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r == '.' {
			return r
		}
		return -1
	}, t.Show(v))
	return strings.TrimRight(all, ".")
}
