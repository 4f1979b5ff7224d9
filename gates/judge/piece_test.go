package judge

import (
	"context"
	"testing"

	"assay/provenance"
)

// A sentence with a piece left out, put in or changed says less or more, by what governs
// the piece.
func TestPieces(t *testing.T) {
	t.Parallel()
	l := NewLexical()
	for _, c := range []struct {
		text, claim string
		holds       bool // no rule may stop it; else it must not pass
	}{
		{"The harbour keeps a red lantern on the pier.", "The harbour keeps a lantern on the pier.", true},
		{"The harbour keeps no red lantern on the pier.", "The harbour keeps no lantern on the pier.", false},
		{"Every old ferry crosses the sound at dawn.", "Every ferry crosses the sound at dawn.", false},
		{"Every ferry crosses the wide sound at dawn.", "Every ferry crosses the sound at dawn.", true},
		{"The ferry left the quay without a licensed pilot.", "The ferry left the quay without a pilot.", false},
		{"Exactly 12 keepers ate at the northern inn.", "Exactly 12 keepers ate at the inn.", false},
		{"At most five keepers slept in the upper tower.", "At most five keepers slept in the tower.", false},
		{"At least five keepers slept in the upper tower.", "At least five keepers slept in the tower.", true},
		{"If the keeper finds a broken lens, the lamp is put out.", "If the keeper finds a lens, the lamp is put out.", false},
		{"The keeper knew nothing but the lamp and the stove.", "The keeper knew nothing but the lamp.", false},
		{"The crew painted the hull or scraped the keel.", "The crew painted the hull.", false},
		{"The crew did not paint the hull or the keel.", "The crew did not paint the hull.", true},
		{"The crew may paint the hull or the keel.", "The crew may paint the hull.", true},
		{"The keeper painted the tower in the autumn.", "The keeper painted the wooden tower in the autumn.", false},
		{"The keeper painted the tower and the shed.", "The keeper painted the tower and the shed and the jetty.", false},
		{"The pilot came in first place in the regatta.", "The pilot came in 7th place in the regatta.", false},
		{"The pilot came in first place in the regatta.", "The pilot came in 1st place in the regatta.", true},
		{"The levy was raised to 12 crowns.", "The levy was raised from 12 crowns.", false},
		{"The harbour is closed unless the beacon is lit.", "The harbour is closed even if the beacon is lit.", false},
		{"A master must send a signal with every barge.", "A master may send a signal with every barge.", false},
		{"The tug tows the barges from the quay but leaves those in the basin.", "The tug tows the barges from the basin but leaves those in the quay.", false},
		{"The yard expects a profit of between 40 and 60 crowns this year.", "The yard expects a profit of 60 crowns this year.", false},
		{"The crane does not lift barrels on deck.", "The crane does not fail to lift barrels on deck.", false},
		{"Two crews, one in white oilskins and one in black boots, raced the blue cutter.", "Two crews, one in white oilskins and one in black boots, raced the white cutter.", false},
		{"The yard had a long and quiet history of repairs.", "The yard had a long", false},
		{"The pier was painted by Orla and Tom in spring.", "The pier was painted by Tom and Orla in spring.", true},
	} {
		j, err := l.Judge(context.Background(), Question{Claim: c.claim, Text: c.text})
		if err != nil {
			t.Fatal(err)
		}
		if passes := j.Stance == provenance.Supports && j.Score >= 0.78; passes && !c.holds || c.holds && j.Mismatch != nil {
			t.Errorf("%s => %s: %s %.2f by %s %+v", c.text, c.claim, j.Stance, j.Score, j.Rule, j.Mismatch)
		}
	}
}
