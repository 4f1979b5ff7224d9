package judge

import "testing"

// What a manual sets in code is held against a claim that gives the key another value, or the value to
// another key. A word behind a colon is no value, and what the manual sets so elsewhere is so.
func TestSettings(t *testing.T) {
	page := "# Kiln\n\nSet `hold.mode: \"soak\"` to keep the heat until the crew opens the doors. The doors open by hand.\n\n" +
		"With `vent: true` the flue stays open through the night. `hold.limit: 30` ends the run; `purge = true` clears the ash.\n\n" + filler
	for _, c := range []judged{
		{"another value", `hold.mode: "ramp" keeps the heat until the crew opens the doors.`, page, refutes, RuleValue, "mode: ramp|mode: soak"},
		{"another key", "With limit: true the flue stays open through the night.", page, refutes, RuleValue, "limit: true|vent: true"},
		{"its own", `hold.mode: "soak" keeps the heat until the crew opens the doors.`, page, carries, "", ""},
		{"its own, as a word", "With vent = true the flue stays open through the night.", page, carries, "", ""},
	} {
		c.check(t)
	}
	if got := refutedBy(t, page, "vent: Opens the flue through the night, which stays open."); got != "" {
		t.Errorf("words behind a colon are held against %q", got)
	}
}
