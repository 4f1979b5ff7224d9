package judge

import "testing"

// Of values side by side each is held against the entry that the words beside it name, where another
// of them stands among the same entries.
func TestSeries(t *testing.T) {
	page := "# Ledger\n\n- Barges: 10,269 boats\n- Ferries: 1,284 boats\n- Rafts: 1,267 boats\n\n"
	for _, c := range []judged{
		{"one is another", "Fleet: 10,269 barges, 1,284 ferries and 1,283 rafts", page, refutes, RuleValue, "1,283|1,267"},
		{"with strokes", "Fleet: 10,269 barges / 1,284 ferries / 1,283 rafts", page + aboutTolls, refutes, RuleValue, "1,283|1,267"},
		{"with a value of another list alone", "Fleet: 777 gates and 1,283 rafts", page + aboutTolls, falls, "", ""},
	} {
		c.check(t)
	}
}
