package gates

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/provenance"
	"assay/vault/markdown"
)

// A pair is one disagreement of testdata/ways.txt.
type pair struct {
	name     string
	want     Way
	new, old Side
	tags     []string
}

func readPairs(t *testing.T) (pairs []pair) {
	t.Helper()
	text, err := os.ReadFile("testdata/ways.txt")
	if err != nil {
		t.Fatal(err)
	}
	var way Way
	name := ""
	for line := range strings.Lines(string(text)) {
		key, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch key {
		case "==":
			way = Way(rest)
		case "#":
			name = rest
		case "existing:":
			pairs = append(pairs, pair{name: name, want: way, old: readSide(t, rest)})
		case "new:":
			pairs[len(pairs)-1].new = readSide(t, rest)
		case "tags:":
			pairs[len(pairs)-1].tags = strings.Fields(rest)
		}
	}
	return pairs
}

func readSide(t *testing.T, line string) Side {
	t.Helper()
	f := append(strings.Split(line, "|"), "", "", "")
	for i := range f {
		f[i] = strings.TrimSpace(f[i])
	}
	s := Side{Text: f[0], Quote: f[1], Class: provenance.Class(f[2]), Title: f[4]}
	if f[3] != "" {
		at, err := time.Parse(time.DateOnly, f[3])
		if err != nil {
			t.Fatal(err)
		}
		s.Published = at
	}
	return s
}

// TestWaysOut holds the proposals to what a person would do with 40 disagreements.
//
// Invariant (grading): Proposed ways out of conflicts are right on a corpus.
func TestWaysOut(t *testing.T) {
	policy := Default()
	policy.Promotion.HighStakesTags = []string{"medicine", "safety"}
	right, detected := 0, 0
	counts := map[Way][2]int{}
	for _, p := range readPairs(t) {
		found := NewConflicts([]Statement{statement(1, "old.md", p.old.Text)}).Find(Statement{Claim: markdown.Claim{ID: "c2", Text: p.new.Text}, Note: "new.md"})
		d := Dispute{New: p.new, Existing: p.old, HighStakes: policy.HighStakes(p.tags)}
		if found == nil {
			t.Errorf("%s: the claims are no conflict", p.name)
		} else {
			detected++
			d.Mismatch = found.Mismatch
		}
		got := Propose(d)
		n := counts[p.want]
		n[1]++
		mark := "wrong"
		if got.Way == p.want {
			right++
			n[0]++
			mark = ""
		}
		counts[p.want] = n
		t.Logf("%-5s %-11s %-11s %-11s %-45s %s %q %q", mark, p.want, got.Way, got.Rule, p.name, got.Reason, got.NewWhen, got.When)
		if got.Reason == "" || !slices.Contains(Ways(), got.Way) || got.Way == Update && got.Keep == "" {
			t.Errorf("%s: %+v", p.name, got)
		}
	}
	for _, w := range Ways() {
		t.Logf("%-11s %d of %d", w, counts[w][0], counts[w][1])
		if counts[w][1] != 10 {
			t.Errorf("%d pairs for %s, want 10", counts[w][1], w)
		}
	}
	t.Logf("%d of 40 right, %d of 40 found as conflicts", right, detected)
	if right < 34 {
		t.Errorf("%d of 40 proposals are right, want 34", right)
	}
}

// FuzzPropose holds that text of a source, whatever it is, gives a proposal, and none
// that could put a link or markup into a note.
func FuzzPropose(f *testing.F) {
	f.Add("The tax is 5 percent.", "In Norland, the tax is 5 percent.", "Tabula 9 manual")
	f.Add("The tax is 5 percent.", "In [[Norland]] the tax is 5 percent when <b>x</b> is `set`.", "")
	f.Add("", "\xff\xfe In 1990 by area, on", "v1")
	f.Fuzz(func(t *testing.T, text, quote, title string) {
		for _, d := range []Dispute{
			{New: Side{Text: text, Quote: quote, Title: title}, Existing: Side{Text: text, Quote: text}},
			{New: Side{Text: text}, Existing: Side{Text: text, Quote: quote, Title: title}, Mismatch: &provenance.Mismatch{Claim: quote, Source: title}},
		} {
			p := Propose(d)
			if !slices.Contains(Ways(), p.Way) || p.Reason == "" || strings.ContainsAny(p.NewWhen+p.When, notInNotes) {
				t.Errorf("%+v", p)
			}
		}
	})
}
