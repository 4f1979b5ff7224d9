package judge

import "testing"

// Manuals give a default in a sentence of its own, which names nothing: it is of what the sentences
// before it speak of, and of no other option.
func TestPresets(t *testing.T) {
	page := "# Kiln settings\n\nThe `hold` setting says how long the kiln keeps its heat before the doors open. It is read once. " +
		"The default value is 3\nminutes.\n\nThe `vent` setting says how long the doors stay open. Any number does.\n\n" +
		"The ledger file keeps all orders of the kiln. The default is /var/lib/kiln/orders.db.\n\n" + filler
	for _, c := range []judged{
		{"another value", "The `hold` setting, how long the kiln keeps its heat, defaults to 16 minutes.", page, refutes, RuleValue, "16 minutes|3\nminutes"},
		{"behind its value", "`hold`: how long the kiln keeps its heat before the doors open, 16 minutes by default", page, refutes, RuleValue, "16 minutes|3\nminutes"},
		{"a value that the page has of something else", "The `hold` setting, how long the kiln keeps its heat, defaults to 16 minutes.", page + "\n\nThe crew pays 16 marks.", refutes, RuleValue, "16 minutes|3\nminutes"},
		{"a path", "The ledger file, which keeps all orders of the kiln, defaults to `/etc/kiln/orders`.", page, refutes, RuleName, "/etc/kiln/orders|/var/lib/kiln/orders.db"},
		{"of another setting", "The `vent` setting, how long the doors stay open, defaults to 16 minutes.", page, falls, "", ""},
		{"in a passage", "Wartezeit ist standardmäßig 16 Minuten.", "Die Wartezeit gilt für jeden Ofen. Der Standardwert ist 3 Minuten.", refutes, RuleValue, "16 Minuten|3 Minuten"},
		{"where there are no spaces", "等待时间默认为16分钟。", "等待时间在每个窑中都有效。默认值为3分钟。", refutes, RuleValue, "16分钟|3分钟"},
	} {
		c.check(t)
	}
	same := judged{"the same", "The `hold` setting says how long the kiln keeps its heat before the doors open, by default 3 minutes.", page, carries, "", ""}
	same.check(t)
}
