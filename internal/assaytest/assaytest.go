// Package assaytest is for tests that run the real program: its command lines, the files that they
// write and read, and what must not be left behind. Tests of what the program outlives are in
// [assay/internal/assaytest/robust], those with wikis of other tools in
// [assay/internal/assaytest/wikis].
package assaytest

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"assay/vault"
)

// Program is a command line of the real program.
func Program(dir string, args ...string) *exec.Cmd {
	remember()
	cmd := exec.Command("assay", args...)
	cmd.Dir = dir
	now := os.Getenv(LaterClock)
	if now == "" {
		now = "1780000000"
	}
	cmd.Env = append(os.Environ(), "SOURCE_DATE_EPOCH="+now, "NO_COLOR=1", "USER=ada", "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
	return cmd
}

// LaterClock holds the time of a test whose files are younger than what other tests take for now:
// seconds since 1970.
const LaterClock = "ASSAY_TEST_CLOCK"

// Run runs the real program to its end and gives what it said and its status.
func Run(tb testing.TB, dir string, args ...string) (stdout, stderr string, status int) {
	tb.Helper()
	var out, messages bytes.Buffer
	cmd := Program(dir, args...)
	cmd.Stdout, cmd.Stderr = &out, &messages
	var exit *exec.ExitError
	switch err := cmd.Run(); {
	case errors.As(err, &exit):
		status = exit.ExitCode()
	case err != nil:
		tb.Fatalf("run assay %v: %v", args, err)
	}
	if strings.Contains(messages.String(), "panic:") || strings.Contains(messages.String(), "goroutine ") {
		tb.Fatalf("assay %v panicked:\n%s", args, messages.String())
	}
	return out.String(), messages.String(), status
}

// Must runs the real program and holds it to a status.
func Must(tb testing.TB, want int, dir string, args ...string) (stdout, stderr string) {
	tb.Helper()
	stdout, stderr, status := Run(tb, dir, args...)
	if status != want {
		tb.Fatalf("assay %v: status %d, want %d\n%s%s", args, status, want, stdout, stderr)
	}
	return stdout, stderr
}

// Lay writes files below a folder.
func Lay(tb testing.TB, dir string, files map[string]string) {
	tb.Helper()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(files[name]), 0o644); err != nil {
			tb.Fatal(err)
		}
	}
}

// Files is every file of a vault but the state, links as what they say.
func Files(tb testing.TB, dir string) map[string]string {
	tb.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		switch {
		case d.IsDir() && (d.Name() == vault.StateDir || d.Name() == ".git"):
			return fs.SkipDir
		case d.Type()&fs.ModeSymlink != 0:
			to, err := os.Readlink(path)
			out[filepath.ToSlash(rel)] = "-> " + to
			return err
		case d.Type().IsRegular():
			text, err := os.ReadFile(path)
			out[filepath.ToSlash(rel)] = string(text)
			return err
		}
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	return out
}

const soundPolicy = "vault: {evidence: [raw]}\npromotion: {mode: auto, direct: allow}\n"

// Sound is a vault with nothing wrong in it, to which tests add what is.
func Sound() map[string]string {
	return map[string]string{
		"pipeline-policy.yaml": soundPolicy,
		"raw/tea.md":           "# Tea\n\nGreen tea is steeped at 80 degrees for two minutes. Black tea is steeped at 95 degrees for four minutes.\n",
		"01_Wiki/Good.md":      "# Good\n\nGreen tea is steeped at 80 degrees for two minutes. ^[raw/tea.md]\n",
	}
}

// Leftovers fails where a build left temporary files or an open transaction.
func Leftovers(tb testing.TB, dir string) {
	tb.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && (strings.HasPrefix(d.Name(), ".assay-tmp-") || strings.HasSuffix(d.Name(), ".bin.tmp") ||
			filepath.Base(filepath.Dir(path)) == "txn") {
			tb.Errorf("left behind: %s", path)
		}
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
}

// Kills is how many builds TestKill kills: a few each time the tests run, as many as
// ASSAY_KILLS says when someone wants to be sure.
func Kills(t *testing.T) int {
	if n, err := strconv.Atoi(os.Getenv("ASSAY_KILLS")); err == nil {
		return n
	}
	if testing.Short() {
		return 3
	}
	return 8
}

// ManualPolicy lets sites on loopback be read whole.
const ManualPolicy = `version: 1.0
quotas: {max_pages_per_source: 5000, max_credits_per_session: 5000}
safety: {approved_domains: ["127.0.0.1"], require_hitl_for_costs_over: 5000}
crawl: {delay: 0s, max_depth: 30, allow_private_hosts: ["127.0.0.1"]}
promotion: {mode: auto}
`
