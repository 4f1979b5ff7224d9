package compiler_test

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/compiler"
	"assay/compiler/review"
	"assay/provenance"
)

// filler is a text of its own for each seed, of about n times twenty words.
func filler(seed, n int) string {
	things := strings.Fields("anchor barrel canvas dynamo engine furnace gasket hopper ingot jigsaw kettle ladder magnet needle oxbow pulley quarry rudder socket turbine")
	acts := strings.Fields("carries measures weighs lifts cools divides gathers polishes tightens empties records releases")
	var b strings.Builder
	for i := range n {
		k := seed*97 + i*13
		fmt.Fprintf(&b, "Every %s in hall %d %s the %s of line %d before the %s on shelf %d %s it for %d hours.\n\n", things[k%20], k, acts[(k/3)%12],
			things[(k+7+i)%20], seed+i*3, things[(k+11)%20], k+5, acts[(k/2+5)%12], k%50+2)
	}
	return b.String()
}

const (
	crane = "The harbour crane lifts 40 tonnes at full reach."
	// A sentence too long to be written twice by chance.
	longer = "The harbour crane that was raised beside the eastern lock in the spring of that year lifts 40 tonnes at full reach, and 55 tonnes close to its mast."
)

// verdictOn is the verdict of a note's claim, by words that it has.
func (v *testVault) verdictOn(note, words string) provenance.Verdict {
	v.Helper()
	_, p, err := v.open().Graded(context.Background())
	if err != nil {
		v.Fatal(err)
	}
	for _, n := range p.Notes {
		for i, c := range p.Whole(n).Claims {
			if n.Path == note && strings.Contains(c.Text, words) && i < len(p.Grade.VerdictsOf(n)) {
				return p.Grade.VerdictsOf(n)[i]
			}
		}
	}
	v.Fatalf("no claim has %q", words)
	return provenance.Verdict{}
}

// Invariant (grading): Copies count once, and the number makes no tier.
func TestIndependentWitnesses(t *testing.T) {
	t.Parallel()
	one := "# Cranes\n\n" + filler(1, 6) + crane + "\n"
	edited := strings.Replace(one, "hall 97", "room 97", 1)
	for name, c := range map[string]struct {
		files map[string]string
		says  string // the claim, where it is another
		want  int
		why   string // of the first that is no witness of its own
	}{
		"two texts": {files: map[string]string{"raw/a.md": one, "raw/b.md": "# Harbours\n\n" + filler(2, 6) + "At full reach, the harbour crane lifts 40 tonnes.\n"}, want: 2},
		"two texts with one short sentence in common": {files: map[string]string{"raw/a.md": one, "raw/b.md": "# Harbours\n\n" + filler(2, 6) + crane + "\n"}, want: 2},
		"one text at two places":                      {files: map[string]string{"raw/a.md": one, "raw/b.md": one}, want: 1, why: `same text, word for word \(hash [0-9a-f]{16}\)`},
		"the same but for markup":                     {files: map[string]string{"raw/a.md": one, "raw/b.txt": strings.ToUpper(one[:40]) + one[40:]}, want: 1, why: "same text, word for word"},
		"a mirror that was touched up":                {files: map[string]string{"raw/a.md": one, "raw/b.md": edited}, want: 1, why: `near-copies \(Jaccard 0\.9\d\)`},
		"one page, saved twice": {files: map[string]string{"raw/a.md": "---\nurl: https://example.org/cranes\n---\n" + one,
			"raw/b.md": "---\nurl: http://www.example.org/cranes/?utm_source=feed#top\n---\n" + filler(2, 6) + crane + "\n"}, want: 1, why: "same address, https://example.org/cranes"},
		"pages of one site": {files: map[string]string{"raw/site/index.html": "<p>" + filler(3, 2) + "</p>", "raw/site/a.md": one,
			"raw/site/b.md": filler(2, 6) + crane + "\n"}, want: 1, why: "same source"},
		"files of one folder": {files: map[string]string{"raw/files/a.md": one, "raw/files/b.md": filler(2, 6) + crane + "\n"}, want: 2},
		"a long sentence that both have": {says: longer, files: map[string]string{"raw/a.md": "# Cranes\n\n" + filler(1, 6) + longer + "\n",
			"raw/b.md": "# Harbours\n\n" + filler(2, 6) + longer + "\n"}, want: 1, why: "same sentence, 29 words"},
		"one of the two says nothing of it": {files: map[string]string{"raw/a.md": one, "raw/b.md": filler(2, 6)}, want: 1},
		"two mirrors and another":           {files: map[string]string{"raw/a.md": one, "raw/b.md": edited, "raw/c.md": filler(4, 6) + crane + "\n"}, want: 2, why: "near-copies"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			says, cites := crane, ""
			if c.says != "" {
				says = c.says
			}
			for _, file := range slices.Sorted(maps.Keys(c.files)) {
				if !strings.HasSuffix(file, "index.html") {
					cites += " ^[" + file + "]"
				}
			}
			v := newVault(t, c.files)
			v.write("pipeline-policy.yaml", "vault: {evidence: [raw], witnesses: 2}\n")
			v.write("01_Wiki/Cranes.md", "# Cranes\n\n"+says+cites+"\n")
			got := v.verdictOn("01_Wiki/Cranes.md", says)
			if got.Tier != provenance.T5 {
				t.Fatalf("%s %s: %s", got.Tier, got.Rule, got.Reason)
			}
			if got.Witnesses.Count != c.want || len(got.Witnesses.Twins) > 0 != (c.why != "") {
				t.Fatalf("%+v, want %d", got.Witnesses, c.want)
			}
			if c.why != "" && !regexp.MustCompile(c.why).MatchString(got.Witnesses.Twins[0].Why) {
				t.Errorf("one for %q, want %q", got.Witnesses.Twins[0].Why, c.why)
			}
			// The grade is the same whoever says it how often; the author is told all the same.
			r, err := v.open().Check(context.Background(), compiler.CheckOptions{})
			if err != nil {
				t.Fatal(err)
			}
			told := 0
			for _, d := range r.Diagnostics {
				if d.Code == "single-witness" {
					told++
					if d.Witnesses == nil || d.Witnesses.Count != c.want || d.Witnesses.Asked != 2 || c.why != "" && !strings.Contains(d.Message, d.Witnesses.Same[0].Why) {
						t.Errorf("%+v", d)
					}
				}
			}
			if want := c.want < 2; told > 0 != want {
				t.Errorf("single-witness is told %d times: %+v", told, r.Diagnostics)
			}
			gaps, err := v.open().Gaps(context.Background())
			if err != nil || strings.Contains(fmt.Sprint(gaps), "single-witness") != (c.want < 2) {
				t.Errorf("%v, gaps: %+v", err, gaps)
			}
		})
	}
}

// What policy asks of a note is what its tags and folders ask, and a draft with a claim
// that too few carry is held until there is another.
//
// Invariant (grading): Too few witnesses hold a draft.
func TestSingleWitnessHoldsADraft(t *testing.T) {
	t.Parallel()
	v := newVault(t, map[string]string{
		"pipeline-policy.yaml": "vault: {evidence: [raw], witnesses_by: {tags: {medicine: 2}, folders: {01_Wiki/Law: 3}}}\npromotion: {mode: auto}\n",
		"raw/a.md":             "# A\n\n" + filler(1, 6) + crane + "\n",
		"raw/b.md":             "# A\n\n" + filler(1, 6) + crane + "\n",
		"02_Drafts/Plain.md":   "# Plain\n\nThe harbour crane lifts 40 tonnes at full reach.^[raw/a.md]\n",
		"02_Drafts/Tagged.md":  "---\ntags: [medicine/surgery]\n---\n# Tagged\n\nThe harbour crane lifts 40 tonnes at full reach.^[raw/a.md] ^[raw/b.md]\n",
		"02_Drafts/Law/Act.md": "# Act\n\nThe harbour crane lifts 40 tonnes at full reach.^[raw/a.md] ^[raw/c.md]\n",
		"raw/c.md":             "# C\n\n" + filler(3, 6) + crane + "\n",
	})
	r := v.build()
	if len(r.Promoted) != 1 || r.Promoted[0] != "01_Wiki/Plain.md" {
		t.Errorf("promoted %v", r.Promoted)
	}
	held := map[string]string{}
	for _, h := range r.Held {
		held[h.Note] = h.Reason
	}
	if got := held["02_Drafts/Tagged.md"]; !strings.Contains(got, "single-witness: a claim rests on 1 independent witness, and policy asks for 2; raw/a.md and raw/b.md are one: same text") {
		t.Errorf("held for %q", got)
	}
	if got := held["02_Drafts/Law/Act.md"]; !strings.Contains(got, "2 independent witnesses, and policy asks for 3") {
		t.Errorf("held for %q", got)
	}
	k, err := review.Packet(context.Background(), v.open(), "02_Drafts/Tagged.md")
	if err != nil || k.Ready || len(k.Blockers) != 1 || !strings.HasPrefix(k.Blockers[0], "line 6 rests on 1 independent witness") || k.Claims[0].Witnesses.Count != 1 {
		t.Errorf("%v, %+v", err, k)
	}
	if _, err := review.Promote(context.Background(), v.open(), "02_Drafts/Tagged.md", "person:ann"); err == nil || !strings.Contains(err.Error(), "single-witness") {
		t.Errorf("a person promotes past the policy: %v", err)
	}
	v.edit("02_Drafts/Tagged.md", "^[raw/b.md]", "^[raw/c.md]")
	if r := v.build(); len(r.Promoted) != 1 || r.Promoted[0] != "01_Wiki/Tagged.md" {
		t.Errorf("promoted %v, held %+v", r.Promoted, r.Held)
	}
}

// An inference has as many witnesses as the weakest of its premises.
func TestWitnessesOfAnInference(t *testing.T) {
	t.Parallel()
	v := newVault(t, map[string]string{
		"pipeline-policy.yaml": "vault: {evidence: [raw], witnesses: 2}\n",
		"raw/a.md":             "# A\n\n" + filler(1, 6) + "The old crane lifts 40 tonnes.\n\nThe new crane lifts 60 tonnes.\n",
		"raw/b.md":             "# B\n\n" + filler(2, 6) + "The old crane lifts 40 tonnes.\n",
		"01_Wiki/Facts.md": "# Facts\n\nThe old crane lifts 40 tonnes. ^[raw/a.md] ^[raw/b.md] ^old\n\n" +
			"The new crane lifts 60 tonnes. ^[raw/a.md] ^new\n",
		"01_Wiki/More.md": "# More\n\nThe old crane lifts 40 tonnes, and the new crane lifts 60 tonnes. (Derived) [[Facts#^old]] [[Facts#^new]]\n",
	})
	got := v.verdictOn("01_Wiki/More.md", "40 tonnes, and the new")
	if got.Tier != provenance.T5 || got.Rule != provenance.RuleDerived || got.Witnesses.Count != 1 {
		t.Errorf("%s %s with %+v: %s", got.Tier, got.Rule, got.Witnesses, got.Reason)
	}
}

// anchors are the ids of the passages of an original's stored page that have some words.
func (v *testVault) anchor(original, words string) string {
	v.Helper()
	page := provenance.ParsePage(pageOf(v, original), []byte(v.read(pageOf(v, original))), provenance.Source{})
	for _, c := range page.Chunks {
		if strings.Contains(c.Text, words) {
			return strings.Replace(string(c.ID), "_", "-", 1)
		}
	}
	v.Fatalf("no passage of %s says %q", original, words)
	return ""
}

// Passages of stored pages are told apart like originals, and one passage that is cited
// twice is one.
func TestWitnessesAmongPassages(t *testing.T) {
	t.Parallel()
	long := "The harbour crane lifts 40 tonnes at full reach. It was raised on the eastern quay in one summer by men who had built ships all their lives, and who bolted it together as they would have bolted a hull, plate upon plate from the keel.\n"
	v := newVault(t, map[string]string{
		"pipeline-policy.yaml": "vault: {evidence: [raw], witnesses: 2}\n",
		"raw/a.md":             "# Cranes\n\n" + filler(1, 9) + long,
		"raw/b.md":             "# Cranes\n\n" + strings.Replace(filler(1, 9), "hall 97", "room 97", 1) + long,
		"raw/c.md":             "# Other\n\n" + filler(2, 9) + crane + "\n",
		"raw/d.md":             "# Press\n\n" + filler(3, 12) + "## As they say\n\n" + long,
		"raw/e.md":             "# Release\n\n" + filler(4, 12) + "## As they say\n\n" + long,
	})
	v.build()
	cite := func(file string) string { return "[^" + v.anchor(file, crane) + "]" }
	for _, c := range []struct {
		cites string
		want  int
		why   string
	}{
		{cite("raw/a.md") + cite("raw/a.md"), 1, "same page"},
		{cite("raw/a.md") + " ^[raw/a.md]", 1, "same original, raw/a.md"},
		{cite("raw/a.md") + cite("raw/b.md"), 1, "near-copies"},
		{cite("raw/a.md") + cite("raw/c.md"), 2, ""},
		{cite("raw/d.md") + cite("raw/e.md"), 1, "same passage (Jaccard 1.00)"},
		{cite("raw/a.md") + cite("raw/b.md") + cite("raw/c.md") + cite("raw/d.md"), 3, "near-copies"},
	} {
		v.write("01_Wiki/Cranes.md", "# Cranes\n\n"+crane+c.cites+"\n")
		got := v.verdictOn("01_Wiki/Cranes.md", crane)
		if got.Tier != provenance.T5 || got.Witnesses.Count != c.want || (len(got.Witnesses.Twins) > 0) != (c.why != "") {
			t.Errorf("%s: %s with %+v", c.cites, got.Tier, got.Witnesses)
		} else if c.why != "" && !strings.Contains(got.Witnesses.Twins[0].Why, c.why) {
			t.Errorf("%s: one for %q, want %q", c.cites, got.Witnesses.Twins[0].Why, c.why)
		}
	}
}
