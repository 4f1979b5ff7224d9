package extract

import (
	"fmt"
	"slices"
	"testing"
)

func TestRepeated(t *testing.T) {
	var pages []string
	for i := range 8 {
		pages = append(pages, fmt.Sprintf("Home · About\n\n# Title %d\n\nBy Ann\n\n## Name\n\nText %d.\n\n```\nsame\n\ncode\n```\n\n## Use\n\nSame words.\n\nMore %d.\n\n### About me\n\nI write.\n\n© Us\n", i, i, i))
	}
	r := Repeated(pages)
	if got, want := Strip(pages[3], r), "# Title 3\n\n## Name\n\nText 3.\n\n```\nsame\n\ncode\n```\n\n## Use\n\nSame words.\n\nMore 3.\n"; got != want {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
	if !slices.Contains(r, "© Us") || !slices.IsSorted(r) {
		t.Errorf("named: %q", r)
	}
	slices.Reverse(pages)
	if !slices.Equal(r, Repeated(pages)) {
		t.Error("the order of pages matters")
	}
	if Repeated(pages[:3]) != nil {
		t.Error("three pages are too few")
	}
	if got := Strip("### About me\n\n© Us\n", r); got != "### About me\n\n© Us\n" {
		t.Errorf("a page of nothing else: %q", got)
	}
	if got := Strip("# Own\n\nWords.\n", r); got != "# Own\n\nWords.\n" {
		t.Errorf("a page without them: %q", got)
	}
}
