package ui

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"assay/compiler/reports"
	"assay/gates"
	"assay/ingest/web"
)

// drawn is the tree of a map with these addresses; an address with a verdict is
// written "verdict address".
func drawn(width int, addresses ...string) string {
	g := &web.Graph{}
	for _, a := range addresses {
		verdict, url, ok := strings.Cut(a, " ")
		if !ok {
			verdict, url = "", a
		}
		g.Nodes = append(g.Nodes, web.Node{URL: url, Verdict: web.Verdict(verdict)})
	}
	var b bytes.Buffer
	o := &Out{Stdout: &b, Stderr: &b, Width: width}
	o.tree(treeOf(&reports.SourceMap{Graph: g}))
	return b.String()
}

func TestTree(t *testing.T) {
	got := drawn(100,
		"fetched https://a.example/docs/15/",
		"https://a.example/docs/15/intro.html",
		"robots https://a.example/docs/15/private/a.html",
		"robots https://a.example/docs/15/private/b.html",
		"https://a.example/docs/15/sql/select.html",
		"https://a.example/docs/15/sql/insert.html",
		"gone https://a.example/docs/15/sql/lost.html",
		"type https://a.example/docs/15/logo.png",
		"https://a.example/docs/15/%E6%97%A5%E6%9C%AC/%E8%8C%B6.html",
		"https://a.example/docs/15/search?q=%E8%8C%B6",
		"https://b.example/",
	)
	want := `  https://a.example/docs/15/  7 pages, 1 type, 2 robots
  ├─ sql/  3 pages
  │  ├─ select.html
  │  ├─ insert.html
  │  └─ lost.html  gone
  ├─ private/  2 robots
  │  ├─ a.html  robots
  │  └─ b.html  robots
  ├─ 日本/  1 page
  │  └─ 茶.html
  ├─ intro.html
  ├─ logo.png  type
  └─ search?q=茶
  https://b.example
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// What an address says cannot move the cursor, hide another or break a line.
func TestTreeOfHostileAddresses(t *testing.T) {
	for _, part := range []string{"%1B%5B2J", "a%0Ab", "a%2Fb", "%E2%80%AEtxt", "%FF%FE", "%00", "a%3Fb", "100%25", "%", "%zz", "%E2%80%8B"} {
		if got, want := drawn(100, "https://a.example/x/"+part, "https://a.example/y"), part; !strings.Contains(got, want) || strings.Count(got, "\n") != 4 {
			t.Errorf("%s is shown as\n%q", part, got)
		}
	}
	deep := "https://a.example/" + strings.Repeat("d/", 4000) + "end.html"
	if got := drawn(80, deep, deep+"2", "https://a.example/"); strings.Count(got, "\n") > treeLines {
		t.Errorf("a deep address takes %d lines", strings.Count(got, "\n"))
	}
}

// A map of any size takes a screen, fits its width and counts everything.
func TestTreeFolds(t *testing.T) {
	var all []string
	for i := range 40 {
		for j := range 50 {
			all = append(all, fmt.Sprintf("https://a.example/%s-%d/%d.html", strings.Repeat("茶", i), i, j))
		}
	}
	for _, width := range []int{30, 60, 100} {
		got := drawn(width, all...)
		lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
		if len(lines) > treeLines || len(lines) < treeLines/2 {
			t.Errorf("%d lines", len(lines))
		}
		for _, line := range lines {
			if columnsOf(line) > width {
				t.Errorf("%d columns, of %d: %s", columnsOf(line), width, line)
			}
		}
		if !strings.Contains(got, "2000 pages") || !strings.Contains(got, "… and ") {
			t.Errorf("got\n%s", got)
		}
	}
	flat := all[:0:0]
	for i := range 300 {
		flat = append(flat, fmt.Sprintf("https://a.example/%d.html", i))
	}
	if got := drawn(100, flat...); !strings.Contains(got, "└─ … and 281 more\n") || strings.Count(got, "\n") > treeLines {
		t.Errorf("got\n%s", got)
	}
}

// What could not be looked at is never told as what is not there.
func TestWhatACrawlDidNotRead(t *testing.T) {
	var b bytes.Buffer
	o := &Out{Stdout: &b, Stderr: &b, Width: 100}
	r := &reports.SourceReport{URLs: []reports.SourceURL{
		{URL: "https://a.example/gone", Verdict: "gone", Reason: "404 Not Found"},
		{URL: "https://a.example/wall", Verdict: "login-wall"},
		{URL: "https://a.example/old", Verdict: "unavailable", Held: true, Since: "2026-05-28T00:00:00Z"},
		{URL: "https://a.example/\x1b[2J", Verdict: "error", Class: "timeout", Reason: "no answer in 30s"},
	}}
	for i := range 20 {
		r.URLs = append(r.URLs, reports.SourceURL{URL: fmt.Sprintf("https://a.example/%d", i), Verdict: "robots"})
	}
	o.Source(r, gates.Default())
	for _, want := range []string{
		"  gone         https://a.example/gone\n               404 Not Found\n",
		"  login-wall   https://a.example/wall\n               the page wants a login\n",
		"  unavailable  https://a.example/old\n               since 2026-05-28; what it said before is held\n",
		"error (timeout) https://a.example/␛[2J\n               no answer in 30s\n",
		"… and 14 more; --json has them all\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("got\n%s\nwithout %q", b.String(), want)
		}
	}
}
