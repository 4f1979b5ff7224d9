package main

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"assay/internal/assaytest"
	"assay/internal/lab/vaultgen"
)

// An onScreen is a program at a terminal of its own, and when it first showed something.
type onScreen struct {
	cmd   *exec.Cmd
	shown bytes.Buffer
	first time.Duration
	last  time.Duration // from the signal to the end
}

// watchAtTerminal runs a program at a terminal until it ends; it is sent a signal, unless that is
// 0, when the screen shows a pattern.
func watchAtTerminal(t *testing.T, cmd *exec.Cmd, pattern string, stop syscall.Signal) *onScreen {
	t.Helper()
	user, screen, err := openPTY()
	if err != nil {
		t.Skip("no terminal to be had: ", err)
	}
	defer user.Close()
	w := &onScreen{cmd: cmd}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = screen, screen, screen
	cmd.Env = append(cmd.Environ(), "TERM=xterm")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	screen.Close()
	var sent time.Time
	for buf := make([]byte, 4096); ; {
		n, err := user.Read(buf)
		if n > 0 && w.first == 0 {
			w.first = time.Since(began)
		}
		w.shown.Write(buf[:n])
		if stop != 0 && sent.IsZero() && regexp.MustCompile(pattern).Match(w.shown.Bytes()) {
			sent = time.Now()
			if err := cmd.Process.Signal(stop); err != nil {
				t.Fatal(err)
			}
		}
		if err != nil {
			break
		}
	}
	_ = cmd.Wait()
	if !sent.IsZero() {
		w.last = time.Since(sent)
	}
	return w
}

// A check of a wiki that takes a while says how far it is and what it found so far; stopped,
// it ends with status 2 and keeps what it did, so that the next one only does the rest.
//
// Invariant (checks): A check that is stopped keeps what it found, and the next one says what
// one that was never stopped says.
func TestCheckStopped(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := vaultgen.WriteWiki(dir, vaultgen.Options{Notes: 2500}); err != nil {
		t.Fatal(err)
	}
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		cache := t.TempDir()
		run := func() *exec.Cmd {
			cmd := assaytest.Program(dir, "check")
			cmd.Env = append(cmd.Environ(), "XDG_CACHE_HOME="+cache)
			return cmd
		}
		w := watchAtTerminal(t, run(), `grade +\d+/2500 .*\d+ findings? so far`, sig)
		if w.cmd.ProcessState.ExitCode() != exitNothing || !strings.Contains(w.shown.String(), "interrupted") {
			t.Fatalf("%s: %s\n%s", sig, w.cmd.ProcessState, w.shown.String()[max(0, w.shown.Len()-2000):])
		}
		if w.last > 10*time.Second { // a second where nothing else runs
			t.Errorf("%s: it ended after %s", sig, w.last)
		}
		kept, err := filepath.Glob(filepath.Join(cache, "assay", "*", ".assay", "state-*.bin"))
		if err != nil || len(kept) != 1 {
			t.Fatalf("%s: nothing is kept: %v %v", sig, kept, err)
		}
		after, _ := run().Output()
		fresh := assaytest.Program(dir, "check")
		fresh.Env = append(fresh.Environ(), "XDG_CACHE_HOME="+t.TempDir())
		if want, _ := fresh.Output(); len(want) == 0 || !bytes.Equal(want, after) {
			t.Errorf("%s: after a stop it says\n%s\nand not\n%s", sig, after, want)
		}
	}
}

// Progress is for who looks on: nobody does where -q asks for silence, or where messages go
// to a file.
func TestCheckShowsNoProgress(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := vaultgen.WriteWiki(dir, vaultgen.Options{Notes: 600}); err != nil {
		t.Fatal(err)
	}
	quiet := assaytest.Program(dir, "check", "-q", "-B")
	w := watchAtTerminal(t, quiet, "", 0)
	if s := w.shown.String(); strings.Contains(s, "so far") || strings.Contains(s, "\x1b[1A") {
		t.Errorf("-q shows progress:\n%q", s)
	}
	if _, messages, _ := assaytest.Run(t, dir, "check", "-B"); strings.Contains(messages, "so far") || strings.Contains(messages, "\x1b") {
		t.Errorf("without a terminal it shows progress:\n%q", messages)
	}
}
