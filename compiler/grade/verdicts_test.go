package grade

import (
	"testing"

	"assay/provenance"
)

// What is best of a verdict outlives being stored, one of its passages or not: what an error says
// comes from it.
func TestVerdictsKeepWhatIsBest(t *testing.T) {
	passage := func(missing ...string) provenance.Judged {
		return provenance.Judged{Judgement: provenance.Judgement{Rule: provenance.RuleNowhere, Missing: missing}}
	}
	other := passage("42 km")
	vs := []provenance.Verdict{{Passages: []provenance.Judged{passage(), passage("7 km")}}, {Passages: []provenance.Judged{passage("42 km", "7 km")}, Best: &other}, {}}
	vs[0].Best = &vs[0].Passages[1]
	kept, err := DecodeVerdicts((&NoteVerdicts{verdicts: vs}).encode())
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"7 km", "42 km"} {
		if best := kept.verdicts[i].Best; best == nil || len(best.Judgement.Missing) != 1 || best.Judgement.Missing[0] != want {
			t.Errorf("verdict %d: %+v, want %s missing", i, best, want)
		}
	}
	if kept.verdicts[0].Best != &kept.verdicts[0].Passages[1] || kept.verdicts[2].Best != nil {
		t.Error("a passage that is best is another now, or nothing is something")
	}
}
