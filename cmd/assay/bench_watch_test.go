package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"assay/internal/lab/vaultgen"
)

// saves measures what a save costs under `assay watch`: the build's own time, and how
// long after the save its diagnostics are there.
func (b *bench) saves(v *benchVault) {
	const work, told = "save of one note in `watch`: its build", "save of one note in `watch`: until it is told, p95"
	if !b.knows("watch", "work_ms") {
		b.row(row{what: work, most: 50 * time.Millisecond, sample: sample{said: "not measured, this program's `watch --json` has no `work_ms`"}})
		return
	}
	w := b.watch(v)
	defer w.stop()
	took, after := w.saves(v)
	v.restoreUnder(w)
	b.row(row{what: work, most: 50 * time.Millisecond, sample: sample{took: median(took), runs: len(took)}})
	b.row(row{what: told, most: 100 * time.Millisecond, sample: sample{took: share(after, 95), runs: len(after)}})
}

// memory measures what `assay watch` holds once it is at rest, and the most that it did.
func (b *bench) memory(o vaultgen.Options) {
	if !b.knows("watch", "work_ms") {
		return
	}
	v := b.vault(o)
	b.run("build", v.dir)
	w := b.watch(v)
	defer w.stop()
	w.saves(v)
	v.restoreUnder(w)
	now, most, ok := w.memory()
	what := fmt.Sprintf("memory of `watch` after saves: %d notes, %d passages", v.made.Notes, v.made.Chunks)
	if !ok {
		fmt.Printf("| %s | not known on this system | ≤ 400 MB | | | |\n", what)
		return
	}
	met := "met"
	if most > 400 {
		met = "missed"
	}
	fmt.Printf("| %s | %d MB, at most %d MB | ≤ 400 MB | | | %s |\n", what, now, most, met)
}

// watching is a running `assay watch --json`.
type watching struct {
	b      *bench
	cmd    *exec.Cmd
	events chan event
}

// event is one object that it wrote; those that tell of a build have its work.
type event struct {
	Event  string   `json:"event"`
	WorkMS *float64 `json:"work_ms"`
	at     time.Time
}

func (b *bench) watch(v *benchVault) *watching {
	w := &watching{b: b, cmd: exec.Command(b.bin, "watch", "--json", v.dir), events: make(chan event, 64)}
	var messages bytes.Buffer
	w.cmd.Stderr = &messages
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		b.t.Fatal(err)
	}
	if err := w.cmd.Start(); err != nil {
		b.t.Fatal(err)
	}
	go func() {
		defer close(w.events)
		for d := json.NewDecoder(out); ; {
			var e event
			if err := d.Decode(&e); err != nil {
				if err != io.EOF {
					fmt.Fprintln(os.Stderr, "watch --json:", err)
				}
				return
			}
			e.at = time.Now()
			w.events <- e
		}
	}()
	if _, ok := w.next(20 * time.Minute); !ok {
		b.t.Fatalf("watch %s told nothing\n%s", v.dir, messages.String())
	}
	w.quiet()
	return w
}

// next is the next event of a build that ended.
func (w *watching) next(within time.Duration) (event, bool) {
	timer := time.NewTimer(within)
	defer timer.Stop()
	for {
		select {
		case e, ok := <-w.events:
			if !ok || e.WorkMS != nil {
				return e, ok
			}
		case <-timer.C:
			return event{}, false
		}
	}
}

// quiet waits until what a build wrote has brought no other.
func (w *watching) quiet() {
	for {
		if _, ok := w.next(700 * time.Millisecond); !ok {
			return
		}
	}
}

// saves edits a note again and again, each time in a way that has to be told.
func (w *watching) saves(v *benchVault) (work, told []time.Duration) {
	for i, began := 0, time.Now(); i <= 2*w.b.runs && (i <= 4 || time.Since(began) < rowTime); i++ {
		v.edit(1000 + i)
		at := time.Now()
		e, ok := w.next(5 * time.Minute)
		if !ok {
			w.b.t.Fatal("a save was not told of")
		}
		if i > 0 {
			work, told = append(work, time.Duration(*e.WorkMS*float64(time.Millisecond))), append(told, e.at.Sub(at))
		}
		w.quiet()
	}
	return work, told
}

func (v *benchVault) restoreUnder(w *watching) {
	if err := os.WriteFile(v.sample(), v.original, 0o644); err != nil {
		v.b.t.Fatal(err)
	}
	w.next(5 * time.Minute)
	w.quiet()
}

// memory that the process has resident, now and at most, in MB, where the system says.
func (w *watching) memory() (now, most int, ok bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", w.cmd.Process.Pid))
	if err != nil {
		return 0, 0, false
	}
	of := func(key string) int {
		_, rest, _ := strings.Cut(string(text), "\n"+key+":")
		fields := strings.Fields(rest)
		if len(fields) == 0 {
			return 0
		}
		kilobytes, _ := strconv.Atoi(fields[0])
		return kilobytes >> 10
	}
	return of("VmRSS"), of("VmHWM"), true
}

func (w *watching) stop() {
	_ = w.cmd.Process.Signal(os.Interrupt)
	for range w.events { // until it has closed its output
	}
	_ = w.cmd.Wait()
}
