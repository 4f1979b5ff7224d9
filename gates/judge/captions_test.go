package judge

import (
	"context"
	"strings"
	"testing"
)

// What is written down as it is said has no full stops: a talk is read some lines at a time.
func TestCaptionsAreReadSomeLinesAtATime(t *testing.T) {
	const talk = `# Glazing on a Sunday

[0:02] hello and welcome back to the shed
[0:02] hello and welcome back to the shed today we look at the
[0:07] today we look at the
[0:07] today we look at the bucket of white glaze and at why
[0:11] bucket of white glaze and at why
[0:11] bucket of white glaze and at why it went lumpy over the winter
[0:16] it went lumpy over the winter
[0:16] it went lumpy over the winter so first of all the kiln vent must be left
[0:21] so first of all the kiln vent must be left
[0:21] so first of all the kiln vent must be left open until the cones have dried
[0:26] open until the cones have dried
[0:26] open until the cones have dried and my neighbour came round with a
[0:31] and my neighbour came round with a
[0:31] and my neighbour came round with a tray of mugs that she threw in
[0:35] tray of mugs that she threw in
[0:35] tray of mugs that she threw in spring and they look very good
`
	page := talk + strings.Repeat("[1:02] and then we went out for some more tea\n[1:02] and then we went out for some more tea and a biscuit or two\n", 20)
	for claim, want := range map[string]string{
		"The kiln vent must be left open until the cones have dried, before anything else.": carries,
		"The kiln vent must be sealed with clay before each firing of the mugs.":            falls,
	} {
		j, err := NewLexical().Judge(context.Background(), Question{Claim: claim, Text: page, Whole: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := outcome(j); got != want {
			t.Errorf("%s: %s by %s %.2f %v %v, want %s", claim, got, j.Rule, j.Score, j.Mismatch, j.Missing, want)
		}
	}
	spoken := strings.ReplaceAll(talk, "white glaze", "glaze from tile wright") + strings.Repeat("[1:02] and then we went out for some more tea\n[1:03] and a biscuit or two\n", 20)
	for text, want := range map[string]bool{spoken: false, strings.Repeat("The bucket of glaze went lumpy over the winter. The kiln vent must be left open until the cones have dried. ", 12): true} {
		j, err := NewLexical().Judge(context.Background(), Question{Claim: "At TileWright the kiln vent must be left open until the cones have dried.", Text: text, Whole: true})
		if err != nil || (j.Rule == RuleNowhere) != want {
			t.Errorf("a name as it sounds: %s %v %v", j.Rule, j.Missing, err)
		}
	}
	cut := `# Glue for tiles

[0:04] the blue glue in this tube really does not
[0:04] the blue glue in this tube really does not hold the tiles well even when the
[0:09] hold the tiles well even when the
[0:09] hold the tiles well even when the back is scratched it's a clear glue of
[0:13] back is scratched it's a clear glue of
[0:13] back is scratched it's a clear glue of two tubes that were mixed
`
	j, err := NewLexical().Judge(context.Background(), Question{Claim: "Clear glue of two tubes did not hold tiles, even with the back scratched.", Text: cut, Whole: true})
	if err != nil || outcome(j) == refutes {
		t.Errorf("a denial before the cut: %s %v %v", j.Rule, j.Mismatch, err)
	}
}
