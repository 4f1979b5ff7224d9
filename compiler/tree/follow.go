// Package tree says which files of a folder may have changed. It does so too where the
// operating system tells nothing, too much or not all of it.
//
// Read [Follower] first, then burst.go for when a burst of changes is over. Events of
// the system are taken as hints of where to look and never as what happened: they come
// late, twice, under old names or not at all. So whoever follows a tree looks at the
// paths of a [Burst] anew, and the follower looks at the whole tree now and then.
package tree

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"time"

	"github.com/fsnotify/fsnotify"

	"assay/vault"
)

// Options say what is followed, and how. The zero value asks the system for events.
type Options struct {
	Poll   time.Duration // ask for no events and look so often
	Hidden []string      // files with a dot in front, or below a folder with one, that bear on all others
	State  string        // a hidden folder without which everything has to be looked at anew

	open  func() (events, error) // of tests
	every time.Duration          // likewise: how often to look though events come,
	fast  time.Duration          // and where they do not
	grace time.Duration          // likewise: how late an event may come
}

// How often the tree is looked at. Looking is a stat of each file.
const (
	everyFast = 2 * time.Second  // where events do not come
	everySlow = 30 * time.Second // where they do: they may be lost all the same
	shareFast = 20               // a look takes at most one part of so many of the time
	shareSlow = 200
	lateEvent = 500 * time.Millisecond // an event may come so much later than its change
	calmLooks = 30                     // fast looks that find nothing which no event told of
	aliveTick = 2 * time.Second
)

// ErrGone says that the folder itself was deleted, moved or replaced.
var ErrGone = errors.New("the folder is gone")

// A Follower tells what changes below a folder. One goroutine owns its state; see loop.
type Follower struct {
	dir *vault.Dir
	o   Options
	id  fs.FileInfo // of the folder

	counted
	listening
	burst

	table   table                // the last look
	told    map[string]time.Time // when events told of a path
	gone    bool
	notices []error

	calls  chan func()
	looked chan lookResult
	more   chan struct{}
	life   context.Context // ends with the follower
	stop   context.CancelFunc
	done   chan struct{}
}

// counted are hidden files that count, and the hidden folders on the way to them.
type counted struct{ hidden, ways map[string]bool }

// listening is what a follower has of the system's events.
type listening struct {
	os     events          // nil where none are to be had
	dirs   map[string]bool // folders that events come of
	remote string          // the kind of file system, where others can change it unseen
	fast   bool            // look often: events were missed
	missed bool            // and that was told
	calm   int             // looks since that missed nothing
}

// burst is what changed in a row.
type burst struct {
	paths       map[string]bool
	all, anew   bool // everything may have changed; ask for events anew
	first, last time.Time
}

// Follow begins to follow a folder: what changes from now on is told.
func Follow(root string, o Options) (*Follower, error) {
	dir, err := vault.OpenDir(root)
	if err != nil {
		return nil, fmt.Errorf("watch: %w", err)
	}
	info, err := os.Stat(dir.Path())
	if err != nil {
		dir.Close()
		return nil, fmt.Errorf("watch %s: %w", root, err)
	}
	f := &Follower{dir: dir, o: o, id: info, counted: counted{map[string]bool{}, map[string]bool{}},
		listening: listening{remote: remote(dir.Path())}, burst: burst{paths: map[string]bool{}}, told: map[string]time.Time{},
		calls: make(chan func()), looked: make(chan lookResult, 1), more: make(chan struct{}, 1), done: make(chan struct{})}
	if f.o.open == nil {
		f.o.open = openSystem
	}
	f.o.grace, f.o.every, f.o.fast = cmp.Or(f.o.grace, lateEvent), cmp.Or(f.o.every, everySlow), cmp.Or(f.o.fast, everyFast)
	for _, name := range o.Hidden {
		f.hidden[name] = true
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			f.ways[dir] = true
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	f.life, f.stop = ctx, stop
	if o.Poll <= 0 {
		f.ask(ctx)
	}
	if f.os == nil && f.table.began.IsZero() {
		if f.table, err = f.lookAt(ctx); err != nil {
			stop()
			dir.Close()
			return nil, fmt.Errorf("watch %s: %w", root, err)
		}
	}
	f.clear()
	go f.loop(ctx)
	return f, nil
}

// Close ends it.
func (f *Follower) Close() {
	f.stop()
	<-f.done
}

// How says by what means changes are found.
type How struct {
	Events  bool          // the system tells of them
	Folders int           // of so many folders
	Every   time.Duration // and so often the tree is looked at
	Why     string        // a kind of file system of which events may not come
}

// How says by what means changes are found now.
func (f *Follower) How() (h How) {
	f.do(func() {
		h = How{Events: f.os != nil, Folders: len(f.dirs), Every: f.interval(), Why: f.remote}
	})
	return h
}

// More has a value when something changed since it was last received from.
func (f *Follower) More() <-chan struct{} { return f.more }

// Pending reports whether something changed that Next has not given yet.
func (f *Follower) Pending() (yes bool) {
	f.do(func() { yes = f.all || len(f.paths) > 0 })
	return yes
}

// Next waits until something has changed and a burst of changes is over, and gives all
// of it. A notice comes alone, with an empty burst.
func (f *Follower) Next(ctx context.Context) (b Burst, notice error, err error) {
	for {
		wait := time.Duration(-1)
		f.do(func() {
			switch {
			case len(f.notices) > 0:
				notice, f.notices = f.notices[0], f.notices[1:]
			case f.gone:
				err = ErrGone
			case f.all || len(f.paths) > 0:
				if wait = f.settle(time.Now()); wait <= 0 {
					b = f.take()
				}
			}
		})
		if notice != nil || err != nil || !b.Empty() {
			return b, notice, err
		}
		var enough <-chan time.Time
		if wait > 0 {
			enough = time.After(wait)
		}
		select {
		case <-ctx.Done():
			return Burst{}, nil, ctx.Err()
		case <-f.done:
			return Burst{}, nil, ErrGone
		case <-f.more:
		case <-enough:
		}
	}
}

// do runs a function where the state is.
func (f *Follower) do(fn func()) {
	ran := make(chan struct{})
	select {
	case f.calls <- func() { fn(); close(ran) }:
		<-ran
	case <-f.done:
	}
}

// loop owns the follower's state until it ends.
func (f *Follower) loop(ctx context.Context) {
	defer close(f.done)
	defer f.dir.Close()
	defer f.deaf()
	every := f.interval()
	look := time.NewTimer(every)
	defer look.Stop()
	alive := time.NewTicker(aliveTick)
	defer alive.Stop()
	looking := f.os != nil // the first look is what the second is compared with
	if looking {
		go f.lookOnce(ctx, 0)
	}
	for {
		if now := f.interval(); now < every {
			every = now
			look.Reset(every)
		}
		var happened <-chan fsnotify.Event
		var failed <-chan error
		if f.os != nil {
			happened, failed = f.os.Events(), f.os.Errors()
		}
		select {
		case <-ctx.Done():
			return
		case call := <-f.calls:
			call()
		case e, ok := <-happened:
			if !ok {
				f.give(ctx, errors.New("its events ended"), false)
				continue
			}
			f.hear(ctx, e)
		case _, ok := <-failed:
			if !ok {
				f.give(ctx, errors.New("its events ended"), false)
				continue
			}
			f.addAll(true) // an overflow, mostly: which events were lost nobody knows
		case <-alive.C:
			f.isAlive()
		case <-look.C:
			if !looking {
				looking = true
				grace := f.o.grace
				if f.os == nil {
					grace = 0
				}
				go f.lookOnce(ctx, grace)
			}
		case r := <-f.looked:
			looking = false
			if r.err != nil {
				f.isAlive()
			} else {
				f.compare(r.table)
			}
			every = f.interval()
			look.Reset(every)
		}
	}
}
