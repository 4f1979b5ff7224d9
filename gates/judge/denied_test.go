package judge

import (
	"strings"
	"testing"
)

// What is word for word the source's but for a denial, a value or a name is an error,
// though the source has that value or name for something else.
func TestOneThingChanged(t *testing.T) {
	const page = "In 1848 Orla Brandt walked the coast in disguise for the Reed Company and drew its harbours. In 1784 the duty on salt was cut. The harbours were silted up."
	for _, c := range []judged{
		{"year of another sentence", "Orla Brandt walked the coast in disguise in 1784.", page, refutes, RuleDate, "1784|1848"},
		{"the right year", "Orla Brandt walked the coast in disguise in 1848.", page, carries, "", ""},
		{"a word for a name", "Salt walked the coast in disguise for the Reed Company.", page, falls, "", ""},
		{"denied", "The shared index does not keep the order of the letters.", "The shared index keeps the order of the letters. It does not sort them.", refutes, RuleNegation, ""},
		{"Chinese, denied", "这个缓存不可以提供更高的并发性能。", "这个缓存可以提供更高的并发性能。它不需要额外的内存。", refutes, RuleNegation, ""},
		{"can for cannot", "A reader of old tables can open the new index.", "A reader of old tables cannot open the new index.", refutes, RuleNegation, ""},
		{"no for all", "In this protocol no transfers are aligned with a clock.", "In this protocol all transfers are aligned with a clock.", refutes, RuleNegation, ""},
		{"Japanese, both deny", "許可は雑にやってよい仕事ではない。", "許可は、雑にやってよい仕事ではありません。", falls, "", ""},
		{"a part is denied", "It does not keep the order of the letters and is made for short lists of names.", "Its second index, which is older, keeps the order of the letters and is made for short lists of names and places.", refutes, RuleNegation, ""},
		{"never for always", "The clerk always closes the inner gate in summer.", "The night clerk of the harbour never closes the inner gate in summer.", refutes, RuleNegation, ""},
		{"a ban is no statement", "Using the old brush to clean the stone lamp leaves grease on it, which is hard to see.", "Don't use the old brush to clean the stone lamp.", falls, "", ""},
		{"both forbid", "Do not use the old brush to clean the stone lamp.", "Warning: Don't use the old brush to clean the stone lamp. It is soft.", carries, "", ""},
		{"a ban behind a colon", "Using the old brush to clean the stone lamp leaves grease on it, which is hard to see.", "Warning: do not use the old brush to clean the stone lamp. It is soft.", falls, "", ""},
		{"not until, the other way", "The gate does not open until noon in the winter months.", "The gate opens at noon in the winter months.", falls, "", ""},
		{"until of what is so", "The gate does not open for carts from the river.", "The gate opens for carts from the river until dusk.", refutes, RuleNegation, ""},
		{"not until", "The list of the boats will be settled on Friday morning.", "The list of the boats will not be settled until Friday morning.", falls, "", ""},
		{"both deny", "The shared index does not keep the order of the letters.", "The shared index does not keep the order of the letters, and it is small.", carries, "", ""},
	} {
		c.check(t)
	}
}

// A claim that says it of the one and denies it of the other is not held against either.
func TestSaidAndDenied(t *testing.T) {
	page := "Drives\n\n• In a geared drive, the guest wheel will turn with the host shaft\n\n" + strings.Repeat("The mill grinds oats for the villages by the road.\n", 40)
	j := ask(t, "Not the same: in a loose drive the guest does not turn with host shaft directly; in a geared drive the guest does turn with host shaft.", page)
	if outcome(j) == refutes {
		t.Errorf("%s by %s", outcome(j), j.Rule)
	}
}

// Both may deny, and the one once more than the other.
func TestDeniedTwice(t *testing.T) {
	rest := strings.Repeat("\nThe mill grinds oats for the villages on the river.\n", 40)
	page := "Boats that are not in the list of the harbour master do not have a berth yet.\n" + rest
	judged{"once for twice", "Boats that are not in the list of the harbour master do have a berth yet.", page, refutes, RuleNegation, ""}.check(t)
	judged{"twice for twice", "Boats that are not in the list of the harbour master do not have a berth yet.", page, carries, "", ""}.check(t)
	judged{"an arrow", "The flow of the mill was raised to 1 -> 2 by the new owner.", "The flow of the mill was raised to 1 -> 3 by the new owner.", refutes, RuleValue, "2|3"}.check(t)
}

// A number of a sum is not held against another of it: one may be a step, the other the result.
func TestNumbersOfASum(t *testing.T) {
	page := "Mills\n•\nOne wheel:\nTime = (10 + 100) × t\n•\n10 wheels\nTime = 10 × t + 100/10 × t = 20 × t\n•\nThe gain is the time saved of the whole task;\n" + strings.Repeat("\nThe mill grinds oats for the villages on the river.\n", 40)
	judged{"a step", "Gain = 110 / 20 = 5.5× with 10 wheels", page, falls, "", ""}.check(t)
}

// What another item denies, of a list that lost its lines, denies nothing of this one.
func TestDeniedInAnotherItem(t *testing.T) {
	page := "Bank wardens • The bank wardens mend the banks of the lower river and mow them in the dry weeks " +
		"• The master of the harbour cannot hold an office without a key of his own. " + strings.Repeat("The mill grinds oats for the villages on the river.\n", 40)
	asked := strings.Replace(page, "in the dry weeks •", "in the dry weeks?\n\n•", 1)
	for _, test := range []struct {
		name, claim, page string
		refuted           bool
	}{
		{"denied", "The bank wardens of the lower river do not mend or mow the banks in the dry weeks.", page, true},
		{"a question", "The bank wardens of the lower river do not mend or mow the banks in the dry weeks.", asked, false},
		{"both deny", "The master of the harbour does not hold an office without his own key.", page, false},
	} {
		if got := refutedBy(t, test.page, test.claim); (got != "") != test.refuted || strings.Contains(got, "cannot") {
			t.Errorf("%s: %q", test.name, got)
		}
	}
	short, _, _ := strings.Cut(page, "The mill")
	if m := ask(t, "The bank wardens do not mow the banks of the lower river.", short).Mismatch; m == nil || strings.Contains(m.Source, "cannot") {
		t.Errorf("quoted of another item: %+v", m)
	}
}
