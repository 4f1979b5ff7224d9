package compiler_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/review"
	"assay/compiler/sources"
	"assay/compiler/stats"
	"assay/compiler/view"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// testVault is a vault on disk with the world it is built in.
type testVault struct {
	testing.TB
	dir   string
	world view.World
	jobs  int
}

// tea is a vault that has all kinds of things in it: two originals, one of them
// ageing, a gap that they can fill, notes that cite in two ways, and a draft that
// contradicts its source.
var tea = map[string]string{
	"pipeline-policy.yaml": "version: 1.0\nvault: {evidence: [raw]}\npromotion: {mode: auto, direct: allow}\n",
	"raw/tea.md": `---
title: Steeping tea
retrieved: 2026-10-01
---
# Steeping tea

Steeping tea is the process of drawing flavour from dried leaves with hot water. Green tea is steeped at 80 degrees for two minutes.

## Black tea

Black tea is steeped at 95 degrees for four minutes.

## Caffeine

A cup of black tea holds about 50 milligrams of caffeine. Steeping tea longer draws more caffeine from the leaves.
`,
	"raw/coffee.md": `---
title: Coffee
---
# Coffee

Espresso is pressed through ground coffee at nine bars. A moka pot brews coffee by steam pressure.
`,
	"01_Wiki/Home.md": "# Home\n\nStart with [[Steeping tea]] or with [[Pots and pans]].\n",
	"01_Wiki/Pots and pans.md": `# Pots and pans

Espresso is pressed through ground coffee at nine bars. ^[raw/coffee.md]

A moka pot brews coffee by steam pressure. ^[raw/coffee.md]

See [[Home]] for the rest of it.
`,
	"02_Drafts/Wrong.md": "# Wrong\n\nBlack tea is steeped at 60 degrees for four minutes. ^[raw/tea.md]\n",
}

func newVault(tb testing.TB, files map[string]string) *testVault {
	tb.Helper()
	v := &testVault{TB: tb, dir: tb.TempDir(), world: testWorld()}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		v.write(name, files[name])
	}
	return v
}

func (v *testVault) path(name string) string { return filepath.Join(v.dir, filepath.FromSlash(name)) }

func (v *testVault) write(name, text string) {
	v.Helper()
	if err := os.MkdirAll(filepath.Dir(v.path(name)), 0o755); err != nil {
		v.Fatal(err)
	}
	if err := os.WriteFile(v.path(name), []byte(text), 0o644); err != nil {
		v.Fatal(err)
	}
}

func (v *testVault) read(name string) string {
	v.Helper()
	text, err := os.ReadFile(v.path(name))
	if err != nil {
		v.Fatal(err)
	}
	return string(text)
}

func (v *testVault) exists(name string) bool {
	_, err := os.Lstat(v.path(name))
	return err == nil
}

// edit replaces words that the file must have.
func (v *testVault) edit(name, old, text string) {
	v.Helper()
	before := v.read(name)
	if !strings.Contains(before, old) {
		v.Fatalf("%s does not say %q:\n%s", name, old, before)
	}
	v.write(name, strings.Replace(before, old, text, 1))
}

func (v *testVault) remove(name string) {
	v.Helper()
	if err := os.RemoveAll(v.path(name)); err != nil {
		v.Fatal(err)
	}
}

func (v *testVault) open() *compiler.Compiler {
	v.Helper()
	c, err := compiler.Open(v.dir, v.world, compiler.Options{Jobs: v.jobs})
	if err != nil {
		v.Fatal(err)
	}
	return c
}

// build builds as a fresh process would.
func (v *testVault) build() *reports.Report {
	v.Helper()
	r := mustBuild(v, v.open())
	for _, f := range r.Failures {
		v.Errorf("%s %s: %s", f.Kind, f.Target, f.Error)
	}
	return r
}

// later moves the clock.
func (v *testVault) later(d time.Duration) {
	now := v.world.Now().Add(d)
	v.world.Now = func() time.Time { return now }
}

// files is every file of the vault but what lies in .assay.
func (v *testVault) files() map[string]string {
	v.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(v.dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == vault.StateDir:
			return fs.SkipDir
		case d.IsDir():
			return nil
		}
		text, err := os.ReadFile(path)
		rel, _ := filepath.Rel(v.dir, path)
		out[filepath.ToSlash(rel)] = string(text)
		return err
	})
	if err != nil {
		v.Fatal(err)
	}
	return out
}

// same fails where the vault differs from what it was.
func (v *testVault) same(before map[string]string) {
	v.Helper()
	if d := cmp.Diff(before, v.files()); d != "" {
		v.Errorf("the vault changed (-before +after):\n%s", d)
	}
}

// tiers are the tiers of the vault's claims, as "file: claim" → tier.
func (v *testVault) tiers() map[string]string {
	v.Helper()
	c := v.open()
	s, err := c.Look(context.Background())
	if err != nil {
		v.Fatal(err)
	}
	p, err := c.Observe(context.Background(), s, false, nil)
	if err != nil {
		v.Fatal(err)
	}
	out := map[string]string{}
	for _, n := range p.Notes {
		for i, verdict := range p.Grade.Verdicts[n.Path] {
			out[n.Path+": "+n.Claims[i].Text] = verdict.Tier.String()
		}
	}
	return out
}

// changed are the claims whose tier differs, as "claim: old → new".
func changed(before, after map[string]string) []string {
	var out []string
	for claim, tier := range after {
		if old, ok := before[claim]; ok && old != tier {
			out = append(out, fmt.Sprintf("%s: %s → %s", claim, old, tier))
		}
	}
	slices.Sort(out)
	return out
}

func (v *testVault) events(kind string) []provenance.Event {
	v.Helper()
	var out []provenance.Event
	for _, e := range provenance.ReadLedger([]byte(v.read("03_Sources/ledger.jsonl"))).Events() {
		if e.Kind == kind {
			out = append(out, e)
		}
	}
	return out
}

// actions fails unless a build ran these kinds of actions and no others.
func actions(tb testing.TB, r *reports.Report, want map[string]int) {
	tb.Helper()
	if d := cmp.Diff(want, r.Actions.ByKind); d != "" {
		tb.Errorf("actions (-want +got):\n%s", d)
	}
}

func TestBuildPromotesHoldsAndCatalogues(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	r := v.build()
	if d := cmp.Diff([]string{"01_Wiki/Steeping tea.md"}, r.Promoted); d != "" {
		t.Errorf("promoted (-want +got):\n%s", d)
	}
	if len(r.Held) != 1 || r.Held[0].Note != "02_Drafts/Wrong.md" || !strings.Contains(r.Held[0].Reason, "60") || !strings.Contains(r.Held[0].Reason, "95") {
		t.Errorf("held: %+v, want Wrong.md with both values", r.Held)
	}
	if v.exists("02_Drafts/Steeping tea.md") {
		t.Error("the promoted draft is still there")
	}
	for claim, tier := range v.tiers() {
		if strings.HasPrefix(claim, "01_Wiki/") && tier != "T5" {
			t.Errorf("%s is %s", claim, tier)
		}
	}
	for name, want := range map[string]string{
		"01_Wiki/index.md": "Steeping tea", "01_Wiki/log.md": "promoted: [Steeping tea]",
		"03_Sources/.gitattributes": "*.jsonl merge=union",
	} {
		if !strings.Contains(v.read(name), want) {
			t.Errorf("%s does not say %q:\n%s", name, want, v.read(name))
		}
	}
	if problems := provenance.ReadLedger([]byte(v.read("03_Sources/ledger.jsonl"))).Verify(); len(problems) > 0 {
		t.Errorf("ledger: %v", problems)
	}
}

func TestPromotedNoteCarriesItsProvenance(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	v.build()
	text := v.read("01_Wiki/Steeping tea.md")
	n := markdown.Parse("01_Wiki/Steeping tea.md", []byte(text), markdown.Options{})
	if !n.Meta.Stamp.Present || len(n.Meta.Stamp.ChunkIDs) == 0 || n.Meta.Stamp.Retrieved != "2026-10-01T00:00:00Z" ||
		n.Meta.Stamp.Agent != provenance.ActorChronicler {
		t.Errorf("stamp: %+v", n.Meta.Stamp)
	}
	// Every chunk it names resolves to a passage that hashes to its id.
	for _, id := range n.Meta.Stamp.ChunkIDs {
		anchor := provenance.ChunkID(id).Anchor()
		i := strings.Index(text, "[^"+anchor+"]: ")
		if i < 0 {
			t.Errorf("no footnote defines %s", id)
			continue
		}
		target, _, _ := strings.Cut(text[strings.Index(text[i:], "(<")+i+2:], ">)")
		file, block, _ := strings.Cut(target, "#^")
		page := filepath.ToSlash(filepath.Join("01_Wiki", file))
		if block != anchor || !v.exists(page) {
			t.Errorf("%s leads to %s", id, target)
			continue
		}
		c, ok := provenance.ParsePage(page, []byte(v.read(page)), provenance.Source{ID: provenance.SourceID(n.Meta.Stamp.SourceIDs[0])}).Find(provenance.ChunkID(id))
		if !ok || !c.Intact {
			t.Errorf("%s in %s: found %v, intact %v", id, page, ok, c.Intact)
		}
	}
}

// Invariant (lives and decisions): Under mode: review only a person promotes. See also
// life.txtar.
func TestPromotionWaitsForAPerson(t *testing.T) {
	t.Parallel()
	for name, policy := range map[string]string{
		"review":      "vault: {evidence: [raw]}\n",
		"high stakes": "vault: {evidence: [raw]}\npromotion: {mode: auto, high_stakes_tags: [medicine]}\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := newVault(t, tea)
			v.remove("02_Drafts/Wrong.md")
			v.remove("01_Wiki/Home.md") // so that only the tagged draft is there
			v.write("pipeline-policy.yaml", policy)
			v.write("02_Drafts/Dose.md", "---\ntags: [medicine]\n---\n# Dose\n\nA cup of black tea holds about 50 milligrams of caffeine. ^[raw/tea.md]\n")
			r := v.build()
			if len(r.Promoted) > 0 || len(r.Waiting) != 1 || r.Waiting[0].Command != "assay promote 02_Drafts/Dose.md" {
				t.Fatalf("promoted %v, waiting %+v", r.Promoted, r.Waiting)
			}
			// The second build does nothing, and still says what waits.
			r = v.build()
			if r.Actions.Planned != 0 || len(r.Waiting) != 1 {
				t.Errorf("second build: %+v, waiting %+v", r.Actions, r.Waiting)
			}
			for _, note := range []string{"02_Drafts/Dose.md", "Dose"} {
				if _, err := review.Promote(context.Background(), v.open(), note, "agent:codex"); !errors.Is(err, sources.ErrAuthRequired) {
					t.Fatalf("an agent promoted %s: %v", note, err)
				}
			}
			if _, err := review.Promote(context.Background(), v.open(), "02_Drafts/Dose.md", "person:ada"); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(v.read("01_Wiki/Dose.md"), `provenance_agent: "person:ada"`) {
				t.Errorf("promoted note:\n%s", v.read("01_Wiki/Dose.md"))
			}
			if tags := markdown.Parse("x.md", []byte(v.read("01_Wiki/Dose.md")), markdown.Options{}).Meta.Tags; !slices.Equal(tags, []string{"medicine"}) {
				t.Errorf("tags are now %v", tags)
			}
		})
	}
}

func TestWhoIngestedMayNotPromote(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	v := newVault(t, map[string]string{
		"pipeline-policy.yaml": "promotion: {mode: auto}\n",
		"notes/tea.md":         tea["raw/tea.md"],
		"02_Drafts/Dose.md":    "# Dose\n\nA cup of black tea holds about 50 milligrams of caffeine.\n",
	})
	s, err := sources.Propose(ctx, v.open(), sources.Proposal{Target: v.path("notes/tea.md"), By: "agent:codex", Why: "it is good"})
	if err != nil {
		t.Fatal(err)
	}
	if err := sources.Approve(ctx, v.open(), string(s.ID), s.Map.Digest, "agent:codex"); err == nil || !strings.Contains(err.Error(), "AUTH_REQUIRED") {
		t.Fatalf("an agent approved: %v", err)
	}
	if r := v.build(); v.exists("03_Sources/" + string(s.ID)) {
		t.Fatalf("a source was read that nobody approved: %+v", r)
	}
	if err := sources.Approve(ctx, v.open(), string(s.ID), s.Map.Digest, "person:ada"); err != nil {
		t.Fatal(err)
	}
	v.build()
	hits, err := stats.Search(ctx, v.open(), "milligrams of caffeine", stats.SearchOptions{K: 1})
	if err != nil || len(hits) != 1 {
		t.Fatalf("hits %v, %v", hits, err)
	}
	v.edit("02_Drafts/Dose.md", "caffeine.", "caffeine.[^"+hits[0].Chunk.Anchor()+"]")
	for _, who := range []string{provenance.ActorEngineer, "agent:codex"} {
		if _, err := review.Promote(ctx, v.open(), "02_Drafts/Dose.md", who); err == nil || !strings.Contains(err.Error(), "ingestion") {
			t.Errorf("%s promoted what it ingested: %v", who, err)
		}
	}
	if v.exists("01_Wiki/Dose.md") {
		t.Fatal("the note is permanent")
	}
	if _, err := review.Promote(ctx, v.open(), "02_Drafts/Dose.md", "person:ada"); err != nil {
		t.Errorf("a person who approved may promote: %v", err)
	}
}

// Invariant (lives and decisions): A source that fails its audit is in no draft.
func TestFailedAuditKeepsASourceOutOfDrafts(t *testing.T) {
	t.Parallel()
	v := newVault(t, map[string]string{
		"pipeline-policy.yaml": tea["pipeline-policy.yaml"],
		"raw/shell.md":         "# Steeping tea\n\n" + strings.Repeat("�� ", 30) + "Steeping tea is a process. Steeping tea is known as a slow art of hot water.\n",
		"01_Wiki/Home.md":      "# Home\n\nStart with [[Steeping tea]].\n",
	})
	r := v.build()
	if len(r.Promoted) > 0 || v.exists("02_Drafts/Steeping tea.md") {
		t.Errorf("drafted from a source that failed: %+v", r)
	}
	failed := v.events(provenance.KindFailed)
	if len(failed) != 1 || !strings.Contains(failed[0].Text("reason"), "coherence") || !strings.Contains(failed[0].Text("reason"), "damaged") {
		t.Errorf("failures in the ledger: %+v", failed)
	}
	if r = v.build(); r.Actions.Planned != 0 || len(r.Written) > 0 {
		t.Errorf("second build: %+v, %v", r.Actions, r.Written)
	}
	// A better original is read, audited and used.
	v.write("raw/shell.md", tea["raw/tea.md"])
	v.build()
	if !v.exists("01_Wiki/Steeping tea.md") {
		t.Error("the mended original was not used")
	}
}

func TestAttestation(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	v := newVault(t, tea)
	const note = "02_Drafts/Dose.md"
	claim := "A cup of strong black tea from Assam holds about 50 milligrams of caffeine."
	v.remove("02_Drafts/Wrong.md")
	v.write(note, "---\ntags: [mine]\n---\n# Dose\n\n"+claim+" ^[raw/tea.md]\n")
	v.build()
	key := note + ": " + claim
	if got := v.tiers()[key]; got != "T1" {
		t.Fatalf("the claim is %s, want T1", got)
	}
	for _, who := range []string{"agent:codex", provenance.ActorChronicler} {
		if _, err := review.Attest(ctx, v.open(), note+":6", "I measured it", who, ""); err == nil {
			t.Errorf("%s attested", who)
		}
	}
	if _, err := review.Attest(ctx, v.open(), note+":6", "", "person:ada", ""); err == nil {
		t.Error("attested without a reason")
	}
	if _, err := review.Attest(ctx, v.open(), note+":6", "I measured it", "person:ada", ""); err != nil {
		t.Fatal(err)
	}
	held := v.files()
	if r := v.build(); len(r.Promoted) != 1 {
		t.Errorf("not promoted although attested: held %+v", r.Held)
	}
	// The word was given for this claim and this evidence. Other words lapse it …
	v.remove("01_Wiki/Dose.md")
	v.write(note, strings.Replace(held[note], "strong", "very strong", 1))
	if r := v.build(); slices.Contains(r.Promoted, "01_Wiki/Dose.md") {
		t.Error("promoted on a word given for another claim")
	}
	// … and so does other evidence.
	v.write(note, held[note])
	v.edit("raw/tea.md", "A cup of black tea holds about 50 milligrams of caffeine.", "A cup of black tea often holds about 50 milligrams of caffeine.")
	if r := v.build(); slices.Contains(r.Promoted, "01_Wiki/Dose.md") {
		t.Error("promoted on a word given for other evidence")
	}
}
