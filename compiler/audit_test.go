package compiler_test

import (
	"context"
	"fmt"
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/compiler/audit"
	"assay/compiler/reports"
	"assay/compiler/sources"
	"assay/compiler/stats"
	"assay/compiler/view"
	"assay/ingest"
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
func (v *testVault) check(name string) reports.AuditCheck {
	v.Helper()
	a, err := sources.Verify(context.Background(), v.open(), "raw/site")
	if err != nil {
		v.Fatal(err)
	}
	for _, c := range a.Checks {
		if c.Name == name {
			return c
		}
	}
	v.Fatalf("no check of %s in %+v", name, a)
	return reports.AuditCheck{}
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
	why, err := stats.Why(context.Background(), v.open(), string(provenance.NewSourceID("raw/site")))
	if err != nil || strings.Count(fmt.Sprint(why.Steps), "the audit doubts it: soft-404: ") != 1 {
		t.Errorf("why of the source: %v, %+v", err, why)
	}
	// The pages are still there to be found: nothing is taken away silently.
	hits, err := stats.Search(context.Background(), v.open(), "page you are looking for", stats.SearchOptions{K: 5})
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
	v.world.OpenIndex = func(string) view.Index { return &forgetful{} }
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
	v.world.OpenIndex = func(string) view.Index { return &forgetful{} }
	v.build()
	c := v.open()
	s, err := c.Look(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	p := c.Plan(s, false)
	p.Snap = p.Base
	id := provenance.NewSourceID("raw/site")
	files := p.Audit.PagesBySource()[id]
	for b.Loop() {
		in, err := p.Audit.Inspect(context.Background(), id, files)
		if err != nil || len(in.Pages) != 5000 {
			b.Fatal(len(in.Pages), err)
		}
		audit.MirrorsIn(map[provenance.SourceID]audit.Inspection{id: in, "sr_other": in})
	}
}

// Invariant (lives and decisions): Copies are one witness.
func TestMirrorsAreOneWitness(t *testing.T) {
	t.Parallel()
	v := manual(t, 3, map[string]string{"a.md": kettle(1), "b.md": kettle(1), "c.md": kettle(7), "short.md": "# Moved\n\nThis page has moved elsewhere.\n", "short2.md": "# Moved\n\nThis page has moved elsewhere.\n"})
	v.build()
	c := v.open()
	s, err := c.Look(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	p := c.Plan(s, false)
	p.Snap = p.Base
	_, copies, ok := p.Audit.Mirrors()
	if !ok || len(p.Todo) > 0 {
		t.Fatalf("sources have to be looked at again: %v", p.Todo)
	}
	if len(copies) != 3 {
		t.Fatalf("%d pages have copies, want 3: %v", len(copies), copies)
	}
	var witness []audit.PageRef
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
	done, err := sources.Verify(ctx, v.open(), "raw/site")
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
