package judge

import (
	"strings"
	"testing"

	"assay/provenance"
)

// Dates in brackets behind a name say when a person was born and died, each its own.
func TestLifespan(t *testing.T) {
	const source = "The museum shows a portrait of the inventor. Maria Holt (4 March 1801 – 9 May 1877) was a Danish engineer. She built the first pump in 1843."
	for claim, want := range map[string]string{
		"Maria Holt was born in 1801.":                       "holds",
		"Maria Holt died on 9 May 1877.":                     "holds",
		"Maria Holt was born in 1877.":                       "false",
		"Maria Holt died in 1801.":                           "false",
		"Maria Holt died in 1843.":                           "false",
		"Maria Holt was a Danish engineer.":                  "holds",
		"Maria Holt (4 March 1801 – 9 May 1877) was Danish.": "holds",
		"Maria Holt was born in Aarhus in 1801.":             "",
	} {
		j := ask(t, claim, source)
		got := ""
		switch {
		case held(&j):
			got = "holds"
		case j.Stance == provenance.Contradicts:
			got = "false"
		}
		if got != want {
			t.Errorf("%s: %s %.2f %s, want %q", claim, j.Stance, j.Score, j.Rule, want)
		}
		if quote := source[j.QuoteStart:j.QuoteEnd]; want != "" && !strings.Contains(quote, "Maria Holt") {
			t.Errorf("%s: quotes %q", claim, quote)
		}
	}
}
