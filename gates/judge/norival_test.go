package judge

import (
	"context"
	"strings"
	"testing"
	"time"
)

// A page that has the claim's value a thousand times in one line is read in no more than moments.
func TestAValueManyTimesOver(t *testing.T) {
	page := "The gate of the old mill holds 6 barges in the spring of each year.\n\n" + strings.Repeat("gate mill barges 32 ", 60_000)
	start := time.Now()
	if _, err := NewLexical().Judge(context.Background(), Question{Claim: "The gate of the old mill holds 32 barges in the spring of each year.", Text: page, Whole: true}); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("it took %s", took)
	}
}

// A number that names a thing is no amount, and what is told of one thing is held against none of another.
func TestNumbersThatName(t *testing.T) {
	pass := "On 14 September the buds opened in plot 9. The tank held 600 ml of copper for plot 9."
	for _, c := range []judged{
		{"other plots", "No buds: plots 02, 04 and 06.", "No buds: plots 5 and 8.", falls, "", ""},
		{"another plot", "For plot-03 the tank held 200 ml of copper.", pass, falls, "", ""},
		{"the same plot", "For plot-09 the tank held 200 ml of copper.", pass, refutes, RuleValue, "200 ml|600 ml"},
	} {
		c.check(t)
	}
}
