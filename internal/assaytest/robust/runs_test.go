//go:build unix

package robust

import (
	"encoding/json"
	"os/exec"
	"sync"
	"testing"
	"time"

	"assay/compiler/stats"
	"assay/internal/assaytest"
)

// Builds and searches of many processes at once, some of them killed, leave a record
// that can be read, and each that ended well has its line.
func TestRunsOfManyProcesses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	assaytest.Lay(t, dir, trees())
	assaytest.Must(t, 0, dir, "build")
	runs := func() (r stats.RunsReport) {
		t.Helper()
		out, err := assaytest.Program(dir, "eval", "runs", "--json", "-n", "1000").Output()
		if err == nil {
			err = json.Unmarshal(out, &r)
		}
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	before := runs().Total
	editAll(t, dir)
	var all sync.WaitGroup
	const searches = 6
	for range searches {
		all.Go(func() {
			if out, err := assaytest.Program(dir, "search", "oak trees").CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
		all.Go(func() {
			cmd := assaytest.Program(dir, "search", "wood of yew")
			if cmd.Start() == nil {
				time.Sleep(5 * time.Millisecond)
				cmd.Process.Kill()
				cmd.Wait()
			}
		})
	}
	all.Go(func() {
		if out, err := assaytest.Program(dir, "build").CombinedOutput(); err != nil {
			if _, ok := err.(*exec.ExitError); !ok {
				t.Errorf("%v\n%s", err, out)
			}
		}
	})
	all.Wait()
	if r := runs(); r.Total < before+searches+1 || r.Broken > searches {
		t.Errorf("%d runs, %d of them before; %d lines are broken", r.Total, before, r.Broken)
	}
}
