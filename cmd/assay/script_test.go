package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"assay/internal/assaytest"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	if strings.HasSuffix(strings.TrimSuffix(os.Args[0], ".exe"), ".test") { // and not the program that tests run
		assaytest.Unseen()
	}
	testscript.Main(m, map[string]func(){"assay": main})
}

// The scripts run the real program: a vault in, commands, and what came out of it.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(e *testscript.Env) error {
			e.Setenv("USER", "ada")
			e.Setenv("SOURCE_DATE_EPOCH", "1780000000") // 2026-05-28
			e.Setenv("NO_COLOR", "1")
			e.Setenv("XDG_CACHE_HOME", filepath.Join(e.WorkDir, ".cache"))
			e.Setenv("GIT_CEILING_DIRECTORIES", e.WorkDir)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":  exits,
			"grab":   grab,
			"answer": answer,
			"serve":  serve,
			"fill":   fill,
			"once":   once,

			"firecrawl": fireServe,

			"terminal": terminal,
			"converse": converse,
		},
	})
}

// grab keeps what a pattern finds on standard output: grab NAME pattern.
func grab(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: grab NAME pattern")
	}
	pattern, err := regexp.Compile(args[1])
	if err != nil {
		ts.Fatalf("read pattern: %v", err)
	}
	found := pattern.FindString(ts.ReadFile("stdout"))
	if found == "" {
		ts.Fatalf("no match for %s", pattern)
	}
	ts.Setenv(args[0], found)
}

// answer writes a file with what a person types who read a digest: answer NAME file.
func answer(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: answer NAME file")
	}
	digest := ts.Getenv(args[0])
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(digest[len(digest)-digestSign:]+"\n"), 0o666))
}

// exits runs a program and holds it to an exit status: exits 2 assay build.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits status program args…")
	}
	want, err := strconv.Atoi(args[0])
	if err != nil {
		ts.Fatalf("%q is no status", args[0])
	}
	got := 0
	var status *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &status):
		got = status.ExitCode()
	case err != nil:
		ts.Fatalf("run %s: %v", args[1], err)
	}
	if got != want {
		ts.Fatalf("status %d, want %d\n%s", got, want, ts.ReadFile("stdout")+ts.ReadFile("stderr"))
	}
}
