// Package watch builds while someone writes, and tells what each saved note changed.
package watch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/tree"
	"assay/gates"
	"assay/vault"
)

// Watching, in time.
const (
	// patience is how long what changed may go without an answer because more changed:
	// then a build is left to end, whatever comes.
	patience = 2 * time.Second
	// watchClock is how often evidence is looked at for having gone stale meanwhile.
	watchClock = 30 * time.Second
	// A build that failed, as on a full disk, is tried again at the next change, and
	// without one after so long, each time twice that.
	retryFirst, retryMost = 5 * time.Second, 2 * time.Minute
	// One in which an action failed, such as a search while another program has the index,
	// is tried again likewise, beginning sooner: most of it is done.
	retryAction = 250 * time.Millisecond
	// One that failed because a file changed under its hands is tried again at once, and
	// not told of before so long.
	retryTorn, watchTorn = 20 * time.Millisecond, 30 * time.Second
	// A vault that went away, as when it is moved by a sync, may come back within so long.
	watchReturn = 10 * time.Second
)

// Options say how a vault is watched.
type Options struct {
	Poll time.Duration // ask the system for no events and look so often; 0: events
	Told func(Change)  // what came of each burst of changes, one at a time

	Clock time.Duration // of tests: instead of watchClock,
	Wait  time.Duration // and of watchReturn
}

// A Change is what a burst of changes came to.
type Change struct {
	Ready  bool // the first of a vault: all of its state is new
	Report *reports.Report
	Watch  tree.How // with Ready

	Paths  []string           // files whose bytes are others, that came or that went, sorted
	Files  []FileDiagnostics  // those about which something else is said than before
	New    []gates.Diagnostic // said now and not before
	Fixed  []gates.Diagnostic // said before and not now; their places are of the text before
	Still  int                // of those now, said before too
	Work   time.Duration      // to build, and to find out what changed
	Since  time.Duration      // from the last event of the burst until now
	Notice error              // something to know about watching itself; nothing else is set
	Err    error              // nothing could be built, and nothing else is set; watching goes on
}

// FileDiagnostics are all that is said about a file now; "" is the vault as a whole.
type FileDiagnostics struct {
	File        string
	Diagnostics []gates.Diagnostic
}

// Quiet reports whether nothing came of it that anybody would notice.
func (c Change) Quiet() bool {
	return !c.Ready && c.Err == nil && c.Notice == nil &&
		len(c.Paths)+len(c.Files)+len(c.New)+len(c.Fixed)+len(c.Report.Promoted)+len(c.Report.Written) == 0
}

// Run builds, and builds again after each burst of changes, until ctx ends or the
// vault is gone. It asks nobody outside: what would need the network or a model waits
// for a build. It never ends because of what a person is in the midst of writing:
// errors are told, and the next change is waited for.
func Run(ctx context.Context, c *compiler.Compiler, o Options) error {
	for {
		c.Warm = true
		err := (&watching{c: c, o: o}).run(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case !errors.Is(err, tree.ErrGone):
			return err
		}
		wait := cmp.Or(o.Wait, watchReturn)
		o.Told(Change{Err: fmt.Errorf("watch %s: the vault was moved, deleted or replaced; waiting %s for it", c.Root, wait)})
		if c, err = returned(ctx, c, wait); ctx.Err() != nil {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// returned opens the vault that is where one was.
func returned(ctx context.Context, c *compiler.Compiler, wait time.Duration) (*compiler.Compiler, error) {
	c.Dir.Close()
	end := time.Now().Add(wait)
	for time.Now().Before(end) {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(250 * time.Millisecond):
		}
		if _, err := os.Stat(c.Root); err != nil {
			continue
		}
		if again, err := compiler.Open(c.Root, c.World, c.Opts); err == nil && again.Root == c.Root {
			return again, nil
		}
	}
	return nil, gates.WithHint(fmt.Errorf("watch %s: the vault was moved or deleted", c.Root), "start `assay watch` where it is now")
}

// watching is one vault being watched. One goroutine has it; a build runs beside.
type watching struct {
	c *compiler.Compiler
	o Options
	f *tree.Follower

	todo    tree.Burst        // what no build has taken in yet
	look    bool              // build though nothing changed: the clock went on
	owed    time.Time         // since when todo waits
	policy  bool              // it has been read since it changed
	seen    seen              // what was told last
	ready   bool              // something was
	failed  string            // the error that was told last
	lacking []reports.Failure // what the last build failed to do
	retry   time.Duration
	until   time.Time // when what was told is stale by the clock alone
}

// run watches until ctx ends or the vault is gone.
func (w *watching) run(ctx context.Context) (err error) {
	hidden := append(vault.SettingsFiles(), ".gitmodules", compiler.AttributesFile(w.c.Policy)) // they bear on what notes mean, and no scan lists them
	// First what is told of, then what there is: nothing falls between.
	w.f, err = tree.Follow(w.c.Root, tree.Options{Poll: w.o.Poll, Hidden: hidden, State: vault.StateDir})
	if err != nil {
		return err
	}
	defer w.f.Close()
	now := time.Now()
	w.todo, w.owed = tree.Burst{All: true, First: now, Last: now}, now
	for {
		w.build(ctx)
		if err := w.wait(ctx); err != nil {
			return err
		}
	}
}

// wait waits for a reason to build.
func (w *watching) wait(ctx context.Context) error {
	for {
		pause := cmp.Or(w.o.Clock, watchClock)
		if w.retry > 0 {
			pause = min(pause, w.retry)
		}
		timed, cancel := context.WithTimeout(ctx, pause)
		b, notice, err := w.f.Next(timed)
		cancel()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case notice != nil:
			w.o.Told(Change{Notice: notice})
		case errors.Is(err, context.DeadlineExceeded):
			w.look = !w.until.IsZero() && w.c.World.Now().After(w.until)
			if w.retry > 0 || w.look {
				if w.todo.Empty() {
					w.owed = time.Now() // a save that comes meanwhile goes first
				}
				return nil
			}
		case err != nil:
			return err
		default:
			if w.todo.Empty() {
				w.owed = b.First
			}
			w.todo = w.todo.Join(b)
			return nil
		}
	}
}
