package ui

import (
	"bytes"
	"strings"
	"testing"

	"assay/compiler/reports"
	"assay/gates"
	"assay/provenance"
)

func TestPlainReason(t *testing.T) {
	for _, tt := range []struct {
		e    reports.Example
		want string
	}{
		{reports.Example{Tier: provenance.T5, Claim: "Tea asks for fresh water and a clock.", Reason: `the source says: "Tea asks for little: fresh water and a clock." (support 0.96)`},
			"its source says so in nearly the same words (support 0.96)"},
		{reports.Example{Tier: provenance.T5, Claim: "Tea is old.", Reason: `the source says: "People drank it before history was written." (support 0.80)`},
			`the source says: "People drank it before history was written." (support 0.80)`},
		{reports.Example{Tier: provenance.Unchecked, Reason: "cites https://x.org/a, which is not held: https://x.org/a is not stored"}, "cites https://x.org/a, which is not held"},
		{reports.Example{Tier: provenance.Unchecked, Reason: "cites a.md, which is not held: no source is stored here yet"}, "cites a.md, which is not held: no source is stored here yet"},
		{reports.Example{Tier: provenance.T5, Reason: `"`}, `"`},
	} {
		if got := plainReason(tt.e); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

// A red claim in a held draft is said to be there, and shows what the other side says.
func TestShowcase(t *testing.T) {
	f := files{"02_Drafts/d.md": "Chests: 342.\n", "01_Wiki/w.md": "# W\n\nChests: 340.\n"}
	r := &reports.Report{
		Held: []reports.HeldDraft{{Note: "02_Drafts/d.md"}},
		Findings: reports.Findings{Showcase: []reports.Example{
			{Tier: provenance.T4, Note: "02_Drafts/d.md", Line: 1, Claim: "Chests: 342.", Reason: "claim says 342, 01_Wiki/w.md says 340", InDraft: true},
			{Tier: provenance.T5, Note: "01_Wiki/w.md", Line: 3, Claim: "Chests: 340.", Reason: "good"},
		}, Shown: []gates.Diagnostic{{Graded: true, Tier: provenance.T4, Span: at(f, "02_Drafts/d.md", "Chests: 342."),
			Related: []gates.Related{{Span: at(f, "01_Wiki/w.md", "Chests: 340."), Quote: "Chests: 340.", Message: "m"}}}}},
	}
	var b bytes.Buffer
	o := &Out{Stdout: &b, Texts: f}
	o.showcase(r)
	want := `one claim of each tier (what is wrong stands in a held draft, not in the wiki):

T5        verified 01_Wiki/w.md:3
          Chests: 340.
          good

T4        conflict 02_Drafts/d.md:1 (held draft)
          Chests: 342.
          claim says 342, 01_Wiki/w.md says 340
          "Chests: 340."
          01_Wiki/w.md:3

`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	r.Held = nil
	b.Reset()
	if o.showcase(r); strings.Contains(b.String(), "held") {
		t.Errorf("nothing is held:\n%s", b.String())
	}
}
