package judge

import (
	"context"
	"strings"
	"testing"

	"assay/provenance"
)

// aboutKilns is a page of more than 200 words.
var aboutKilns = `The pottery at Dorum opened in 1931 and has three kilns. ` +
	`The red kiln is fired with oak every second week, and its shelves are taken out and scrubbed before each firing. ` +
	`Ilse Pell, who runs the red kiln, keeps a book in which each firing is noted with its temperature and its length. ` +
	`The small kiln is heated by gas and does not need oak. ` +
	`If the chimney was not swept, the door of the red kiln is kept shut for a day. ` +
	`Visitors may watch a firing from the gallery, but they are asked to keep the path to the shed free. ` +
	strings.Repeat(`Clay comes by barge from the pits above the weir, and is left to rest in the yard until the frost has broken it. `, 6) +
	`Bowls and jugs are glazed by hand. The glaze is mixed from ash and feldspar, and is tried on a shard first. ` +
	`Pots that crack are ground up and put back into the clay.`

// A page that is cited as a whole carries what it says in other words; a passage, a wrong
// name and a denial of what it says are held to the stricter line.
func TestWholePageCarries(t *testing.T) {
	l := NewLexical()
	for _, test := range []struct {
		name, claim    string
		whole, carries bool
	}{
		{"in other words", "The book of Ilse Pell lists temperature and length of each firing of the red kiln.", true, true},
		{"with another name", "The book of Anna Voss lists temperature and length of each firing of the red kiln.", true, false},
		{"denied", "The book of Ilse Pell does not list temperature and length of each firing of the red kiln.", true, false},
		{"set against what it is not", "The shelves of the red kiln are scrubbed before each firing, not after it.", true, true},
		{"where the page denies in a case", "The red kiln has a chimney and a door.", true, true},
		{"its words in their order, joined", "The red kiln is fired with oak, and its shelves are scrubbed before each firing.", true, true},
		{"the same of a passage", "The red kiln is fired with oak, and its shelves are scrubbed before each firing.", false, false},
		{"with a name that stands elsewhere", "Bowls and jugs of Dorum are glazed by hand.", true, true},
		{"with such a name, in other words", "Clay for Dorum comes from the weir and rests in sheds.", true, false},
		{"of which it is silent", "Ilse Pell sells the bowls to hotels along the coast.", true, false},
	} {
		j, err := l.Judge(context.Background(), Question{Claim: test.claim, Text: aboutKilns, Whole: test.whole})
		if err != nil {
			t.Fatal(err)
		}
		if got := j.Stance == provenance.Supports && j.Score >= heldScore && len(j.Missing) == 0; got != test.carries {
			t.Errorf("%s: carries %v by %s %.2f, want %v", test.name, got, j.Rule, j.Score, test.carries)
		}

	}
}

// What a claim and a sentence of a page deny alike is no difference.
func TestDeniedAlike(t *testing.T) {
	page := "Called without a key, there is nothing to open, so the guard skips the door cleanly rather than reaching for a lock it never has. " +
		"The scan runs by default on every barge that calls, requiring no permit. If the recipient has already stamped the letter, the link is not returned or displayed. " +
		aboutTolls + filler
	for claim, carried := range map[string]bool{
		"Called without a key, the guard skips the door cleanly rather than reaching for a lock it never has.": true,
		"Called with a key, the guard skips the door cleanly rather than reaching for a lock it never has.":    false,
		"The scan runs by default on every barge that calls, without requiring a permit.":                      true,
		"The scan runs by default on every barge that calls, requiring a permit.":                              false,
		"Once the letter has been stamped, the link is no longer returned or displayed.":                       true,
		"Once the letter has been stamped, the link is returned or displayed.":                                 false,
	} {
		j, err := NewLexical().Judge(context.Background(), Question{Claim: claim, Text: page, Whole: true})
		if err != nil || held(&j) != carried {
			t.Errorf("%s: %s %.2f, want carried %v", claim, j.Rule, j.Score, carried)
		}
	}
}

// A denial of what a page says in other words is an error; where the page says it with a word
// that denies in its own way, or the claim denies it only in a case, it is none.
func TestWholePageDenied(t *testing.T) {
	l := NewLexical()
	for _, test := range []struct {
		name, claim string
		refuted     bool
	}{
		{"in the main clause", "The shelves of the red kiln are not scrubbed and removed before a firing that is done with oak every second week.", true},
		{"in words of several sentences", "The glaze of bowls and jugs is not mixed from ash and feldspar by hand.", true},
		{"of what the page denies", "The small kiln does not need oak for any firing of bowls and jugs.", false},
		{"in a later clause", "Ilse Pell notes the temperature of each firing; she does not note the length of each firing of the red kiln.", false},
		{"in a case", "If the book of Ilse Pell does not list temperature and length of each firing, the red kiln is kept.", false},
	} {
		j, err := l.Judge(context.Background(), Question{Claim: test.claim, Text: aboutKilns, Whole: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := j.Stance == provenance.Contradicts; got != test.refuted || got && j.Rule != RuleNegation {
			t.Errorf("%s: refuted %v by %s %.2f, want %v", test.name, got, j.Rule, j.Score, test.refuted)
		}
	}
}

// A short text that is cited as a whole carries what one sentence of it says in other words, and is asked
// for the claim's exact values; so much of a passage does not.
func TestShortTextCarries(t *testing.T) {
	const text = "# The dock of Harwick\n\nThe dock of Harwick was opened in 1931 and takes barges of up to 60 tonnes. " +
		"- Lock keeper's hut (beside the upper gate)\n- Harbour lane (entrance to the yard)\n\n" +
		"Its gates are greased twice a year. They were made of oak until 1958, when iron ones took their place."
	l := NewLexical()
	for _, test := range []struct {
		name, claim         string
		whole, carries, out bool
	}{
		{"in other words", "The gates get grease every year, twice.", true, true, false},
		{"the same of a passage", "The gates get grease every year, twice.", false, false, false},
		{"from two sentences", "The gates of Harwick were opened in 1958.", true, false, true},
		{"a measure that it has not", "The dock of Harwick takes barges of up to 60 tonnes in 45 minutes.", true, false, true},
		{"days that are reckoned", "The dock of Harwick was opened in 1931, 30 days after the yard.", true, false, false},
	} {
		j, err := l.Judge(context.Background(), Question{Claim: test.claim, Text: text, Whole: test.whole})
		if err != nil {
			t.Fatal(err)
		}
		carries := j.Stance == provenance.Supports && j.Score >= heldScore && len(j.Missing) == 0
		if out := j.Rule == RuleNowhere || j.Stance == provenance.Contradicts; carries != test.carries || out != test.out {
			t.Errorf("%s: carries %v, an error %v, by %s %.2f %v", test.name, carries, out, j.Rule, j.Score, j.Missing)
		}
	}
}
