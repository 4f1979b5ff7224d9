package judge

import (
	"context"
	"strings"
	"testing"

	"assay/gates/judge/reading"
	"assay/text"
)

// What a page that is cited as a whole has nowhere is asked for in every form, and only where
// the page must have it.
func TestNowhere(t *testing.T) {
	l := NewLexical()
	for _, test := range []struct {
		name, claim string
		lead        []string
		whole, gone bool
	}{
		{"another temperature", "The red kiln is fired with oak every second week at 840 degrees.", nil, true, true},
		{"of a page that is one passage of several", "The red kiln is fired with oak every second week at 840 degrees.", nil, false, false},
		{"what stands over it in its note", "The red kiln is fired with oak every second week at 840 degrees.", []string{"Firing at 840 degrees"}, true, false},
		{"the day that may be the page's own", "Bowls and jugs are glazed by hand, as of 3 May 2024.", nil, true, false},
		{"a measure on a page that says little of the rest", "A barge of the modern fleet needs 28 hours from the upper lock.", nil, true, true},
		{"a small number there", "A barge of the modern fleet has 3 hatches.", nil, true, false},
		{"a time of day", "A barge of the modern fleet leaves at 9:30.", nil, true, false},
		{"the size of a file", "The barges are listed in fleet.md (12 KB, 240 lines).", nil, true, false},
		{"a name without which it would hold", "Clay from pits above the weir comes by NORDIC barge", nil, true, true},
		{"an identifier in a claim that is else the page's", "The red kiln is fired by openDraught with oak every second week.", nil, true, true},
		{"a name within a longer one", "The shelves of the red KELVOR kiln are scrubbed before each firing.", nil, true, true},
		{"a name in a claim of which the page lacks another word", "The charcoal kiln that the VELLO gas heats does not need oak.", nil, true, true},
		{"what many things are", "The book of each firing of the red kiln is noted as PDF with its temperature.", nil, true, false},
		{"the name of a file, which the page may be", "The kiln.yaml says that the red kiln is fired with oak every second week.", nil, true, false},
		{"a variable of a formula", "The red kiln x_1 is fired with oak every second week.", nil, true, false},
		{"words that nobody wrote", `The keeper of the yard calls it "a slow harbour for quiet travellers of winter".`, nil, true, true},
		{"words that are mended", `As it says, "the glaze was mixed from ash and some feldspar".`, nil, true, false},
	} {
		j, err := l.Judge(context.Background(), Question{Claim: test.claim, Text: aboutKilns, Lead: test.lead, Whole: test.whole})
		if err != nil {
			t.Fatal(err)
		}
		if got := j.Rule == RuleNowhere; got != test.gone {
			t.Errorf("%s: %s %.2f, missing %q", test.name, j.Rule, j.Score, j.Missing)
		}
	}
}

// A factor or share that other values of the claim come to need not stand in its source.
func TestReckonedValues(t *testing.T) {
	for claim, told := range map[string]bool{
		"The toll rose from 24% to 67%, a 2.8x lift.":          false,
		"The toll rose from 24% to 67%, a 3.8x lift.":          true,
		"The toll fell from 400 to 300 crowns, by 25%.":        false,
		"The toll fell from 400 to 300 crowns, by 35%.":        true,
		"The toll was 99%, 99.9% and 99.99% in the dry weeks.": true,
	} {
		c := reading.Analyse(claim, text.NewStems())
		if got := c.Told(&c.Values[len(c.Values)-1]); got != told {
			t.Errorf("%s: %v", claim, got)
		}
	}
}

func TestSpells(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       bool
	}{
		{"PAT", "Enter the access token here.", true},
		{"WS", "It listens on a WebSocket.", true},
		{"GA", "Population size in GAs.", true},
		{"Resilient Distributed Datasets", "It reads RDDs.", true},
		{"UK", "The function has an argument.", false},
		{"DOK", "It is kept as a dictionary of keys.", true},
		{"FS", "Restrict file system access.", true},
		{"FS", "A system of files.", false},
		{"CV", "配套 SKAN 6bit 分层转化值编码。", true},
		{"NAS", "It is not as simple as that.", false},
	} {
		if got := reading.Analyse(test.text, NewLexical().stems).Spells(test.name); got != test.want {
			t.Errorf("%s of %q: %v", test.name, test.text, got)
		}
	}
}

// A text in Chinese need not have the acronym of what it calls by its name.
func TestAcronymsOfWordsInChinese(t *testing.T) {
	page := "# 磨坊\n\n" + strings.Repeat("水车为河边的村庄磨麦，干旱的几周里堤岸的草被割掉，闸门由看守人每天清晨打开。", 20) + "\n\n| 磨坊资本支出（四座，含水车） | 2500-4500万元 |\n"
	for claim, gone := range map[string]bool{"磨坊CAPEX（四座）: 2,500-4,500万元": false, "磨坊资本支出（四座，Krupp）: 2,500-4,500万元": true} {
		if j := askPage(t, Question{Claim: claim, Text: page}); (j.Rule == RuleNowhere) != gone {
			t.Errorf("%s: %s %.2f %q", claim, j.Rule, j.Score, j.Missing)
		}
	}
}

// A word that a claim has twice and the text never is named once.
func TestAbsentWordsAreNamedOnce(t *testing.T) {
	j := ask(t, "The foghorn is turned on where a foghorn stands.", "The boats bring grain from the villages.")
	if n := strings.Count(strings.Join(j.Absent, " "), "foghorn"); n != 1 {
		t.Errorf("%q", j.Absent)
	}
}
