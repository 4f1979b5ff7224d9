//go:build unix

package agents

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Invariant (agents): All that an agent started dies with it: when its time is up, when the run
// is stopped, and when it ended and left something behind.
func TestNothingIsLeftBehind(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		habit   habit
		timeout time.Duration
		stop    time.Duration
	}{
		"time is up": {habit{Fork: true, Sleep: time.Minute}, time.Second, 0},
		"stopped":    {habit{Fork: true, Sleep: time.Minute}, time.Minute, time.Second},
		"ended":      {habit{Fork: true, Stdout: `{"say":"x"}`}, time.Minute, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.put(t, "copilot", c.habit)
			o := b.options()
			o.Timeout = c.timeout
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if c.stop > 0 {
				time.AfterFunc(c.stop, cancel)
			}
			found, _ := Find(Table(), o, Choice{Only: "copilot"})
			_, err := found[0].Ask(ctx, question(t))
			if c.stop > 0 && !errors.Is(err, context.Canceled) {
				t.Errorf("%v", err)
			}
			text, readErr := os.ReadFile(filepath.Join(b.dir, "child.pid"))
			if readErr != nil {
				t.Skip("the machine is too busy: it had not begun")
			}
			pid, _ := strconv.Atoi(string(text))
			for end := time.Now().Add(10 * time.Second); !dead(pid); time.Sleep(10 * time.Millisecond) {
				if time.Now().After(end) {
					t.Fatalf("%d lives on", pid)
				}
			}
		})
	}
}

// dead reports a process that is gone, or that only waits to be buried.
func dead(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return true
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && strings.Contains(string(stat), ") Z ")
}
