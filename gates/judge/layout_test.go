package judge

import (
	"strings"
	"testing"
	"time"

	"assay/gates/judge/reading"
	"assay/text"
)

// A row of many cells and a map of many keys, all in one line, take no more time than their length.
func TestLongLinesAreRead(t *testing.T) {
	const n = 150_000
	for name, raw := range map[string]string{
		"a row of cells":   "| h | g |\n|---|---|\n" + strings.Repeat("|a", n) + "|\n",
		"columns":          strings.Repeat("a\t", n) + "\n" + strings.Repeat("b\t", n) + "\n",
		"a map":            "{" + strings.Repeat(`"a": 1,`, n) + `"b": 2}`,
		"drawn lines":      strings.Repeat("===   ===   ===\n", n),
		"nested maps":      strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n),
		"items in a label": "- " + strings.Repeat("a: b, ", n),
	} {
		start := time.Now()
		reading.Analyse(raw, text.NewStems()).LayoutOf()
		if d := time.Since(start); d > 20*time.Second {
			t.Errorf("%s: %v", name, d)
		}
	}
}
