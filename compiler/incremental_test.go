package compiler_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
	"assay/provenance"
	"assay/vault"
)

// Invariant (building): A second build does nothing.
func TestSecondBuildDoesNothing(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	first := v.build()
	before := v.files()
	r := v.build()
	if r.Actions.Planned != 0 || r.Actions.Run != 0 || len(r.Written) != 0 {
		t.Errorf("second build: %+v, written %v", r.Actions, r.Written)
	}
	if r.Claims != first.Claims || r.Gaps != first.Gaps || len(r.Held) != len(first.Held) || r.Summary != first.Summary {
		t.Errorf("second build says other things:\n%+v\n%+v", first, r)
	}
	v.same(before)
}

func TestDeletingTheStateLosesNothing(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	first := v.build()
	before, tiers := v.files(), v.tiers()
	v.remove(".assay")
	if d := cmp.Diff(tiers, v.tiers()); d != "" {
		t.Errorf("check on a fresh clone differs (-build +check):\n%s", d)
	}
	if v.exists(".assay") {
		t.Error("looking at a vault made .assay")
	}
	r := v.build()
	v.same(before)
	if len(r.Written) != 0 || r.Claims != first.Claims {
		t.Errorf("written %v, claims %+v, before %+v", r.Written, r.Claims, first.Claims)
	}
}

// Invariant (building): A change runs only what it touches.
func TestBuildRunsOnlyWhatChanged(t *testing.T) {
	t.Parallel()
	const note = "01_Wiki/Pots and pans.md"
	none := map[string]int{}
	for name, test := range map[string]struct {
		change func(v *testVault)
		want   map[string]int
	}{
		"reword prose":      {func(v *testVault) { v.edit(note, "See [[Home]] for the rest of it.", "See [[Home]] for more.") }, map[string]int{"parse": 1}},
		"insert a heading":  {func(v *testVault) { v.edit(note, "# Pots and pans\n", "# Pots and pans\n\n## How\n") }, map[string]int{"parse": 1, "grade": 2}}, // a claim is read under its headings
		"edit a claim":      {func(v *testVault) { v.edit(note, "steam pressure", "steam power") }, map[string]int{"parse": 1, "grade": 1}},
		"touch a file":      {func(v *testVault) { v.write(note, v.read(note)) }, none},
		"write it anew":     {func(v *testVault) { text := v.read(note); v.remove(note); v.write(note, text) }, none},
		"delete a note":     {func(v *testVault) { v.remove("01_Wiki/Home.md") }, map[string]int{"parse": 1, "search": 1, "draft": 1}}, // index.md; a link leads nowhere now
		"add an attachment": {func(v *testVault) { v.write("01_Wiki/picture.png", "PNG") }, none},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := newVault(t, tea)
			v.build()
			before := v.files()
			test.change(v)
			actions(t, v.build(), test.want)
			if r := v.build(); r.Actions.Planned != 0 {
				t.Errorf("it does not settle: %+v", r.Actions)
			}
			// Undone, nothing has to be done again.
			for file := range v.files() {
				if _, ok := before[file]; !ok {
					v.remove(file)
				}
			}
			for file, text := range before {
				if !v.exists(file) || v.read(file) != text {
					v.write(file, text)
				}
			}
			actions(t, v.build(), none)
			v.same(before)
		})
	}
}

func TestRenamedNote(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	v.build()
	if err := os.Rename(v.path("01_Wiki/Pots and pans.md"), v.path("01_Wiki/Making coffee.md")); err != nil {
		t.Fatal(err)
	}
	r := v.build()
	if r.Actions.ByKind["extract"]+r.Actions.ByKind["index"] > 0 {
		t.Errorf("sources were read again: %+v", r.Actions)
	}
	ghost(v, "01_Wiki/Pots and pans.md")
	rows, err := v.open().Gaps(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(rows, func(r reports.GapRow) bool {
		return r.Kind == string(provenance.UnresolvedLink) && r.Target == "Pots and pans" && r.File == "01_Wiki/Home.md" && r.Line == 3
	}) {
		t.Errorf("the link to the old name is no gap: %+v", rows)
	}
	for _, name := range []string{"index.md"} {
		if !strings.Contains(v.read("01_Wiki/"+name), "Making coffee.md") {
			t.Errorf("%s does not list the note", name)
		}
	}
}

// Invariant (building): A note that is gone leaves nothing behind.
func TestDeletedNoteLeavesNoGhost(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	v.write("01_Wiki/Espresso.md", "# Espresso\n\nEspresso is pressed through ground coffee at nine bars. ^[raw/coffee.md]\n")
	r := v.build()
	// The generated index lists it: that alone must not bring it back.
	v.remove("01_Wiki/Espresso.md")
	v.remove("02_Drafts/Wrong.md")
	after := v.build()
	ghost(v, "02_Drafts/Wrong.md")
	ghost(v, "01_Wiki/Espresso.md")
	if len(after.Held) != 0 || after.Claims.T0 != 0 || r.Claims.T0 != 1 {
		t.Errorf("held %+v, claims %+v, before %+v", after.Held, after.Claims, r.Claims)
	}
}

// ghost fails where anything still speaks of a note that is gone.
func ghost(v *testVault, name string) {
	v.Helper()
	c, err := v.open().Check(context.Background(), compiler.CheckOptions{})
	if err != nil {
		v.Fatal(err)
	}
	for _, d := range c.Diagnostics {
		if d.Span.File == name {
			v.Errorf("a diagnostic in a note that is gone: %+v", d)
		}
	}
	if index := v.read("01_Wiki/index.md"); strings.Contains(index, strings.TrimPrefix(name, "01_Wiki/")) {
		v.Errorf("index.md lists %s:\n%s", name, index)
	}
	for claim := range v.tiers() {
		if strings.HasPrefix(claim, name) {
			v.Errorf("a claim of a note that is gone: %s", claim)
		}
	}
}

func TestChangedOriginal(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	v.build()
	page := pageOf(v, "raw/tea.md")
	before, tiers := provenance.ParsePage(page, []byte(v.read(page)), provenance.Source{}), v.tiers()
	v.edit("raw/tea.md", "at 95 degrees for four minutes", "at 90 degrees for four minutes")
	v.build()
	after := provenance.ParsePage(page, []byte(v.read(page)), provenance.Source{})
	// What did not change keeps its id; what was cited and is gone is kept apart.
	var kept, gone []provenance.ChunkID
	for _, c := range before.Chunks {
		if slices.ContainsFunc(after.Chunks, func(d provenance.Passage) bool { return d.ID == c.ID && d.Text == c.Text }) {
			kept = append(kept, c.ID)
		} else {
			gone = append(gone, c.ID)
		}
	}
	if len(gone) != 1 || len(kept) != len(before.Chunks)-1 || len(after.Superseded) != 1 || after.Superseded[0].ID != gone[0] {
		t.Errorf("kept %v, gone %v, superseded %+v", kept, gone, after.Superseded)
	}
	if !strings.Contains(v.read(page), "## Superseded passages") || !strings.Contains(v.read(page), "at 95 degrees") {
		t.Errorf("the page no longer holds what is cited:\n%s", v.read(page))
	}
	// Exactly the claims that rest on the changed words stand differently.
	got := changed(tiers, v.tiers())
	for _, c := range got {
		if !strings.Contains(c, "Black tea is steeped at") {
			t.Errorf("a claim changed that does not rest on the change: %s", c)
		}
	}
	if !slices.ContainsFunc(got, func(c string) bool {
		return strings.HasPrefix(c, "01_Wiki/Steeping tea.md: Black tea is steeped at 95 degrees") && strings.HasSuffix(c, "T5 → T0")
	}) {
		t.Errorf("the claim that the new text contradicts did not fall: %v\n%v", got, v.tiers())
	}
	// Both quotes are shown: what it says, and what it said.
	r := v.build()
	both := slices.ContainsFunc(r.Diagnostics, func(d gates.Diagnostic) bool {
		return d.Code == gates.ValueMismatch && len(d.Related) == 2 && strings.Contains(d.Related[0].Message, "at 90 degrees") &&
			strings.HasPrefix(d.Related[1].Message, "before the page changed it said") && strings.Contains(d.Related[1].Message, "at 95 degrees")
	})
	if !both {
		t.Errorf("one of the quotes is missing: %+v", r.Diagnostics)
	}
	if r.Actions.Planned != 0 {
		t.Errorf("it does not settle: %+v", r.Actions)
	}
	// And back: the passage is what it was, and so is the claim.
	v.edit("raw/tea.md", "at 90 degrees for four minutes", "at 95 degrees for four minutes")
	v.build()
	if d := cmp.Diff(tiers, v.tiers()); d != "" {
		t.Errorf("after the undo (-before +after):\n%s", d)
	}
}

// pageOf finds the page file of an original.
func pageOf(v *testVault, original string) string {
	v.Helper()
	for name, text := range v.files() {
		if strings.HasPrefix(name, "03_Sources/sr_") && strings.HasSuffix(name, ".md") && strings.Contains(text, `url: "`+original+`"`) {
			return name
		}
	}
	v.Fatalf("no page of %s", original)
	return ""
}

// inReview is a vault whose draft waits.
func inReview(tb testing.TB) *testVault {
	v := newVault(tb, tea)
	v.write("pipeline-policy.yaml", "vault: {evidence: [raw]}\n")
	return v
}

func TestDraftFollowsItsEvidence(t *testing.T) {
	t.Parallel()
	v := inReview(t)
	v.build()
	const draft = "02_Drafts/Steeping tea.md"
	if !strings.Contains(v.read(draft), "95 degrees") {
		t.Fatal(v.read(draft))
	}
	v.edit("raw/tea.md", "at 95 degrees", "at 96 degrees")
	v.build()
	if text := v.read(draft); strings.Contains(text, "95 degrees") || !strings.Contains(text, "96 degrees") {
		t.Errorf("the draft did not follow:\n%s", text)
	}
}

// Invariant (writing): A draft that a person edited is never written over.
func TestDraftEditedByHandIsKept(t *testing.T) {
	t.Parallel()
	v := inReview(t)
	v.build()
	const draft = "02_Drafts/Steeping tea.md"
	v.edit(draft, "# Steeping tea\n", "# Steeping tea\n\nMy own words stay.\n")
	v.build()
	mine := v.read(draft)
	v.edit("raw/tea.md", "at 95 degrees", "at 96 degrees")
	r := v.build()
	if v.read(draft) != mine {
		t.Errorf("overwritten:\n%s", v.read(draft))
	}
	if slices.Contains(r.Written, draft) {
		t.Error("said to have been written")
	}
}

// Invariant (writing): A person's index or log is never written over.
func TestPersonsIndexIsLeftAlone(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	const mine = "# My own index\n\n[[Home]]\n"
	v.write("01_Wiki/index.md", mine)
	v.build()
	if v.read("01_Wiki/index.md") != mine {
		t.Errorf("overwritten:\n%s", v.read("01_Wiki/index.md"))
	}
}

func TestForce(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	v.build()
	before := v.files()
	c := v.open()
	c.Opts.Force = true
	r := mustBuild(t, c)
	if r.Actions.Run < 10 || r.Actions.ByKind["parse"] == 0 || r.Actions.ByKind["grade"] == 0 || r.Actions.ByKind["index"] == 0 {
		t.Errorf("-B ran %+v", r.Actions)
	}
	v.same(before)
}

// Invariant (building): With -n nothing is written.
func TestDryRunWritesNothing(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	before := v.files()
	r, err := v.open().Build(context.Background(), compiler.BuildOptions{DryRun: true})
	if err != nil {
		t.Fatal(err)
	}
	v.same(before)
	if v.exists(".assay") {
		t.Error(".assay was made")
	}
	if r.Actions.Planned == 0 || r.Actions.Run != 0 || len(r.Explained) != r.Actions.Planned {
		t.Errorf("%+v, %d explained", r.Actions, len(r.Explained))
	}
	v.build()
	v.edit("01_Wiki/Pots and pans.md", "at nine bars", "at ten bars")
	if r, err = v.open().Build(context.Background(), compiler.BuildOptions{DryRun: true}); err != nil {
		t.Fatal(err)
	}
	if r.Actions.Planned != 1 || r.Explained[0].Target != "01_Wiki/Pots and pans.md" || !strings.Contains(strings.Join(r.Explained[0].Why, "\n"), "note: ") {
		t.Errorf("after an edit: %+v", r.Explained)
	}
}

// Invariant (building): Same inputs and clock, same bytes at any -j. See also
// TestExampleIsTheSameHoweverItIsBuilt.
func TestSameBytesAtAnyJobs(t *testing.T) {
	t.Parallel()
	var want map[string]string
	for _, jobs := range []int{1, 8, 3} {
		v := newVault(t, tea)
		v.jobs = jobs
		v.build()
		if want == nil {
			want = v.files()
			continue
		}
		if d := cmp.Diff(want, v.files()); d != "" {
			t.Errorf("-j%d differs from -j1:\n%s", jobs, d)
		}
	}
}

// Invariant (grading): Evidence goes stale by the clock alone, on the day it should.
func TestEvidenceAgesByTheClockAlone(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	first := v.build()
	if first.Claims.T3 != 0 {
		t.Fatalf("stale at once: %+v", first.Claims)
	}
	before := v.files()
	v.later(30 * 24 * time.Hour) // 61 days after retrieval
	if r := v.build(); r.Actions.Planned != 0 || r.Claims != first.Claims {
		t.Errorf("within the threshold: %+v, %+v", r.Actions, r.Claims)
	}
	v.later(31 * 24 * time.Hour) // 92 days
	c, err := v.open().Check(context.Background(), compiler.CheckOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r := v.build()
	if r.Claims.T3 != 5 || r.Claims.T5 != first.Claims.T5-5 || c.Claims != r.Claims {
		t.Errorf("past the threshold: build %+v, check %+v, before %+v", r.Claims, c.Claims, first.Claims)
	}
	if r.Actions.ByKind["grade"] != 0 {
		t.Errorf("the clock changes no judgement: %+v", r.Actions)
	}
	// What has no date does not age.
	for claim, tier := range v.tiers() {
		if strings.HasPrefix(claim, "01_Wiki/Pots and pans.md") && tier != "T5" {
			t.Errorf("%s is %s", claim, tier)
		}
	}
	for name, text := range before {
		if !strings.HasSuffix(name, "log.md") && !strings.HasSuffix(name, "index.md") && v.read(name) != text {
			t.Errorf("%s changed by the clock", name)
		}
	}
}

// Making a plan is pure: made twice of the same snapshot and results, it asks for
// the same actions and writes.
//
// Invariant (building): Planning is pure: planned twice, the same.
func TestPlanningTwiceGivesTheSame(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	v := newVault(t, tea)
	c := v.open()
	s, err := c.Look(ctx)
	if err != nil {
		t.Fatal(err)
	}
	res := s.Results
	for range compiler.MaxRounds {
		p, q := c.Plan(s, false), c.Plan(s, false)
		p.Make()
		q.Make()
		if d := cmp.Diff(keys(p), keys(q)); d != "" {
			t.Fatalf("two plans ask for different things:\n%s", d)
		}
		if d := cmp.Diff(texts(p), texts(q)); d != "" {
			t.Fatalf("two plans write different things:\n%s", d)
		}
		if len(p.Todo) == 0 {
			return
		}
		if _, err := res.Run(ctx, c.World, p.Todo, 2, nil); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatal("it does not settle")
}

func keys(p *compiler.Plan) []string {
	var out []string
	for _, a := range p.Todo {
		out = append(out, a.String()+" "+a.Key().String())
	}
	return out
}

func texts(p *compiler.Plan) map[string]string {
	out := map[string]string{}
	for _, w := range p.List() {
		out[w.Path] = string(w.Data)
	}
	return out
}

// However a vault came to be what it is, its claims stand as they would in a fresh
// copy, and a second build does nothing.
//
// Invariant (building): Building on top of old results gives what a clean build gives. See
// also TestDeletingTheStateLosesNothing.
func TestIncrementalEqualsClean(t *testing.T) {
	t.Parallel()
	pieces := []string{
		"Espresso is pressed through ground coffee at nine bars. ^[raw/coffee.md]",
		"Espresso is pressed through ground coffee at six bars. ^[raw/coffee.md]",
		"Green tea is steeped at 80 degrees for two minutes. ^[raw/tea.md]",
		"A samovar heats water.",
		"See [[Home]] and [[Nowhere]].",
		"Black tea is steeped at 95 degrees for four minutes. ^[raw/gone.md]",
	}
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 2))
		v := newVault(t, tea)
		v.build()
		for range 3 {
			for _, name := range []string{"01_Wiki/A.md", "01_Wiki/B.md", "02_Drafts/C.md"} {
				switch r.IntN(4) {
				case 0:
					v.remove(name)
				case 1, 2:
					body := "# Note\n"
					for range r.IntN(4) {
						body += "\n" + pieces[r.IntN(len(pieces))] + "\n"
					}
					v.write(name, body)
				}
			}
			if r.IntN(2) == 0 {
				v.write("raw/coffee.md", tea["raw/coffee.md"]+[]string{"", "\nRistretto is short.\n"}[r.IntN(2)])
			}
			v.build()
		}
		last := v.build()
		if last.Actions.Planned != 0 || len(last.Written) != 0 {
			t.Fatalf("seed %d: a second build ran %+v, wrote %v", seed, last.Actions, last.Written)
		}
		got, before := v.tiers(), v.files()
		v.remove(".assay")
		if d := cmp.Diff(v.tiers(), got); d != "" {
			t.Fatalf("seed %d: tiers differ (-clean +incremental):\n%s", seed, d)
		}
		clean := v.build()
		if clean.Claims != last.Claims || clean.Gaps != last.Gaps || clean.Summary != last.Summary {
			t.Fatalf("seed %d: reports differ:\n%+v\n%+v", seed, clean, last)
		}
		if d := cmp.Diff(before, v.files()); d != "" {
			t.Fatalf("seed %d: a clean build changes bytes:\n%s", seed, d)
		}
	}
}

// A same-size edit within one tick of the clock is seen.
func TestSameSizeEditWithinATick(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	const note = "01_Wiki/Pots and pans.md"
	digits := []string{"nine", "five", "four"}
	for i := range 12 {
		v.build()
		old, next := digits[i%3], digits[(i+1)%3]
		info, err := os.Stat(v.path(note))
		if err != nil {
			t.Fatal(err)
		}
		v.edit(note, old+" bars", next+" bars")
		if err := os.Chtimes(v.path(note), info.ModTime(), info.ModTime()); err != nil {
			t.Fatal(err)
		}
		v.build()
		tiers := v.tiers()
		claim := note + ": Espresso is pressed through ground coffee at " + next + " bars."
		if want := map[bool]string{true: "T5", false: "T0"}[next == "nine"]; tiers[claim] != want {
			t.Fatalf("edit %d was not seen: %v", i, slices.Sorted(maps.Keys(tiers)))
		}
	}
}

func TestHandDeletedEvidenceIsReadAgain(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	v.build()
	before := v.files()
	page := pageOf(v, "raw/tea.md")
	v.remove(page)
	v.build()
	if !v.exists(page) {
		t.Fatal("the page was not made again")
	}
	if v.read(page) != before[page] {
		t.Errorf("the page was made differently:\n%s", cmp.Diff(before[page], v.read(page)))
	}
	if d := vault.HashText([]byte(v.read(page))); d != vault.HashText([]byte(before[page])) {
		t.Error(d)
	}
}

// What came of a note is kept longer than what it came from, when nobody asks for that.
func TestForgottenVerdictsAreMadeAgain(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	v.remove("02_Drafts/Wrong.md") // what contradicts a note has its verdicts looked at
	v.build()
	const note = "01_Wiki/Steeping tea.md"
	v.write(note, v.read(note)+"\nSee [[Kettles]].\n")
	v.build()
	s, err := v.open().Look(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	s.Store.Begin()
	p, err := s.C.Observe(context.Background(), s, true, nil)
	if err != nil {
		t.Fatal(err)
	}
	if p.Grade.Outcomes[note] == nil {
		t.Fatal("what came of the note is not known")
	}
	// Many builds later, which asked for the note and its outcome and for nothing else.
	later := view.OpenStore(v.path(".assay"))
	for range 40 {
		later.Begin()
	}
	for _, f := range s.Base.Files() {
		later.Get(p.ParseAction(f.Path, f.Bytes()).Key())
		if n := p.Note(f.Path); n != nil {
			later.Get(p.Grade.OutcomeKey(n))
		}
	}
	later.Put(view.KeyOf("much"), make([]byte, 9<<20)) // that makes a snapshot of all
	if err := later.Commit(); err != nil {
		t.Fatal(err)
	}
	v.write("00_Inbox/Kettles.md", "# Kettles\n") // a link leads somewhere now
	clean := v.copy()
	c, err := v.open().Check(context.Background(), compiler.CheckOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if r := clean.build(); c.Claims != r.Claims {
		t.Errorf("check counts %+v, a clean build %+v", c.Claims, r.Claims)
	}
	if r := v.build(); r.Claims != c.Claims || r.Claims.Unchecked > 0 {
		t.Errorf("build counts %+v, check %+v", r.Claims, c.Claims)
	}
}

// A build that writes its first catalogue and log says what one says that finds them: a
// citation that leads nowhere may have meant either.
//
// Invariant (building): The second build says what the first said.
func TestFirstBuildSaysWhatTheSecondSays(t *testing.T) {
	t.Parallel()
	files := maps.Clone(tea)
	files["01_Wiki/Odd.md"] = "# Odd\n\nGreen tea is steeped at 80 degrees. ^[raw/indx.md]\n\nBlack tea is steeped at 95 degrees. ^[raw/lok.md]\n"
	v := newVault(t, files)
	first := v.build()
	if !v.exists("01_Wiki/index.md") || !v.exists("01_Wiki/log.md") {
		t.Fatal("nothing was catalogued")
	}
	if err := os.RemoveAll(v.path(vault.StateDir)); err != nil {
		t.Fatal(err)
	}
	if second := v.build(); len(second.Written) > 0 {
		t.Errorf("built twice, and written %q", second.Written)
	} else if diff := cmp.Diff(toldBy(first), toldBy(second)); diff != "" {
		t.Errorf("-first +second:\n%s", diff)
	}
	if text := strings.Join(toldBy(first), "\n"); !strings.Contains(text, "01_Wiki/log.md") || !strings.Contains(text, "01_Wiki/index.md") {
		t.Errorf("neither is thought of:\n%s", text)
	}
}

func toldBy(r *reports.Report) (out []string) {
	for _, d := range r.Diagnostics {
		out = append(out, d.Span.File+": "+d.Message+" "+d.Hint)
	}
	return out
}

// Definitions of a note that was moved are mended in whatever order they stand, and every
// other byte of the note stays.
//
// Invariant (writing): Where definitions are mended, all else of the note stays.
func TestDefinitionsInAnotherOrder(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	v.build()
	var ids []string
	for _, f := range slices.Sorted(maps.Keys(v.files())) {
		if strings.HasPrefix(f, "03_Sources/") {
			for _, m := range regexp.MustCompile(`\^(chk-\w+)`).FindAllStringSubmatch(v.read(f), -1) {
				if !slices.Contains(ids, m[1]) {
					ids = append(ids, m[1])
				}
			}
		}
	}
	if len(ids) < 3 {
		t.Fatal(ids)
	}
	text := "# Cited\n"
	for i, id := range ids[:3] {
		text += fmt.Sprintf("\nTea of kind %d is steeped for a while.[^%s]\n", i, id)
	}
	v.write("01_Wiki/Cited.md", text)
	v.build()
	lines := strings.Split(strings.TrimSpace(v.read("01_Wiki/Cited.md")), "\n")
	at := len(lines) - 3
	slices.Reverse(lines[at:])
	turned := strings.Join(lines, "\n") + "\n\nA last line.\n"
	v.remove("01_Wiki/Cited.md")
	v.write("01_Wiki/a/b/Cited.md", turned)
	v.build()
	if want, got := strings.ReplaceAll(turned, "(<../03_", "(<../../../03_"), v.read("01_Wiki/a/b/Cited.md"); got != want {
		t.Errorf("(-want +got)\n%s", cmp.Diff(want, got))
	}
}

// A draft is like the page that it was drafted from, and no circle as long as the ledger
// says so: where a checkout brings a ledger that does not, the draft is graded anew.
func TestLedgerThatForgetsADraft(t *testing.T) {
	t.Parallel()
	v := newVault(t, map[string]string{
		"pipeline-policy.yaml": "version: 1.0\nvault: {evidence: [raw]}\npromotion: {mode: review, direct: allow}\n",
		"raw/on-hornbeam.md": "---\ntitle: Hornbeam\nretrieved: 2026-05-01\n---\n# Hornbeam\n\nHornbeam is a tree that grows to 22 metres. The wood of hornbeam weighs about 484 kilograms per cubic metre.\n\n" +
			"## Leaves\n\nThe leaves of hornbeam are 6 centimetres long. Hornbeam flowers for 2 weeks in spring. The bark of hornbeam is smooth and grey for the first 40 years.\n",
		"01_Wiki/Trees.md": "# Trees\n\nThe tallest of them is the [[Hornbeam]].\n",
	})
	v.build()
	v.build()
	const draft, ledger = "02_Drafts/Hornbeam.md", "03_Sources/ledger.jsonl"
	if !v.exists(draft) {
		t.Fatal("no draft was made")
	}
	known := v.read(ledger)
	at := strings.Index(known, `"kind":"drafted"`)
	v.write(ledger, known[:strings.LastIndexByte(known[:at], '\n')+1])
	w := v.copy()
	got, want := v.build(), w.build()
	if d := cmp.Diff(want.Claims, got.Claims); d != "" {
		t.Errorf("after the ledger forgot the draft (-clean +incremental):\n%s", d)
	}
}
