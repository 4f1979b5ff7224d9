package judge

import (
	"context"
	"strings"
	"testing"

	"assay/gates/judge/reading"
	"assay/provenance"
)

// aboutLocks is a page of more than 200 words.
var aboutLocks = `The locks at Ravel stand in the lower canal. Tables 2.13 are the only supported edition in the lock house. ` +
	`The locks were also named a Harbour Union Works 2026 Honoree. ` +
	`The mill had burned down in 2018. ` +
	strings.Repeat(`The banks are mown in the dry weeks, and the cut grass is left for the sheep of the mill to find. `, 8) +
	`Sluices that leak are lifted out and caulked with tarred rope before the frost.`

// refutedBy is what a page that is cited as a whole has in the place of a part of a claim, "" where
// it does not say otherwise.
func refutedBy(t *testing.T, page, claim string) string {
	t.Helper()
	j, err := NewLexical().Judge(context.Background(), Question{Claim: claim, Text: page, Whole: true})
	if err != nil {
		t.Fatal(err)
	}
	if j.Stance != provenance.Contradicts || j.Mismatch == nil {
		return ""
	}
	return j.Mismatch.Source
}

// A value that a page has nowhere, or of something else, is held against the one that stands in its
// place, if the claim would hold with that; nothing is, where no value stands beside the same words.
func TestValueInItsPlace(t *testing.T) {
	for _, test := range []struct {
		name, claim, source string
	}{
		{"an edition", "Edition supported in lock house: Tables 2.43, no others", "2.13"},
		{"a year", "The locks of Ravel, named Harbour Union Works 2017 Honoree, stand in the lower canal", "2026"},
		{"a year in brackets", "The locks of Ravel (Harbour Union Works Honoree 2017) stand in the lower canal", "2026"},
		{"the page's own in brackets", "The locks of Ravel (Harbour Union Works Honoree 2026) stand in the lower canal", ""},
		{"the page's own", "Edition supported in lock house: Tables 2.13, no others", ""},
		{"another's on the page", "The locks of Ravel, named Harbour Union Works 2018 Honoree, stand in the lower canal", "2026"},
		{"of which the page has none", "The banks are mown 9 times in the dry weeks.", ""},
		{"that numbers an item", "9) The banks are mown in the dry weeks.", ""},
	} {
		if got := refutedBy(t, aboutLocks, test.claim); got != test.source {
			t.Errorf("%s: %q", test.name, got)
		}
	}
}

// What goes on in the lines below is one sentence: of an item of a list, and of a comment in code.
func TestWrappedLines(t *testing.T) {
	for name, text := range map[string]string{
		"an item": "- The keeper rings the bell\n  when a barge is at the gate.\n- The toll is paid in the lock house.",
		"a block of comment": "/**\n * The keeper rings the bell\n * when a barge is at the gate.\n *\n * The toll is paid in the lock house.\n */\n" +
			"func ring() {}",
		"comments of a script": "# The keeper rings the bell\n# when a barge is at the gate.\n#\n# The toll is paid in the lock house.\nring()",
		"lines of comment":     "// The keeper rings the bell\n// when a barge is at the gate.\n//\n// The toll is paid in the lock house.\nfunc ring() {}",
	} {
		s := reading.Analyse(text, NewLexical().stems)
		u := s.Units[0]
		if got := strings.Join(strings.Fields(strings.NewReplacer("*", "", "//", "", "#", "", "- ", "").Replace(s.Raw[u.Start:u.End])), " "); got != "The keeper rings the bell when a barge is at the gate." {
			t.Errorf("%s: %q", name, got)
		}
		if u := s.Units[1]; !strings.HasSuffix(s.Raw[u.Start:u.End], "The toll is paid in the lock house.") {
			t.Errorf("%s: then %q", name, s.Raw[u.Start:u.End])
		}
	}
	// A pattern of paths opens no comment that goes on behind its paragraph.
	if n := len(reading.Analyse("/* is all below it.\n\n* The bell is rung.\n* The toll is paid.\n", NewLexical().stems).Units); n != 3 {
		t.Errorf("a pattern of paths: %d sentences", n)
	}
}

// What a page says of one thing, in a sentence of its own, is an error of another that it speaks of
// elsewhere; what the claim calls by a word that the page has not may be the same thing.
func TestAnotherSubject(t *testing.T) {
	for _, test := range []struct {
		name, claim, source string
	}{
		{"of which the page speaks", "TIDEBOOK contains all tolls in the ledger.", "RAVEL_LEDGER"},
		{"the page's own", "RAVEL_LEDGER contains all tolls in the ledger.", ""},
		{"in a word of its own", "The roll contains all tolls in the ledger.", ""},
		{"named just before", "The warden contains all tolls in the ledger.", ""},
	} {
		page := "TIDEBOOK hangs in the hall. " + aboutLocks + "\n\nThe warden writes at dusk.\n\nRAVEL_LEDGER contains all tolls in a particular harbour ledger."
		if got := refutedBy(t, page, test.claim); got != test.source {
			t.Errorf("%s: %q", test.name, got)
		}
	}
}
