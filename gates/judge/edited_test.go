package judge

import (
	"strings"
	"testing"
)

// A stretch of a page with one place changed is held against the claim: a denial, an opposite, a name
// or a number there cannot be right beside what the page has. What may be right beside it is not told.
func TestEditedStretch(t *testing.T) {
	page := `# The mill

If you hear the bell of the weir, your store does not have enough loose sacks in the dry lofts to fill the barge.

The miller is not the only owner of the keys to the eastern loft of the mill.

Made together with Harbour, Dyke barges carry salt. The clerk writes down the name Brack beside every sack of the eastern loft.

The gate of the eastern loft opens for the fourth cart. The quay takes 3 barges of the Brack company on a dry day. Every cart is weighed at the lower scale of the eastern yard.

The clerk signs for each sack only when the seal is not broken at the lower scale. Brack sends salt to the towns. The pun in the name is critical.

` + strings.Repeat("The banks are mown in the dry weeks, and the cut grass is left for the sheep to find.\n\n", 12)
	for claim, told := range map[string]bool{
		`Rule 7 of the old poster — "the pun in the name is not critical."`:                                                true, // a quotation ends with its marks
		"If you hear the bell of the weir, the store does have enough loose sacks in the dry lofts to fill the barge.":     true,
		"If you hear the bell of the weir, the store does not have enough loose sacks in the dry lofts to fill the barge.": false,
		"Each barge is told that the clerk writes down the name Dyke beside every sack of the eastern loft.":               true,
		"Each barge is told that the clerk writes down the name BR beside every sack of the eastern loft.":                 false, // short for it
		"Made together with Miller, Dyke":                                                       true,
		"Here the quay takes 5 barges of the Brack company on a dry day.":                       true,
		"Here the quay takes three barges of the Brack company on a dry day.":                   false,
		"The gate of the eastern loft opens for the 4th cart.":                                  false,
		"No cart is weighed at the lower scale of the eastern yard.":                            true,
		"If the seal is broken at the lower scale, the clerk signs for nothing and sends word.": false, // a case
		"The keys to the eastern loft of the mill have owners besides the miller.":              false,
	} {
		if got := refutedBy(t, page, claim); (got != "") != told {
			t.Errorf("%s: %q", claim, got)
		}
	}
}
