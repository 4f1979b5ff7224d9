package ui

import (
	"bytes"
	"strings"
	"testing"

	"assay/compiler/reports"
	"assay/provenance"
)

// A red claim in a held draft is said to be there.
func TestShowcase(t *testing.T) {
	r := &reports.Report{
		Held: []reports.HeldDraft{{Note: "02_Drafts/d.md"}},
		Findings: reports.Findings{Showcase: []reports.Example{
			{Tier: provenance.T4, Note: "02_Drafts/d.md", Line: 1, Claim: "Chests: 342.", Reason: "claim says 342, 01_Wiki/w.md says 340", InDraft: true},
			{Tier: provenance.T5, Note: "01_Wiki/w.md", Line: 3, Claim: "Chests: 340.", Reason: "good"},
		}},
	}
	var b bytes.Buffer
	o := &Out{Stdout: &b}
	o.showcase(r)
	want := `one claim of each tier (what is wrong stands in a held draft, not in the wiki):

T5        verified 01_Wiki/w.md:3
          Chests: 340.
          good

T4        conflict 02_Drafts/d.md:1 (held draft)
          Chests: 342.
          claim says 342, 01_Wiki/w.md says 340

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
