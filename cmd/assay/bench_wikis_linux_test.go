package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"assay/internal/assaytest"
	"assay/internal/lab/vaultgen"
)

// TestWikiTable measures what a check of a wiki costs that has no policy: `make bench-wikis
// WIKIS=folder`. Each wiki is a copy that is on disk, and that this cache was never told of: the
// writing of a fresh copy would go on beside the check. Times are the median of five runs.
// ASSAY_BENCH_PAGES=58000 adds a wiki of so many pages that is made up.
func TestWikiTable(t *testing.T) {
	folder, pages := os.Getenv("ASSAY_BENCH_WIKIS"), setting("ASSAY_BENCH_PAGES", 0)
	if folder == "" && pages == 0 {
		t.Skip("`make bench-wikis` runs it")
	}
	b := newBench(t)
	fmt.Println("| wiki | notes | cited claims | bar | first run | its CPU | second run | of the first | first progress | end after SIGINT | run after that | peak memory |\n|---|---|---|---|---|---|---|---|---|---|---|---|")
	wikis, _ := os.ReadDir(folder)
	for _, w := range wikis {
		if w.IsDir() {
			b.wiki(w.Name(), func(dir string) error { return os.CopyFS(dir, os.DirFS(filepath.Join(folder, w.Name()))) })
		}
	}
	if pages > 0 {
		b.wiki(fmt.Sprintf("made up, %d pages", pages), func(dir string) error { return vaultgen.WriteWiki(dir, vaultgen.Options{Notes: pages}) })
	}
}

// wiki prints the row of one wiki.
func (b *bench) wiki(name string, lay func(dir string) error) {
	dir := filepath.Join(b.t.TempDir(), "wiki")
	if err := lay(dir); err != nil {
		b.t.Fatal(err)
	}
	syscall.Sync()
	cache := ""
	check := func(args ...string) *exec.Cmd {
		cmd := exec.Command(b.bin, append([]string{"check"}, args...)...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "XDG_CACHE_HOME="+cache)
		return cmd
	}
	run := func(args ...string) (out []byte, took, cpu time.Duration, memory int64) {
		cmd, began := check(args...), time.Now()
		out, _ = cmd.Output() // its status says what it found
		return out, time.Since(began), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), assaytest.Peak(cmd)
	}
	var firsts, cpus, seconds []time.Duration
	var memory int64
	for range 5 {
		cache = b.t.TempDir()
		_, first, cpu, most := run()
		_, second, _, _ := run()
		firsts, cpus, seconds, memory = append(firsts, first), append(cpus, cpu), append(seconds, second), max(memory, most)
	}
	first, cpu, second := median(firsts), median(cpus), median(seconds)
	var answer struct {
		Folders []struct{ Notes int }
		Summary struct{ Cited int }
	}
	out, _, _, _ := run("--json")
	if err := json.Unmarshal(out, &answer); err != nil {
		b.t.Fatalf("%s: %v\n%s", name, err, out)
	}
	notes := 0
	for _, f := range answer.Folders {
		notes += f.Notes
	}
	cache = b.t.TempDir()
	w := watchAtTerminal(b.t, check(), `so far`, syscall.SIGINT)
	_, after, _, _ := run()
	bar := time.Duration(notes)*1500*time.Microsecond + time.Duration(answer.Summary.Cited)*time.Millisecond
	fmt.Printf("| %s | %d | %d | %.1f s | %.2f s | %.2f s | %.2f s | %.0f %% | %.1f s | %.2f s | %.2f s | %d MB |\n", name, notes, answer.Summary.Cited,
		bar.Seconds(), first.Seconds(), cpu.Seconds(), second.Seconds(), 100*second.Seconds()/first.Seconds(), w.first.Seconds(), w.last.Seconds(), after.Seconds(), memory>>20)
}
