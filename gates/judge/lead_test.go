package judge

import (
	"context"
	"slices"
	"testing"

	"assay/provenance"
)

// What stands over a claim in its note is read with it, and is no evidence.
func TestLead(t *testing.T) {
	ask := func(claim, source string, lead ...string) provenance.Judgement {
		t.Helper()
		j, err := NewLexical().Judge(context.Background(), Question{Claim: claim, Text: source, Lead: lead})
		if err != nil {
			t.Fatal(err)
		}
		return j
	}
	source := "The old kiln cannot fire porcelain at all. It was built of brick by the river."
	claim := "The old kiln can fire porcelain."
	if j := ask(claim, source); j.Stance != provenance.Contradicts {
		t.Fatalf("without a lead: %+v", j)
	}
	if j := ask(claim, source, "Kilns", "What the old kiln can't do"); j.Stance == provenance.Contradicts {
		t.Errorf("under a denial: %+v", j)
	}
	if j := ask(claim, source, "Kilns", "What the old kiln can't do"); j.Stance == provenance.Supports && j.Score >= heldScore {
		t.Errorf("a sentence under a denial carries what the source denies: %+v", j)
	}
	if j := ask("Firing porcelain in the old kiln is allowed.", "Firing porcelain in the old kiln is not allowed.", "Kilns", "Restrictions"); j.Stance != provenance.Contradicts {
		t.Errorf("a sentence of its own under restrictions: %+v", j)
	}
	if j := ask("Firing porcelain in the old kiln", "Firing porcelain in the old kiln is not allowed.", "Kilns", "Restrictions"); j.Stance == provenance.Contradicts {
		t.Errorf("a fragment under restrictions: %+v", j)
	}
	if j := ask(claim, source, "No fire without a kiln", "Uses"); j.Stance != provenance.Contradicts {
		t.Errorf("a title denies nothing: %+v", j)
	}
	if j := ask("The kiln lacks glazing shelves.", source, "Kilns", "Glazing"); slices.Contains(j.Absent, "glazing") || !slices.Contains(j.Absent, "shelves") {
		t.Errorf("absent: %q", j.Absent)
	}
	if j := ask("Porcelain is blue.", "Bowls stand on the shelf.", "Porcelain is blue"); j.Stance == provenance.Supports {
		t.Errorf("a heading carries its claim: %+v", j)
	}
}
