package lexicon

import (
	"slices"
	"strings"
	"testing"

	"assay/text"
)

func TestWordNetIsFound(t *testing.T) {
	lines := strings.Split(strings.TrimSuffix(wordnet, "\n"), "\n")
	if !slices.IsSorted(lines) && len(lines) < 5000 {
		t.Fatalf("%d lines", len(lines))
	}
	for _, line := range lines {
		f := strings.Split(line, "\t")
		x, ok := LookUp(f[0])
		if !ok || x.Synonyms != f[1] || x.Derived != f[2] || x.General != f[3] || x.opposites != f[4] {
			t.Fatalf("%q: %+v", line, x)
		}
	}
	for _, w := range []string{"", "a", "zzzz", "increas!"} {
		if _, ok := LookUp(w); ok {
			t.Errorf("found %q", w)
		}
	}
	stems := text.NewStems()
	x, _ := LookUp(stems.Stem("increase", "en"))
	if !slices.Contains(strings.Fields(x.opposites), stems.Stem("decrease", "en")) {
		t.Errorf("%+v", x)
	}
}
