package judge

import (
	"testing"

	"assay/provenance"
)

// What one row of a table says is not said of another, in a page as in a passage.
func TestRowsAreKeptApart(t *testing.T) {
	const table = "| Interface | Backlight control |\n|---|---|\n| MIPI | needs a separate controller board |\n| eDP | built into the timing controller |\n| eDP wide | sold as a kit of two boards |\n\n"
	for _, test := range []struct {
		name, claim string
		refuted     bool
	}{
		{"its own row", "eDP: built into the timing controller", false},
		{"another's", "eDP: needs a separate controller board", true},
		{"another's as a row", "| eDP | needs a separate controller board |", true},
		{"another's under a longer label", "eDP wide: needs a separate controller board", true},
		{"in other words", "eDP: part of the timing chip", false},
	} {
		for _, page := range []string{"", aboutKilns} {
			j := ask(t, test.claim, table+page)
			if got := j.Stance == provenance.Contradicts; got != test.refuted {
				t.Errorf("%s: %s %s %.2f %+v", test.name, j.Stance, j.Rule, j.Score, j.Mismatch)
			}
		}
	}
}
