package tree

import (
	"errors"
	"fmt"
	"runtime"
	"syscall"

	"github.com/fsnotify/fsnotify"
)

// events is what an operating system tells of folders that it was asked about.
type events interface {
	Add(folder string) error
	Events() <-chan fsnotify.Event
	Errors() <-chan error
	Close() error
}

// system is the one that this program runs on.
type system struct{ *fsnotify.Watcher }

func openSystem() (events, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	return system{w}, nil
}

func (s system) Events() <-chan fsnotify.Event { return s.Watcher.Events }
func (s system) Errors() <-chan error          { return s.Watcher.Errors }

// A LimitError says that the system tells no more of this tree, and what to do.
type LimitError struct {
	Err  error
	hint string
}

func (e LimitError) Error() string { return fmt.Sprintf("the system reports no changes: %v", e.Err) }
func (e LimitError) Unwrap() error { return e.Err }

// Hint is how to raise the limit that was reached.
func (e LimitError) Hint() string { return e.hint }

// limit names the limit that an error of the system stands for. opening is an error
// of asking for events at all, before any folder was named.
func limit(err error, opening bool, folders int) LimitError {
	return LimitError{err, hintFor(runtime.GOOS, err, opening, folders)}
}

func hintFor(goos string, err error, opening bool, folders int) string {
	full, files := errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
	switch {
	case goos == "linux" && full:
		return fmt.Sprintf("every watched folder takes one of fs.inotify.max_user_watches, and this vault has %d; "+
			"`sudo sysctl fs.inotify.max_user_watches=524288` raises it, and the same line in /etc/sysctl.d/90-inotify.conf keeps it so (of a container: on its host)", folders)
	case goos == "linux" && files && opening:
		return "other programs hold all fs.inotify.max_user_instances; `sudo sysctl fs.inotify.max_user_instances=512` raises it, " +
			"and the same line in /etc/sysctl.d/90-inotify.conf keeps it so (of a container: on its host); else `ulimit -n 65536`"
	case goos == "linux" && files:
		return "`ulimit -n 65536` lets a program have more files open"
	case files: // the systems with kqueue hold every file of a folder open
		return "this system needs an open file for each file that is watched: `ulimit -n 65536` in this shell, or `sudo launchctl limit maxfiles 65536 200000`"
	}
	return "--poll looks at the files themselves"
}
