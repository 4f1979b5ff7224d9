package judge

import "testing"

// What one clause says is not said of another clause's subject, and what is counted, measured or
// coded in one place is not that of the next.
func TestClausesAreKeptApart(t *testing.T) {
	parts := "| part | number | price |\n|---|---|---|\n| element, top | H3-EL-T | 118 |\n| element, side | H3-EL-S | 97 |\n"
	life := "Ines Calder (born 4 March 1931 in Leith; died 19 October 2008 in Lisbon) was a marine biologist."
	studies := "She studied zoology in Aberdeen, where she graduated in 1953, and took her doctorate in Bergen in 1958."
	dose := "The usual starting dose is 20 mg; it may be raised to 40 mg after four weeks."
	for _, c := range []judged{
		{"another subject", "The elements must be replaced every 80 firings.", "The thermocouple must be replaced every 80 firings; the elements usually last 200.", falls, "", ""},
		{"its own subject", "The thermocouple must be replaced every 80 firings.", "The thermocouple must be replaced every 80 firings; the elements usually last 200.", carries, "", ""},
		{"a shorter second clause", "Refresh tokens expire after 12 hours.", "Tokens expire after 12 hours; refresh tokens after 30 days.", falls, "", ""},
		{"another winner", "Drifters won the Huxley Medal.", "Her book Drifters was translated into nine languages; The Cold Margin won the Huxley Medal.", falls, "", ""},
		{"within brackets", "Ines Calder was born in Lisbon.", life, falls, "", ""},
		{"before the brackets", "Ines Calder was a marine biologist.", life, carries, "", ""},
		{"opposites", "It decreases the effect of lithium.", "It increases the effect of lithium and decreases that of warfarin.", falls, "", ""},
		{"opposites, right", "It decreases the effect of warfarin.", "It increases the effect of lithium and decreases that of warfarin.", carries, "", ""},
		{"another date of hers", "She graduated in 1958.", studies, refutes, RuleDate, "1958|1953"},
		{"the date of it", "She graduated in 1953.", studies, carries, "", ""},
		{"another amount", "The usual starting dose is 40 mg.", dose, refutes, RuleValue, "40 mg|20 mg"},
		{"the amount", "The usual starting dose is 20 mg.", dose, carries, "", ""},
		{"another thing counted", "Each program may have at most 24 segments.", "The controller stores up to 24 programs, each with at most eight segments.", refutes, RuleValue, "24|eight"},
		{"square units", "The lake covers 9 square kilometres.", "The lake covers 7.4 square kilometres and has a mean depth of 9 metres.", refutes, "", ""},
		{"square units by sign", "The lake covers 7.4 km².", "The lake covers 7.4 square kilometres.", carries, "", ""},
		{"another code", "The number of the side element is H3-EL-T.", parts, refutes, RuleName, "H3-EL-T|H3-EL-S"},
		{"the code", "The number of the side element is H3-EL-S.", parts, carries, "", ""},
		{"what it was before", "The retry count is now 3.", "The retry count went from 3 to 5.", refutes, RuleValue, "3|5"},
		{"hours of every day", "The pool is open from 8 to 17.", "The pool is open from 8 to 17.", carries, "", ""},
		{"a limit that must be kept", "It must be stored below 36 °C.", "- Shelf life: 36 months\n- Store below: 25 °C\n", refutes, RuleValue, "36 °C|25 °C"},
		{"a key over a key", "The webhook timeout is 120 seconds.", "```yaml\nwebhook:\n  timeout: 10s\nexport:\n  timeout: 120s\n```\n", refutes, RuleValue, "120 seconds|10s"},
		{"whether", "The drug passes into breast milk.", "Whether the drug passes into breast milk is unknown.", falls, "", ""},
		{"two circumstances", "The board listens on localhost only, on port 7070.", "The board listens on port 7070 only on localhost.", carries, "", ""},
	} {
		c.check(t)
	}
}
