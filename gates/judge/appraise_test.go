package judge

import (
	"context"
	"strings"
	"testing"

	"assay/gates/judge/align"
	"assay/gates/judge/reading"
	"assay/provenance"
	"assay/text"
)

// askPage asks of a page that is cited as a whole.
func askPage(t *testing.T, q Question) provenance.Judgement {
	t.Helper()
	q.Whole = true
	j, err := NewLexical().Judge(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

var aboutFerries = "# The ferry\n\nThe study has only the numbers of the last spring, and passengers cannot hire boats that they can row alone. " +
	strings.Repeat("The ferry leaves the old harbour every morning at six and carries letters, timber and salt to the outer islands. ", 12) +
	"It doubled its speed and takes at most 19% of the toll. The plan of the harbour is “be good, later ferries are watching”."

// What a note makes of its source, how far that goes and how it was read, is no statement of the source, and
// that the source lacks something is no invention.
func TestAppraisals(t *testing.T) {
	for _, test := range []struct {
		name, claim string
		under       string
		invented    bool
	}{
		{"a statement", "Commercially motivated vendors sponsor glossy brochures abroad.", "Findings", true},
		{"how far it is to be trusted", "Commercially motivated vendors sponsor glossy brochures abroad.", "Reliability notes", false},
		{"how far it goes", "Oriented toward commercial vendors, not sponsors abroad.", "3. Limitations and caveats", false},
		{"of a thing that is called so", "Commercially motivated vendors sponsor glossy brochures abroad.", "The code editor: quality of service, reliability", true},
		{"a value there all the same", "The ferry carries 840 passengers and 37 vendors abroad.", "Reliability notes", true},
		{"what one does wrong", "Choosing commercially motivated vendors for glossy brochures abroad.", "Common harbour mistakes", false},
		{"of the wiki itself", "The wiki files commercially motivated vendors under glossy brochures.", "Findings", false},
		{"not in what was saved", `"Sponsored glossy brochures abroad by commercial vendors" — not in the saved excerpt`, "Removed", false},
		{"no mention of it", "No mention of sponsored brochures, commercial vendors or glossy catalogues.", "Findings", false},
		{"not in a model's card", "The card does not disclose commercial sponsorship, catalogues or brochures.", "Findings", false},
		{"a document that is no source", "Commercial vendors do not sponsor a glossy document abroad.", "Findings", true},
		{"not addressed", "Governance, sponsorship and catalogue distribution are not addressed.", "Findings", false},
		{"not in the shop", "Sponsored brochures and glossy catalogues do not sell in commercial shops.", "Findings", true},
		{"what the source does with it", "Vendors are profiled, portrayed and discussed.", "Findings", false},
		{"words that only relate", "Vendors sponsored together already.", "Findings", false},
		{"words that say something", "Vendors sponsored brochures.", "Findings", true},
		{"tried by nobody here", "Commercial sponsorship and glossy brochures were not independently tested here.", "Findings", false},
		{"what a thread is not", "The thread offers commercial sponsorship, not glossy brochures or catalogues.", "Findings", false},
		{"not from the source", "Whether commercial vendors sponsored brochures is not clear from the sources.", "Findings", false},
		{"the end of a quotation", `they can row alone." Ada Reed, to Bo Hill and to nobody else there: "The study has only the numbers of the last spring"`, "Findings", false},
		{"speculation", "Commercially motivated vendors sponsor glossy brochures abroad.", "Speculative synthesis", false},
		{"the wiki's own", "In this wiki's map, vendors sponsor glossy brochures abroad.", "Findings", false},
		{"words that it has", `The "later ferries are watching" frame turns commercial sponsorship tradeoffs upside-down.`, "Findings", false},
		{"a number that it has", "Commercial vendors still incur up to 19% overhead.", "Findings", false},
		{"letters with points", "Sponsored brochures of V.I.T.A.L.", "Findings", false},
		{"one word of two acronyms", "Deliveries by CI/CD every morning at six.", "Findings", false},
	} {
		j := askPage(t, Question{Claim: test.claim, Text: aboutFerries, Lead: []string{"Ferries", test.under}})
		if got := j.Stance != provenance.Supports && (j.Score < rejectBelow || j.Rule == RuleNowhere); got != test.invented {
			t.Errorf("%s: %s %.2f %v", test.name, j.Rule, j.Score, j.Missing)
		}
	}
}

// Under such a heading a sentence that denies something else is held against no claim; a copy is.
func TestAppraisalsAreDenied(t *testing.T) {
	page := "A study of ferries that is to count requires a new, complementary harbour that contains only boats from the small yards. The wardens of the lower lock do not row the ferry in the dry weeks.\n\n" + aboutFerries
	for claim, refuted := range map[string]bool{
		"Does not count ferries for harbours (only small yards)":        false,
		"The wardens of the lower lock row the ferry in the dry weeks.": true,
	} {
		if j := askPage(t, Question{Claim: claim, Text: page, Lead: []string{"Ferries", "Caveats"}}); (j.Stance == provenance.Contradicts) != refuted {
			t.Errorf("%s: %s %v", claim, j.Rule, j.Stance)
		}
	}
}

// What a text's frontmatter names is no invention, and no evidence either.
func TestFrontmatterOfAText(t *testing.T) {
	claim := "Autores: Ibarra-Quintero"
	for _, test := range []struct {
		about []string
		rule  string
	}{
		{nil, RuleNowhere},
		{[]string{"autores: [Ibarra-Quintero, Ana]\naño: 2019"}, ""},
	} {
		j := askPage(t, Question{Claim: claim, Text: aboutFerries, About: test.about})
		if gone := len(j.Absent) > 0; gone != (test.about == nil) || j.Stance == provenance.Supports {
			t.Errorf("%q: %s %v", test.about, j.Rule, j.Absent)
		}
	}
	page := "The ferry's keynote of 17 June 2025 was held at the harbour school in the lower town.\n\n" + aboutFerries
	if j := askPage(t, Question{Claim: "Harbour school keynote of the ferry, 17 June 2026", Text: page, About: []string{"date: 2026-06-17"}}); j.Stance != provenance.Contradicts {
		t.Errorf("a date of the frontmatter overrules the text: %s %v", j.Rule, j.Missing)
	}
}

// Two words that begin with the letters of an acronym by chance are no form of it; the same two
// words again are one, in part.
func TestSpellsAgain(t *testing.T) {
	stems := text.NewStems()
	long := strings.Repeat("The wardens of the lower lock count the barges of each morning and write them down. ", 16)
	for page, want := range map[string]bool{
		"The gate dues are paid at the mill, and a grey dog sleeps there.":      false,
		"The gate dues are paid at the mill. Of the gate dues a part is saved.": true,
	} {
		if got := reading.Analyse(page+" "+long, stems).Spells("SGD"); got != want {
			t.Errorf("%s: %t", page, got)
		}
	}
}

func TestFactorsInWords(t *testing.T) {
	page := "The new lock is cited with a 37.6% gain in the quality of its gates, doubled tolls and an 8x reduction in the size of its list. Keep the notes to a couple of lines for the plain case. " +
		strings.Repeat("The wardens of the lower lock count the barges of each morning and write them down. ", 16)
	for claim, nowhere := range map[string]bool{
		"New lock: 37.6% gain in the quality of gates, 2x tolls, 8x smaller list.":   false,
		"New lock: 37.6% gain in the quality of gates, 900x tolls, 8x smaller list.": true,
	} {
		if j := askPage(t, Question{Claim: claim, Text: page}); (j.Rule == RuleNowhere) != nowhere {
			t.Errorf("%s: %s %v", claim, j.Rule, j.Missing)
		}
	}
}

func TestQuotationMarks(t *testing.T) {
	for s, want := range map[string]string{
		`Programm „Schwarzwald": Ab 1878, später „Adrian" und „Anna“`: "Schwarzwald|Adrian|Anna",
		`It is "one" and “two”, 「三」`:                                  "one|two|三",
		`„open`:                                                       "",
	} {
		if got := strings.Join(align.Quotations(s), "|"); got != want {
			t.Errorf("%s: %s", s, got)
		}
	}
}

// A quotation is found whether its umlauts are spelled with an e or not.
func TestQuotationsWithSpelledUmlauts(t *testing.T) {
	page := "Der Wärter des Tores fragt jeden Morgen, was wäre, wenn das Wasser über die Mauern stiege und die Häuser der Stadt träfe. " +
		strings.Repeat("Die Wärter der unteren Schleuse zählen die Kähne jedes Morgens und schreiben sie in ein Buch. ", 8)
	for claim, found := range map[string]bool{
		`Der Waerter fragt jeden Morgen "was waere, wenn das Wasser stiege".`:                false,
		`Der Waerter fragt jeden Morgen "was waere, wenn das Wasser ueber die Mauern" käme.`: true,
	} {
		if j := askPage(t, Question{Claim: claim, Text: page}); (j.Rule == RuleQuotation) == found {
			t.Errorf("%s: %s %v", claim, j.Rule, j.Missing)
		}
	}
}
