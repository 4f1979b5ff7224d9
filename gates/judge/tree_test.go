package judge

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/gates/judge/reading"
	"assay/gates/judge/statement"
	"assay/provenance"
	"assay/text"
)

// Passive and active, relative clause and participle come to the same bonds.
func TestBonds(t *testing.T) {
	t.Parallel()
	forms := text.NewStems()
	for sentence, want := range map[string]string{
		"The server sends the request to the client.":                     "subject(sends,server) object(sends,request)",
		"The request is sent by the server.":                              "object(sent,request) subject(sent,server)",
		"Harbour is a 2005 drama film written and directed by Ana Weiss.": "is(harbour,film) object(directed,film) subject(directed,weiss)",
		"The Elbe is one of the rivers of Europe.":                        "is(elbe,rivers) of(rivers,europe)",
		"The band, which toured Europe, released the album.":              "subject(toured,band) object(toured,europe) subject(released,band) object(released,album)",
		"The clerk that the auditor met signed the report.":               "subject(met,auditor) subject(signed,clerk) object(signed,report)",
		"The clerk near the auditor signed the report.":                   "subject(signed,clerk) near(clerk,auditor)",
		"The guild built the pier and sold the mill.":                     "subject(built,guild) subject(sold,guild) object(sold,mill)",
		"Update the setting each day.":                                    "object(update,setting)",
	} {
		x := reading.Analyse(sentence, forms)
		var got []string
		for i := range x.Units {
			for _, b := range x.Tree(int32(i)).Bonds {
				got = append(got, fmt.Sprintf("%s(%s,%s)", b.Kind, x.Toks[b.Head].Low, x.Toks[b.Dep].Low))
			}
		}
		for b := range strings.SplitSeq(want, " ") {
			if !slices.Contains(got, b) {
				t.Errorf("%s: no %s in %v", sentence, b, got)
			}
		}
	}
}

// No text breaks the reading of it.
func TestOddSentences(t *testing.T) {
	t.Parallel()
	for _, odd := range []string{"", "by by by", "(((((", "of the", "a a a a a", "is", "-LRB- -LRB- x", strings.Repeat("who is ", 400), "Über\x00 \xff is \xf0 by",
		"isn't", "n't n't", "cannot cannot's", "it's [x](y) 's", "))) who ((( is"} {
		x := reading.Analyse(odd, text.NewStems())
		for i := range x.Units {
			if tree := x.Tree(int32(i)); tree != nil && (len(tree.Bonds) > statement.MaxBonds || len(tree.Nodes) > statement.MaxNodes+2) {
				t.Errorf("%.20q: %d bonds, %d words", odd, len(tree.Bonds), len(tree.Nodes))
			}
		}
	}
}

// What a sentence states decides, and not only that it has the words.
//
// Invariant (grading): What a sentence states, and how, is compared with what the claim
// asserts. See also TestConverses, TestTies, TestAssertsNothing.
func TestStated(t *testing.T) {
	t.Parallel()
	l := NewLexical()
	for _, c := range []struct {
		text, claim string
		holds       bool // the judge may pass it; else it must not
	}{
		{"The report was signed by the clerk.", "The clerk signed the report.", true},
		{"The report was signed by the clerk.", "The report signed the clerk.", false},
		{"The guard that the miller saw opened the gate.", "The miller opened the gate.", false},
		{"The guards near the millers opened the gate.", "The millers opened the gate.", false},
		{"The miller believed that the guard sold the boat.", "The guard sold the boat.", false},
		{"The miller knew that the guard sold the boat.", "The guard sold the boat.", true},
		{"If the miller sold the boat, the guard left the village.", "The miller sold the boat.", false},
		{"Unless the miller sold the boat, the guard left the village.", "The guard left the village.", false},
		{"Perhaps the miller sold the boat.", "The miller sold the boat.", false},
		{"The miller sold the boat, or the guard left the village.", "The guard left the village.", false},
		{"The miller sold the boat and the guard left the village.", "The guard left the village.", true},
		{"No red boat passed the lock in spring.", "No boat passed the lock.", false},
		{"The miller did not buy a red boat.", "The miller did not buy a boat.", false},
		{"The miller bought a red boat.", "The miller bought a boat.", true},
		{"The museum opens daily except Monday.", "The museum opens on Monday.", false},
		{"Sales in France grew faster than sales in Spain.", "Sales in Spain grew faster than sales in France.", false},
		{"The Elbe is the fourth largest river of the plain.", "The Elbe is the largest river of the plain.", false},
		{"Orla Brandt, not Tom Finch, kept the diary of the voyage.", "Orla Brandt did not keep the diary of the voyage.", false},
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

// What one sold another bought; neither refutes the other, and turned round each does.
func TestConverses(t *testing.T) {
	t.Parallel()
	l := NewLexical()
	for _, c := range []struct {
		text, claim string
		stance      provenance.Stance
	}{
		{"Ordis sold the mill to Brandt.", "Brandt bought the mill from Ordis.", provenance.Supports},
		{"Ordis sold the mill to Brandt.", "Ordis bought the mill from Brandt.", provenance.Contradicts},
		{"The red engine is faster than the blue engine.", "The blue engine is faster than the red engine.", provenance.Contradicts},
		{"Avoid the `--force` option in scripts.", "No `--force` option in scripts.", provenance.Supports},
		{"The server keeps no passwords.", "The server does not keep passwords.", provenance.Supports},
	} {
		j, err := l.Judge(context.Background(), Question{Claim: c.claim, Text: c.text})
		if err != nil {
			t.Fatal(err)
		}
		if j.Stance != c.stance {
			t.Errorf("%s => %s: %s %.2f by %s, want %s", c.text, c.claim, j.Stance, j.Score, j.Rule, c.stance)
		}
	}
}

// What ties the words counts, and not only that they are there.
func TestTies(t *testing.T) {
	t.Parallel()
	l := NewLexical()
	source := "Harbour is a 2005 drama film written and directed by Ana Weiss, starring Tom Berg. It was shot in Lisbon."
	score := func(claim string) float64 {
		j, err := l.Judge(context.Background(), Question{Claim: claim, Text: source})
		if err != nil {
			t.Fatal(err)
		}
		return j.Score
	}
	for _, pair := range [][2]string{
		{"Harbour was directed by Ana Weiss.", "Harbour was directed by Tom Berg."},
		{"Ana Weiss directed Harbour.", "Tom Berg directed Harbour."},
	} {
		if held, not := score(pair[0]), score(pair[1]); held <= not || not >= 0.78 {
			t.Errorf("%q %.2f, %q %.2f", pair[0], held, pair[1], not)
		}
	}
}

// A question or a fragment is not supported by a text that has its words, nor by one
// that has it as it stands.
func TestAssertsNothing(t *testing.T) {
	t.Parallel()
	l := NewLexical()
	for claim, nothing := range map[string]bool{
		"Does the cache keep pages?":   true,
		"The cache.":                   true,
		"But that the cache is warm.":  true,
		"The cache keeps pages.":       false,
		"Port: 5432":                   false,
		"That cache keeps pages.":      false,
		"The cache keeps three pages.": false,
	} {
		j, err := l.Judge(context.Background(), Question{Claim: claim, Text: claim + " The cache keeps three pages. Port: 5432"})
		if err != nil {
			t.Fatal(err)
		}
		if (j.Rule == RuleNothing) != nothing || nothing && j.Score >= 0.78 {
			t.Errorf("%q: %s %.2f", claim, j.Rule, j.Score)
		}
	}
}
