package compiler_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"assay/compiler"
	"assay/compiler/review"
	"assay/compiler/stats"
	"assay/provenance"
)

// A note that wants one page gets that page. An address that ends in a slash is a folder, with
// what lies below.
func TestOnePageIsWanted(t *testing.T) {
	t.Parallel()
	s := newSite(t, shelf(80))
	v := newWebVault(t, webPolicy, map[string]string{"01_Wiki/Home.md": "---\nsources_wanted: [" + s.url + "p7.html]\n---\n# Home\n\nWe want one page.\n"})
	r := v.build()
	if n, requests := s.bodies(); n != 3 || requests > 6 || r.Cost.Credits != 1 { // for the map, for where it leads, and for the text
		t.Errorf("%d pages sent in %d requests, %+v", n, requests, r.Cost)
	}
	if got := v.source(s.url + "p7.html"); got.Pages != 1 || got.Map.Cost.Credits != 1 {
		t.Errorf("%+v", got.SourceRow)
	}
	// What is stored is wanted no more.
	for _, g := range v.gaps() {
		if g.Kind == provenance.Declared {
			t.Errorf("still a gap: %+v", g)
		}
	}
}

func (v *testVault) gaps() []provenance.Gap {
	v.Helper()
	c := v.open()
	s, err := c.Look(context.Background())
	if err != nil {
		v.Fatal(err)
	}
	p, err := c.Observe(context.Background(), s, false, nil)
	if err != nil {
		v.Fatal(err)
	}
	return p.Grade.Gaps()
}

// A declared gap is closed once there is a note on it, by its name or an alias, and open again
// when that goes; also where a build looks at a few notes alone.
func TestDeclaredGapCloses(t *testing.T) {
	t.Parallel()
	declared := func(v *testVault) (out []string) {
		for _, g := range v.gaps() {
			if g.Kind == provenance.Declared {
				out = append(out, g.Target)
			}
		}
		return out
	}
	v := newVault(t, map[string]string{"pipeline-policy.yaml": "version: 1.0\n",
		"01_Wiki/Home.md": "---\ngaps: [Oolong, TCP/IP, Deep/Water, Home]\n---\n# Home\n\nWe ask for notes.\n"})
	want := func(n int, when string) {
		t.Helper()
		r := v.build()
		status, err := stats.Status(t.Context(), v.open())
		if err != nil {
			t.Fatal(err)
		}
		if got := declared(v); len(got) != n || status.Gaps["declared"] != n {
			t.Errorf("%s: %v, status %d", when, got, status.Gaps["declared"])
		}
		before := r.Gaps
		v.remove(".assay")
		if cold := v.build(); cold.Gaps != before {
			t.Errorf("%s: %d gaps, and a cold build finds %d", when, before, cold.Gaps)
		}
	}
	want(4, "nobody wrote them")
	v.write("01_Wiki/Tea.md", "---\naliases: [oolong]\n---\n# Tea\n\nWe drink it.\n")
	want(3, "an alias")
	v.write("01_Wiki/TCP IP.md", "# TCP/IP\n\nWe send it.\n")
	want(2, "a name without the slash")
	v.write("01_Wiki/Deep/Water.md", "# Water\n\nWe swim in it.\n")
	want(1, "a path")
	v.remove("01_Wiki/TCP IP.md")
	want(2, "one went")
}

// A topic in a person's words is one note, and no folder.
func TestTopicWithASlash(t *testing.T) {
	t.Parallel()
	v := newVault(t, map[string]string{
		"pipeline-policy.yaml":     "version: 1.0\nvault: {evidence: [raw]}\n",
		"raw/tcp.md":               "# TCP/IP\n\nTCP/IP is a suite of protocols that connects hosts on networks. TCP/IP was specified by the Department of Defense in the 1970s.\n\n## Layers\n\nTCP/IP has four layers from the link to the application. Each layer of TCP/IP hides the one below it from those above.\n",
		"01_Wiki/Networks/Home.md": "# Home\n\nWe ask for notes.\n",
	})
	for topic, want := range map[string]string{"TCP/IP": "02_Drafts/TCP IP.md", "Networks/TCP": "02_Drafts/Networks/TCP.md"} {
		if _, err := review.Draft(t.Context(), v.open(), topic, nil); err != nil {
			t.Fatal(err)
		}
		if !v.exists(want) {
			t.Errorf("%s is not at %s", topic, want)
		}
	}
	if v.exists("02_Drafts/TCP/IP.md") || !strings.Contains(v.read("02_Drafts/TCP IP.md"), "# TCP/IP\n") {
		t.Errorf("%s", v.read("02_Drafts/TCP IP.md"))
	}
	before := v.files()
	v.build()
	v.build()
	for name, text := range v.files() {
		if strings.HasPrefix(name, "02_Drafts/") && before[name] != text {
			t.Errorf("%s is another after a build:\n%s", name, text)
		}
	}
}

// What status says of the last build is of the last build, and of no check after it.
func TestLastBuild(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	last := func() string {
		t.Helper()
		r, err := stats.Status(t.Context(), v.open())
		if err != nil {
			t.Fatal(err)
		}
		return r.LastBuild
	}
	if got := last(); got != "" {
		t.Errorf("built at %s before any build", got)
	}
	v.build()
	v.later(time.Hour)
	v.write("01_Wiki/New.md", "# New\n\nWe wrote it since.\n")
	if _, err := v.open().Check(t.Context(), compiler.CheckOptions{}); err != nil {
		t.Fatal(err)
	}
	if got, want := last(), testNow.Format(time.RFC3339); got != want {
		t.Errorf("after a check %s, want %s", got, want)
	}
	v.build()
	v.later(time.Hour)
	v.build() // nothing to do, and a build all the same
	if got, want := last(), testNow.Add(2*time.Hour).Format(time.RFC3339); got != want {
		t.Errorf("after a build with nothing to do %s, want %s", got, want)
	}
}
