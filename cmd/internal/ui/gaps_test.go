package ui

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"assay/compiler/reports"
)

func gapsShown(rows []reports.GapRow, all bool) string {
	var b bytes.Buffer
	o := &Out{Stdout: &b, Stderr: &b}
	o.Gaps(rows, all)
	return b.String()
}

// What one cause explains is one line; the sum counts every row.
func TestGapsAreJoined(t *testing.T) {
	old := "supported, but its evidence was retrieved 2024-02-10, 900 days ago"
	far := "cites https://x.org/a, which is not held: https://x.org/a is not stored"
	got := gapsShown([]reports.GapRow{
		{Kind: "stub", File: "s.md", Line: 1, Column: 1, Count: 11, Note: "11 of at least 30 words"},
		{Kind: "stub", File: "t.md", Line: 1, Column: 1, Count: 1, Note: "1 of at least 30 words"},
		{Kind: "stale", File: "a.md", Line: 7, Column: 1, Target: "One.", Count: 1, Note: old},
		{Kind: "stale", File: "a.md", Line: 8, Column: 1, Target: "Two.", Count: 1, Note: old},
		{Kind: "unchecked", File: "a.md", Line: 9, Column: 1, Target: "Three.", Count: 1, Note: far},
		{Kind: "unresolved-link", File: "a.md", Line: 2, Column: 1, Target: "Mocha", Count: 1},
		{Kind: "unresolved-link", File: "b.md", Line: 2, Column: 1, Target: "Chai", Count: 2},
		{Kind: "unresolved-link", File: "c.md", Line: 3, Column: 1, Target: "Chai", Count: 1},
	}, false)
	want := `b.md:2:1: unresolved-link Chai (3 times in 2 notes)
a.md:2:1: unresolved-link Mocha
a.md:9:1: unchecked Three. (cites https://x.org/a, which is not held)
a.md:7:1: stale 2 claims (` + old + `)
s.md:1:1: stub 11 words (at least 30 wanted)
t.md:1:1: stub 1 word (at least 30 wanted)

8 gaps: 3 unresolved-link, 1 unchecked, 2 stale, 2 stub
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A vault with thousands of gaps gets a page, and all of it when asked.
func TestManyGapsFitAPage(t *testing.T) {
	var rows []reports.GapRow
	for _, k := range gapKinds {
		for i := range 300 {
			rows = append(rows, reports.GapRow{Kind: string(k.kind), File: fmt.Sprintf("%03d.md", i), Line: 1, Column: 1, Target: fmt.Sprint("t", i), Count: 1, Note: fmt.Sprint("n", i)})
		}
	}
	if n := strings.Count(gapsShown(rows, false), "\n"); n > 60 {
		t.Errorf("%d lines", n)
	}
	if n := strings.Count(gapsShown(rows, true), "\n"); n < len(rows) {
		t.Errorf("--all shows %d lines of %d", n, len(rows))
	}
}
