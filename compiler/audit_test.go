package compiler

import (
	"context"
	"fmt"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"assay/compiler/compose"
	"assay/ingest"
	"assay/ingest/alike"
	"assay/provenance"
)

// kettle is a page of a manual like no other.
func kettle(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Kettle model %d\n\n", n)
	for i := range 8 {
		k := n*31 + i*7
		fmt.Fprintf(&b, "The kettle numbered %d heats part %d of the water within %d seconds and then rests for step %d of its %d.\n\n", n, k, k+11, i+n, n*n+i)
	}
	return b.String()
}

// manual is a vault with one source of n articles, and pages of its own over them.
func manual(t testing.TB, n int, pages map[string]string) *testVault {
	files := map[string]string{"pipeline-policy.yaml": tea["pipeline-policy.yaml"]}
	for i := range n {
		files[fmt.Sprintf("raw/site/%03d.md", i)] = kettle(i)
	}
	for name, text := range pages {
		files["raw/"+name] = text
	}
	return newVault(t, files)
}

// verdict of the audit that a build made: "verified", or the reasons of its failure.
func (v *testVault) verdict() string {
	v.Helper()
	if failed := v.events(provenance.KindFailed); len(failed) > 0 {
		return failed[0].Text("reason")
	}
	if len(v.events(provenance.KindVerified)) > 0 {
		return "verified"
	}
	return "not audited"
}

// check is one check of the audit of raw/site.
func (v *testVault) check(name string) AuditCheck {
	v.Helper()
	a, err := v.open().Verify(context.Background(), "raw/site")
	if err != nil {
		v.Fatal(err)
	}
	for _, c := range a.Checks {
		if c.Name == name {
			return c
		}
	}
	v.Fatalf("no check of %s in %+v", name, a)
	return AuditCheck{}
}

// Invariant (lives and decisions): One bad page among many is named and fails nothing; a
// source of them fails with its reasons. See also TestAuditNamesPagesThatItPasses,
// audit.txtar.
func TestAudit(t *testing.T) {
	t.Parallel()
	menu := strings.Repeat("[Start](/) [Models](/models) [Prices](/prices) [Dealers](/dealers) [About the company](/about) [Imprint and privacy](/imprint)\n\n", 6)
	every := func(n int, text func(i int) string) map[string]string {
		pages := map[string]string{}
		for i := range n {
			pages[fmt.Sprintf("site/%03d.md", i)] = text(i)
		}
		return pages
	}
	for _, c := range []struct {
		name     string
		articles int
		pages    map[string]string
		want     string // the verdict begins so
		says     []string
	}{
		{name: "a manual", articles: 20, want: "verified"},
		{name: "a consent wall", want: "coherence: ", says: []string{"1 of 1 page is no content", "raw/site/wall.md: consent-wall: "},
			pages: map[string]string{"site/wall.md": "# Before you continue\n\nWe use cookies and data to show personalised ads. Accept all, reject all or manage choices.\n"}},
		{name: "a wrong encoding", want: "coherence: ", says: []string{"characters are damaged, such as \"Ã©\""},
			pages: map[string]string{"site/tea.md": "# Le thÃ©\n\n" + strings.Repeat("Le thÃ© vert est infusÃ© Ã\u00a0 80 degrÃ©s, le thÃ© noir Ã\u00a0 95 degrÃ©s pendant quatre minutes.\n\n", 3)}},
		{name: "one soft 404 of 21 pages", articles: 20, want: "verified",
			pages: map[string]string{"site/gone.md": "# Page not found\n\nThe page you are looking for does not exist any more.\n"}},
		{name: "soft 404s", articles: 6, want: "coherence: ", says: []string{"3 of 9 pages are no content", "raw/site/gone1.md: soft-404: its title is “404”"},
			pages: map[string]string{
				"site/gone0.md": "# Page not found\n\nThe page you are looking for does not exist any more.\n",
				"site/gone1.md": "# 404\n\nNot found. We could not find the page about kettles.\n",
				"site/gone2.md": "# Error 404\n\nThe file you asked for no longer exists, so look for another one.\n"}},
		{name: "shells", articles: 2, want: "coherence: ", says: []string{"3 of 5 pages have hardly a word"},
			pages: map[string]string{"site/a.md": "# One\n", "site/b.md": "# Two\n", "site/c.md": "# Three\n"}},
		{name: "navigation", want: "coherence: ", says: []string{"of them in lines that page after page has"},
			pages: every(8, func(i int) string { return fmt.Sprintf("# Model %d\n\n%sPage %d.\n", i, menu, i*i) })},
		{name: "one text on page after page", articles: 2, want: "duplicates: ", says: []string{"6 of 8 pages say one and the same"},
			pages: func() map[string]string {
				pages := map[string]string{}
				for i := range 6 {
					pages[fmt.Sprintf("site/x%d.md", i)] = kettle(99)
				}
				return pages
			}()},
		{name: "a date to come", want: "metadata: ", says: []string{"raw/site/tea.md: was retrieved in the future, 2026-11-03"},
			pages: map[string]string{"site/tea.md": "---\nretrieved: 2026-11-03\n---\n" + kettle(1)}},
		{name: "a date ahead by a time zone", want: "verified",
			pages: map[string]string{"site/tea.md": "---\nretrieved: 2026-11-02\n---\n" + kettle(1)}},
		{name: "scripts without spaces", want: "verified",
			pages: map[string]string{"site/tea.md": "# 緑茶\n\n緑茶は八十度の湯で二分間蒸らします。紅茶は九十五度の湯で四分間蒸らします。\n",
				"site/hindi.md": "# चाय\n\nहरी चाय अस्सी डिग्री पर दो मिनट तक पकाई जाती है।\n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			v := manual(t, c.articles, c.pages)
			v.build()
			got := v.verdict()
			if !strings.HasPrefix(got, c.want) {
				t.Fatalf("the audit says %q, want %q", got, c.want)
			}
			for _, says := range c.says {
				if !strings.Contains(got, says) {
					t.Errorf("the audit says %q and not %q", got, says)
				}
			}
			if got == "verified" {
				return
			}
			for _, name := range []string{"coherence", "duplicates", "metadata"} {
				if check := v.check(name); !check.OK && !strings.Contains(check.Hint, "assay build") {
					t.Errorf("%s failed and nobody says what to do: %+v", name, check)
				}
			}
		})
	}
}

func TestAuditNamesPagesThatItPasses(t *testing.T) {
	t.Parallel()
	v := manual(t, 20, map[string]string{
		"site/gone.md":  "# Page not found\n\nThe page you are looking for does not exist any more.\n",
		"site/print.md": strings.Replace(kettle(3), "heats", "warms", 1),
		"mirror.md":     strings.Replace(kettle(5), "rests", "waits", 1),
	})
	v.build()
	if got := v.check("coherence"); !got.OK || len(got.Pages) != 1 || got.Pages[0].Page != "raw/site/gone.md" || !strings.Contains(got.Text, "1 of 22 pages is no content") {
		t.Errorf("coherence: %+v", got)
	}
	got := v.check("duplicates")
	if !got.OK || len(got.Pages) != 2 || !strings.Contains(fmt.Sprint(got.Pages[0]), "raw/site/print.md") || !strings.Contains(fmt.Sprint(got.Pages[0]), "raw/site/003.md") {
		t.Fatalf("duplicates: %+v", got)
	}
	if mirrored := got.Pages[1]; mirrored.Page != "raw/site/005.md" || !strings.Contains(mirrored.Why, "raw/mirror.md of sr_") {
		t.Errorf("mirrors: %+v", got)
	}
	why, err := v.open().Why(context.Background(), string(provenance.NewSourceID("raw/site")))
	if err != nil || strings.Count(fmt.Sprint(why.Steps), "the audit doubts it: soft-404: ") != 1 {
		t.Errorf("why of the source: %v, %+v", err, why)
	}
	// The pages are still there to be found: nothing is taken away silently.
	hits, err := v.open().Search(context.Background(), "page you are looking for", SearchOptions{K: 5})
	if err != nil || len(hits) == 0 {
		t.Errorf("%v, %v", hits, err)
	}
}

func TestRepeatedSentencesAreFound(t *testing.T) {
	t.Parallel()
	// A manual says the same longest sentence on every page; that page 17 is not among the
	// first ten that say it is no fault.
	pages := map[string]string{}
	for i := range 30 {
		pages[fmt.Sprintf("site/%02d.md", i)] = fmt.Sprintf("# Model %d\n\nModel %d boils %d litres. It has %d lids.\n\n"+
			"Before the first use, fill the kettle with fresh water, let it boil, and pour the water away, as with any other kettle that we make.\n", i, i, i*i, i+2)
	}
	v := manual(t, 0, pages)
	v.build()
	if got := v.check("retrieval"); !got.OK || !strings.Contains(got.Text, "6 of 6") {
		t.Errorf("%+v", got)
	}
}

func TestLostPassagesFailTheAudit(t *testing.T) {
	t.Parallel()
	v := manual(t, 20, nil)
	v.world.OpenIndex = func(string) Index { return &forgetful{} }
	v.build()
	if got := v.verdict(); !strings.HasPrefix(got, "retrieval: 0 of ") || !strings.Contains(got, "not by “The kettle numbered") {
		t.Errorf("the audit says %q", got)
	}
}

// forgetful is an index that finds nothing.
type forgetful struct{ listIndex }

func (*forgetful) Search(context.Context, ingest.Query) ([]ingest.Hit, error) { return nil, nil }

// What it takes to look at 5,000 pages.
func BenchmarkInspect(b *testing.B) {
	v := manual(b, 5000, nil)
	v.world.OpenIndex = func(string) Index { return &forgetful{} }
	v.build()
	c := v.open()
	s, err := c.look(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	p := c.plan(s, s.results, false)
	p.snap = p.base
	id := provenance.NewSourceID("raw/site")
	files := p.pagesBySource()[id]
	for b.Loop() {
		in, err := p.inspect(context.Background(), id, files)
		if err != nil || len(in.pages) != 5000 {
			b.Fatal(len(in.pages), err)
		}
		mirrorsIn(map[provenance.SourceID]inspection{id: in, "sr_other": in})
	}
}

// Invariant (lives and decisions): Copies are one witness.
func TestMirrorsAreOneWitness(t *testing.T) {
	t.Parallel()
	v := manual(t, 3, map[string]string{"a.md": kettle(1), "b.md": kettle(1), "c.md": kettle(7), "short.md": "# Moved\n\nThis page has moved elsewhere.\n", "short2.md": "# Moved\n\nThis page has moved elsewhere.\n"})
	v.build()
	c := v.open()
	s, err := c.look(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	p := c.plan(s, s.results, false)
	p.snap = p.base
	copies, ok := p.mirrors()
	if !ok || len(p.todo) > 0 {
		t.Fatalf("sources have to be looked at again: %v", p.todo)
	}
	if len(copies) != 3 {
		t.Fatalf("%d pages have copies, want 3: %v", len(copies), copies)
	}
	var witness []pageRef
	for ref, same := range copies {
		witness = append(witness, same[0])
		if len(same) != 3 || witness[0] != same[0] {
			t.Errorf("%v: %v", ref, same)
		}
	}
}

func TestAuditFindsWhatWasChangedByHand(t *testing.T) {
	t.Parallel()
	v := manual(t, 6, nil)
	v.build()
	folder := path.Dir(pageOf(v, "raw/site/001.md"))
	changed, gone := pageOf(v, "raw/site/001.md"), pageOf(v, "raw/site/002.md")
	v.edit(changed, "heats part", "cools part")
	v.remove(gone)
	v.write(folder+"/slipped-in.md", v.read(pageOf(v, "raw/site/003.md")))
	got := v.check("integrity")
	if got.OK || !strings.Contains(got.Hint, "delete the page files named") {
		t.Errorf("%+v", got)
	}
	why := map[string]string{}
	for _, page := range got.Pages {
		why[page.File] = page.Why
	}
	if d := cmp.Diff(map[string]string{
		path.Base(changed): "1 passage changed after it was stored",
		path.Base(gone):    "source.yaml lists it, and there is no such file",
		"slipped-in.md":    "source.yaml does not list it",
	}, why); d != "" {
		t.Error(d)
	}
	// Text outside the passages is nobody's evidence.
	v.remove(folder + "/slipped-in.md")
	v.write(gone, v.read(changed)+"\nA sentence that somebody added.\n")
	if got := v.check("integrity"); got.OK || !strings.Contains(fmt.Sprint(got.Pages), "changed after it was stored") {
		t.Errorf("%+v", got)
	}
}

// Invariant (lives and decisions): Another source is no reason to audit again.
func TestAnotherSourceIsNoReasonToAuditAgain(t *testing.T) {
	t.Parallel()
	v := manual(t, 6, nil)
	actions(t, v.build(), map[string]int{"parse": 2, "extract": 6, "embed": 6, "index": 1, "inspect": 1, "audit": 1})
	v.write("raw/other.md", kettle(50))
	actions(t, v.build(), map[string]int{"parse": 1, "extract": 1, "embed": 1, "index": 1, "inspect": 1, "audit": 1})
	if n := len(v.events(provenance.KindVerified)); n != 2 {
		t.Errorf("%d audits of 2 sources", n)
	}
	actions(t, v.build(), map[string]int{})
}

func TestAuditedIsWhatIsKnown(t *testing.T) {
	t.Parallel()
	v := manual(t, 6, nil)
	v.build()
	ctx := context.Background()
	id := provenance.NewSourceID("raw/site")
	known, err := v.open().Audited(ctx, id)
	if err != nil || known == nil {
		t.Fatalf("%v, %v", known, err)
	}
	done, err := v.open().Verify(ctx, "raw/site")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(done, known); d != "" {
		t.Errorf("what is known is not what was done (-done +known):\n%s", d)
	}
	if len(known.Checks) != 5 || !known.OK {
		t.Errorf("%+v", known)
	}
	v.remove(".assay")
	if known, err := v.open().Audited(ctx, id); err != nil || known != nil {
		t.Errorf("nothing is known: %v, %v", known, err)
	}
}

func TestFlawOf(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       flaw
	}{
		{"prose", "Green tea is steeped at 80 degrees for two minutes.", sound},
		{"nothing", "", empty},
		{"a heading", "# Green tea", empty},
		{"replacement characters", "Gr�ner Tee wird bei 80 Grad f�r zwei Minuten gebr�ht.", damaged},
		{"apostrophes", "Itâ€™s the kettleâ€™s own fault, and thatâ€™s what the manual doesnâ€™t say at all.", damaged},
		{"Russian", "Ð—ÐµÐ»Ñ‘Ð½Ñ‹Ð¹ Ñ‡Ð°Ð¹ Ð·Ð°Ð²Ð°Ñ€Ð¸Ð²Ð°ÑŽÑ‚ Ð¿Ñ€Ð¸ 80 Ð³Ñ€Ð°Ð´ÑƒÑÐ°Ñ… Ð´Ð²Ðµ Ð¼Ð¸Ð½ÑƒÑ‚Ñ‹", damaged},
		{"lost twice", "The priceï¿½s ï¿½ 80 for a kettle, ï¿½ 90 with a lid.", damaged},
		{"control characters", "The \x01 kettle \x02 boils \x03 and then rests again.", damaged},
		{"French", "Le thé « vert » est infusé à 80 degrés ; « voilà » l’été, où l’on rêvait d’un café… désolé » ! ÇA ÉTÉ NOËL — À L’ŒUVRE”", sound},
		{"Portuguese", "A EXTENSÃO DA REGIÃO É GRANDE, disse o “irmão” da nação; informações sobre o pão.", sound},
		{"Czech", "Příliš žluťoučký kůň úpěl ďábelské ódy, řekl „Ágnes“ a „Åsa“.", sound},
		{"about encodings", "If `Ã©` or `â€™` or `Ã¼` shows, the text was read in a wrong encoding by someone.", sound},
		{"Thai", "ชาเขียว ชง ที่ อุณหภูมิ แปดสิบ องศา เป็น เวลา สอง นาที", sound},
		{"signs", "+---+---+ |***| |:::| ==== ///// ~~~~~ a b c d e f <<<< >>>> ####", signs},
		{"code", "if (a[i] == NULL) { return (x->y != 0) ? f(x, &y) : -1; } /* the end of the list */", sound},
		{"a table", "| Kettle | Litres |\n|---|---|\n| one | 1.7 |\n| two | 2.4 |\n", sound},
	} {
		if got, why := flawOf("", c.text, compose.CountWords(c.text)); got != c.want || (got == sound) != (why == "") {
			t.Errorf("%s: flaw %d (%s), want %d", c.name, got, why, c.want)
		}
	}
}

func TestSampleGrowsWithTheSource(t *testing.T) {
	for passages, want := range map[int]int{1: 1, 4: 4, 20: 5, 100: 10, 400: 20, 10_000: 25} {
		all := make([]provenance.Passage, passages)
		for i := range all {
			all[i] = provenance.Passage{ID: provenance.ChunkID(fmt.Sprint(i)), Text: fmt.Sprintf("The passage numbered %d has a sentence to search for.", i), Intact: true}
		}
		got := sample(all)
		if len(got) != want {
			t.Errorf("%d samples of %d passages, want %d", len(got), passages, want)
		}
		if d := cmp.Diff(got, sample(all), cmp.AllowUnexported(sampleSentence{})); d != "" {
			t.Errorf("another sample of the same passages:\n%s", d)
		}
	}
	if got := sample([]provenance.Passage{{Text: "| a | table |"}}); len(got) != 0 {
		t.Errorf("a table has no sentence: %v", got)
	}
}

func TestInspectionCodec(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringN(0, 8, 40)
		in := inspection{distinct: rapid.IntRange(0, 9).Draw(t, "distinct"), words: 7, repeated: 3, licence: rapid.Bool().Draw(t, "licence")}
		for range rapid.IntRange(1, 4).Draw(t, "pages") {
			text := word.Draw(t, "text")
			in.pages = append(in.pages, inspectedPage{file: word.Draw(t, "file"), url: text, passages: 3, broken: 1, fault: text, lacks: []string{"date"},
				retrieved: time.Unix(rapid.Int64Range(1, 1<<32).Draw(t, "time"), 0).UTC(), words: 9, flaw: wall, why: text, sketch: alike.NewSketch(alike.Shingles(text))})
		}
		in.copies = [][]int{{0, len(in.pages) - 1}}
		in.faults = []AuditPage{{"a", "b", "c"}}
		in.samples = []sampleSentence{{"chk", word.Draw(t, "sentence")}}
		b := encodeInspection(in)
		got, err := decodeInspection(b)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(in, got, cmp.AllowUnexported(inspection{}, inspectedPage{}, sampleSentence{})); d != "" {
			t.Fatal(d)
		}
		cut := rapid.IntRange(0, len(b)-1).Draw(t, "cut")
		if _, err := decodeInspection(b[:cut]); err == nil {
			t.Fatalf("read an inspection from %d of %d bytes", cut, len(b))
		}
	})
}

func FuzzFlaw(f *testing.F) {
	f.Add("Page not found", "# Gr�n\n\nThe â€™ kettle \x01 `Ã©` 404")
	f.Add("", "Ð\xff\xc3é…»")
	f.Fuzz(func(t *testing.T, title, text string) {
		d := damage(text)
		if d.runes > d.all || d.letters > d.all || (d.places > 0) != (d.sample != "") {
			t.Errorf("%+v", d)
		}
		if got, why := flawOf(title, text, compose.CountWords(text)); (got == sound) != (why == "") {
			t.Errorf("flaw %d: %q", got, why)
		}
	})
}
