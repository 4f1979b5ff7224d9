//go:build unix

package robust

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/internal/assaytest"
	"assay/vault"
)

// trees is a vault whose build takes long enough to be hit at every stage.
func trees() map[string]string {
	names := strings.Fields("Alder Ash Aspen Beech Birch Cedar Cherry Cypress Elm Fir Hazel Holly Hornbeam Juniper Larch Linden Maple Oak Pine Poplar Rowan Spruce Sycamore Walnut Willow Yew")
	files := map[string]string{"pipeline-policy.yaml": "vault: {evidence: [raw]}\npromotion: {mode: auto, direct: allow}\n"}
	home := "# Trees\n\n"
	for i, name := range names {
		low := strings.ToLower(name)
		files["raw/on-"+low+".md"] = fmt.Sprintf(`---
title: %[1]s
retrieved: 2026-05-01
---
# %[1]s

%[1]s is a tree that grows to %[2]d metres. The wood of %[3]s weighs about %[4]d kilograms per cubic metre.

## Leaves

The leaves of %[3]s are %[5]d centimetres long. %[1]s flowers for %[6]d weeks in spring.
`, name, 10+i, low, 400+7*i, 3+i%9, 2+i%4)
		home += fmt.Sprintf("- [[%s]]\n", name)
		files[fmt.Sprintf("01_Wiki/Wood of %s.md", low)] = fmt.Sprintf(
			"# Wood of %[1]s\n\nThe wood of %[1]s weighs about %[2]d kilograms per cubic metre. ^[raw/on-%[1]s.md]\n", low, 400+7*i)
	}
	files["01_Wiki/Trees.md"] = home
	return files
}

// editAll makes work of every kind for a vault of trees that was built: an original
// says something else, a note is new, one is gone.
func editAll(tb testing.TB, dir string) {
	tb.Helper()
	files := trees()
	assaytest.Lay(tb, dir, map[string]string{
		"raw/on-oak.md":        strings.Replace(files["raw/on-oak.md"], "is a tree", "is a broad tree", 1),
		"raw/on-mangrove.md":   strings.ReplaceAll(strings.ReplaceAll(files["raw/on-oak.md"], "oak", "mangrove"), "Oak", "Mangrove"),
		"01_Wiki/Mangroves.md": "# Mangroves\n\nSee [[Mangrove]].\n",
	})
	if err := os.Remove(filepath.Join(dir, "01_Wiki", "Wood of yew.md")); err != nil {
		tb.Fatal(err)
	}
}

// A build that is killed at any moment, and again, loses nothing: the next one ends
// where an undisturbed one does, and leaves nothing behind.
//
// Invariant (writing): A build killed or interrupted at any moment loses nothing: the next one
// makes the vault that an undisturbed one makes. See also TestInterrupt.
func TestKill(t *testing.T) {
	t.Parallel()
	undisturbed := t.TempDir()
	assaytest.Lay(t, undisturbed, trees())
	began := time.Now()
	assaytest.Must(t, 0, undisturbed, "build")
	took := time.Since(began)
	first := assaytest.Files(t, undisturbed)
	editAll(t, undisturbed)
	assaytest.Must(t, 0, undisturbed, "build")
	second := assaytest.Files(t, undisturbed)
	if len(first) < 100 || len(second) <= len(first) {
		t.Fatalf("%d files, then %d", len(first), len(second))
	}
	r := rand.New(rand.NewPCG(9, uint64(time.Now().UnixNano())))
	hit := 0 // kills that hit a build at work
	for vaults := 0; hit < assaytest.Kills(t) && vaults < 10*assaytest.Kills(t); vaults++ {
		dir := filepath.Join(t.TempDir(), "vault")
		assaytest.Lay(t, dir, trees())
		want, within := first, took
		if r.IntN(2) == 0 {
			assaytest.Must(t, 0, dir, "build")
			editAll(t, dir)
			want, within = second, took/2
		}
		for range 1 + r.IntN(3) {
			cmd := assaytest.Program(dir, "build")
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Duration(r.Int64N(int64(within))))
			_ = cmd.Process.Kill()
			if err := cmd.Wait(); err != nil && cmd.ProcessState.ExitCode() == -1 {
				hit++
			}
		}
		assaytest.Must(t, 0, dir, "build")
		if d := cmp.Diff(want, assaytest.Files(t, dir)); d != "" {
			t.Fatalf("after %d kills the vault differs (-undisturbed +killed):\n%s", hit, d)
		}
		assaytest.Leftovers(t, dir)
		assaytest.Must(t, 0, dir, "ledger", "verify")
		if out, _ := assaytest.Must(t, 0, dir, "build", "--json"); !strings.Contains(out, `"planned": 0`) {
			t.Fatalf("after %d kills it does not settle:\n%s", hit, out)
		}
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d kills hit a build at work, which takes %v undisturbed", hit, took.Round(time.Millisecond))
	if hit < assaytest.Kills(t) {
		t.Errorf("only %d kills hit a build at work", hit)
	}
}

// Ctrl-C stops a build at once, with status 2 and nothing half written.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	undisturbed := t.TempDir()
	assaytest.Lay(t, undisturbed, trees())
	began := time.Now()
	assaytest.Must(t, 0, undisturbed, "build")
	took := time.Since(began)
	want := assaytest.Files(t, undisturbed)
	r := rand.New(rand.NewPCG(10, uint64(time.Now().UnixNano())))
	stopped := 0
	for range assaytest.Kills(t) {
		dir := t.TempDir()
		assaytest.Lay(t, dir, trees())
		before := assaytest.Files(t, dir)
		var messages bytes.Buffer
		cmd := assaytest.Program(dir, "build")
		cmd.Stderr = &messages
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(20*time.Millisecond + time.Duration(r.Int64N(int64(took))))
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
		switch cmd.ProcessState.ExitCode() {
		case 2:
			stopped++
			if !strings.Contains(messages.String(), "interrupted") {
				t.Errorf("stopped without a word:\n%s", messages.String())
			}
			if d := cmp.Diff(before, assaytest.Files(t, dir)); d != "" && cmp.Diff(want, assaytest.Files(t, dir)) != "" {
				t.Fatalf("half written:\n%s", d)
			}
		case 0, -1: // before the program could listen, or after it was done
		default:
			t.Errorf("status %d:\n%s", cmd.ProcessState.ExitCode(), messages.String())
		}
		assaytest.Must(t, 0, dir, "build")
		if d := cmp.Diff(want, assaytest.Files(t, dir)); d != "" {
			t.Fatalf("the next build ends elsewhere:\n%s", d)
		}
		assaytest.Leftovers(t, dir)
	}
	t.Logf("%d builds stopped at work", stopped)
}

// A second build waits, and says for whom; who only looks does not wait.
//
// Invariant (writing): One writer at a time, readers wait for nobody, and the lock dies with
// its process. See also TestCrowd, TestLockSaysWhoHoldsIt, TestLockEndsWithItsProcess,
// TestLockWhenStateIsDeletedUnderneath.
func TestTwoBuildsAtOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	assaytest.Lay(t, dir, map[string]string{"pipeline-policy.yaml": "promotion: {mode: auto}\n", "01_Wiki/A.md": "# A\n\nSee [[B]].\n"})
	d, err := vault.OpenDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	unlock, err := vault.Lock(context.Background(), d, vault.LockOptions{Command: "assay build of someone else"})
	if err != nil {
		t.Fatal(err)
	}
	second, impatient := waiting(t, dir), waiting(t, dir)
	for _, look := range [][]string{{"check"}, {"gaps"}, {"status"}, {"why", "01_Wiki/A.md"}, {"build", "-n"}} {
		assaytest.Must(t, 0, dir, look...)
	}
	// A person who does not want to wait stops it.
	if err := impatient.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if _ = impatient.Wait(); impatient.ProcessState.ExitCode() != 2 {
		t.Errorf("stopped while waiting: status %d", impatient.ProcessState.ExitCode())
	}
	unlock()
	if err := second.Wait(); err != nil {
		t.Errorf("the second build, when it was its turn: %v", err)
	}
}

// A build that has said for whom it waits.
func waiting(t *testing.T, dir string) *exec.Cmd {
	t.Helper()
	cmd := assaytest.Program(dir, "build")
	messages, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 4096)
	n, _ := messages.Read(line)
	if got := string(line[:n]); !strings.Contains(got, fmt.Sprintf("process %d", os.Getpid())) || !strings.Contains(got, "assay build of someone else") {
		t.Errorf("it does not say who holds the vault: %q", got)
	}
	return cmd
}

// Many builds at once end as one does.
func TestCrowd(t *testing.T) {
	t.Parallel()
	alone := t.TempDir()
	assaytest.Lay(t, alone, trees())
	assaytest.Must(t, 0, alone, "build")
	dir := t.TempDir()
	assaytest.Lay(t, dir, trees())
	failed := make(chan error)
	const crowd = 4
	for i := range crowd {
		args := []string{"build", "-j", strconv.Itoa(1 + i*3)}
		if i == crowd-1 {
			args = []string{"check"}
		}
		go func() {
			out, err := assaytest.Program(dir, args...).CombinedOutput()
			if err != nil {
				err = fmt.Errorf("assay %v: %w\n%s", args, err, out)
			}
			failed <- err
		}()
	}
	for range crowd {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
	if d := cmp.Diff(assaytest.Files(t, alone), assaytest.Files(t, dir)); d != "" {
		t.Errorf("a crowd builds another vault (-alone +crowd):\n%s", d)
	}
	assaytest.Leftovers(t, dir)
}
