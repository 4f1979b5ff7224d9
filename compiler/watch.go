package compiler

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"assay/gates"
)

// Watching, in time: a burst of changes (an editor's save, a checkout) is one
// build, begun when it has been quiet for a moment, or at the latest after a while.
const (
	watchQuiet = 40 * time.Millisecond
	watchMost  = 400 * time.Millisecond
	watchPoll  = 2 * time.Second // where events cannot be had
)

// A Change is what a build under watch made of a burst.
type Change struct {
	Report *Report
	New    []gates.Diagnostic // not there after the build before
	Fixed  int                // of those there before
	Err    error              // the build, or the policy, failed; watching goes on
	First  bool
}

// Watch builds, and builds again after each burst of changes, until ctx ends. It
// never fails a build for what a person is in the midst of writing: errors are told
// and the next change is waited for.
func (c *Compiler) Watch(ctx context.Context, o BuildOptions, told func(Change)) error {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("watch %s: %w", c.Root, err)
	}
	defer w.Close()
	var poll <-chan time.Time
	if err := watchTree(w, c.Root); err != nil {
		if !errors.Is(err, syscall.ENOSPC) {
			return fmt.Errorf("watch %s: %w", c.Root, err)
		}
		told(Change{Err: fmt.Errorf("watch %s: the system's limit of watched folders is reached; looking every %s instead (sysctl fs.inotify.max_user_watches raises it)", c.Root, watchPoll)})
		ticker := time.NewTicker(watchPoll)
		defer ticker.Stop()
		poll = ticker.C
	}
	seen := map[string]bool{}
	build := func(first bool) {
		ch := Change{First: first}
		if ch.Report, ch.Err = c.rebuild(ctx, o); ch.Err == nil {
			ch.New, ch.Fixed, seen = difference(seen, ch.Report.Diagnostics)
		}
		if ctx.Err() == nil {
			told(ch)
		}
	}
	build(true)
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-poll:
			build(false)
		case err := <-w.Errors:
			// Events were lost: the tree itself says what changed.
			if errors.Is(err, fsnotify.ErrEventOverflow) {
				if err := watchTree(w, c.Root); err != nil {
					return fmt.Errorf("watch %s: %w", c.Root, err)
				}
			}
			build(false)
		case e := <-w.Events:
			if c.burst(ctx, w, e) {
				build(false)
			}
		}
	}
}

// burst waits until changes pause. It reports whether any of them concerns the vault.
func (c *Compiler) burst(ctx context.Context, w *fsnotify.Watcher, e fsnotify.Event) (any bool) {
	deadline := time.NewTimer(watchMost)
	defer deadline.Stop()
	quiet := time.NewTimer(watchQuiet)
	defer quiet.Stop()
	for {
		if concerns(c.Root, e.Name) && e.Op != fsnotify.Chmod {
			any = true
			if e.Has(fsnotify.Create) {
				_ = watchTree(w, e.Name) // a new folder; what cannot be watched is found by the next build
			}
		}
		select {
		case e = <-w.Events:
			quiet.Reset(watchQuiet)
		case <-quiet.C:
			return any
		case <-deadline.C:
			return any
		case <-ctx.Done():
			return false
		}
	}
}

// rebuild builds once, by the policy as it is now.
func (c *Compiler) rebuild(ctx context.Context, o BuildOptions) (*Report, error) {
	text, err := os.ReadFile(filepath.Join(c.Root, gates.PolicyFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		c.Guest, c.Policy = true, gates.Default()
	case err != nil:
		return nil, fmt.Errorf("read policy: %w", err)
	default:
		p, err := gates.ParsePolicy(gates.PolicyFile, text)
		if err != nil {
			return nil, err
		}
		c.Guest, c.Policy = false, p
	}
	o.Replay = true // a save is no occasion to spend what a model costs
	return c.Build(ctx, o)
}

// watchTree watches a folder and all below it that a scan would enter.
func watchTree(w *fsnotify.Watcher, root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return nil // gone again, or unreadable: a build says so
		}
		if path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		if err := w.Add(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	})
}

// concerns reports whether a path is one that a scan sees.
func concerns(root, path string) bool {
	rel, err := filepath.Rel(root, path)
	if err != nil {
		return false
	}
	for _, part := range strings.Split(filepath.ToSlash(rel), "/") {
		if strings.HasPrefix(part, ".") && part != "." {
			return false
		}
	}
	return true
}

// difference compares diagnostics with those seen before, by what they say of what.
func difference(seen map[string]bool, ds []gates.Diagnostic) (fresh []gates.Diagnostic, fixed int, now map[string]bool) {
	now = make(map[string]bool, len(ds))
	still := 0
	for _, d := range ds {
		key := string(d.Code) + "\x00" + d.Span.File + "\x00" + string(d.Claim) + "\x00" + d.Message
		if !now[key] && seen[key] {
			still++
		}
		now[key] = true
		if !seen[key] {
			fresh = append(fresh, d)
		}
	}
	return fresh, len(seen) - still, now
}
