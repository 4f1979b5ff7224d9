package judge

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/provenance"
)

// Six dense pages on things that stand side by side (tiers of a plan, parts and their prices, a
// life in dates), with true claims in other words and false ones made of the pages' own words.
func TestParallels(t *testing.T) {
	rows, err := os.ReadFile("testdata/parallels/claims.tsv")
	if err != nil {
		t.Fatal(err)
	}
	l := NewLexical()
	count := map[string]int{}
	for line := range strings.Lines(string(rows)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		page, err := os.ReadFile(filepath.Join("testdata/parallels", f[0]+".md"))
		if err != nil {
			t.Fatal(err)
		}
		j, err := l.Judge(context.Background(), Question{Claim: f[2], Text: string(page), Whole: true})
		if err != nil {
			t.Fatal(err)
		}
		got := "doubted"
		switch {
		case held(&j):
			got = "held"
		case j.Stance == provenance.Contradicts || j.Score < 0.2:
			got = "refuted"
		}
		count[f[1]] += 1
		count[f[1]+" "+got]++
		if f[1]+" "+got == "false held" || f[1]+" "+got == "true refuted" {
			t.Logf("%s %s: %s (%s, %.2f)", f[1], got, f[2], j.Rule, j.Score)
		}
	}
	t.Logf("false: %d held, %d refuted of %d; true: %d held, %d refuted of %d", count["false held"], count["false refuted"], count["false"],
		count["true held"], count["true refuted"], count["true"])
	if 20*count["false held"] > count["false"] || 5*count["false refuted"] < 2*count["false"] || 20*count["true refuted"] > count["true"] || 3*count["true held"] < count["true"] {
		t.Error("more than 5 % of the false claims hold, fewer than 40 % are refuted, more than 5 % of the true ones are, or fewer than a third hold")
	}
}
