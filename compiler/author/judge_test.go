package author

import (
	"encoding/json"
	"testing"

	"assay/provenance"
)

// A quotation is in one piece, and eight characters or all of a passage; spaces, quotation marks
// and what is bold do not matter. What is silent needs none.
func TestQuotationOfAJudgement(t *testing.T) {
	t.Parallel()
	const text = "Boiling **water** makes “green” leaves\ntaste bitter."
	for _, c := range []struct {
		text, verdict, quote string
		fine                 bool
	}{
		{text, "supports", `Boiling water makes "green" leaves taste bitter`, true},
		{text, "contradicts", "leaves taste", true},
		{text, "supports", "Boiling water … taste bitter", false},
		{text, "supports", "bitter.", false},
		{text, "silent", "", true},
		{text, "silent", "leaves taste sweet", false},
		{"60 s", "supports", "60 s", true},
		{"60 s", "supports", "60", false},
		{"", "supports", "", false},
	} {
		score := map[string]float64{"supports": 0.91234567}[c.verdict]
		raw, _ := json.Marshal(map[string]any{"verdict": c.verdict, "quote": c.quote, "score": score})
		stance, got, err := judgement(raw, c.text)
		if (err == nil) != c.fine || c.fine && stance.String() != c.verdict || err != nil && (stance != provenance.Silent || got != 0) || got == score && score > 0 {
			t.Errorf("%q of %q: %v %v, %v", c.quote, c.text, stance, got, err)
		}
	}
}
