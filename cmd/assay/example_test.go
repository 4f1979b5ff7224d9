package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// The example vault is the largest golden test: what a newcomer meets when it is
// built for the first time, with the real program and the real world.

const exampleDir = "../../example-vault"

// exampleDay is when the tests build it, in seconds since 1970: 2026-07-01.
const exampleDay = 1782864000

type outcome struct {
	status     int
	text, errs string
}

// assayAt runs the program with its clock at a second since 1970.
func assayAt(t *testing.T, second int64, args ...string) outcome {
	t.Helper()
	env := map[string]string{"SOURCE_DATE_EPOCH": strconv.FormatInt(second, 10), "NO_COLOR": "1", "USER": "ada"}
	var out, errs bytes.Buffer
	status := run(t.Context(), args, &out, &errs, func(key string) string { return env[key] })
	return outcome{status, out.String(), errs.String()}
}

// buildReport is what these tests read of `build --json` and `check --json`.
type buildReport struct {
	Actions struct{ Planned, Run, Failed int }
	Claims  map[string]int
	Held    []struct {
		Note   string
		Claims map[string]int
	}
	Promoted, Written []string
	Diagnostics       []struct{ Code, Severity, Message, File string }
}

func buildJSON(t *testing.T, second int64, args ...string) buildReport {
	t.Helper()
	a := assayAt(t, second, append(args, "--json")...)
	if a.status != exitClean {
		t.Fatalf("assay %s: status %d\n%s%s", strings.Join(args, " "), a.status, a.text, a.errs)
	}
	var r buildReport
	if err := json.Unmarshal([]byte(a.text), &r); err != nil {
		t.Fatalf("assay %s: %v\n%s", strings.Join(args, " "), err, a.text)
	}
	return r
}

// ignoredBy reads the vault's .gitignore, of which the plain patterns are understood:
// paths from the top, with * and [ ] within a name.
func ignoredBy(t *testing.T, dir string) func(name string) bool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, ".gitignore"))
	if err != nil {
		t.Fatal(err)
	}
	var patterns []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			patterns = append(patterns, strings.Trim(line, "/"))
		}
	}
	return func(name string) bool {
		for dir := name; dir != "."; dir = path.Dir(dir) {
			for _, p := range patterns {
				if ok, err := path.Match(p, dir); err != nil {
					t.Fatalf("pattern %q: %v", p, err)
				} else if ok {
					return true
				}
			}
		}
		return false
	}
}

// tree is every file below a folder but those of .assay, by path with '/'.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == vault.StateDir:
			return fs.SkipDir
		case d.IsDir():
			return nil
		}
		text, err := os.ReadFile(name)
		rel, _ := filepath.Rel(dir, name)
		files[filepath.ToSlash(rel)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func plant(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "example-vault")
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// committed are the files of the example vault as git has them.
func committed(t *testing.T) map[string]string {
	t.Helper()
	ignored := ignoredBy(t, exampleDir)
	files := tree(t, exampleDir)
	maps.DeleteFunc(files, func(name, _ string) bool { return ignored(name) })
	return files
}

// builtExample is the example vault after its first build, of which the report is
// given too.
func builtExample(t *testing.T, args ...string) (dir string, r buildReport) {
	t.Helper()
	dir = plant(t, committed(t))
	return dir, buildJSON(t, exampleDay, append([]string{"build", dir}, args...)...)
}

var allTiers = []string{"T0", "T1", "T2", "T3", "T4", "T5", "unchecked"}

func TestExampleShowsEachTier(t *testing.T) {
	t.Parallel()
	dir := plant(t, committed(t))
	a := assayAt(t, exampleDay, "build", dir)
	if a.status != exitClean {
		t.Fatalf("status %d\n%s%s", a.status, a.text, a.errs)
	}
	for _, want := range []string{
		`(?m)^T0 .*fabrication.*Boston Tea Party`, `claim says £9,569, source says £9,659`,
		`(?m)^T1 .*weak evidence.*Brewing tea`, `does not have 30 per cent`,
		`(?m)^T2 .*unmarked inference.*Brewing tea`, `2 together do`,
		`(?m)^T3 .*stale evidence.*Tea in numbers`, `retrieved 2024-02-10`,
		`(?m)^T4 .*conflict.*Boston Tea Party`, `claim says 342,\s.*How\s+tea\s+travelled.md\s+says\s+340`,
		`(?m)^T5 .*verified`, `(?m)^unchecked .*Caffeine in tea`, `gutenberg.org/ebooks/769`,
		`(?m)^promoted .*Matcha.md$`, `(?m)^held .*The Boston Tea Party.md`,
	} {
		if !regexp.MustCompile(want).MatchString(a.text) {
			t.Errorf("the build does not say %s", want)
		}
	}
	if t.Failed() {
		t.Log(a.text)
	}
}

// Invariant (building): The checkout stays clean.
func TestExampleLeavesTheCheckoutClean(t *testing.T) {
	t.Parallel()
	dir, r := builtExample(t)
	for _, tier := range allTiers {
		if r.Claims[tier] == 0 {
			t.Errorf("no claim is %s: %v", tier, r.Claims)
		}
	}
	for _, note := range []string{"Lu Yu", "Matcha", "Oolong", "Theanine"} {
		if !slices.Contains(r.Promoted, "01_Wiki/"+note+".md") {
			t.Errorf("%s was not promoted: %v", note, r.Promoted)
		}
	}
	if len(r.Held) != 1 || r.Held[0].Note != "02_Drafts/The Boston Tea Party.md" || r.Held[0].Claims["T0"] != 1 || r.Held[0].Claims["T4"] != 1 {
		t.Errorf("held: %+v", r.Held)
	}

	ignored, after := ignoredBy(t, dir), tree(t, dir)
	for name, text := range committed(t) {
		if got, ok := after[name]; !ok || got != text {
			t.Errorf("the build changed %s:\n%s", name, cmp.Diff(text, got))
		}
		delete(after, name)
	}
	for name := range after {
		if !ignored(name) {
			t.Errorf("the build made %s, which .gitignore does not name", name)
		}
	}
}

func TestExampleIsTheSameHoweverItIsBuilt(t *testing.T) {
	t.Parallel()
	dir, first := builtExample(t, "-j1")
	built := tree(t, dir)
	same := func(t *testing.T, dir string) {
		t.Helper()
		if d := cmp.Diff(built, tree(t, dir)); d != "" {
			t.Error(d)
		}
	}

	other, again := builtExample(t, "-j8")
	same(t, other)
	if d := cmp.Diff(first.Claims, again.Claims); d != "" {
		t.Errorf("tiers at -j8: %s", d)
	}

	second := buildJSON(t, exampleDay+60, "build", dir)
	if second.Actions.Planned != 0 || len(second.Written) != 0 {
		t.Errorf("the second build ran %+v and wrote %v", second.Actions, second.Written)
	}
	same(t, dir)

	// What a clone has: the vault without .assay, at a later hour.
	if err := os.RemoveAll(filepath.Join(dir, vault.StateDir)); err != nil {
		t.Fatal(err)
	}
	clone := buildJSON(t, exampleDay+3600, "check", dir)
	if d := cmp.Diff(first.Claims, clone.Claims); d != "" {
		t.Errorf("tiers that check gives in a clone: %s", d)
	}
	rebuilt := buildJSON(t, exampleDay+3600, "build", dir)
	if d := cmp.Diff(first.Claims, rebuilt.Claims); d != "" {
		t.Errorf("tiers after .assay was deleted: %s", d)
	}
	same(t, dir)
}

var footnoteLink = regexp.MustCompile(`\]\(<([^>#]+)#\^(chk-[a-z2-7]{16})>\)`)

// Every promoted note leads to the passages it rests on, and these are whole.
func TestExampleNotesLeadToTheirEvidence(t *testing.T) {
	t.Parallel()
	dir, r := builtExample(t)
	files := tree(t, dir)
	for _, name := range r.Promoted {
		n := markdown.Parse(name, []byte(files[name]), markdown.Options{ExemptSections: []string{"Open questions", "See also"}})
		stamp, err := provenance.ParseStamp(n.Meta.Stamp)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		sources, chunks, oldest := map[provenance.SourceID]bool{}, map[provenance.ChunkID]bool{}, time.Time{}
		for _, f := range n.Footnotes {
			m := footnoteLink.FindStringSubmatch(f.Text)
			if m == nil || m[2] != f.Label {
				t.Fatalf("%s: footnote %s leads nowhere: %s", name, f.Label, f.Text)
			}
			file := path.Join(path.Dir(name), m[1])
			src, _ := provenance.ParseSource([]byte(files[path.Join(path.Dir(file), provenance.SourceFile)]))
			page := provenance.ParsePage(file, []byte(files[file]), src)
			id, _ := provenance.ChunkFromAnchor(m[2])
			passage, ok := page.Find(id)
			if !ok || !passage.Intact || provenance.NewChunkID(src.ID, passage.Text) != id {
				t.Errorf("%s: %s is not whole in %s", name, id, file)
			}
			quote := f.Text[strings.Index(f.Text, "“")+len("“") : strings.LastIndex(f.Text, "”")]
			if !strings.Contains(provenance.NormalizeText(passage.Text), quote) {
				t.Errorf("%s: %s does not say %q", name, id, quote)
			}
			sources[src.ID], chunks[id] = true, true
			if at := page.Retrieved; oldest.IsZero() || at.Before(oldest) {
				oldest = at
			}
		}
		for _, c := range n.Claims {
			if len(c.Cites) != 1 || c.Cites[0].Form != markdown.CiteChunk {
				t.Errorf("%s: %q does not cite one passage", name, c.Text)
			}
		}
		want := provenance.Stamp{SourceIDs: slices.Sorted(maps.Keys(sources)), ChunkIDs: slices.Sorted(maps.Keys(chunks)), Retrieved: oldest, Agent: provenance.ActorChronicler}
		if d := cmp.Diff(want, stamp); d != "" {
			t.Errorf("%s: the stamp differs from what the note cites: %s", name, d)
		}
	}
}

// One character changed anywhere that matters is found, and its place is named.
//
// Invariant (building): Damage to the built example is found.
func TestExampleDamageIsFound(t *testing.T) {
	t.Parallel()
	dir, _ := builtExample(t)
	built := tree(t, dir)
	for _, c := range []struct {
		name     string
		file     string // a pattern of its path
		old, new string
		command  []string
		want     string
	}{
		{"a digit of a promoted note", "01_Wiki/Matcha.md", "about 40 grams of matcha", "about 60 grams of matcha",
			[]string{"check"}, `Matcha\.md:\d+:\d+: error: T0 claim says 60 grams, its source says 40 grams .*\[value-mismatch\]`},
		{"a byte of a cited passage", "03_Sources/*/notes-from-a-matcha-workshop-*.md", "about 40 grams of matcha", "about 41 grams of matcha",
			[]string{"check"}, `Matcha\.md:\d+:\d+: error: T0 .*\[changed-evidence\](?s:.*)notes-from-a-matcha-workshop-[0-9a-f]+\.md:\d+:\d+:`},
		{"a line of the ledger", "03_Sources/ledger.jsonl", "raw/how-tea-went-west.md", "raw/how-tea-went-East.md",
			[]string{"ledger", "verify"}, `ledger\.jsonl:\d+:\d+: error: .*\[damaged-ledger\]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			files, changed := maps.Clone(built), false
			for name, text := range files {
				if ok, _ := path.Match(c.file, name); ok && strings.Contains(text, c.old) {
					files[name], changed = strings.Replace(text, c.old, c.new, 1), true
				}
			}
			if !changed {
				t.Fatalf("no %s says %q", c.file, c.old)
			}
			a := assayAt(t, exampleDay, append(c.command, plant(t, files))...)
			if a.status != exitFaults || !regexp.MustCompile(c.want).MatchString(a.text) {
				t.Errorf("status %d, want %d and %s\n%s%s", a.status, exitFaults, c.want, a.text, a.errs)
			}
		})
	}
}

// The example has most kinds of gap, so that `assay gaps` teaches them.
func TestExampleHasGaps(t *testing.T) {
	t.Parallel()
	dir, _ := builtExample(t)
	a := assayAt(t, exampleDay, "gaps", dir, "--json")
	var r struct {
		Gaps []struct{ Kind, File, Target string }
	}
	if err := json.Unmarshal([]byte(a.text), &r); err != nil || a.status != exitClean {
		t.Fatalf("status %d, %v\n%s", a.status, err, a.errs)
	}
	kinds := map[string]bool{}
	for _, g := range r.Gaps {
		kinds[g.Kind] = true
	}
	for _, kind := range []string{"unresolved-link", "missing-heading", "stub", "orphan", "dead-end", "unchecked", "stale", "open-question", "declared"} {
		if !kinds[kind] {
			t.Errorf("no gap is a %s: %+v", kind, r.Gaps)
		}
	}
}
