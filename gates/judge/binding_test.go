package judge

import (
	"testing"
)

// Values belong to what the text says them of.
//
// Invariant (grading): A value is compared with what the text says of the same thing, in
// whatever layout. See also TestValuesAreRead, TestLimitsAreRead.
func TestBinding(t *testing.T) {
	const (
		table = "| Setting | Value |\n|---|---|\n| connect timeout | 5 s |\n| idle timeout | 30 s |\n| retries | 4 |\n"
		plans = "## Plans\n\n- Free plan: 3 users\n- Team plan: 50 users\n- Campus plan: unlimited\n"
		both  = "| Boat | Length (m) | Crew |\n|---|---|---|\n| Heron | 12 | 4 |\n| Gannet | 31 | 9 |\n"
		yaml  = "pool:\n  connect_timeout: 5\n  idle_timeout: 30\ncache:\n  size: 12\n"
	)
	const hours = "# The dock\n\n- **Friday:** 7 AM – 6 PM\n- **Saturday:** 8 AM – 2 PM\n- **Sunday:** 9 AM – 4 PM\n"
	cases := []judged{
		{"table", "The connect timeout is 30 seconds.", table, refutes, RuleValue, "30 seconds|5 s"},
		{"table, right", "The connect timeout is 5 seconds.", table, carries, RuleCell, ""},
		{"list", "The free plan has 50 users.", plans, refutes, RuleValue, "50|3"},
		{"list, right", "The free plan has 3 users.", plans, carries, RuleCell, ""},
		{"only under another", "The campus plan has 50 users.", plans, falls, "", ""},
		{"two columns", "The Heron has a length of 31 m.", both, refutes, RuleValue, ""},
		{"two columns, right", "The Gannet has a crew of 9.", both, carries, RuleCell, ""},
		{"other column", "The Heron has a crew of 12.", both, refutes, RuleValue, "12|4"},
		{"settings", "The idle timeout is 5 seconds.", yaml, refutes, RuleValue, ""},
		{"settings, right", "The idle timeout is 30 seconds.", yaml, carries, RuleCell, ""},
		{"headings", "On the harbour line a ticket costs 9 euros.", "## Harbour line\n\nTicket: 4 euros\n\n## Hill line\n\nTicket: 9 euros\n", refutes, RuleValue, ""},
		{"and", "The lower gate opens at 40 bar.", "The upper gate opens at 40 bar and the lower gate opens at 15 bar.", refutes, RuleValue, "40|15"},
		{"while", "The red pump moves 90 litres.", "The red pump moves 20 litres, while the blue pump moves 90 litres.", refutes, RuleValue, "90 litres|20 litres"},
		{"respectively", "The spring fair drew 800 visitors.", "The spring fair and the autumn fair drew 500 and 800 visitors, respectively.", refutes, "", ""},
		{"one thing done to another", "The mill burned down in 1820.", "The mill was built in 1820 and burned down in 1850.", refutes, RuleDate, "1820|1850"},
		{"shared start", "The loom weaves 12 m by night.", "The loom weaves 30 m by day and 12 m by night.", carries, "", ""},
		{"Chinese", "连接超时为30秒。", "连接超时为5秒，空闲超时为30秒。", refutes, RuleValue, "30秒|5秒"},
		{"Chinese, right", "连接超时为5秒。", "连接超时为5秒，空闲超时为30秒。", carries, "", ""},
		{"German", "Der Nordturm ist 40 Meter hoch.", "Der Nordturm ist 55 Meter hoch, während der Südturm 40 Meter hoch ist.", refutes, RuleValue, ""},
		{"names", "The cache runs on Kestrel.", "- Queue: Kestrel\n- Cache: Marlin\n", refutes, RuleName, "Kestrel|Marlin"},
		{"names, right", "The cache is Marlin.", "- Queue: Kestrel\n- Cache: Marlin\n", carries, RuleCell, ""},
		{"no", "The free plan includes exports.", "| Feature | Free plan | Team plan |\n|---|---|---|\n| Exports | no | yes |\n", refutes, RuleNegation, ""},
		{"yes", "The team plan includes exports.", "| Feature | Free plan | Team plan |\n|---|---|---|\n| Exports | no | yes |\n", carries, RuleCell, ""},
		// Ends of ranges.
		{"end of a range", "Hours: Fri 7am–6pm, Sat 8am–4pm", hours, refutes, RuleValue, "4pm|2 PM"},
		{"end of a range, right", "Saturday: 8am–2pm", hours, carries, "", ""},
		{"start of a range", "On Saturday the dock is open from 7am to 2pm.", hours, refutes, RuleValue, "7am|8 AM"},
		// Places in an order.
		{"fourth largest", "Libru is the largest island in the bay.", "Libru is the fourth largest island in the bay.", refutes, RuleValue, "largest|fourth largest"},
		{"the largest", "Libru is the second-largest island in the bay.", "Libru is the largest island in the bay.", refutes, RuleValue, ""},
		{"one of", "Libru is one of the largest islands in the bay.", "Libru is the fourth largest island in the bay.", carries, "", ""},
		{"German place", "Libru ist die größte Insel der Bucht.", "Libru ist die zweitgrößte Insel der Bucht.", refutes, RuleValue, ""},
		{"Spanish place", "Libru es la isla más grande de la bahía.", "Libru es la segunda isla más grande de la bahía.", refutes, RuleValue, ""},
		{"Chinese place", "利布鲁是海湾中最大的岛。", "利布鲁是海湾中第二大的岛。", refutes, RuleValue, ""},
		// A change.
		{"rose to", "Output rose to 5 tonnes.", "Output rose from 5 tonnes to 8 tonnes.", refutes, RuleValue, "5 tonnes|8 tonnes"},
		{"rose to, right", "Output rose to 8 tonnes.", "Output rose from 5 tonnes to 8 tonnes.", carries, "", ""},
		{"points", "Turnout rose by 5 percent in the north.", "Turnout rose by 5 percentage points in the north.", refutes, RuleUnit, "5 percent|5 percentage points"},
		// Names.
		{"names of clauses", "The capital of Ostia is Harrow.", "The capital of Ostia is Verno, while the capital of Lund is Harrow.", refutes, RuleName, "Harrow|Verno"},
		{"names of clauses, right", "The capital of Lund is Harrow.", "The capital of Ostia is Verno, while the capital of Lund is Harrow.", carries, "", ""},
		// No false alarm.
		{"date in parts", "Orla Finch was born in 1961.", "Orla Finch was born on December 16, 1961, and made her debut in 2005.", carries, "", ""},
		{"in the passage", "The run lasted 2.5 hours.", "The warm-up lasted 2 hours. D 2.5 hours. The run lasted 2.5 hours.", carries, "", ""},
		{"another thing beside it", "By train from Harwick to Verno it is 1.5hr, then a bus", "- By train from Harwick to Verno ($20, 1.5 hrs), then a walk", falls, "", ""},
		{"a numbered day", "The kilns cooled more than the ovens at day 42, by a difference of 4.4.", "The kilns cooled by 15.4 against 11.0 for the ovens, a difference of 4.4.", falls, "", ""},
		{"a month before a bracket", "The dock is cold in July (5–8 °C).", "In July the dock is cold: 5–8 °C.", carries, "", ""},
		{"streets", "Address: corner of Harbour St & Mill Rd, Verno", "- **Address:** corner of Harbour Street & Mill Road, Verno", carries, "", ""},
		{"bare", "2.5 hours", "A 2 hours, B 3 hours, C 1 hour, D 2.5 hours", carries, "", ""},
		{"age", "Nell Orme, 41, left the harbour.", "Nell Orme, 41, and her brother Tom Orme, 38, left the harbour.", carries, "", ""},
	}
	for _, c := range cases {
		c.check(t)
	}
}
