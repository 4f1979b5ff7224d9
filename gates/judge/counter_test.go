package judge

import (
	"strings"
	"testing"
)

// A claim that would hold without its denial, or with the source's value in the place of its
// own, is an error; a denial beside the statement is none, nor is another name.
func TestWhatTheClaimWouldHaveToSay(t *testing.T) {
	page := "# Kiln orders\n\nThe kiln is fired at night, and the crew keeps a ledger of all orders for the harbour office. " +
		"To specify default glazes for orders, use the `default_glazes` parameter in `OrderForm`.\n\n" + filler
	for _, c := range []judged{
		{"denied in other words", "Default glazes can not be specified for orders via the default_glazes parameter in OrderForm.", page, refutes, RuleNegation, ""},
		{"said in other words", "Default glazes can be specified for orders via the default_glazes parameter in OrderForm.", page, carries, "", ""},
		{"an answer in a cell", "ledger: No; The crew keeps a ledger of all orders", page, falls, "", ""},
		{"another opposite", "A large kiln is standing in the middle of the yard.", "A small kiln is standing in the middle of the yard.", refutes, RuleAntonym, ""},
		{"another subject, of which the text speaks too", "Buyers can view the ledger column of these logs.", "Buyers pay at night. Sellers can view the ledger column of these logs.", refutes, RuleReplaced, ""},
		{"another name for the subject", "Vell kept most of the ledger for the harbour.", "Orin Vell came late. Orin kept most of the ledger for the harbour.", falls, "", ""},
		{"a name for another, in other words", "The MARL parameter in OrderForm specifies the default glazes for orders.",
			strings.ReplaceAll(page, "`default_glazes` parameter", "VELL parameter"), refutes, RuleName, "MARL|VELL"},
		{"the page's own name", "The VELL parameter in OrderForm specifies the default glazes for orders.",
			strings.ReplaceAll(page, "`default_glazes` parameter", "VELL parameter"), carries, "", ""},
		{"a gloss in brackets", "The crew keeps a ledger of all orders for the harbour office (ORB).", page, carries, "", ""},
		{"what an abbreviation is short for", "The ledger is read by the RBO (River Board Office) in the spring.", "In the spring, the ledger is read by the RBO at the weir.", carries, "", ""},
	} {
		c.check(t)
	}
}

var filler = func() string {
	s := ""
	for range 30 {
		s += "The boats lie at the quay until the tide turns in the morning. "
	}
	return s
}()
