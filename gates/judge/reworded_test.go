package judge

import (
	"strings"
	"testing"
)

// A page that is cited whole says what a claim says in its sentence with another verb; another thing, name
// or number, and a doubt left out, are something else.
func TestReworded(t *testing.T) {
	text := "All tolls and bells of the lower weir are handled by the keeper of the mill. The Halberd wheel is a front-loading electric wheel made in Leith since 1914. " +
		"Only rowing upstream may miss the better landings of the river. Every keeper should write an account that the harbour can learn from. " +
		strings.Repeat("The banks are mown in the dry weeks, and the cut grass is left for the sheep of the mill to find. ", 10)
	for claim, holds := range map[string]bool{
		"All tolls and bells of the lower weir are managed by the keeper of the mill.": true,
		"All tolls and bells of the lower weir are handled by the keeper of the moor.": false,
		"The Halberd wheel is a front-loading gas wheel made in Leith since 1914.":     false,
		"Only rowing upstream misses the better landings of the river.":                false,
		"Every keeper writes an account that the harbour can learn from.":              true,
	} {
		if j := askPage(t, Question{Claim: claim, Text: text}); held(&j) != holds {
			t.Errorf("%s: %s %.2f %v", claim, j.Rule, j.Score, j.Mismatch)
		}
	}
}
