package web

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"
)

// What has no HTTP address is read with the same journal, credits and verdicts.
func TestCollect(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)
	c := NewClient(Options{Now: func() time.Time { return now }, Allow: func(u string) error {
		if u == "git+file:///r#denied.md" {
			return errors.New("is denied")
		}
		return nil
	}})
	g := &Graph{Seed: "git+file:///r", Start: "git+file:///r", Limits: Limits{Prefixes: []string{"git+file:///r"}, Depth: 1, Pages: 6}}
	for _, name := range []string{"a.md", "same.md", "next.js", "denied.md", "gone.md", "kept.md", "x/x/x/x/x/x.md", "late.md"} {
		g.Nodes = append(g.Nodes, Node{URL: "git+file:///r#" + name, Depth: 1, Found: FoundLink})
	}
	g.Nodes = append(g.Nodes, Node{URL: "git+file:///other#b.md", Depth: 1})
	path := filepath.Join(t.TempDir(), "journal")
	reads, spent, back := 0, 0, 0
	once := func() (*Result, map[string]Verdict) {
		j, err := OpenJournal(path, g.Digest())
		if err != nil {
			t.Fatal(err)
		}
		defer j.Close()
		had := map[string]Verdict{}
		r, err := Collect(t.Context(), c, g, CrawlOptions{
			Journal: j,
			Spend:   func() error { spent++; return nil },
			Refund:  func() { back++ },
			Emit:    func(p Page) error { had[p.URL[len("git+file:///"):]] = p.Verdict; return nil },
		}, func(_ context.Context, n Node) Page {
			reads++
			switch n.URL {
			case "git+file:///r#gone.md":
				return Page{Verdict: Gone, Requests: 1}
			case "git+file:///r#kept.md":
				return Page{Verdict: Failed, Class: ClassTool}
			case "git+file:///r#a.md", "git+file:///r#same.md":
				return Page{Verdict: Fetched, Requests: 1, Body: []byte("# A\n")}
			}
			return Page{Verdict: Fetched, Requests: 1, Body: []byte(n.URL)}
		})
		if err != nil {
			t.Fatal(err)
		}
		return r, had
	}
	first, had := once()
	want := "map[other#b.md:policy r#a.md:fetched r#denied.md:policy r#gone.md:gone r#kept.md:error r#late.md:fetched r#next.js:fetched r#same.md:duplicate r#x/x/x/x/x/x.md:fetched]"
	if got := fmt.Sprint(had); got != want {
		t.Errorf("verdicts %s\nwant %s", got, want)
	}
	if reads != 7 || spent != 7 || back != 1 || first.Pages != 6 {
		t.Errorf("%d reads, %d credits spent, %d given back, %d pages", reads, spent, back, first.Pages)
	}
	reads = 0
	second, _ := once()
	if reads != 0 || second.Counts[Fetched] != 4 || second.Counts[Quota] != 1 {
		t.Errorf("a second run read %d nodes and came to %v", reads, second.Counts)
	}
}
