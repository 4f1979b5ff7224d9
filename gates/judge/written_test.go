package judge

import (
	"strings"
	"testing"
)

// The same value is written in many ways, and not every number is one.
func TestWritten(t *testing.T) {
	aboutKilns := strings.Repeat("The kiln of the old town is fired with oak in the spring, and its glaze melts within two days. ", 20) + "Micro-loops: every element moves."
	cases := []judged{
		{"small words of another language", "Perpetual micro-loops: jedes Element hat Dauerbewegung", aboutKilns, falls, RuleLanguage, ""},
		{"with one of English", "The micro-loops: jedes Element hat Dauerbewegung", aboutKilns, falls, RuleSilent, ""},
		{"space before 万", "甲厂出货600万片。", "甲厂面板出货为 600 万片，而乙厂为 680 万片。", falls, "", ""},
		{"no nought", "The current is set with 0.5% accuracy.", "The driver sets the current (±.5% accurate) for each channel.", falls, "", ""},
		{"entity", "4: The long road; Harbour Daily; lamps", "| The long road &#8211; Harbour Daily | lamps |", falls, "", ""},
		{"example", "Value: the weight of the vote (e.g., .75)", "log_vote(value=1, source=\"reader\") stores the weight of the vote.", falls, "", ""},
		{"other script", "監査が設定の誤りを警告。", "| 監査 | 設定の誤り | warn |", falls, "", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			j := ask(t, c.claim, c.text)
			if got := outcome(j); got == refutes || c.want == carries && got != carries || c.rule != "" && j.Rule != c.rule {
				t.Errorf("%s by %s at %.2f, %v", got, j.Rule, j.Score, j.Mismatch)
			}
		})
	}
}
