package compiler_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/sources"
	"assay/compiler/view"
	"assay/gates"
	"assay/ingest"
	"assay/provenance"
)

// A torn last line of the ledger is set aside, and what is appended after it counts.
func TestAppendAfterATornLine(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	v.build()
	const ledger = "03_Sources/ledger.jsonl"
	v.write(ledger, v.read(ledger)+`{"id":"ev_half`)
	v.write("raw/new.md", "# New\n\nA new page has come into the vault with a sentence in it.\n")
	v.build()
	l := provenance.ReadLedger([]byte(v.read(ledger)))
	found := 0
	for _, e := range l.Events() {
		if e.Kind == provenance.KindVerified {
			found++
		}
	}
	if found != 3 {
		t.Errorf("%d sources are verified, want 3:\n%s", found, v.read(ledger))
	}
	if r := v.build(); r.Actions.Planned != 0 || len(r.Written) > 0 {
		t.Errorf("it does not settle: %+v, %v", r.Actions, r.Written)
	}
}

// Two branches that each appended to the ledger merge as a union of their lines, in
// whatever order, and no state is lost.
func TestLedgerMergesAsAUnion(t *testing.T) {
	t.Parallel()
	const ledger = "03_Sources/ledger.jsonl"
	v := newVault(t, tea)
	v.build()
	base := v.files()
	branch := func(name string) map[string]string {
		b := newVault(t, base)
		b.write("raw/"+name+".md", "# "+name+"\n\nA page about "+name+" has come into the vault with a sentence.\n")
		b.build()
		return b.files()
	}
	left, right := branch("left"), branch("right")
	merged := newVault(t, left)
	for name, text := range right {
		if _, ok := left[name]; !ok {
			merged.write(name, text)
		}
	}
	lines := left[ledger]
	for _, line := range strings.SplitAfter(right[ledger], "\n") {
		if !strings.Contains(lines, line) {
			lines = line + lines // union merges promise no order
		}
	}
	merged.write(ledger, lines)
	r := merged.build()
	if r.Actions.ByKind["extract"] != 0 {
		t.Errorf("sources were read again: %+v", r.Actions)
	}
	rows, err := sources.Sources(context.Background(), merged.open())
	if err != nil || len(rows) != 4 {
		t.Fatalf("%d sources, %v", len(rows), err)
	}
	for _, row := range rows {
		if row.State != "verified" && row.State != "promoted" && row.State != "synthesized" {
			t.Errorf("%s is %s", row.URL, row.State)
		}
	}
	if problems := provenance.ReadLedger([]byte(merged.read(ledger))).Verify(); len(problems) > 0 {
		t.Errorf("ledger: %v", problems)
	}
}

// A changed byte in a cited passage fails every claim that rests on it, with the
// place, and a build does not hide it.
func TestChangedEvidenceIsTold(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	v.build()
	page := pageOf(v, "raw/tea.md")
	v.edit(page, "at 95 degrees", "at 96 degrees")
	tier := v.tiers()["01_Wiki/Steeping tea.md: Black tea is steeped at 95 degrees for four minutes."]
	if tier != "T0" {
		t.Errorf("the claim is %s", tier)
	}
	c, err := v.open().Check(context.Background(), compiler.CheckOptions{})
	if err != nil || c.Summary.Errors == 0 {
		t.Fatalf("check: %+v, %v", c.Summary, err)
	}
	v.build()
	if tier := v.tiers()["01_Wiki/Steeping tea.md: Black tea is steeped at 95 degrees for four minutes."]; tier != "T0" {
		t.Errorf("after a build the claim is %s", tier)
	}
}

// full is a world whose disk is full: the index cannot be written.
type full struct{ listIndex }

var errFull = errors.New("no space left on device")

func (*full) Sync(context.Context, string, []ingest.Doc) error { return errFull }

func TestFullDiskUnderTheIndex(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	fine := v.world.OpenIndex
	v.world.OpenIndex = func(string) view.Index { return &full{} }
	r := mustBuild(t, v.open())
	if len(r.Failures) != 1 || !strings.Contains(r.Failures[0].Error, "no space left") || len(r.Promoted) != 0 {
		t.Errorf("failures %+v, promoted %v", r.Failures, r.Promoted)
	}
	v.world.OpenIndex = fine
	v.build()
	clean := newVault(t, tea)
	clean.build()
	if d := clean.files(); d["01_Wiki/Steeping tea.md"] != v.read("01_Wiki/Steeping tea.md") {
		t.Error("with space again, the build ends elsewhere")
	}
}

// A file that changes while the build is at work is not overwritten: the build begins
// anew, and takes it as it is now.
func TestFileChangedDuringTheBuild(t *testing.T) {
	t.Parallel()
	v := inReview(t)
	v.build()
	const draft = "02_Drafts/Steeping tea.md"
	v.edit("raw/tea.md", "at 95 degrees", "at 96 degrees")
	c := v.open()
	edited := false
	_, err := c.Build(context.Background(), compiler.BuildOptions{Progress: func(e reports.Event) {
		if e.Phase == "write" && !edited {
			edited = true
			v.edit(draft, "# Steeping tea", "# Steeping tea, mine")
		}
	}})
	if !edited || err != nil {
		t.Errorf("edited %v: %v", edited, err)
	}
	if !strings.Contains(v.read(draft), "mine") {
		t.Error("the edit is lost")
	}
	v.build()
	if !strings.Contains(v.read(draft), "mine") {
		t.Error("the edit is lost by the next build")
	}
}

// What is read of a file that changed after it was hashed is kept under no name: not
// what was parsed of it, nor what the build says of the vault.
//
// Invariant (building): What is read of a file that changed since it was hashed is not stored.
// See also TestFileChangedDuringTheBuild.
func TestTextChangedAfterItWasHashed(t *testing.T) {
	t.Parallel()
	v := newVault(t, mill)
	v.build()
	const note = "01_Wiki/Zinc.md"
	says := func(year int) string {
		return fmt.Sprintf("# Zinc\n\nThe mill was built in %d on the river Lune. ^[raw/lune.md]\n", year)
	}
	for i := range 200 { // to be read before it
		v.write(fmt.Sprintf("01_Wiki/Note %d.md", i), fmt.Sprintf("# Note %d\n\n%s", i, strings.Repeat("See [[Mill]].\n", 300)))
	}
	v.write(note, says(1840))
	c, first := v.open(), true
	if _, err := c.Build(context.Background(), compiler.BuildOptions{Progress: func(e reports.Event) {
		if e.Phase == "parse" && first {
			first = false
			v.write(note, says(1860))
		}
	}}); err != nil {
		t.Fatal(err)
	}
	for _, year := range []int{1860, 1840, 1820} {
		v.write(note, says(year))
		r := v.build()
		w := newVault(t, mill)
		w.write(note, says(year))
		for _, ds := range [][]gates.Diagnostic{w.build().Diagnostics, r.Diagnostics} {
			if got := messages(ds); (len(got) != 1 || !strings.Contains(got[0], fmt.Sprint("says ", year))) && year != 1820 || year == 1820 && len(got) != 0 {
				t.Errorf("of %d the build says %q", year, got)
			}
		}
	}
}

func messages(ds []gates.Diagnostic) (out []string) {
	for _, d := range ds {
		out = append(out, d.Span.File+": "+d.Message)
	}
	return out
}

// Hostile names and sizes neither fail the build nor leave the vault's folders.
func TestHostileTopics(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	v.write("01_Wiki/Links.md", "# Links\n\n[[../../tea]] [[/etc/tea]] [[C:\\tea]] [[CON]] [[tea?*]] [[.hidden/tea]] [["+strings.Repeat("tea", 300)+"]] [[tea/../../tea]] [[https://tea]] [[03_Sources/tea]] [[.assay/tea]] [[01_Wiki/../.git/tea]]\n")
	v.build()
	for name := range v.files() {
		if _, ours := tea[name]; ours || strings.HasPrefix(name, "01_Wiki/") || strings.HasPrefix(name, "02_Drafts/") || strings.HasPrefix(name, "03_Sources/sr_") {
			continue
		}
		switch name {
		case "03_Sources/ledger.jsonl", "03_Sources/.gitattributes":
		default:
			t.Errorf("written: %s", name)
		}
	}
	if entries, _ := os.ReadDir(v.path("..")); len(entries) > 1 {
		for _, e := range entries {
			if strings.Contains(e.Name(), "tea") {
				t.Errorf("written outside the vault: %s", e.Name())
			}
		}
	}
}

// Whatever a note holds, a build keeps every byte of it.
func FuzzBuild(f *testing.F) {
	for _, text := range tea {
		f.Add([]byte(text))
	}
	f.Add([]byte("---\na: [\n---\n\n[^chk-aaaaaaaaaaaaaaaa] x ^[../..] [[a#^b|c]] %%"))
	f.Fuzz(func(t *testing.T, text []byte) {
		v := newVault(t, tea)
		v.write("01_Wiki/Fuzz.md", string(text))
		v.write("02_Drafts/Fuzz 2.md", string(text))
		r := mustBuild(t, v.open())
		if got := []byte(v.read("01_Wiki/Fuzz.md")); !bytes.HasPrefix(bytes.TrimRight(got, "\r\n"), bytes.TrimRight(text, " \t\r\n")) {
			t.Errorf("the note was changed:\n%q\n%q", text, got)
		}
		if len(r.Failures) > 0 {
			t.Error(fmt.Sprint(r.Failures))
		}
	})
}
