//go:build unix

package robust

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/internal/assaytest"
)

// running is an assay that watches.
type running struct {
	t        *testing.T
	cmd      *exec.Cmd
	stdin    io.WriteCloser
	stdout   io.ReadCloser
	lines    chan string
	messages *lockedBuffer
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func startReading(t *testing.T, dir string, stdin bool, args ...string) *running {
	t.Helper()
	r := &running{t: t, cmd: assaytest.Program(dir, append([]string{"watch"}, args...)...), lines: make(chan string, 1000), messages: &lockedBuffer{}}
	r.cmd.Stderr = r.messages
	var err error
	if stdin {
		if r.stdin, err = r.cmd.StdinPipe(); err != nil {
			t.Fatal(err)
		}
	}
	if r.stdout, err = r.cmd.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	if err := r.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		s := bufio.NewScanner(r.stdout)
		s.Buffer(nil, 16<<20)
		for s.Scan() {
			r.lines <- s.Text()
		}
		close(r.lines)
	}()
	t.Cleanup(func() { _ = r.cmd.Process.Kill() })
	return r
}

// until waits for a line that has all words in it.
func (r *running) until(words ...string) string {
	r.t.Helper()
	late := time.After(time.Minute) // a busy machine
	for {
		select {
		case line, ok := <-r.lines:
			if !ok {
				r.t.Fatalf("ended before %q; it said\n%s", words, r.messages.String())
			}
			all := true
			for _, w := range words {
				all = all && strings.Contains(line, w)
			}
			if all {
				return line
			}
		case <-late:
			r.t.Fatalf("never said %q; it said\n%s", words, r.messages.String())
		}
	}
}

// ends waits for its end.
func (r *running) ends(status int) {
	r.t.Helper()
	done := make(chan error, 1)
	go func() { done <- r.cmd.Wait() }()
	select {
	case <-done:
		if got := r.cmd.ProcessState.ExitCode(); got != status {
			r.t.Errorf("status %d, want %d; it said\n%s", got, status, r.messages.String())
		}
	case <-time.After(10 * time.Second):
		r.t.Fatal("it does not end")
	}
}

var watched = map[string]string{
	"pipeline-policy.yaml": "vault: {evidence: [raw]}\npromotion: {direct: allow}\n",
	"raw/on-oak.md":        "---\ntitle: On oaks\nretrieved: 2026-05-01\n---\n# On oaks\n\nThe oak at the gate was planted in 1820 by a gardener of the house.\n",
	"01_Wiki/Oak.md":       "# Oak\n\nThe oak at the gate was planted in 1820 by a gardener of the house. ^[raw/on-oak.md]\n",
}

const wrongYear = "# Oak\n\nThe oak at the gate was planted in 1840 by a gardener of the house. ^[raw/on-oak.md]\n"

// What a baseline lists is let be while a vault is watched too: only what is new is told,
// and what the list grows by is.
//
// Invariant (speaking): Check, build, status and watch answer by a baseline alike. See also
// baseline.txtar, TestWatchNoticesTheEndOfABaseline.
func TestWatchHoldsToTheBaseline(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	assaytest.Lay(t, dir, watched)
	assaytest.Lay(t, dir, map[string]string{"01_Wiki/Oak.md": wrongYear})
	assaytest.Must(t, 0, dir, "check", "--baseline-write")
	r := startReading(t, dir, false)
	r.until("1 known (assay-baseline.jsonl), 0 new")
	assaytest.Lay(t, dir, map[string]string{"01_Wiki/Gate.md": "# Gate\n\nThe oak at the gate was planted in 1850 by a gardener of the house. ^[raw/on-oak.md]\n"})
	r.until("01_Wiki/Gate.md:3:1: error", "1850")
	r.until("1 new (")
	assaytest.Must(t, 0, dir, "check", "--baseline-grow")
	r.until("fixed", "1850")
}

// A person reads what a save brought and mended, without escapes where it is no
// terminal; a second watch and a build of the same vault get in nobody's way; Ctrl-C
// ends it with nothing left behind.
func TestWatchAtAShell(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	assaytest.Lay(t, dir, watched)
	one, two := startReading(t, dir, false), startReading(t, dir, false, "--poll=200ms")
	for _, r := range []*running{one, two} {
		r.until("1 cited claim: 1 holds, 0 do not")
	}
	assaytest.Lay(t, dir, map[string]string{"01_Wiki/Oak.md": wrongYear})
	for _, r := range []*running{one, two} {
		if line := r.until("01_Wiki/Oak.md:3:1", "1840", "[value-mismatch]"); strings.Contains(line, "\x1b") {
			t.Errorf("escapes: %q", line)
		}
		r.until("1 new (")
	}
	assaytest.Must(t, 1, dir, "build")
	assaytest.Lay(t, dir, map[string]string{"01_Wiki/Oak.md": watched["01_Wiki/Oak.md"]})
	for _, r := range []*running{one, two} {
		r.until("fixed 01_Wiki/Oak.md: T0", "1840")
		r.until("1 fixed, clean (")
		if !strings.Contains(r.messages.String(), "watching") || strings.Contains(r.messages.String(), "waiting") {
			t.Errorf("it said\n%s", r.messages.String())
		}
		if err := r.cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		r.ends(0)
	}
	assaytest.Leftovers(t, dir)
	if out, _ := assaytest.Must(t, 0, dir, "build", "--json"); !strings.Contains(out, `"planned": 0`) {
		t.Errorf("a build has something left to do:\n%s", out)
	}
}

// An editor starts it, reads lines, and need not end it: it ends with its reader.
func TestWatchForAnEditor(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	assaytest.Lay(t, dir, watched)
	r := startReading(t, dir, true, "--json")
	var ready struct {
		Event    string
		Watching struct{ Events bool }
		Files    []struct{ File string }
		Claims   struct{ T5 int }
	}
	line := r.until(`"event"`)
	if err := json.Unmarshal([]byte(line), &ready); err != nil || ready.Event != "ready" || !ready.Watching.Events || ready.Files == nil || ready.Claims.T5 != 1 {
		t.Errorf("%v: %s", err, line)
	}
	assaytest.Lay(t, dir, map[string]string{"01_Wiki/Oak.md": wrongYear})
	r.until(`"event":"change"`, `"paths":["01_Wiki/Oak.md"`, `"files":[{"file":"01_Wiki/Oak.md","diagnostics":[{"code":"value-mismatch"`, `"fixed":[]`, `"since_last_event_ms":`)
	assaytest.Lay(t, dir, map[string]string{"pipeline-policy.yaml": "vault: {evidence: [raw]\n"})
	r.until(`{"event":"error","error":{"message":"read policy pipeline-policy.yaml`)
	assaytest.Lay(t, dir, map[string]string{"pipeline-policy.yaml": watched["pipeline-policy.yaml"], "01_Wiki/Oak.md": watched["01_Wiki/Oak.md"]})
	r.until(`"files":[{"file":"01_Wiki/Oak.md","diagnostics":[]}]`, `"errors":0`)
	r.stdin.Close() // the editor is gone
	r.ends(0)

	// One that holds no standard input of it, and stops reading.
	r = startReading(t, dir, false, "--json")
	r.until(`"event":"ready"`)
	r.stdout.Close()
	r.ends(0)

	// A vault that cannot be opened is told of in a line too.
	assaytest.Lay(t, dir, map[string]string{"pipeline-policy.yaml": "vault: {evidence: [raw]\n"})
	r = startReading(t, dir, false, "--json")
	r.until(`{"event":"error","error":{"message":"read policy pipeline-policy.yaml`)
	r.ends(2)
}

// A vault that is moved away is waited for, and then given up.
func TestWatchEndsWithItsVault(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "vault")
	assaytest.Lay(t, dir, watched)
	r := startReading(t, dir, false, "--json")
	r.until(`"event":"ready"`)
	if err := os.Rename(dir, dir+".old"); err != nil {
		t.Fatal(err)
	}
	r.until(`"event":"error"`, "moved, deleted or replaced")
	r.until(`"event":"error"`, "moved or deleted", "start `assay watch` where it is now")
	r.ends(2)
}
