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
