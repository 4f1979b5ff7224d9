package judge

import (
	"strings"
	"testing"
)

// A claim that leaves whole constituents of its sentence out says less, and holds; one
// that joins what the sentence does not join says something else.
func TestPruned(t *testing.T) {
	const filler = " The valley has been farmed for many years, and its lanes are narrow. Visitors come for the markets and the views. Nobody keeps count of them."
	page := func(sentence string) string {
		return sentence + strings.Repeat(filler, 10)
	}
	cases := []judged{
		{"an aside", "Orla Brandt sold the old mill in 1931.", page("Orla Brandt, a widow from the coast, sold the old mill in 1931 after a long quarrel."), carries, "", ""},
		{"what follows", "The council repaired the eastern bridge.", page("The council repaired the eastern bridge last spring despite a shortage of stone."), carries, "", ""},
		{"the head of a name", "Brandt repaired the eastern bridge.", page("The mason Orla Brandt repaired the eastern bridge last spring despite a shortage of stone."), carries, "", ""},
		{"another subject", "Orla Brandt sold the old mill in 1931.", page("The widow of Orla Brandt, whom nobody remembers, sold the old mill in 1931 after a long quarrel."), falls, "", ""},
		{"the verb between", "The council had the bridge repaired.", page("The council had refused for years to see the eastern bridge repaired or even painted by anybody."), falls, "", ""},
	}
	for _, c := range cases {
		c.check(t)
	}
}

// Two things told of a subject, neither of which the text speaks of, are made up even
// where the text is one sentence; one such thing may be a paraphrase.
func TestUnsaid(t *testing.T) {
	const text = "Soft clay holds the moisture of the field."
	for claim, want := range map[string]bool{
		"Soft clay poisons cattle and triples the rent of a farm.": true,
		"Soft clay keeps the ground of the field wet.":             false,
	} {
		if j := ask(t, claim, text); (j.Score < rejectBelow) != want {
			t.Errorf("%s: %.2f by %s", claim, j.Score, j.Rule)
		}
	}
}

// What is to be avoided is not to be had, there or anywhere.
func TestForbidden(t *testing.T) {
	for _, c := range []judged{
		{claim: "No `--force` flag in release scripts", text: "Avoid the `--force` flag", want: carries},
		{claim: "No `--force` flag", text: "## Releases\n\n- Avoid `--force` flag\n- Sign each tag\n", want: carries},
		{claim: "No `--quiet` flag in release scripts", text: "Avoid the `--force` flag", want: falls},
		{claim: "Always set the `--force` flag", text: "Avoid the `--force` flag", want: falls},
	} {
		if j := ask(t, c.claim, c.text); outcome(j) != c.want {
			t.Errorf("%q on %q: %s by %s at %.2f", c.claim, c.text, outcome(j), j.Rule, j.Score)
		}
	}
}

// A page that denies the same thing in another sentence does not contradict it.
func TestDeniedNearby(t *testing.T) {
	j := ask(t, "You cannot rename the column that holds the key.",
		"# Columns\n\nThe key column holds the key that a row is found by. Choose the column when the table is made.\n\nYou cannot rename the column later.")
	if j.Rule == RuleNegation {
		t.Errorf("%s at %.2f, %v", j.Rule, j.Score, j.Mismatch)
	}
}
