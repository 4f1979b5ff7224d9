package judge

import (
	"context"
	"slices"
	"strings"
	"testing"

	"assay/provenance"
)

// aboutConvoys is a page that says how many and how long, of more than one thing.
var aboutConvoys = `For safe passage, a convoy should have at least three barges. The clerks count five lanterns on the mole. ` +
	`The pilots listen on channel 4460 of the harbour radio. The lamp keepers listen to the tide bell and ring on channel 323. ` +
	strings.Repeat(`The banks are mown in the dry weeks, and the cut grass is left for the sheep of the mill to find. `, 12)

// What a page says word for word of another number is held against a claim, though the claim's
// number stands in what the page says of something else.
func TestValueOfAnotherSentence(t *testing.T) {
	for claim, wrong := range map[string]bool{
		"For safe passage, a convoy should have at least three barges.": false,
		"The pilots listen on channel 4460 of the harbour radio.":       false,
		"The pilots listen on channel 323 of the harbour radio.":        true,
		"For safe passage, at least five are advised in a convoy.":      true,
	} {
		j, err := NewLexical().Judge(context.Background(), Question{Claim: claim, Text: aboutConvoys, Whole: true})
		if err != nil || held(&j) == wrong {
			t.Errorf("%s: %s %.2f %v, %v", claim, j.Rule, j.Score, j.Missing, err)
		}
	}
}

// A number is one of its own clause: a sentence that has all of the clause gives it, whatever the one
// that has the rest of the claim gives. What begins the name of a file is no day.
func TestValueOfItsOwnClause(t *testing.T) {
	page := "**93% of the tolls of the barges are paid at the lock, as the wardens wrote**\nTolls of the ferry fell by 61% where a lock stands. Tolls of the barges fell by 65%.\n\n" +
		"Paid at the upper lock: 54-64% (by the old bridge ~66%).\n\nThe harbour kept its books from March 2024 on, as the wardens wrote.\n\n" + aboutConvoys
	for claim, refuted := range map[string]bool{
		"Tolls of the ferry −61 % where a lock stands, tolls of the barges −65 %.":                                   false,
		"At the upper lock pay 54–64% of the barges (by the old bridge ~66%).":                                       false,
		"The harbour kept its books from the spring on, as the wardens wrote (cf sources/2023-04-22-wardens-books).": false,
		"The harbour kept its books from March 2023 on, as the wardens wrote.":                                       true,
	} {
		j, err := NewLexical().Judge(context.Background(), Question{Claim: claim, Text: page, Whole: true})
		if err != nil || (j.Stance == provenance.Contradicts) != refuted || !refuted && strings.Contains(claim, "lock") && !held(&j) {
			t.Errorf("%s: %s %.2f %v %v, %v", claim, j.Rule, j.Score, j.Mismatch, j.Missing, err)
		}
	}
}

// Who has a page's words in its order says of nobody what the page says of another, however a parser reads it.
func TestWordsInTheirOrder(t *testing.T) {
	page := "By the end of week one the warden is responding to every signal of a loaded barge within 4 minutes. The pilots of the mole call the clerks by night.\n\n" + aboutConvoys
	for claim, holds := range map[string]bool{
		"Warden responds to every signal of a loaded barge within 4 minutes": true,
		"The clerks call the pilots of the mole by night.":                   false,
	} {
		if j := askPage(t, Question{Claim: claim, Text: page}); held(&j) != holds {
			t.Errorf("%s: %s %.2f %v", claim, j.Rule, j.Score, j.Mismatch)
		}
	}
}

// An end that is made up is told where a page carries the rest; so is a time in words that stands nowhere.
func TestMadeUpTail(t *testing.T) {
	for claim, tail := range map[string]string{
		"The pilots listen on channel 4460 of the harbour radio, which insurers reward yearly.": "insurers reward yearly",
		"The pilots listen on channel 4460 of the harbour radio and file encrypted dossiers.":   "file encrypted dossiers",
		"The pilots listen on channel 4460 of the harbour radio and ring the tide bell.":        "",
		"The pilots listen on channel 4460 of the harbour radio, see encrypted-dossier-index.":  "",
		"The clerks count five lanterns on the mole, within two months.":                        "two months",
		"The clerks count five lanterns on the mole.":                                           "",
	} {
		j, err := NewLexical().Judge(context.Background(), Question{Claim: claim, Text: aboutConvoys, Whole: true})
		if err != nil || (tail != "") != (j.Rule == RuleNowhere && slices.Contains(j.Missing, tail)) {
			t.Errorf("%s: %s %q, %v", claim, j.Rule, j.Missing, err)
		}
	}
}

// German joins words into one: that a page has none of a claim's is a doubt there. It writes every
// noun as a name: that a page has another is one as well.
func TestJoinedWordsAreNoInvention(t *testing.T) {
	page := strings.Repeat("Das erste Blatt zeigt einen handgestochenen Notensatz, das zweite eine computergesetzte Ausgabe aus neuerer Zeit, und beide liegen im Lesesaal aus. ", 12)
	for _, claim := range []string{
		"Verglichen wird ein Handstich mit modernem Computersatz, jeweils ausgelegt für Besucher.",
		"Das erste Blatt zeigt einen handgestochenen Notensatz als Muster, das zweite eine computergesetzte Ausgabe aus neuerer Zeit, und beide liegen im Lesesaal aus.",
	} {
		j, err := NewLexical().Judge(context.Background(), Question{Claim: claim, Text: page, Whole: true})
		if err != nil || j.Score < rejectBelow || j.Rule == RuleNowhere {
			t.Errorf("%s: %s %.2f %v, %v", claim, j.Rule, j.Score, j.Missing, err)
		}
	}
}

// A German page carries a claim of which it lacks a noun, and one whose noun it has elsewhere.
func TestGermanNounsAreNoNames(t *testing.T) {
	page := "Besucher zahlen im Hof. " + strings.Repeat("Das erste Blatt zeigt einen handgestochenen Notensatz, das zweite eine computergesetzte Ausgabe aus neuerer Zeit, und beide liegen im Lesesaal aus. ", 12)
	for claim, want := range map[string]bool{
		"Als Muster zeigt das erste Blatt einen handgestochenen Notensatz, das zweite eine computergesetzte Ausgabe.":     true,
		"Für Besucher liegen das handgestochene Blatt und die computergesetzte Ausgabe aus neuerer Zeit im Lesesaal aus.": true,
		"Als Muster zeigt das erste Blatt der HENLE einen Notensatz, das zweite eine computergesetzte Ausgabe.":           false,
	} {
		j, err := NewLexical().Judge(context.Background(), Question{Claim: claim, Text: page, Whole: true})
		if err != nil || held(&j) != want {
			t.Errorf("%s: %s %.2f %v, %v", claim, j.Rule, j.Score, j.Missing, err)
		}
	}
}

// A page in Japanese carries what it says in other words from a lower line on.
func TestJapanesePageCarries(t *testing.T) {
	page := "制御ファイルが存在しない場合は、空であったとみなされる。最初に一致した時点で検索は終了する。" +
		strings.Repeat("堤防の草は乾いた週に刈られ、刈った草は水車小屋の羊のために残される。", 60)
	for claim, want := range map[string]bool{
		"最初に一致した時点で検索が終わる。": true,
		"検索の結果は毎朝新聞に掲載される。": false,
	} {
		j, err := NewLexical().Judge(context.Background(), Question{Claim: claim, Text: page, Whole: true})
		if err != nil || held(&j) != want {
			t.Errorf("%s: %s %.2f %v, %v", claim, j.Rule, j.Score, j.Missing, err)
		}
	}
}

// A denial in Chinese is told where the page has all that is denied, however its characters are paired.
func TestDenialInChinese(t *testing.T) {
	page := "割下的草留给磨坊的羊吃，芦苇卖给屋顶匠。\n\n" + strings.Repeat("堤防在干燥的几周里修整，水位每天早晨记录。\n\n", 60)
	for claim, want := range map[string]string{"割下的草没有留给磨坊的羊吃。": RuleNegation, "割下的草留给磨坊的羊吃。": ""} {
		j, err := NewLexical().Judge(context.Background(), Question{Claim: claim, Text: page, Whole: true})
		if err != nil || (want != "") != (j.Score < rejectBelow && j.Rule == want) {
			t.Errorf("%s: %s %.2f, %v", claim, j.Rule, j.Score, err)
		}
	}
}

// Of a value that stands nowhere, the one other of its kind in the sentence that has half of the
// claim is the text's, however the claim says the rest; so is one behind a label, and one in brackets.
func TestOneOtherValue(t *testing.T) {
	english := `Anyone who rows without a pass is shown a plate, "stopped (1008): toll required", by the keeper. ` +
		`The keeper waits for rowers. - Default wait of the keeper: 30 s (by hand). ` +
		`With new oars and a good tide the clerk saw that the ferry's "Time to Mole" comes down from 3.04 hours to 2.70 hours (~11% better), which goes into the book. ` +
		strings.Repeat(`The banks are mown in the dry weeks, and the cut grass is left for the sheep to find. `, 12)
	chinese := `石桥行会于 1593 年由 Anna Brandt 建立，最初受到主教的赞助。磨坊有 2 个轮子和 4 块大石。` +
		strings.Repeat(`河岸在干燥的几周里割草，割下的草留给磨坊的羊吃。`, 20)
	for _, test := range []struct{ page, claim, other string }{
		{english, "The keeper's wait is 45 s unless set.", "30 s"},
		{english, "The keeper's wait is 30 s unless set.", ""},
		{english, "Ferry line \"Time to Mole\" fell 3.04h → 2.70h (~80% speedup).", "11%"},
		{english, "Ferry line \"Time to Mole\" fell 3.04h → 2.70h (~11% speedup).", ""},
		{chinese, "1596 年 Anna Brandt 办起了石桥行会。", "1593"},
		{chinese, "1593 年 Anna Brandt 办起了石桥行会。", ""},
	} {
		j, err := NewLexical().Judge(context.Background(), Question{Claim: test.claim, Text: test.page, Whole: true})
		if told := j.Mismatch != nil && j.Stance == provenance.Contradicts; err != nil || told != (test.other != "") || told && j.Mismatch.Source != test.other {
			t.Errorf("%s: %s %v %v %v, %v", test.claim, j.Rule, j.Stance, j.Mismatch, j.Missing, err)
		}
	}
}
