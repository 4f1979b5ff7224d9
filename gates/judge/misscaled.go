package judge

import (
	"slices"

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
			if sv := &a.s.Values[k]; scaledMoney(sv) && sv.Unit == v.Unit && sv.N != v.N && len(a.c.Digits(v)) > 1 && a.c.Digits(v) == a.s.Digits(sv) {
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
