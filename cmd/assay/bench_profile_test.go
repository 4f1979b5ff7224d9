package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/pprof"
	"testing"
	"time"

	"assay/internal/lab/vaultgen"
)

// TestProfiles writes processor profiles of the slowest paths, so that a change can
// show what it did: `make profile`. Each path runs in this process until it has had a
// few seconds, since a profile has a sample each ten milliseconds.
func TestProfiles(t *testing.T) {
	out := os.Getenv("ASSAY_PROFILE")
	if out == "" {
		t.Skip("`make profile` runs it")
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		t.Fatal(err)
	}
	debug.SetGCPercent(200) // as main has it
	b := newBench(t)
	v := b.vault(vaultgen.Options{Notes: setting("ASSAY_PROFILE_NOTES", 10_000)})
	ask := func(args ...string) {
		if code := run(context.Background(), args, io.Discard, io.Discard, os.Getenv); code > exitFaults {
			t.Fatalf("assay %v: status %d", args, code)
		}
	}
	ask("build", v.dir)
	profile := func(name string, f func(i int)) {
		file, err := os.Create(filepath.Join(out, name+".pprof"))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if err := pprof.StartCPUProfile(file); err != nil {
			t.Fatal(err)
		}
		times, began := 0, time.Now()
		for ; times == 0 || time.Since(began) < 8*time.Second; times++ {
			f(times)
		}
		pprof.StopCPUProfile()
		fmt.Printf("%s: %s each, %d times\n", file.Name(), round(time.Since(began)/time.Duration(times)), times)
	}
	profile("check-unchanged", func(int) { ask("check", v.dir) })
	profile("build-one-note", func(i int) { v.edit(3000 + i); ask("build", v.dir) })
	v.restore()
	profile("build-cold", func(int) {
		if err := os.RemoveAll(v.state()); err != nil {
			t.Fatal(err)
		}
		ask("build", v.dir)
	})
}
