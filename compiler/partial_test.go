package compiler_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"assay/compiler"
	"assay/compiler/reports"
)

// gardenPieces are what notes of the test below are made of: claims that hold, do not,
// contradict each other, rest on each other; links to notes, into notes, and to nothing.
var gardenPieces = []string{
	"Espresso is pressed through ground coffee at nine bars. ^[raw/coffee.md]",
	"Espresso is pressed through ground coffee at six bars. ^[raw/coffee.md]",
	"Espresso is pressed through ground coffee at seven bars of steady pressure.",
	"Green tea is steeped at 80 degrees for two minutes. ^[raw/tea.md] ^green",
	"Black tea is steeped at 95 degrees for four minutes. ^[raw/tea.md]",
	"Black tea is steeped at 90 degrees for four minutes. ^[raw/tea.md]",
	"Tea is drawn with hot water. (Derived) [[N1#^green]]",
	"A samovar heats water.",
	"See [[N1]] and [[N2#Brewing]].",
	"See [[N3]], [[N4#^green]] and [[Nowhere]].",
	"See [[N5|five]], [[Elsewhere]] and ![[picture.png]].",
	"## Brewing",
	"## Heading of its own",
	"> [!question] How long?",
	"A moka pot brews coffee by steam pressure. ^[N6.md]",
	"Black tea is steeped at 95 degrees for four minutes. ^[raw/gone.md]",
	"Black tea is steeped at 95 degrees for four minutes. ^[raw/te.md]",
	"Black tea is steeped at 95 degrees for four minutes. ^[Nowhere.md]",
	"See [[sub/N1]], [two](N2.md), [three](../Notes/N3.md#Brewing) and [[Second name]].",
}

// gardenNotes are where they may lie. Some have one name.
var gardenNotes = []string{
	"01_Wiki/N0.md", "01_Wiki/N1.md", "01_Wiki/N2.md", "01_Wiki/N3.md", "01_Wiki/N4.md", "01_Wiki/N5.md", "01_Wiki/N6.md", "01_Wiki/N7.md",
	"01_Wiki/sub/N1.md", "01_Wiki/sub/N8.md", "Notes/N3.md", "Notes/Nowhere.md", "Notes/te.md", "01_Wiki/Elsewhere.md",
	"01_Wiki/n2.md", "01_Wiki/SUB/N1.md", "01_Wiki/SUB/N8.md", "01_Wiki/deep/sub/N8.md",
}

// gardenPolicies are what its owner may say of it by and by.
var gardenPolicies = []string{
	tea["pipeline-policy.yaml"],
	"version: 1.0\nvault: {evidence: [raw], exclude: [Notes/]}\npromotion: {mode: auto, direct: allow}\n",
	"version: 1.0\nvault: {evidence: [raw], exclude: ['01_Wiki/sub/'], exempt_sections: [Brewing]}\npromotion: {mode: review}\n",
	"version: 1.0\nvault: {evidence: [raw], witnesses: 2}\npromotion: {mode: auto, direct: allow}\n",
}

// A build that looks at some notes says what a build of the whole vault says, and leaves
// the same bytes; a check does so too, and so does the build after it.
//
// Invariant (building): A build that looks at some notes alone gives what a whole one gives.
func TestSomeEqualsWhole(t *testing.T) {
	t.Parallel()
	seeds := 6
	if n, err := strconv.Atoi(os.Getenv("ASSAY_SEEDS")); err == nil {
		seeds = n
	}
	for _, guest := range []bool{false, true} {
		looked, moved, shortened := 0, 0, 0
		for seed := range uint64(seeds) {
			r := rand.New(rand.NewPCG(seed, 7))
			v := newVault(t, tea)
			if guest {
				v.remove("pipeline-policy.yaml")
			}
			note := func(i int) string { return gardenNotes[i] }
			body := func(i int) string {
				out := []string{fmt.Sprintf("# Title %d", r.IntN(20))}
				if r.IntN(8) == 0 {
					out[0] = "---\naliases: [Second name, Title 3]\n---\n" + out[0]
				}
				for range 2 + r.IntN(6) {
					out = append(out, gardenPieces[r.IntN(len(gardenPieces))])
				}
				return strings.Join(out, "\n\n") + "\n"
			}
			for i := range 8 {
				v.write(note(i), body(i))
			}
			v.build()
			v.build()
			there := func() (names string) {
				for _, name := range gardenNotes {
					if v.exists(name) {
						names += name + "\n"
					}
				}
				return names
			}
			names := there()
			cited := append(slices.Clone(gardenPieces), "Black tea is steeped at 95 degrees for four minutes.[^"+v.anyPassage()+"]")
			var did []string
			for step := range 14 {
				i := r.IntN(len(gardenNotes))
				switch r.IntN(20) {
				case 16: // a folder moves, or is called otherwise
					folders := []string{"01_Wiki/sub", "01_Wiki/SUB", "01_Wiki/deep/sub"}
					from, to := folders[r.IntN(3)], folders[r.IntN(3)]
					if v.exists(from) && !v.exists(to) {
						if err := os.MkdirAll(filepath.Dir(v.path(to)), 0o755); err != nil {
							t.Fatal(err)
						}
						if err := os.Rename(v.path(from), v.path(to)); err != nil {
							t.Fatal(err)
						}
					}
				case 17:
					if !guest {
						v.write("pipeline-policy.yaml", gardenPolicies[r.IntN(len(gardenPolicies))])
					}
				case 18:
					v.remove("raw/coffee.md")
				case 19:
					v.write("raw/tea.md", strings.ReplaceAll(tea["raw/tea.md"], "\n", []string{"\n", "\r\n"}[r.IntN(2)]))
				case 14: // a name that others ask for
					if !v.exists(note(i)) {
						break
					}
					text := v.read(note(i))
					_, bare, had := strings.Cut(text, "\n---\n")
					switch {
					case had:
						v.write(note(i), bare)
					case !strings.Contains(text, "\r"):
						v.write(note(i), "---\naliases: [Second name, Elsewhere]\n---\n"+text)
					}
				case 15: // no more the author's, or again
					if !v.exists(note(i)) {
						break
					}
					bare, had := strings.CutPrefix(v.read(note(i)), "<!-- assay:generated -->\n")
					if !had && strings.HasPrefix(bare, "# ") {
						bare = "<!-- assay:generated -->\n" + bare
					}
					v.write(note(i), bare)
				case 6:
					if picture := "Notes/picture.png"; v.exists(picture) {
						v.remove(picture)
					} else {
						v.write(picture, "PNG")
					}
				case 0:
					v.write(note(i), body(i))
				case 1, 3:
					v.remove(note(i))
				case 4:
					if to := note(r.IntN(len(gardenNotes))); v.exists(note(i)) && !v.exists(to) {
						v.write(to, v.read(note(i)))
						v.remove(note(i))
					}
				case 5:
					if v.exists(note(i)) {
						v.write(note(i), strings.Replace(v.read(note(i)), "# Title ", "# Title 1", 1))
					}
				case 7:
					if v.exists(note(i)) {
						text := strings.ReplaceAll(v.read(note(i)), "\r\n", "\n")
						if text == v.read(note(i)) {
							text = strings.ReplaceAll(text, "\n", "\r\n")
						}
						v.write(note(i), text)
					}
				case 2:
					v.write("raw/coffee.md", tea["raw/coffee.md"]+[]string{"", "\nRistretto is short.\n"}[r.IntN(2)])
				default:
					if !v.exists(note(i)) {
						v.write(note(i), body(i))
						break
					}
					lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(v.read(note(i)), "\r\n", "\n")), "\n\n")
					at := 1 + r.IntN(len(lines))
					if r.IntN(2) == 0 || at == len(lines) {
						lines = append(lines[:at:at], append([]string{cited[r.IntN(len(cited))]}, lines[at:]...)...)
					} else {
						lines = append(lines[:at:at], lines[at+1:]...)
					}
					v.write(note(i), strings.Join(lines, "\n\n")+"\n")
				}
				did = append(did, fmt.Sprintf("%d: %s", step, note(i)))
				where := fmt.Sprintf("guest %v, seed %d, %s", guest, seed, strings.Join(did, ", "))
				if r.IntN(3) == 0 {
					got, err := v.open().Check(context.Background(), compiler.CheckOptions{})
					if err != nil {
						t.Fatal(err)
					}
					w := v.copy()
					want, err := w.open().Check(context.Background(), compiler.CheckOptions{})
					if err != nil {
						t.Fatal(err)
					}
					if d := cmp.Diff(want, got, cmpopts.IgnoreFields(reports.CheckReport{}, "Vault"), cmpopts.EquateEmpty()); d != "" {
						t.Fatalf("%s: check differs (-clean +incremental):\n%s", where, d)
					}
					did = append(did, "checked")
					continue
				}
				w := v.copy()
				brief := r.IntN(2) == 0
				got, err := v.open().Build(context.Background(), compiler.BuildOptions{Brief: brief})
				if err != nil {
					t.Fatal(err)
				}
				want := w.build()
				if brief && got.Diagnostics == nil {
					shortened++
					want.Diagnostics = nil
				}
				if got.Some || got.Actions.Run == 0 { // nothing is shown of what was not looked at
					want.Showcase = got.Showcase
				}
				if now := there(); got.Some {
					looked++
					if now != names {
						moved++
					}
				}
				names = there()
				if d := cmp.Diff(want, got, cmpopts.IgnoreFields(reports.Report{}, "Vault", "Duration", "Actions", "Basis"), cmpopts.EquateEmpty()); d != "" {
					t.Fatalf("%s: build differs (-clean +incremental):\n%s", where, d)
				}
				if d := cmp.Diff(w.files(), v.files()); d != "" {
					t.Fatalf("%s: bytes differ (-clean +incremental):\n%s", where, d)
				}
			}
		}
		t.Logf("guest %v: %d builds looked at some notes only, %d of them where notes had come or gone; %d reports were brief", guest, looked, moved, shortened)
		if looked < 2*seeds || moved < seeds/2 || shortened < seeds/2 {
			t.Errorf("guest %v: only %d builds looked at some notes only, %d of them where notes had come or gone, and %d reports were brief", guest, looked, moved, shortened)
		}
	}
}

// anyPassage is the anchor of a stored passage; of nothing in a vault that has none.
func (v *testVault) anyPassage() string {
	files := v.files()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if strings.HasPrefix(name, "03_Sources/") {
			if _, rest, ok := strings.Cut(files[name], "^chk-"); ok {
				id, _, _ := strings.Cut(rest, "\n")
				return "chk-" + strings.TrimSpace(id)
			}
		}
	}
	return "chk-none"
}

// copy is the vault elsewhere, without what builds left in .assay.
func (v *testVault) copy() *testVault {
	w := newVault(v.TB, nil)
	if err := os.CopyFS(w.dir, os.DirFS(v.dir)); err != nil {
		v.Fatal(err)
	}
	w.world, w.jobs = v.world, v.jobs
	w.remove(".assay")
	return w
}

// A check between an edit and the build takes nothing from what the build has to do.
func TestBuildAfterCheck(t *testing.T) {
	t.Parallel()
	check := func(v *testVault) {
		if _, err := v.open().Check(context.Background(), compiler.CheckOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("a marker without a definition", func(t *testing.T) {
		t.Parallel()
		v := newVault(t, tea)
		v.build()
		v.build()
		passage := v.anyPassage()
		v.write("01_Wiki/Pots and pans.md", v.read("01_Wiki/Pots and pans.md")+"\nA moka pot brews coffee by steam pressure.[^"+passage+"]\n")
		check(v)
		if v.build(); !strings.Contains(v.read("01_Wiki/Pots and pans.md"), "[^"+passage+"]: ") {
			t.Error("a build after a check wrote no definition")
		}
	})
	t.Run("a draft that nothing holds any more", func(t *testing.T) {
		t.Parallel()
		v := newVault(t, tea)
		v.build()
		v.write("02_Drafts/Brewing.md", "# Brewing\n\nBlack tea is steeped at 95 degrees for four minutes. ^[raw/tea.md]\n")
		v.write("01_Wiki/Pots and pans.md", v.read("01_Wiki/Pots and pans.md")+"\nBlack tea is steeped at 90 degrees for four minutes. (Derived) [[Home]]\n")
		v.build()
		if r := v.build(); len(r.Held) < 2 {
			t.Fatalf("the draft is not held: %+v", r.Held)
		}
		v.write("01_Wiki/Pots and pans.md", tea["01_Wiki/Pots and pans.md"])
		check(v)
		if v.build(); !v.exists("01_Wiki/Brewing.md") {
			t.Error("a build after a check promoted nothing")
		}
	})
}

// A draft that is made again word for word, for notes with the same names in other folders,
// is for those notes: the build after it changes nothing.
func TestDraftForMovedNotes(t *testing.T) {
	t.Parallel()
	v := inReview(t)
	v.build()
	const draft = "02_Drafts/Steeping tea.md"
	text := v.read(draft)
	if !strings.Contains(text, "[[Home]]") {
		t.Fatalf("the draft names nobody who asked:\n%s", text)
	}
	v.remove(draft)
	v.write("01_Wiki/moved/Home.md", v.read("01_Wiki/Home.md"))
	v.remove("01_Wiki/Home.md")
	v.build()
	if got := v.read(draft); got != text {
		t.Fatalf("another draft:\n%s", cmp.Diff(text, got))
	}
	w := v.copy()
	w.build()
	if d := cmp.Diff(v.files(), w.files()); d != "" {
		t.Errorf("a build from nothing changes what a build left:\n%s", d)
	}
}

// A policy that changed between its reading and the look at the vault is not the one that
// the build was by: the next build is.
func TestPolicyChangedBeforeTheScan(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	v.write("01_Wiki/Loose.md", "# Loose\n\nA samovar heats water for two hours.\n\n## Part 3\n\nA kettle heats water for four minutes.\n")
	v.build()
	c := v.open()
	v.write("pipeline-policy.yaml", "version: 1.0\nvault: {evidence: [raw], exempt_sections: [Part 3]}\npromotion: {mode: auto}\n")
	mustBuild(t, c)
	got := v.build()
	want := v.copy().build()
	if d := cmp.Diff(want.Diagnostics, got.Diagnostics); d != "" {
		t.Errorf("a build by the policy as it is (-clean +incremental):\n%s", d)
	}
}
