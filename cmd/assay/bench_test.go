package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"assay/internal/assaytest"
	"assay/internal/lab/vaultgen"
)

// TestSpeedTable measures the speed table of the design: the program as a whole
// process where a user waits for one, each row against a yardstick of the same run, on
// vaults of several sizes. It is slow and says nothing on a busy machine, so `make
// bench` asks for it.
func TestSpeedTable(t *testing.T) {
	if os.Getenv("ASSAY_BENCH") == "" {
		t.Skip("`make bench` runs it")
	}
	b := newBench(t)
	fmt.Printf("%s/%s, %d CPUs, %s; medians of %d, or of as many as stand in brackets; cpu: processor time of all threads\n",
		runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version(), b.runs)
	fmt.Println("Bars are for 10,000 notes; `missed` elsewhere says what growth costs.")
	b.heading("Whatever the vault")
	b.row(row{what: "`assay version`", sample: b.measure(nil, func(int) time.Duration { return b.run("version") }), most: 15 * time.Millisecond})
	b.example()
	for _, n := range b.sizes {
		b.speeds(n)
	}
	b.passages()
	b.growth()
}

// example checks the example vault, which is small: what a check costs at least.
func (b *bench) example() {
	dir := filepath.Join(b.t.TempDir(), "example")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "example-vault"))); err != nil {
		b.t.Fatal(err)
	}
	b.run("build", dir)
	v := &benchVault{b: b, dir: dir}
	b.row(row{what: "`check` of the example vault, nothing changed", sample: b.measure(nil, func(int) time.Duration { return b.run("check", dir) })})
	b.row(row{what: "`check` of a clone of it, nothing stored", heavy: true, sample: b.clone(v)})
}

const coldBuild = "cold `build`, every claim graded"

// speeds prints the rows of a vault of n notes.
func (b *bench) speeds(n int) {
	v := b.vault(vaultgen.Options{Notes: n})
	b.heading(fmt.Sprintf("%d notes of %.1f KB, %d links, %d cited claims, %d passages, %d files", v.made.Notes,
		float64(v.made.Bytes)/float64(v.made.Notes)/1000, v.made.Links, v.made.Claims, v.made.Chunks, v.files))
	walk := func() { walkTree(b.t, v.dir) }
	b.notes = n
	b.row(row{what: "cold read, hash, parse, links and gaps", yardstick: "goldmark alone", ratio: 1.5,
		sample: b.measure(func() { parseAlone(b.t, v.dir) }, func(int) time.Duration { return timed(func() { readCold(b.t, v.dir) }) })})
	b.row(row{what: coldBuild, yardstick: "goldmark alone", heavy: true, sample: b.cold(v)})
	b.row(row{what: "`check` of a clone, nothing stored", yardstick: "goldmark alone", heavy: true, sample: b.clone(v)})
	b.row(row{what: "`build`, nothing changed", yardstick: "walk and lstat", ratio: 2, most: 60 * time.Millisecond, rest: true,
		sample: b.measure(walk, func(int) time.Duration { return b.run("build", v.dir) })})
	b.row(row{what: "`check`, nothing changed", yardstick: "walk and lstat", ratio: 2, most: 60 * time.Millisecond, rest: true,
		sample: b.measure(walk, func(int) time.Duration { return b.run("check", v.dir) })})
	b.row(row{what: "`build`, one note edited", yardstick: "walk and lstat", most: 100 * time.Millisecond, rest: true,
		sample: b.measure(walk, func(i int) time.Duration { v.edit(i); return b.run("build", v.dir) })})
	v.restore()
	b.row(row{what: "`build`, one note more", yardstick: "walk and lstat", rest: true,
		sample: b.measure(walk, func(i int) time.Duration { v.add(i); return b.run("build", v.dir) })})
	v.add(-1)
	v.restore()
	b.saves(v)
	b.staged(v)
	b.peers(v)
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{t: t, runs: setting("ASSAY_BENCH_RUNS", 10), chunks: setting("ASSAY_BENCH_CHUNKS", 100_000), dir: os.Getenv("ASSAY_BENCH_VAULTS"),
		took: map[string]map[int]sample{}}
	for _, s := range strings.FieldsFunc(os.Getenv("ASSAY_BENCH_SIZES"), func(r rune) bool { return r == ',' || r == ' ' }) {
		n, err := strconv.Atoi(s)
		if err != nil || n < 100 {
			t.Fatalf("ASSAY_BENCH_SIZES: %q is no number of notes from 100 on", s)
		}
		b.sizes = append(b.sizes, n)
	}
	if len(b.sizes) == 0 {
		b.sizes = []int{1000, 10_000, 100_000}
	}
	if b.dir == "" {
		b.dir = t.TempDir()
	}
	if b.bin = os.Getenv("ASSAY_BENCH_BIN"); b.bin != "" {
		return b // an older program, to compare with
	}
	b.bin = filepath.Join(t.TempDir(), "assay")
	if out, err := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", b.bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	return b
}

func setting(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil && n > 0 {
		return n
	}
	return otherwise
}

type bench struct {
	t      *testing.T
	runs   int
	sizes  []int
	chunks int
	bin    string
	dir    string        // where vaults lie
	notes  int           // of the vault that rows are of; 0 for none
	cpu    time.Duration // of the last process that ended
	peak   int64         // its memory, in bytes

	rows []row                     // that grow with the vault
	took map[string]map[int]sample // by row, then notes
}

// A sample is what something took, and its yardstick beside it: medians.
type sample struct {
	took, of time.Duration
	runs     int
	cpu      time.Duration // of all threads of a process, which a busy machine changes less
	peak     int64         // memory of the last process, in bytes
	said     string        // in place of a time
}

// A row is one line of the table.
type row struct {
	what, yardstick string
	sample
	most  time.Duration // the bars: time, and time in yardsticks; 0 for none
	ratio float64
	heavy bool // its memory is told
	rest  bool // what the yardstick takes is no cost of ours: growth is of the rest too
}

func (r row) bar() string {
	var bars []string
	if r.ratio > 0 {
		bars = append(bars, fmt.Sprintf("≤ %g ×", r.ratio))
	}
	if r.most > 0 {
		bars = append(bars, "≤ "+round(r.most))
	}
	return strings.Join(bars, ", ")
}

func (r row) met() string {
	switch {
	case r.bar() == "":
		return ""
	case r.most > 0 && r.took > r.most, r.ratio > 0 && float64(r.took) > r.ratio*float64(r.of):
		return "missed"
	}
	return "met"
}

func (b *bench) heading(what string) {
	fmt.Printf("\n%s\n\n| what | time | bar | yardstick, in the same run | ratio | |\n|---|---|---|---|---|---|\n", what)
}

func (b *bench) row(r row) {
	if r.said != "" {
		fmt.Printf("| %s | %s | %s | | | |\n", r.what, r.said, r.bar())
		return
	}
	time, ratio, yardstick := round(r.took), "", r.yardstick
	if r.cpu > 0 {
		time += ", cpu " + round(r.cpu)
	}
	if r.of > 0 && yardstick != "" {
		ratio = fmt.Sprintf("%.2f", float64(r.took)/float64(r.of))
		yardstick += ", " + round(r.of)
	}
	if r.heavy {
		time += fmt.Sprintf(", %d MB", r.peak>>20)
	}
	if r.runs < b.runs {
		time += fmt.Sprintf(" (%d)", r.runs)
	}
	fmt.Printf("| %s | %s | %s | %s | %s | %s |\n", r.what, time, r.bar(), yardstick, ratio, r.met())
	if b.notes == 0 {
		return
	}
	if b.took[r.what] == nil {
		b.took[r.what] = map[int]sample{}
		b.rows = append(b.rows, r)
	}
	b.took[r.what][b.notes] = r.sample
}

// growth prints each row at all sizes, and its exponent from one to the next: 1 is
// linear, 0 costs the same whatever the vault.
func (b *bench) growth() {
	if len(b.sizes) < 2 {
		return
	}
	fmt.Print("\nGrowth\n\n| what |")
	for _, n := range b.sizes {
		fmt.Printf(" %d |", n)
	}
	for i := range b.sizes[1:] {
		fmt.Printf(" exponent %d–%d |", b.sizes[i], b.sizes[i+1])
	}
	fmt.Println("\n|" + strings.Repeat("---|", 2*len(b.sizes)))
	for _, r := range b.rows {
		b.grows(r.what, b.took[r.what], func(s sample) time.Duration { return s.took })
		if r.rest {
			b.grows(r.what+", less the "+r.yardstick, b.took[r.what], func(s sample) time.Duration { return s.took - s.of })
		}
		if r.cpu > 0 {
			b.grows(r.what+", processor time", b.took[r.what], func(s sample) time.Duration { return s.cpu })
		}
	}
}

func (b *bench) grows(what string, at map[int]sample, of func(sample) time.Duration) {
	fmt.Printf("| %s |", what)
	for _, n := range b.sizes {
		if s, ok := at[n]; ok {
			fmt.Printf(" %s |", round(of(s)))
		} else {
			fmt.Print(" |")
		}
	}
	for i, n := range b.sizes[1:] {
		from, to := of(at[b.sizes[i]]), of(at[n])
		if from <= 0 || to <= 0 {
			fmt.Print(" |")
			continue
		}
		fmt.Printf(" %.2f |", math.Log(float64(to)/float64(from))/math.Log(float64(n)/float64(b.sizes[i])))
	}
	fmt.Println()
}

func round(d time.Duration) string {
	switch {
	case d < 10*time.Millisecond:
		return d.Round(100 * time.Microsecond).String()
	case d < 10*time.Second:
		return d.Round(time.Millisecond).String()
	}
	return d.Round(100 * time.Millisecond).String()
}

// rowTime is how long one row may take once it has three samples; twice that, and one
// sample has to do.
const rowTime = 40 * time.Second

// measure runs f and its yardstick by turns, so that both meet the same machine, as
// often as runs says or time allows. The first time does not count, unless it is too
// long to be wasted.
func (b *bench) measure(yardstick func(), f func(i int) time.Duration) sample {
	var s sample
	var took, of, cpu []time.Duration
	for i, began := 0, time.Now(); ; i++ {
		if spent := time.Since(began); len(took) >= b.runs || spent > 2*rowTime && len(took) > 0 || spent > rowTime && len(took) >= 3 {
			break
		}
		var beside time.Duration
		if yardstick != nil {
			beside = timed(yardstick)
		}
		b.cpu, b.peak = 0, 0
		if last := f(i); i > 0 || last > rowTime/4 {
			took, of, cpu = append(took, last), append(of, beside), append(cpu, b.cpu)
		}
	}
	s.took, s.of, s.cpu, s.runs, s.peak = median(took), median(of), median(cpu), len(took), b.peak
	return s
}

func timed(f func()) time.Duration {
	began := time.Now()
	f()
	return time.Since(began)
}

func median(d []time.Duration) time.Duration { return share(d, 50) }

// share is what so many in a hundred do not exceed.
func share(d []time.Duration, percent int) time.Duration {
	if len(d) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(d))
	return sorted[min(len(sorted)*percent/100, len(sorted)-1)]
}

// run runs the program and says how long it took; a vault with errors is no failure
// here.
func (b *bench) run(args ...string) time.Duration {
	b.t.Helper()
	var messages bytes.Buffer
	cmd := exec.Command(b.bin, args...)
	cmd.Stderr = &messages
	began := time.Now()
	err := cmd.Run()
	took := time.Since(began)
	if exit, ok := err.(*exec.ExitError); err != nil && (!ok || exit.ExitCode() != exitFaults) {
		b.t.Fatalf("assay %v: %v\n%s", args, err, messages.String())
	}
	b.peak, b.cpu = assaytest.Peak(cmd), cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()
	return took
}

// benchVault is one that rows are measured on.
type benchVault struct {
	dir   string
	made  vaultgen.Made
	files int

	b        *bench
	original []byte // of the note that is edited
	cite     string // a marker that it has
}

// vault writes a vault, or takes the one that an earlier run left where it was told to
// keep them.
func (b *bench) vault(o vaultgen.Options) *benchVault {
	b.t.Helper()
	o.Chunks = max(o.Chunks, o.Notes)
	v := &benchVault{b: b, dir: filepath.Join(b.dir, fmt.Sprintf("vault-%d-%d", o.Notes, o.Chunks))}
	var err error
	if v.made, err = vaultgen.Read(v.dir); err != nil {
		if v.made, err = vaultgen.Write(v.dir, o, func() error { b.run("build", v.dir); return nil }); err != nil {
			b.t.Fatal(err)
		}
	}
	if v.original, err = os.ReadFile(v.sample()); err != nil {
		b.t.Fatal(err)
	}
	_, rest, ok := bytes.Cut(v.original, []byte("[^chk-"))
	if !ok {
		b.t.Fatalf("%s cites nothing", v.made.Sample)
	}
	id, _, _ := bytes.Cut(rest, []byte("]"))
	v.cite = "[^chk-" + string(id) + "]"
	v.files = walkTree(b.t, v.dir)
	return v
}

func (v *benchVault) sample() string { return filepath.Join(v.dir, filepath.FromSlash(v.made.Sample)) }

func (v *benchVault) state() string { return filepath.Join(v.dir, ".assay") }

// edit saves the note with a claim that it did not have: what a build has to say of it
// is new, and what it said of the one before is fixed.
func (v *benchVault) edit(i int) {
	at := bytes.Index(v.original, []byte("\n## ")) // before a section; the note may end in footnotes
	if at < 0 {
		at = len(v.original)
	}
	text := fmt.Appendf(nil, "%s\nThe edit of number %d stands here for %d days now.%s\n%s", v.original[:at], i, i+2, v.cite, v.original[at:])
	if err := os.WriteFile(v.sample(), text, 0o644); err != nil {
		v.b.t.Fatal(err)
	}
}

// add lays a note beside the one that is saved, with the claim of an edit and a link, and
// takes the one before away; no note where i is negative.
func (v *benchVault) add(i int) {
	dir := filepath.Dir(v.sample())
	if left, _ := filepath.Glob(filepath.Join(dir, "One more *.md")); len(left) > 0 {
		_ = os.Remove(left[0])
	}
	if i < 0 {
		return
	}
	of := strings.TrimSuffix(filepath.Base(v.sample()), ".md")
	text := fmt.Appendf(nil, "# One more %d\n\nThe note of number %d stands here for %d days now.%s\n\nSee [[%s]].\n", i, i, i+2, v.cite, of)
	if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("One more %d.md", i)), text, 0o644); err != nil {
		v.b.t.Fatal(err)
	}
}

func (v *benchVault) restore() {
	if err := os.WriteFile(v.sample(), v.original, 0o644); err != nil {
		v.b.t.Fatal(err)
	}
	v.b.run("build", v.dir)
}

// cold builds the vault as it comes from a clone, footnotes and sources in place.
func (b *bench) cold(v *benchVault) sample {
	return b.measure(func() { parseAlone(b.t, v.dir) }, func(int) time.Duration {
		if err := os.RemoveAll(v.state()); err != nil {
			b.t.Fatal(err)
		}
		return b.run("build", v.dir)
	})
}

// clone checks the vault without what builds store. Such a check stores nothing.
func (b *bench) clone(v *benchVault) sample {
	if b.took[coldBuild][b.notes].took > 2*rowTime {
		return sample{said: "not measured, it grades as much as the cold build"}
	}
	aside := v.dir + "-state"
	if err := os.Rename(v.state(), aside); err != nil {
		b.t.Fatal(err)
	}
	s := b.measure(func() { parseAlone(b.t, v.dir) }, func(int) time.Duration { return b.run("check", v.dir) })
	if _, err := os.Lstat(v.state()); err == nil {
		b.t.Fatal("a check of a clone made .assay")
	}
	if err := os.Rename(aside, v.state()); err != nil {
		b.t.Fatal(err)
	}
	return s
}
