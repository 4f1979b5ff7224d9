package judge

import (
	"testing"

	"assay/provenance"
)

// A sum that was carried over into another language with its digits and another scale is another sum.
func TestMisscaled(t *testing.T) {
	text := "The mill invested 100 billion won in a new weir, and its sales came to $18.7 billion, up from $2 billion. The miller won three prizes of the county for the wheel."
	for claim, want := range map[string]string{
		"水车投资 100 億韓元。":  "100 billion won",
		"水车投资 1000 億韓元。": "",
		"销售额为 18.7 亿美元。": "$18.7 billion",
		"销售额为 187 亿美元。":  "",
		"另一家磨坊花了 2 亿美元。": "", // one digit is that of many
	} {
		j := askPage(t, Question{Claim: claim, Text: text})
		got := ""
		if j.Stance == provenance.Contradicts && j.Mismatch != nil {
			got = j.Mismatch.Source
		}
		if got != want {
			t.Errorf("%s: %q, want %q", claim, got, want)
		}
	}
}
