package judge

import (
	"testing"

	"assay/text"
)

// A sentence that repeats one of the text is compared place by place, however long it
// is: one word of forty weighs next to nothing, and changes what is said.
func TestEchoes(t *testing.T) {
	long := " when the harbour master has signed the manifest, the crew is on board, the cargo is lashed down and the pilot has reported that the channel is clear of ice"
	cases := []judged{
		{"denied", "The ferry does leave" + long + ".", "The ferry does not leave" + long + ".", refutes, RuleNegation, ""},
		{"no longer denied", "The ferry leaves, whereas the tug does.", "The ferry leaves, whereas the tug does not.", refutes, RuleNegation, ""},
		{"all are none", "The clerk counts no crate" + long + ".", "The clerk counts every crate" + long + ".", refutes, RuleNegation, ""},
		{"without is with", "The barge runs with a pilot on the lower river.", "The barge runs without a pilot on the lower river.", refutes, RuleNegation, ""},
		{"two denials", "The ferry does not leave and the tug does not follow.", "The ferry doesn't leave and the tug doesn't follow.", carries, "", ""},
		{"another name", "The Kestrel is towed by the Marlin" + long + ".", "The Kestrel is towed by the Heron" + long + ".", refutes, RuleName, ""},
		{"another name in capitals", "Rows are locked by the BETWEEN and UPDATE commands until the session ends.", "Rows are locked by the SELECT and UPDATE commands until the session ends.", refutes, RuleName, ""},
		{"a name without its accents", "The pier was drawn by Zoe Brandt and built by the town.", "The pier was drawn by Zoë Brandt and built by the town.", carries, "", ""},
		{"another function", "Call open_pier() before the first ship is moored" + long + ".", "Call open_quay() before the first ship is moored" + long + ".", refutes, RuleName, ""},
		{"a value of two", "The log keeps 32 lines, of which 30 are shown" + long + ".", "The log keeps 30 lines, of which 30 are shown" + long + ".", refutes, RuleValue, ""},
		{"numbers of many digits", "The counter runs up to 9223372036854775803 and then starts again.", "The counter runs up to 9223372036854775807 and then starts again.", refutes, RuleValue, ""},
		{"the same of many digits", "The counter runs up to 9,223,372,036,854,775,807 and then starts again.", "The counter runs up to 9223372036854775807 and then starts again.", carries, "", ""},
		{"another limit under a condition", "If the log is larger than 1014 bytes, the clerk starts a new one.", "If the log is larger than 1024 bytes, the clerk starts a new one.", falls, "", ""},
		{"a release later", "Prior to 9.3, the gate had no lock.", "Prior to 9.1, the gate had no lock.", refutes, RuleValue, ""},
		{"less for more", "The new crane is faster, less quiet and more reliable than the old one.", "The new crane is faster, more quiet and more reliable than the old one.", refutes, RuleAntonym, ""},
		{"a comparative", "The crane is used when the crate is narrower than the hatch" + long + ".", "The crane is used when the crate is wider than the hatch" + long + ".", falls, RuleAntonym, ""},
		{"may is will", "The optimal berth will depend on the tide and the wind.", "The optimal berth may depend on the tide and the wind.", falls, RuleHedge, ""},
		{"should is must", "The manifest must be signed before the ship is unmoored.", "The manifest should be signed before the ship is unmoored.", falls, RuleHedge, ""},
		{"perhaps is dropped", "The pilot sends a signal, or a boat, to the ship.", "The pilot sends a signal, or perhaps a boat, to the ship.", falls, RuleHedge, ""},
		{"at least is more than", "The harbour needs more than two pilots on each shift.", "The harbour needs at least two pilots on each shift.", refutes, RuleBoundary, ""},
		{"before is until", "In versions until 8.1, ships and boats were different kinds of things.", "In versions before 8.1, ships and boats were different kinds of things.", falls, RuleBoundary, ""},
		{"typically is always", "A crossing always takes the northern channel in winter.", "A crossing typically takes the northern channel in winter.", falls, RuleQuantifier, ""},
		{"another word", "The harbour pays its pilots from a fund that the anthem keeps, and its clerks from the dues that ships pay when they leave.", "The harbour pays its pilots from a fund that the guild keeps, and its clerks from the dues that ships pay when they leave.", falls, RuleReplaced, ""},
		{"a form of the word", "The harbour pays its pilots from a fund that the guilds keep, and its clerks from the dues that ships pay when they leave.", "The harbour pays its pilots from a fund that the guild keeps, and its clerks from the dues that ships pay when they leave.", carries, "", ""},
		{"cut elsewhere", "The list holds the following name. see the note on names, which the clerk keeps in a drawer.", "The list holds the preceding name. `see` the note on names, which the clerk keeps in a drawer.", refutes, RuleAntonym, ""},
		// Swaps.
		{"subject and object", "The pilot calls the harbour master at dawn.", "The harbour master calls the pilot at dawn.", refutes, RuleDirection, ""},
		{"from and to", "The dues were changed from ounces to grams in spring.", "The dues were changed from grams to ounces in spring.", refutes, RuleDirection, ""},
		{"the whole sentence", "A wooden gate provides the inner basin.", "The inner basin provides a wooden gate.", refutes, RuleDirection, ""},
		{"names with marks", "The list was converted from Latin-1 to Koi-8 in spring.", "The list was converted from Koi-8 to Latin-1 in spring.", refutes, RuleDirection, ""},
		{"a list in another order", "The guild pays the pilots and the clerks at dawn.", "The guild pays the clerks and the pilots at dawn.", carries, "", ""},
		{"circumstances in another order", "The pier was opened in Arnau in 1887 by the guild.", "The pier was opened in 1887 in Arnau by the guild.", carries, "", ""},
		{"what holds both ways", "The east pier is similar to the west pier in height.", "The west pier is similar to the east pier in height.", carries, "", ""},
		{"built otherwise", "The lock opens the gate.", "Since the spring the gate opens the lock.", refutes, RuleDirection, ""},
		{"another's deed", "The Lighthouse was painted by Orla Brandt.", "The Lighthouse is a picture painted by Anton Riedl, showing Orla Brandt.", falls, RulePart, ""},
		{"one of two", "The Lighthouse was painted by Orla Brandt.", "The Lighthouse was painted by Anton Riedl and Orla Brandt.", carries, "", ""},
		{"no lamp each winter", "The lamp is lit no winter evening by the keeper of the pier.", "The lamp is lit every winter evening by the keeper of the pier.", refutes, RuleNegation, ""},
		{"exactly for about", "From exactly 1810 to 1840 the pier was the longest of the coast.", "From about 1810 to 1840 the pier was the longest of the coast.", falls, RuleBoundary, ""},
		// Whose it is.
		{"its own", "This paper proposes the weighted search over tide tables.", "In this paper we propose the weighted search over tide tables of Brandt (1970).", "", "", ""},
		// Languages that are not read.
		{"not read", "Το λιμάνι κλείνει το χειμώνα.", "Το λιμάνι δεν κλείνει το χειμώνα.", falls, RuleUnread, ""},
		{"not read, its own sentence", "Το λιμάνι κλείνει το χειμώνα.", "Το λιμάνι κλείνει το χειμώνα. Οι πιλότοι μένουν.", carries, RuleVerbatim, ""},
		{"not read, with many marks", "Bến cảng đóng cửa vào mùa đông khi dòng sông đóng băng và các thuyền đều đứng yên.", "Bến cảng không hề đóng cửa vào mùa đông khi dòng sông đóng băng và các thuyền đều đứng yên.", falls, RuleUnread, ""},
		{"not read, in Latin letters", "Przystań jest zamykana zimą, kiedy rzeka zamarza i łodzie stoją.", "Przystań nie jest zamykana zimą, kiedy rzeka zamarza i łodzie stoją.", falls, RuleUnread, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			j := ask(t, c.claim, c.text)
			if got := outcome(j); c.want != "" && got != c.want || c.want == "" && got == refutes || c.rule != "" && j.Rule != c.rule {
				t.Fatalf("%s by %s, want %s by %s\n%+v %+v", got, j.Rule, c.want, c.rule, j, j.Mismatch)
			}
		})
	}
}

// A short sentence is read in the language of its words, and what is written alike is
// the same in any language.
func TestShortSentencesOfOtherLanguages(t *testing.T) {
	for _, c := range []struct{ claim, text string }{
		{"In den kleinen Häfen unterliegt die Lotsung der Hafenordnung.", "In den kleinen Häfen unterliegt die Lotsung der Hafenordnung; sie wird von der Stadt erlassen und gilt für alle Schiffe."},
		{"Die Hafenbahn fährt auf der Breitspur mit 1.600 mm.", "Die Hafenbahn fährt auf der Breitspur mit 1.600 mm (5 Fuß 3 Zoll). Sie wurde von der Stadt gebaut."},
	} {
		if j := ask(t, c.claim, c.text); outcome(j) == refutes || j.Mismatch != nil {
			t.Errorf("%q: %+v %+v", c.claim, j, j.Mismatch)
		}
	}
	// A claim without a small word is read as its text is; a number in it stays one.
	harbour := "# Häfen\n\nIm Hafen liegen fünf Kähne. Steinkohle der Sorte 1150 enthält 1,15 Gramm Schwefel je 100 Gramm."
	if j := ask(t, "Steinkohle der Sorte 1150 enthält 1,15 Gramm Schwefel je 100 Gramm.", harbour); outcome(j) != carries {
		t.Errorf("its own sentence: %+v %+v", j, j.Mismatch)
	}
	if j := ask(t, "Steinkohle der Sorte 1150 enthält 1,25 Gramm Schwefel je 100 Gramm.", harbour); outcome(j) != refutes {
		t.Errorf("another number: %+v", j)
	}
	river := "# El río\n\nEl río nace en la laguna. En enero lleva 59 metros cúbicos por segundo. En agosto casi se seca."
	if j := ask(t, "En enero lleva 95 metros cúbicos por segundo.", river); outcome(j) != refutes {
		t.Errorf("another number: %+v", j)
	}
	if j := ask(t, "Coal of kind 1150 contains 1.15 grams.", harbour); outcome(j) == refutes {
		t.Errorf("English over German: %+v %+v", j, j.Mismatch)
	}
	for source, want := range map[string]string{
		"Jürgen Müller met Göran Öberg.":                                "en",
		"Orla Brandt was born in January of 1975.":                      "en",
		"In den kleinen Häfen unterliegt die Lotsung der Hafenordnung.": "de",
		"El puerto es de la ciudad y no se cierra.":                     "es",
	} {
		if got := text.Language(source); got != want {
			t.Errorf("%q is read as %s, want %s", source, got, want)
		}
	}
}

// What one sentence says of two cases is no dispute.
func TestEchoesOfOtherCasesAreNoDispute(t *testing.T) {
	l := NewLexical()
	for _, p := range [...][2]string{
		{"If the gate is open, the bell rings twice in the lower yard.", "If the gate is closed, the bell rings twice in the lower yard."},
		{"The flag has the same meaning as for open_pier.", "The flag has the same meaning as for open_quay."},
	} {
		if d := l.Dispute(Said{Text: p[0]}, Said{Text: p[1]}); d != nil {
			t.Errorf("%q and %q: %s %+v", p[0], p[1], d.Kind, d.Mismatch)
		}
	}
}
