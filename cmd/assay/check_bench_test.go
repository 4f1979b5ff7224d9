package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/provenance"
	"assay/vault"
)

// checks measures `assay check` as a hook meets it: on a fresh clone, where nothing is
// stored and every claim is judged, and again when nothing has changed.
func (b *bench) checks(claims int) {
	example := filepath.Join(b.t.TempDir(), "example")
	if err := os.CopyFS(example, os.DirFS(filepath.Join("..", "..", "example-vault"))); err != nil {
		b.t.Fatal(err)
	}
	b.run("build", example)
	b.check("the example vault", example)
	dir := filepath.Join(b.t.TempDir(), "claims")
	made := generateClaims(b.t, dir, claims, func() { b.run("build", dir) })
	b.check(fmt.Sprintf("%d cited claims over %d stored passages", claims, made), dir)
}

// check prints two rows. A check of a clone stores nothing, so each run is a first one.
func (b *bench) check(what, dir string) {
	state := filepath.Join(dir, vault.StateDir)
	aside := state + "-aside"
	if err := os.Rename(state, aside); err != nil {
		b.t.Fatal(err)
	}
	fresh := b.peaks("check", dir)
	fmt.Printf("| check of %s, fresh clone | %s |\n", what, fresh)
	if _, err := os.Stat(state); err == nil {
		b.t.Fatal("a check of a clone made .assay")
	}
	if err := os.Rename(aside, state); err != nil {
		b.t.Fatal(err)
	}
	fmt.Printf("| check of %s, nothing changed | %s |\n", what, b.peaks("check", dir))
}

// peaks are the medians of a command's time, of the processor time of all its threads,
// which a busy machine changes less, and of its greatest memory.
func (b *bench) peaks(args ...string) string {
	var most []int64
	var cpu []time.Duration
	took := b.median(func(i int) {
		cmd := exec.Command(b.bin, args...)
		if err := cmd.Run(); err != nil {
			if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() > 1 {
				b.t.Fatalf("%v: %v", args, err)
			}
		}
		if i > 0 {
			most = append(most, peak(cmd))
			cpu = append(cpu, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
		}
	})
	slices.Sort(most)
	slices.Sort(cpu)
	return fmt.Sprintf("%s | processor time, peak memory | %s, %d MB", round(took), round(cpu[len(cpu)/2]), most[len(most)/2]>>20)
}

// generateClaims writes a vault with so many claims, twenty a note, each citing a
// stored passage by its id; build stores the passages. Seven in ten say what a sentence
// of the passage says, two in ten a part of it in another order, one in ten another
// number. The same n gives the same claims.
func generateClaims(t *testing.T, dir string, n int, build func()) (passages int) {
	t.Helper()
	r := rand.New(rand.NewPCG(3, uint64(n)))
	write := func(name, text string) {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("pipeline-policy.yaml", "version: 1.0\nvault: {evidence: [raw]}\n")
	const perFile = 50
	next := facts(r)
	for f := range max(1, n/5/perFile) { // a fact is cited about five times
		var b strings.Builder
		fmt.Fprintf(&b, "---\nretrieved: 2026-11-01\n---\n# Survey %d\n", f)
		for i := range perFile {
			if i%5 == 0 {
				fmt.Fprintf(&b, "\n## Part %d\n", i/5)
			}
			fmt.Fprintf(&b, "\n%s\n", next())
		}
		write(fmt.Sprintf("raw/survey-%d.md", f), b.String())
	}
	build()
	type cited struct {
		id   provenance.ChunkID
		text string
	}
	var all []cited
	files, err := filepath.Glob(filepath.Join(dir, "03_Sources", "*", "*.md"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no pages are stored: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range provenance.ParsePage(filepath.ToSlash(file), text, provenance.Source{}).Chunks {
			passages++
			for line := range strings.Lines(c.Text) {
				if line = strings.TrimSpace(line); strings.HasPrefix(line, "The ") {
					all = append(all, cited{c.ID, line})
				}
			}
		}
	}
	for note := range n / 20 {
		var b bytes.Buffer
		fmt.Fprintf(&b, "# Note %d\n", note)
		for range 20 {
			c := all[r.IntN(len(all))]
			fmt.Fprintf(&b, "\n%s[^%s]\n", aClaim(r, c.text), c.id.Anchor())
		}
		write(fmt.Sprintf("01_Wiki/note-%d.md", note), b.String())
	}
	build() // writes the footnotes
	return passages
}

// facts makes sentences of three clauses with names, numbers and a date, over a
// vocabulary in which a few words are frequent and most are rare. No two are of the
// same thing, or most of them would contradict each other.
func facts(r *rand.Rand) (next func() string) {
	words := vocabulary(r, 6000)
	word := func() string { return words[zipf(r, len(words))] }
	seen := map[string]bool{}
	name := func() string { w := word(); return strings.ToUpper(w[:1]) + w[1:] }
	pick := func(words ...string) string { return words[r.IntN(len(words))] }
	return func() string {
		thing, place := word(), name()
		for seen[thing+place] {
			place = name()
		}
		seen[thing+place] = true
		return fmt.Sprintf("The %s of %s was %s in %d, holds %d %s of %s %s, and is %s than the %s of %s.",
			thing, place, pick("founded", "opened", "rebuilt", "measured", "sold", "enlarged"), 1700+r.IntN(320), 2+r.IntN(9000),
			pick("tonnes", "metres", "litres", "boxes", "kilograms"), word(), word(), pick("older", "larger", "lower", "deeper", "warmer"), word(), name())
	}
}

// aClaim makes a claim of a fact.
func aClaim(r *rand.Rand, fact string) string {
	words := strings.Fields(fact) // The X of P was V in Y, holds N U of G, and is A than the one at Q.
	switch k := r.IntN(10); {
	case k < 7:
		return fact
	case k < 9:
		return fmt.Sprintf("In %s the %s of %s was %s.", strings.TrimSuffix(words[7], ","), words[1], words[3], words[5])
	}
	return strings.Replace(fact, words[9], fmt.Sprint(r.IntN(9000)+9100), 1)
}

// What `make bench` measures must be what its row says.
func TestGeneratedClaims(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "claims")
	assay := func(args ...string) string {
		var out, messages bytes.Buffer
		if code := run(t.Context(), append(args, "--json"), &out, &messages, func(name string) string {
			return map[string]string{"SOURCE_DATE_EPOCH": "1793880000", "USER": "ada"}[name] // 2026-11-05
		}); code > exitFaults {
			t.Fatalf("%v: %s", args, messages.String())
		}
		return out.String()
	}
	if n := generateClaims(t, dir, 200, func() { assay("build", dir) }); n < 5 {
		t.Errorf("%d passages", n)
	}
	report := assay("check", dir)
	for _, want := range []string{`"cited": 200`, `"not_held": 0`, `"uncited": 0`} {
		if !strings.Contains(report, want) {
			t.Errorf("no %s in %.600s", want, report)
		}
	}
	if strings.Contains(report, `"T5": 0,`) || strings.Contains(report, `"T0": 0,`) {
		t.Errorf("claims that hold and claims that do not: %.400s", report)
	}
}
