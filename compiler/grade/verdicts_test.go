package grade

import (
	"testing"

	"assay/compiler/codec"
	"assay/provenance"
	"assay/vault/markdown"
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
	kept, err := codec.Decode[*NoteVerdicts](codec.Encode(&NoteVerdicts{verdicts: vs}))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"7 km", "42 km"} {
		if best := kept.verdicts[i].Best; best == nil || len(best.Judgement.Missing) != 1 || best.Judgement.Missing[0] != want {
			t.Errorf("verdict %d: %+v, want %s missing", i, best, want)
		}
	}
	if kept.verdicts[2].Best != nil {
		t.Error("nothing is something")
	}
	now := markdown.Cite{Target: "a.md", Start: 7, End: 9}
	kept.verdicts[0].Best.Cite = markdown.Cite{Target: "a.md"}
	place(&markdown.Note{Claims: []markdown.Claim{{Cites: []markdown.Cite{now}}}}, kept.verdicts)
	if at := kept.verdicts[0].Best.Cite; at != now {
		t.Errorf("the citation stands at %d, and what is best of it at %d", now.Start, at.Start)
	}
}
