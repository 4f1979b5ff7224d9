package judge

import "testing"

// What no set of claims has, and a reader of a wiki meets: each of these was lost once, when a
// mechanism that changed no verdict of the sets was taken out.
func TestGuards(t *testing.T) {
	plans := "| Plan | Export |\n|---|---|\n| Free | No |\n| Team | Included |\n| Max | Yes |\n"
	kinds := `Barges often wait at the lower lock in the spring. ` + aboutTolls
	for _, c := range []judged{
		{"not only", "The gate is wide.", "The gate is not only wide but also deep.", carries, "", ""},
		{"a yes of another row", "| Team | Yes |", plans, falls, RuleNothing, ""},
		{"how often", "Barges always wait at the lower lock in the spring.", kinds, refutes, RuleQuantifier, "always|often"},
		{"a release", "The option was removed prior to 9.10.", "The option was removed prior to 9.1.", refutes, RuleValue, "9.10|9.1"},
		{"a value that leads its clause", "The load is 5 kg by night.", "The load is 5 kg by day and 8 kg by night.", refutes, RuleValue, "5 kg|8 kg"},
		{"a verb left out", "Der Ofen kostet 20 Euro.", "Die Lampe kostet 20 Euro, der Ofen 30 Euro.", refutes, RuleValue, "20 Euro|30 Euro"},
		{"a place within the other", "She was born in Harrow and moved north as a child.", "She was born in Kent and moved north as a child. Harrow lies in Kent.", falls, RuleName, ""},
		{"a word that the end of a line breaks", "The old gate is deactivated in the winter.", "The old gate is de-\n  activated in the winter.", carries, "", ""},
		{"a phrase that goes on", "List the units from smallest to largest.", "List the units from largest to smallest, separated by commas.", refutes, RuleDirection, ""},
	} {
		c.check(t)
	}
}
