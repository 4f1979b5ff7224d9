package compiler_test

import (
	"strings"
	"testing"
	"time"

	"assay/compiler/grade"
	"assay/compiler/review"
	"assay/provenance"
)

// noteOn is a note that says a text and cites something for each paragraph.
func noteOn(title, text, cite string) string {
	return "# " + title + "\n\n" + strings.ReplaceAll(strings.TrimSpace(text), "\n\n", cite+"\n\n") + cite + "\n"
}

// A text that was written here is no witness, by whatever way it came back; a source
// that a note quotes is one.
//
// Invariant (grading): What was written in this vault is no witness of it, whatever way it
// came back, and what a note quotes is. See also TestCircularPassage, TestCircleOfTwo,
// TestDraftIsNoCircle.
func TestCircular(t *testing.T) {
	t.Parallel()
	policy := "vault: {evidence: [raw]}\n"
	published := "vault: {evidence: [raw], published: [\"https://www.notes.example.org/garden/\"]}\n"
	text := filler(5, 6)
	sentence, _, _ := strings.Cut(text, "\n\n")
	for name, c := range map[string]struct {
		policy string
		files  map[string]string
		cites  string // for the sentence, in the note Other
		why    string // "" where the passage is a witness
	}{
		"two sentences of a source": {files: map[string]string{"raw/a.md": text}, cites: "^[raw/a.md]"},
		"every sentence of a note is one of a longer source": {files: map[string]string{"raw/a.md": text + filler(6, 6),
			"01_Wiki/Long.md": noteOn("Long", text, " ^[raw/a.md]")}, cites: "^[raw/a.md]"},
		"a note says all that a short source says, and more": {files: map[string]string{"raw/a.md": text,
			"01_Wiki/Long.md": noteOn("Long", text+filler(6, 6), " ^[raw/a.md]")}, cites: "^[raw/a.md]"},
		"a copy of another note": {files: map[string]string{"raw/a.md": "# Long\n\n" + text, "01_Wiki/Long.md": noteOn("Long", text, " ^[raw/none.md]")},
			cites: "^[raw/a.md]", why: "raw/a.md is the note 01_Wiki/Long.md, nearly word for word (Jaccard 1.00)"},
		"a copy of another note, touched up": {files: map[string]string{"raw/a.md": "# Long\n\n" + strings.Replace(text, "hours", "full days", 1) + "One more sentence stands at its end.\n",
			"01_Wiki/Long.md": noteOn("Long", text, " ^[raw/none.md]")}, cites: "^[raw/a.md]", why: "01_Wiki/Long.md, nearly word for word (Jaccard 0.8"},
		"an inbox may hold clippings": {files: map[string]string{"raw/a.md": "# Long\n\n" + text, "00_Inbox/Long.md": "# Long\n\n" + text}, cites: "^[raw/a.md]"},
		"it names the note as its source": {files: map[string]string{"raw/a.md": "---\nsource: \"[[Other]]\"\n---\n" + text}, cites: "^[raw/a.md]",
			why: "raw/a.md names this note as its source"},
		"it links to the note and has its words": {files: map[string]string{"raw/a.md": text + "As [they](https://git.example.org/me/vault/blob/main/01_Wiki/Other.md#x) say: " + crane + "\n"},
			cites: "^[raw/a.md]", why: "refers to this very note, and has the claim's own words"},
		"it opens the note in Obsidian": {files: map[string]string{"raw/a.md": text + "As obsidian://open?vault=v&file=01_Wiki%2FOther says: " + crane + "\n"},
			cites: "^[raw/a.md]", why: "refers to this very note"},
		"it links to another place of that name":           {files: map[string]string{"raw/a.md": text + "See 01_Wiki/Other.md, https://example.org/Other.md and https://example.org/01_Wiki/Others.md. " + crane + "\n"}, cites: "^[raw/a.md]"},
		"it links to the note and says it in its words":    {files: map[string]string{"raw/a.md": text + "Unlike https://git.example.org/01_Wiki/Other.md we found: at full reach 40 tonnes are lifted by the harbour crane.\n"}, cites: "^[raw/a.md]"},
		"it names another note as its source":              {files: map[string]string{"raw/a.md": "---\nsource: \"[[Long]]\"\n---\n" + text, "01_Wiki/Long.md": "# Long\n"}, cites: "^[raw/a.md]"},
		"its publisher has the name of the note":           {files: map[string]string{"raw/a.md": "---\nsource: Other\n---\n" + text}, cites: "^[raw/a.md]"},
		"it cites passages of another vault":               {files: map[string]string{"raw/a.md": text + "A line.[^chk-aaaaaaaaaaaaaaaa]\n"}, cites: "^[raw/a.md]"},
		"it lies where the vault is published":             {policy: published, files: map[string]string{"raw/a.md": "---\nurl: https://notes.example.org/garden/cranes\n---\n" + text}, cites: "^[raw/a.md]", why: "where this vault is published"},
		"it lies beside where the vault is published":      {policy: published, files: map[string]string{"raw/a.md": "---\nurl: https://notes.example.org/gardening\n---\n" + text}, cites: "^[raw/a.md]"},
		"it says so after this vault":                      {policy: published, files: map[string]string{"raw/a.md": text + "Taken from [a garden](https://notes.example.org/garden/cranes).\n"}, cites: "^[raw/a.md]", why: "has the claim's own words"},
		"it refers to another garden":                      {policy: published, files: map[string]string{"raw/a.md": text + "Taken from https://mynotes.example.org/garden and notes.example.org/gardens.\n"}, cites: "^[raw/a.md]"},
		"it refers to this vault and says it in its words": {policy: published, files: map[string]string{"raw/a.md": filler(9, 6) + "See notes.example.org/garden. At full reach 40 tonnes are lifted by the harbour crane.\n"}, cites: "^[raw/a.md]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := newVault(t, c.files)
			v.write("raw/none.md", "# None\n\n"+filler(20, 6))
			if c.policy == "" {
				c.policy = policy
			}
			v.write("pipeline-policy.yaml", c.policy)
			says := sentence
			if strings.Contains(c.files["raw/a.md"], "40 tonnes") {
				says = "The harbour crane lifts 40 tonnes at full reach."
			}
			v.write("01_Wiki/Other.md", "# Other\n\n"+says+" "+c.cites+"\n")
			got := v.verdictOn("01_Wiki/Other.md", says)
			if c.why == "" {
				if got.Rule == provenance.RuleCircular || got.Tier != provenance.T5 {
					t.Errorf("a false alarm: %s %s: %s", got.Tier, got.Rule, got.Reason)
				}
				return
			}
			if got.Tier != provenance.T1 || got.Rule != provenance.RuleCircular || !strings.Contains(got.Reason, c.why) || got.Witnesses.Count != 0 {
				t.Errorf("%s %s with %+v: %s", got.Tier, got.Rule, got.Witnesses, got.Reason)
			}
		})
	}
}

// Stored passages are looked at as well as originals, and a person's word goes for a
// circular claim as for any weak one.
func TestCircularPassage(t *testing.T) {
	t.Parallel()
	text := filler(5, 6)
	sentence, _, _ := strings.Cut(text, "\n\n")
	v := newVault(t, map[string]string{"pipeline-policy.yaml": "vault: {evidence: [raw]}\n", "raw/a.md": "# Halls\n\n" + text, "raw/b.md": "# Harbour\n\n" + filler(7, 6) + crane + "\n"})
	v.build()
	chunk := " [^" + v.anchor("raw/a.md", sentence[:40]) + "]"
	v.write("01_Wiki/Halls.md", noteOn("Halls", text, chunk))
	got := v.verdictOn("01_Wiki/Halls.md", sentence)
	if got.Rule != provenance.RuleCircular || !strings.Contains(got.Reason, "is this very note, nearly word for word") {
		t.Errorf("%s %s: %s", got.Tier, got.Rule, got.Reason)
	}
	item, ok, err := review.Find(t.Context(), v.open(), string(got.Claim))
	if err != nil || !ok || len(item.Elsewhere) > 0 || item.Decisions[0].Decision != review.DecideAccept {
		t.Fatalf("%+v, %v", item, err)
	}
	if _, err := review.Decide(t.Context(), v.open(), review.Decision{ID: item.ID, Digest: item.Digest, Decision: review.DecideReject, Reason: "not sure", By: "person:bo"}); err != nil {
		t.Fatal(err)
	}
	if got = v.verdictOn("01_Wiki/Halls.md", sentence); got.Rejected == "" {
		t.Errorf("a word against it does not hold: %+v", got)
	}
	if _, err := review.Attest(t.Context(), v.open(), "01_Wiki/Halls.md:3", "I copied the note from the leaflet", "person:ann", ""); err != nil {
		t.Fatal(err)
	}
	if got = v.verdictOn("01_Wiki/Halls.md", sentence); got.Attested == "" {
		t.Errorf("a person's word does not hold: %+v", got)
	}
	// Where another passage carries the claim, the copy costs it nothing, and does not count.
	v.write("01_Wiki/Cranes.md", "# Cranes\n\n"+crane+" ^[raw/b.md] [^"+v.anchor("raw/a.md", sentence[:40])+"]\n")
	if got := v.verdictOn("01_Wiki/Cranes.md", crane); got.Tier != provenance.T5 || got.Witnesses.Count != 1 {
		t.Errorf("%s with %+v: %s", got.Tier, got.Witnesses, got.Reason)
	}
	// An original that was written from the vault gives itself away by what it cites.
	v.write("raw/back.md", "# Back\n\n"+filler(8, 6)+crane+"[^"+v.anchor("raw/b.md", crane)+"]\n")
	v.write("01_Wiki/Again.md", "# Again\n\nA second look at it: the harbour crane lifts 40 tonnes at full reach. ^[raw/back.md]\n")
	if got := v.verdictOn("01_Wiki/Again.md", "A second look"); got.Rule != provenance.RuleCircular || !strings.Contains(got.Reason, "was written from this vault: it cites chk_") {
		t.Errorf("%s %s: %s", got.Tier, got.Rule, got.Reason)
	}
}

// Two notes that each cite a copy of the other carry nothing.
func TestCircleOfTwo(t *testing.T) {
	t.Parallel()
	one := "Slack tide is the short time in which the water of a harbour hardly moves at all. A green lamp on the tower of the harbour office announces it. " +
		"Ships with a deep keel wait for it before they pass the eastern lock. In fog a bell is rung instead of the lamp.\n"
	two := "The western lock was dug by hand, since the ground there would have swallowed every machine of the day. Its gates are made of oak. " +
		"They are taken out, dried and tarred anew once in a generation. A gate that is lost to ice is replaced from the store behind the chapel.\n"
	cite := func(text, file string) string {
		return strings.ReplaceAll(strings.TrimSpace(text), ". ", ". ^[raw/"+file+"] ") + " ^[raw/" + file + "]\n"
	}
	v := newVault(t, map[string]string{"pipeline-policy.yaml": "vault: {evidence: [raw]}\n", "raw/one.md": one, "raw/two.md": two,
		"01_Wiki/One.md": "# One\n\n" + cite(one, "two.md"), "01_Wiki/Two.md": "# Two\n\n" + cite(two, "one.md")})
	for note, words := range map[string]string{"01_Wiki/One.md": "Slack tide is", "01_Wiki/Two.md": "dug by hand"} {
		if got := v.verdictOn(note, words); got.Rule != provenance.RuleCircular {
			t.Errorf("%s %s: %s", got.Tier, got.Rule, got.Reason)
		}
	}
}

// What the compiler itself drafts from a page, sentence by sentence, is a note that came
// from its source, and the ledger says so.
func TestDraftIsNoCircle(t *testing.T) {
	t.Parallel()
	page := "# Slack tide\n\nSlack tide is the short time between ebb and flood in which the water of a harbour hardly moves at all. " +
		"Slack tide lasts about twenty minutes at the eastern lock and about ten minutes at the western one. " +
		"Ships with a deep keel wait for slack tide before they pass the lock, since the current would push them to the wall. " +
		"Slack tide is announced by a green lamp on the tower of the harbour office, and by a bell in fog.\n"
	v := newVault(t, map[string]string{"pipeline-policy.yaml": "vault: {evidence: [raw]}\npromotion: {mode: auto}\n", "raw/tide.md": page,
		"01_Wiki/Home.md": "# Home\n\nRead of the [[Slack tide]] first.\n"})
	r := v.build()
	if len(r.Promoted) != 1 || r.Promoted[0] != "01_Wiki/Slack tide.md" {
		t.Fatalf("promoted %v, held %+v", r.Promoted, r.Held)
	}
	got := v.verdictOn("01_Wiki/Slack tide.md", "hardly moves at all")
	if got.Tier != provenance.T5 {
		t.Errorf("%s %s: %s\n%s", got.Tier, got.Rule, got.Reason, v.read("01_Wiki/Slack tide.md"))
	}
	_, p, err := v.open().Graded(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if file := pageOf(v, "raw/tide.md"); p.Grade.Equality(p.ByPath["01_Wiki/Slack tide.md"], file) < grade.CircularFrom {
		t.Errorf("the note is not the page: the test shows nothing\n%s", v.read("01_Wiki/Slack tide.md"))
	}
}

// A note that becomes the double of a page changes the grade of those that cite the
// page, although neither they nor the page changed; and so it does when it ends.
//
// Invariant (grading): A circle is seen also when only another note changed.
func TestCircleThatComesAndGoes(t *testing.T) {
	t.Parallel()
	text := filler(5, 6)
	sentence, _, _ := strings.Cut(text, "\n\n")
	v := newVault(t, map[string]string{"pipeline-policy.yaml": "vault: {evidence: [raw]}\n", "raw/a.md": text, "01_Wiki/Other.md": "# Other\n\n" + sentence + " ^[raw/a.md]\n",
		"01_Wiki/Long.md": "# Long\n\nNothing of it.\n", "raw/none.md": filler(20, 6)})
	v.build()
	step := func(long string, circular bool) {
		t.Helper()
		v.write("01_Wiki/Long.md", long)
		for name, look := range map[string]*testVault{"on top of old results": v, "anew": newVault(t, v.files())} {
			look.build()
			if got := look.verdictOn("01_Wiki/Other.md", sentence); (got.Rule == provenance.RuleCircular) != circular {
				t.Errorf("%s: %s %s: %s", name, got.Tier, got.Rule, got.Reason)
			}
		}
	}
	step(noteOn("Long", text, " ^[raw/none.md]"), true)
	step(noteOn("Long", filler(6, 6), " ^[raw/none.md]"), false)
	step(noteOn("Long", text, " ^[raw/none.md]"), true)
	v.remove("01_Wiki/Long.md")
	step("# Long\n\nNothing of it.\n", false)
}

// Of a page on the web that is a note word for word, the ledger knows which was there
// first.
func TestWhichWasThereFirst(t *testing.T) {
	t.Parallel()
	sentences := []string{"Slack tide is the short time in which the water of a harbour hardly moves at all.", "A green lamp on the tower of the harbour office announces slack tide to the ships.",
		"Ships with a deep keel wait for slack tide before they pass the eastern lock.", "In fog a bell is rung at slack tide instead of the lamp on the tower."}
	site := newSite(t, map[string]string{"/": page("Tide", "<p>"+strings.Join(sentences, "</p><p>")+"</p>")})
	note := func(cite string) string { return "# Tide\n\n" + strings.Join(sentences, cite+"\n\n") + cite + "\n" }

	v := newWebVault(t, webPolicy, nil)
	v.propose(site.url)
	v.build()
	v.later(time.Hour)
	v.write("02_Drafts/Tide.md", note(" [tide]("+site.url+")"))
	if r := v.build(); len(r.Promoted) != 1 {
		t.Fatalf("held %+v", r.Held)
	}
	if got := v.verdictOn("01_Wiki/Tide.md", "Slack tide is"); got.Tier != provenance.T5 {
		t.Errorf("a note that was copied from a page: %s %s: %s", got.Tier, got.Rule, got.Reason)
	}

	v = newWebVault(t, webPolicy, map[string]string{"01_Wiki/Tide.md": note(" [tide](" + site.url + ")")})
	v.propose(site.url)
	v.build()
	if got := v.verdictOn("01_Wiki/Tide.md", "Slack tide is"); got.Rule != provenance.RuleCircular {
		t.Errorf("a page that nobody read before the note was there: %s %s: %s", got.Tier, got.Rule, got.Reason)
	}
}
