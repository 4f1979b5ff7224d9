package judge

import (
	"slices"
	"testing"

	"assay/gates/judge/reading"
	"assay/gates/judge/value"
	"assay/provenance"
	"assay/text"
)

// Numbers that are parts of names, or number a heading or any member of a row, are values of nothing.
func TestNumbersThatAreNoValues(t *testing.T) {
	for _, raw := range []string{"### 7.9 Search in both", "From Form 10-Q.", "Agents 1 through N-1 wait."} {
		c := reading.Analyse(raw, text.NewStems())
		for _, v := range c.Values {
			if shown := c.Show(&v); shown != "1" {
				t.Errorf("%s: %s", raw, shown)
			}
		}
	}
	page := "The fair drew 1.5 million visitors in the spring. The mill sold 2,750 loaves.\n\n| Item | Now |\n|---|---|\n| Cash of the mill | 1,170 |\n"
	for claim, want := range map[string]bool{"The fair drew 1,500 visitors.": false, "The mill sold 2.75 million loaves.": false, "The mill has cash of USD 1.170B.": true} {
		c, s := reading.Analyse(claim, text.NewStems()), reading.Analyse(page, text.NewStems())
		if got := slices.ContainsFunc(s.Values, func(v value.Value) bool { return s.Tabulates(&v, &c.Values[0], c) }); got != want {
			t.Errorf("%s: %v", claim, got)
		}
	}
	for _, c := range []struct {
		claim, source string
		want          bool
	}{
		{"USD 1.170B", "1,170", true}, {"0.737", "736.973", true}, {"0.055", "54.642", true}, {"3,000", "3", false},
		{"1.170B", "1,180", false}, {"12%", "12,000", false}, {"2 GB", "2,000", false},
	} {
		x, y := reading.Analyse(c.claim, text.NewStems()), reading.Analyse(c.source, text.NewStems())
		if got := reading.InOtherScale(&x.Values[0], &y.Values[0]); got != c.want {
			t.Errorf("%s, %s: %v", c.claim, c.source, got)
		}
	}
}

// Newspapers write millions with an m.
func TestMillionsWithAnM(t *testing.T) {
	const page = "The harbour app grew from 7.5m users in 2020 to 30m in 2023."
	for claim, right := range map[string]bool{
		"The harbour app grew from 7.5M to 30M users.":         true,
		"The harbour app grew to 30 million users in 2023.":    true,
		"The harbour app grew from 7.5m to 40 million users.":  false,
		"The harbour app grew from 7.5 thousand to 30M users.": false,
	} {
		if j := ask(t, claim, page); (j.Stance == provenance.Supports && len(j.Missing) == 0) != right {
			t.Errorf("%s: %s, missing %q", claim, j.Rule, j.Missing)
		}
	}
}
