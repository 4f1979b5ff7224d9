package judge

import (
	"strings"

	"assay/gates/judge/align"
	"assay/gates/judge/reading"
	"assay/provenance"
)

// otherSetting finds where the text says the rest of the claim the key of a setting with another value,
// or its value with another key.
func (a *alignment) otherSetting() *finding {
	for _, c := range a.Unset() {
		first, last := a.Claim.TokenFrom(c.Start), a.Claim.TokenFrom(c.End)-1
		if last < first {
			continue
		}
		for unit, u := range a.Source.Units {
			w := align.WindowOf(int32(unit))
			if a.InWindow(w.First) {
				w = a.Window
			}
			raw := a.Source.Raw[u.Start:u.End]
			for _, s := range reading.SettingsIn(raw) {
				switch {
				case !align.Literal(s.Value) || !a.Source.Ticked(int(u.Start)+s.Start):
					continue
				case s.Key == c.Key && !reading.HasWord(a.Claim.Raw, s.Value):
				case s.Value == c.Value && !reading.HasWord(strings.ReplaceAll(raw, c.Key+".", ""), c.Key) && !reading.HasWord(a.Claim.Raw, s.Key):
				default:
					continue
				}
				if share, _ := a.SharedIn(w, a.Claim.Toks[first].Unit, first, last); share >= align.SharesClaim {
					return &finding{rule: RuleValue, effect: Refutes, unit: int32(unit), copied: true, mismatch: &provenance.Mismatch{Kind: "name", Claim: c.String(), Source: s.String()}}
				}
			}
		}
	}
	return nil
}
