package judge

import (
	"context"
	"strings"
	"testing"

	"assay/gates/judge/layout"
	"assay/gates/judge/reading"
	"assay/provenance"
)

// aboutStars is a page of more than 200 words, as those who collect old names write one.
var aboutStars = `The Bear is made of Proción, γ Cnc and ε Cyg (Gienah). The hut is known as Al-Dhirāʾ and lies south of the town. ` +
	`The archive of 120.000 letters takes 530Mb on the old disk, and its index takes 32B a letter. It was revised 01/06/94. ` +
	`The fair took place from May 26th to June 2nd 2004 in the harbour. ` +
	`Merchants may not sell oil to the lamp keepers unless the warden agrees. The office refuses letters without a stamp. ` +
	`The voting period of the guild is 2
        weeks, and may be varied by up to 1 week by its master. ` +
	strings.Repeat(`The banks are mown in the dry weeks, and the cut grass is left for the sheep of the mill to find. `, 10)

// Another spelling of a name and another notation of a value are no error, and neither is a denial in
// other words; names and values that the page has in no form are told all the same.
func TestOtherSpellings(t *testing.T) {
	for _, test := range []struct {
		claim string
		told  bool
	}{
		{"The Bear is made of Procyon, γ Cnc and ε Cyg (Gienah).", false},
		{"The hut is known as Al-Dhirāʿ and lies south of the town.", false},
		{"The archive of 120,000 letters takes 530 MB on the old disk.", false},
		{"Its index takes 32 bytes a letter.", false},
		{"Its index takes 48 bytes a letter.", true},
		{"The archive of 120,000 letters takes 870 MB on the old disk.", true},
		{"The fair took place in the harbour, 26 May – 2 June 2004.", false},
		{"The office accepts no letters without a stamp.", false},
		{"Voting in the guild takes two weeks, which its master may vary by up to one.", false},
	} {
		j, err := NewLexical().Judge(context.Background(), Question{Claim: test.claim, Text: aboutStars, Whole: true})
		if err != nil {
			t.Fatal(err)
		}
		if told := j.Stance == provenance.Contradicts || j.Rule == RuleNowhere; told != test.told {
			t.Errorf("%s: %s %v %v %v", test.claim, j.Rule, j.Stance, j.Mismatch, j.Missing)
		}
	}
}

func TestAlike(t *testing.T) {
	for _, test := range []struct {
		name, word string
		want       bool
	}{
		{"Procyon", "Proción", true}, {"Cygnus", "Cyg", true}, {"Crux", "Crucis", true}, {"Cancer", "Cnc", true}, {"M31", "М31", true},
		{"Firefox", "Firefly", false}, {"Redis", "Redhat", false}, {"M31", "M32", false}, {"GitHub", "Git", false}, {"Oslo", "Bern", false},
	} {
		if got := reading.Analyse("We saw "+test.word+".", NewLexical().stems).SpellsAlike(test.name); got != test.want {
			t.Errorf("%s, %s: %v", test.name, test.word, got)
		}
	}
}

// A clause, which has no heads, is in no line of a table. To ask was a crash.
func TestCellWithoutHeads(t *testing.T) {
	b := valueBinder{alignment: &alignment{}, source: &layout.Layout{All: []layout.Entry{{Group: 1, Unit: 1, Heads: [][2]int32{{0, 1}}}, {Group: 1, Unit: 2}}}}
	if b.inLine(0, 1) {
		t.Error("in line")
	}
}

// An entry that ends with its default has it, and not the entry that follows.
func TestDefaultOfAnEntry(t *testing.T) {
	page := "scan_pages\nhow many pages to read before the clerk rests\n\nDefault: 100 (for the demonstration)\n\n" +
		"sleep_time\nhow many hours the clerk rests before the next round\n\nDefault: 20 (for the demonstration)\n\n" + aboutStars
	for claim, told := range map[string]bool{"scan_pages: Default 20": true, "scan_pages: Default 100": false, "sleep_time: Default 20": false} {
		j, err := NewLexical().Judge(context.Background(), Question{Claim: claim, Text: page, Whole: true})
		if got := j.Stance == provenance.Contradicts; err != nil || got != told {
			t.Errorf("%s: %s %v %v", claim, j.Rule, j.Stance, j.Mismatch)
		}
	}
}

// What a page says of another thing with half of the claim's words does not carry it; nor does a place
// that denies them.
func TestNearness(t *testing.T) {
	l := NewLexical()
	for claim, carried := range map[string]bool{
		"In the dry weeks the banks are mown, and the grass is left for the sheep of the mill.": true,
		"The guild of the lamp keepers opened its office in the mill.":                          false,
	} {
		j, err := l.Judge(context.Background(), Question{Claim: claim, Text: aboutStars, Whole: true})
		if got := held(&j); err != nil || got != carried {
			t.Errorf("%s: %s %.2f", claim, j.Rule, j.Score)
		}
	}
}
