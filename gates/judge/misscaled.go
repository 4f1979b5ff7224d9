package judge

import (
	"slices"

	"assay/gates/judge/value"
	"assay/provenance"
)

// misscaled finds a sum of money whose digits a text in another language has with another scale, as where
// 100 billion was carried over as 100億.
func (a *alignment) misscaled() *finding {
	if a.Claim.Lang == a.Source.Lang || a.Claim.Lang == "" || a.Source.Lang == "" {
		return nil
	}
	for i := range a.Claim.Values {
		v := &a.Claim.Values[i]
		if !scaledMoney(v) || slices.ContainsFunc(a.Source.Values, func(sv value.Value) bool {
			return slices.Contains([]value.Relation{value.Same, value.Coarser, value.Bounded}, value.Relate(v, &sv))
		}) {
			continue
		}
		for k := range a.Source.Values {
			if sv := &a.Source.Values[k]; scaledMoney(sv) && sv.Unit == v.Unit && sv.N != v.N && len(a.Claim.Digits(v)) > 1 && a.Claim.Digits(v) == a.Source.Digits(sv) {
				return &finding{rule: RuleValue, effect: Refutes, unit: sv.In,
					mismatch: &provenance.Mismatch{Kind: "number", Claim: a.Claim.Show(v), Source: a.Source.Show(sv)}}
			}
		}
	}
	return nil
}

func scaledMoney(v *value.Value) bool {
	return v.Kind == value.Number && v.Scaled > 1 && value.Currency(v.Unit) != ""
}
