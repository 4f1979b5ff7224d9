package compiler_test

import (
	"strings"
	"testing"

	"assay/gates"
)

// A claim that cites nothing is told the stored passage that has its words, and follows it:
// when the passage is gone, so is the hint.
//
// Invariant (grading): A sentence that cites nothing is offered the stored passage that has
// its words.
func TestUncitedIsOfferedAPassage(t *testing.T) {
	t.Parallel()
	const raw = "raw/cranes.md"
	v := newVault(t, map[string]string{
		"pipeline-policy.yaml": "version: 1.0\nsynthesis: {freshness_threshold_days: 9000}\nvault: {evidence: [raw]}\n",
		raw:                    "---\ntitle: Cranes\nretrieved: 2026-05-01\n---\n# Cranes\n\n" + filler(1, 6) + crane + "\n\n" + filler(2, 6),
		"01_Wiki/Crane.md":     "# Crane\n\n" + crane + "\n\nThe ferry leaves the northern pier at noon each day.\n",
	})
	hints := func() (out []string) {
		t.Helper()
		for _, d := range v.build().Diagnostics {
			if d.Code == gates.Uncited {
				out = append(out, d.Hint)
			}
		}
		return out
	}
	v.build()
	got := hints()
	if len(got) != 2 || !strings.Contains(got[0], "put [^chk-") || !strings.Contains(got[1], "assay search") {
		t.Fatalf("hints: %q", got)
	}
	anchor := got[0][strings.Index(got[0], "[^chk-"):]
	anchor = anchor[:strings.IndexByte(anchor, ']')+1]
	v.edit("01_Wiki/Crane.md", crane, crane+anchor)
	if tier := v.verdictOn("01_Wiki/Crane.md", "crane").Tier.String(); tier != "T5" {
		t.Errorf("with the passage cited: %s", tier)
	}
	v.edit("01_Wiki/Crane.md", anchor, "")
	v.edit(raw, crane, "The harbour crane is painted green.")
	v.build()
	if got := hints(); len(got) != 2 || strings.Contains(got[0], "[^chk-") {
		t.Errorf("after the passage went: %q", got)
	}
}
