package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/cmd/internal/ui"
)

// gateVault is a vault in a repository of its own.
type gateVault struct {
	t   *testing.T
	dir string
}

func newGateVault(t *testing.T) *gateVault {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("git is not installed")
		}
		t.Skip("git is not installed")
	}
	v := &gateVault{t, filepath.Join(t.TempDir(), "vault")}
	if err := os.Mkdir(v.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	v.git("init", "-q", "-b", "main")
	v.git("config", "user.name", "Ada")
	v.git("config", "user.email", "ada@example.org")
	return v
}

func (v *gateVault) git(args ...string) string {
	v.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = v.dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		v.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}

func (v *gateVault) write(name, text string) {
	v.t.Helper()
	name = filepath.Join(v.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		v.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		v.t.Fatal(err)
	}
}

type gateReport struct {
	Diagnostics []ui.Diagnostic `json:"diagnostics"`
	Change      struct {
		Touched []string `json:"touched"`
	} `json:"change"`
}

func (v *gateVault) check(args ...string) gateReport {
	v.t.Helper()
	var out, messages bytes.Buffer
	code := run(v.t.Context(), append([]string{"check", "--json"}, args...), &out, &messages, func(name string) string {
		return map[string]string{"SOURCE_DATE_EPOCH": "1793880000", "USER": "ada", "PATH": os.Getenv("PATH")}[name]
	})
	var r gateReport
	if err := json.Unmarshal(out.Bytes(), &r); code > exitFaults || err != nil {
		v.t.Fatalf("check %v: %v: %s%s", args, err, out.String(), messages.String())
	}
	return r
}

// export checks a state of the vault as a checkout of it would be.
func (v *gateVault) export(tree string) gateReport {
	v.t.Helper()
	dir := v.t.TempDir()
	index := filepath.Join(dir, "index")
	if tree == "" {
		v.git("checkout-index", "-a", "-f", "--prefix="+filepath.ToSlash(dir)+"/out/")
	} else {
		cmd := exec.Command("sh", "-c", `git read-tree "$1" && git checkout-index -a -f --prefix="$2/out/"`, "sh", tree, filepath.ToSlash(dir))
		cmd.Dir, cmd.Env = v.dir, append(os.Environ(), "GIT_INDEX_FILE="+index)
		if out, err := cmd.CombinedOutput(); err != nil {
			v.t.Fatalf("%v: %s", err, out)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "out"), 0o755); err != nil {
		v.t.Fatal(err)
	}
	return v.check(filepath.Join(dir, "out"))
}

// faultAt is what tells one fault from another, whatever it says of it.
func faultAt(d ui.Diagnostic) string {
	code := d.Code
	if d.Tier != "" {
		code = "grade"
	}
	return fmt.Sprintf("%s %s:%d:%d", code, d.File, d.Line, d.Column)
}

func loudness(severity string) int {
	return slices.Index([]string{"note", "warning", "error"}, severity)
}

// TestStagedIsJudgedAsACheckoutWouldBe stages at random, and compares what is said of the
// index with what a check says of a checkout of it and of one of HEAD: it says just that
// of the notes that the change touches, and all that is new elsewhere.
//
// Invariant (building): What is staged is judged as a checkout of it would be, and what is
// reported is what the change touches and what is new elsewhere.
func TestStagedIsJudgedAsACheckoutWouldBe(t *testing.T) {
	t.Parallel()
	for seed, policy := range []string{"", "vault: {wiki: notes, evidence: [raw]}\n"} {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			testStaged(t, rand.New(rand.NewPCG(7, uint64(seed))), policy)
		})
	}
}

func testStaged(t *testing.T, r *rand.Rand, policy string) {
	v := newGateVault(t)
	v.write(".gitignore", ".assay/\n")
	sources, names := 3, 8
	minutes := func() int { return 3 + r.IntN(3) }
	source := func(i int) string {
		var b strings.Builder
		b.WriteString("# Steeping\n")
		for _, tea := range []string{"Green", "Black", "White"} {
			fmt.Fprintf(&b, "\n%s tea of farm %d is steeped for %d minutes.\n", tea, i, minutes())
		}
		return b.String()
	}
	note := func(i int) string {
		var b strings.Builder
		fmt.Fprintf(&b, "# Note %d\n", i)
		for range 1 + r.IntN(3) {
			from := r.IntN(sources)
			tea := []string{"Green", "Black", "White"}[r.IntN(3)]
			fmt.Fprintf(&b, "\n%s tea of farm %d is steeped for %d minutes. ^[guide-%d.md]\n", tea, from, minutes(), from)
		}
		fmt.Fprintf(&b, "\nSee [[note-%d]] and [[note-%d#Part %d]].\n\n## Part %d\n", r.IntN(names), r.IntN(names), r.IntN(2), r.IntN(2))
		return b.String()
	}
	if policy != "" {
		v.write("pipeline-policy.yaml", policy)
	}
	for i := range sources {
		v.write(fmt.Sprintf("raw/guide-%d.md", i), source(i))
	}
	for i := range names {
		v.write(fmt.Sprintf("notes/note-%d.md", i), note(i))
	}
	v.git("add", ".")
	v.git("commit", "-qm", "all")
	if r.IntN(2) == 0 {
		run(t.Context(), []string{"build", v.dir}, &bytes.Buffer{}, &bytes.Buffer{}, func(string) string { return "" })
		v.git("add", ".")
		v.git("commit", "-qm", "built", "--allow-empty")
	}
	elsewhere, reported := 0, 0
	for round := range 40 {
		for range 1 + r.IntN(3) {
			i := r.IntN(names)
			name := fmt.Sprintf("notes/note-%d.md", i)
			switch r.IntN(8) {
			case 0, 1:
				v.write(name, note(i))
				v.git("add", "notes")
			case 2: // staged in part
				v.write(name, note(i))
				v.git("add", "notes")
				v.write(name, note(i))
			case 3: // not staged
				v.write(name, note(i))
			case 4:
				v.git("rm", "-q", "-f", "--cached", "--ignore-unmatch", name)
			case 5:
				s := r.IntN(sources)
				v.write(fmt.Sprintf("raw/guide-%d.md", s), source(s))
				v.git("add", "raw")
			case 6:
				if to := fmt.Sprintf("notes/note-%d.md", r.IntN(names)); v.git("ls-files", name) != "" && v.git("ls-files", to) == "" {
					if _, err := os.Stat(filepath.Join(v.dir, name)); err == nil {
						os.Remove(filepath.Join(v.dir, to))
						v.git("mv", name, to)
					}
				}
			case 7:
				os.Remove(filepath.Join(v.dir, name))
			}
		}
		got, after, before := v.check("--staged", v.dir), v.export(""), v.export("HEAD")
		renamed := map[string]string{}
		touched := map[string]bool{}
		for _, row := range strings.Split(strings.TrimSpace(v.git("diff", "--cached", "--name-status", "-M", "HEAD")), "\n") {
			part := strings.Split(row, "\t")
			switch {
			case part[0] == "R100":
				renamed[part[2]] = part[1]
			case part[0][0:min(1, len(part[0]))] == "R":
				touched[part[2]] = true
			case len(part) > 1:
				touched[part[1]] = true
			}
		}
		said := map[string]ui.Diagnostic{}
		for _, d := range got.Diagnostics {
			said[faultAt(d)+d.Message] = d
			reported++
		}
		was := map[string]int{}
		for _, d := range before.Diagnostics {
			was[faultAt(d)] = max(was[faultAt(d)], loudness(d.Severity)+1)
		}
		if len(said) != len(got.Diagnostics) {
			t.Fatalf("round %d: said twice: %+v", round, got.Diagnostics)
		}
		for _, d := range after.Diagnostics {
			at := d
			if from, ok := renamed[d.File]; ok {
				at.File = from
			}
			isTouched := touched[d.File] && strings.HasPrefix(d.File, "notes/")
			want := isTouched || was[faultAt(at)] < loudness(d.Severity)+1
			s, ok := said[faultAt(d)+d.Message]
			delete(said, faultAt(d)+d.Message)
			if ok != want {
				t.Errorf("round %d: reported %v, want %v: %+v", round, ok, want, d)
			}
			if ok && s.Elsewhere != !isTouched {
				t.Errorf("round %d: elsewhere is %v: %+v", round, s.Elsewhere, d)
			}
			if ok && s.Elsewhere {
				elsewhere++
			}
		}
		for _, d := range said {
			t.Errorf("round %d: a check of a checkout does not say %+v", round, d)
		}
		if t.Failed() {
			t.Fatalf("%s", v.git("diff", "--cached", "-M", "HEAD"))
		}
		if r.IntN(3) == 0 {
			v.git("commit", "-qm", "more", "--allow-empty")
		}
	}
	if elsewhere < 5 || reported < 2*elsewhere {
		t.Errorf("only %d faults reported, %d elsewhere: the test tests nothing", reported, elsewhere)
	}
}
