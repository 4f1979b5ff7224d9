package judge

import (
	"assay/text"
	"slices"
	"strings"
	"testing"
)

func TestWordNetIsFound(t *testing.T) {
	lines := strings.Split(strings.TrimSuffix(wordnet, "\n"), "\n")
	if !slices.IsSorted(lines) && len(lines) < 5000 {
		t.Fatalf("%d lines", len(lines))
	}
	for _, line := range lines {
		f := strings.Split(line, "\t")
		x, ok := lookUp(f[0])
		if !ok || x.synonyms != f[1] || x.derived != f[2] || x.general != f[3] || x.opposites != f[4] {
			t.Fatalf("%q: %+v", line, x)
		}
	}
	for _, w := range []string{"", "a", "zzzz", "increas!"} {
		if _, ok := lookUp(w); ok {
			t.Errorf("found %q", w)
		}
	}
	stems := text.NewStems()
	x, _ := lookUp(stems.Stem("increase", "en"))
	if !slices.Contains(strings.Fields(x.opposites), stems.Stem("decrease", "en")) {
		t.Errorf("%+v", x)
	}
}
