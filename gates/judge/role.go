package judge

import (
	"slices"

	"assay/gates/judge/reading"
	"assay/gates/judge/value"
	"assay/provenance"
)

// checkRoleOf compares the end of a change with the end, its begin with the begin: where
// the text says "from 5 to 8", it did not rise to 5.
func (a *alignment) checkRoleOf(cv *value.Value) *finding {
	r := a.Claim.RoleOf(cv)
	now := r == reading.NoRole && a.Claim.SaysNow(cv)
	if now {
		r = reading.Ends
	}
	if r == reading.NoRole {
		return nil
	}
	for _, at := range a.Order {
		if a.AlignedIn(at, cv.In) < alignedForValue {
			continue
		}
		taken, filled := false, (*value.Value)(nil)
		for _, sv := range a.Source.ValuesIn([2]int32{a.Source.Units[at].First, a.Source.Units[at].Last}) {
			if !value.Rivals(cv, sv) {
				continue
			}
			its, alike := a.Source.RoleOf(sv), cv.N == sv.N && cv.Date == sv.Date && cv.Parts == sv.Parts
			switch {
			case alike && (its == r || its == reading.NoRole), now && !a.Source.Changes(sv):
				return nil
			case alike:
				taken = true
			case its == r:
				filled = sv
			}
		}
		if taken && filled != nil {
			return &finding{rule: RuleValue, effect: Refutes, unit: at, mismatch: &provenance.Mismatch{Kind: "number", Claim: a.Claim.Show(cv), Source: a.Source.Show(filled)}}
		}
	}
	return nil
}

// checkRanks compares places in an order: the fourth largest is not the largest.
func (a *alignment) checkRanks() *finding {
	for cu := range a.Claim.Units {
		claimed := a.Claim.Ranks(int32(cu))
		if len(claimed) == 0 {
			continue
		}
		for _, at := range a.Order {
			if a.AlignedIn(at, int32(cu)) < alignedForValue {
				continue
			}
			said := a.Source.Ranks(at)
			for _, c := range claimed {
				same := func(r reading.Rank) bool { return r.Of == c.Of && r.Place == c.Place }
				other := slices.IndexFunc(said, func(r reading.Rank) bool { return r.Of == c.Of && r.Place != c.Place })
				if slices.ContainsFunc(said, same) || c.Place > 1 && a.Source.HasOrdinal(at, c.Place) {
					return nil
				}
				if other < 0 {
					continue
				}
				return &finding{rule: RuleValue, effect: Refutes, unit: at, mismatch: &provenance.Mismatch{Kind: "number",
					Claim: a.Claim.Raw[c.Start:c.End], Source: a.Source.Raw[said[other].Start:said[other].End]}}
			}
		}
	}
	return nil
}
