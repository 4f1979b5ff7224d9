package judge

import (
	"strings"

	"assay/gates/judge/reading"
	"assay/provenance"
	"assay/text"
)

// literal reports a value that no word of prose is: true, 30, low-power, but not "Push-to-talk".
func literal(value string) bool {
	return !text.HasUpper(value) || strings.ContainsAny(value, "_0123456789")
}

// unset are the settings of a claim of which the text sets the key, and nowhere to that value.
func (a *alignment) unset() (all []reading.Setting) {
	if !strings.Contains(a.s.Raw, "`") {
		return nil
	}
	for _, c := range reading.SettingsIn(a.c.Raw) {
		if literal(c.Value) && !strings.Contains(c.Value, "/") && a.s.InCode(c.Key) && !a.s.Sets(&c) {
			all = append(all, c)
		}
	}
	return all
}

// otherSetting finds where the text says the rest of the claim the key of a setting with another value,
// or its value with another key.
func (a *alignment) otherSetting() *finding {
	for _, c := range a.unset() {
		first, last := a.c.TokenFrom(c.Start), a.c.TokenFrom(c.End)-1
		if last < first {
			continue
		}
		for unit, u := range a.s.Units {
			w := windowOf(int32(unit))
			if a.inWindow(w.first) {
				w = a.window
			}
			raw := a.s.Raw[u.Start:u.End]
			for _, s := range reading.SettingsIn(raw) {
				switch {
				case !literal(s.Value) || !a.s.Ticked(int(u.Start)+s.Start):
					continue
				case s.Key == c.Key && !reading.HasWord(a.c.Raw, s.Value):
				case s.Value == c.Value && !reading.HasWord(strings.ReplaceAll(raw, c.Key+".", ""), c.Key) && !reading.HasWord(a.c.Raw, s.Key):
				default:
					continue
				}
				if share, _ := a.sharedIn(w, a.c.Toks[first].Unit, first, last); share >= sharesClaim {
					return &finding{rule: RuleValue, effect: Refutes, unit: int32(unit), copied: true, mismatch: &provenance.Mismatch{Kind: "name", Claim: c.String(), Source: s.String()}}
				}
			}
		}
	}
	return nil
}
