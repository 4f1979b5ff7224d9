package ui

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"assay/compiler/reports"
	"assay/compiler/review"
	"assay/gates"
)

// Whatever a claim and its source say, no line is wider than the terminal, nothing of
// the claim or the quote is lost, and no control character comes through.
func TestWalkItemFits(t *testing.T) {
	words := rapid.SliceOfN(rapid.SampledFrom([]string{"tea", "緑茶は二分間蒸らす。", "👩‍🔬🍵", "Überlänge", "a\x1b[2Jb", "x\u202ey", "- item", "| a | b |", "```", "# head",
		"https://example.org/" + strings.Repeat("long/", 12), "\n", "\n\n", "\t"}), 1, 30)
	rapid.Check(t, func(t *rapid.T) {
		say := func(name string) string { return strings.Join(words.Draw(t, name), " ") }
		o, b := out(t, rapid.IntRange(30, 130).Draw(t, "width"))
		claim, quote := say("claim"), say("quote")
		side := review.ConflictSide{Note: "a.md", Text: claim, Quote: quote, Class: "official", Retrieved: "2026-05-01T00:00:00Z"}
		item := review.Item{Kind: review.ReviewWeak, Note: "a.md", Claim: reports.PacketClaim{Tier: "T1", Text: claim, Line: 3, Reason: say("reason")},
			Detail: &review.Detail{Rule: "weak", Absent: []string{say("absent")}, Problems: []string{say("problem")},
				Passages:  []review.Passage{{File: "s.md", Quote: quote, Before: say("before"), After: say("after"), URL: say("url"), Heading: []string{say("heading")}}, {File: "s.md", Quote: quote}},
				Elsewhere: []review.Passage{{File: "o.md", Quote: quote}}}}
		if rapid.Bool().Draw(t, "conflict") {
			item.Conflict = &review.ConflictRow{ID: "cf_1", Kind: "number", New: side, Existing: side, HighStakes: true,
				Proposal: gates.Proposal{Way: "narrow", Reason: say("why"), When: say("when")}}
		}
		o.WalkItem(item, 1, 2)
		shown := b.String()
		for i, line := range strings.Split(shown, "\n") {
			if got := columnsOf(line); got > min(o.Width, 100) {
				t.Fatalf("line %d is %d columns wide, and the terminal %d: %q", i, got, o.Width, line)
			}
		}
		if strings.ContainsAny(shown, "\x1b\u202e") {
			t.Fatalf("a control character: %q", shown)
		}
		flat := func(s string) string { return strings.Join(strings.Fields(Visible(s)), "") }
		bare := strings.ReplaceAll(flat(shown), "▌", "")
		for name, text := range map[string]string{"claim": claim, "quote": quote} {
			if len(strings.Fields(text)) < 12 && !strings.Contains(bare, flat(text)) {
				t.Fatalf("the %s %q is not in %q", name, text, shown)
			}
		}
	})
}

func TestJoinedKeepsWhatStandsAlone(t *testing.T) {
	text := "one\ntwo  \n\nthree\n- a\n  b\n- c\n1. d\n# Head\nfour\n| x | y |\n|---|---|\nfive\n```\nif a\n\tb\n```\nsix\n> seven\n    code\n"
	want := []string{"one two", "three", "- a b", "- c", "1. d", "# Head", "four", "| x | y |", "|---|---|", "five", "```", "if a", "\tb", "```", "six", "> seven", "    code"}
	if got := joined(text); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func out(t *rapid.T, width int) (*Out, *bytes.Buffer) {
	var b bytes.Buffer
	return &Out{Stdout: &b, Stderr: &b, Width: width}, &b
}
