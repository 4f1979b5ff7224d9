package tree

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"assay/vault"
)

// ask asks the system for events of the whole tree.
func (f *Follower) ask(ctx context.Context) {
	f.deaf()
	os, err := f.o.open()
	if err != nil {
		f.give(ctx, err, true)
		return
	}
	f.os, f.dirs = os, map[string]bool{}
	f.watch(ctx, "")
	for dir := range f.ways {
		if f.os != nil && os.Add(f.dir.Abs(dir)) == nil {
			f.dirs[dir] = true
		}
	}
}

// give gives events up for looking.
func (f *Follower) give(ctx context.Context, why error, opening bool) {
	folders := len(f.dirs)
	if !opening {
		folders = f.count()
	}
	f.deaf()
	f.notice(limit(why, opening, folders))
	if t, err := f.lookAt(ctx); err == nil {
		f.table = t // before anybody looks at the tree because of addAll
	}
	f.addAll(false)
}

// count counts the folders that one would have to watch.
func (f *Follower) count() (n int) {
	_ = filepath.WalkDir(f.dir.Path(), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return nil
		}
		if path != f.dir.Path() && vault.Skips(d.Name()) {
			return fs.SkipDir
		}
		n++
		return nil
	})
	return n
}

// deaf closes the system's events. Its limits are shared by all programs of a user, so
// that nothing is held which is of no use.
func (f *Follower) deaf() {
	if f.os != nil {
		f.os.Close()
	}
	f.os, f.dirs = nil, nil
}

// watch asks for events of a folder and of all below it.
func (f *Follower) watch(ctx context.Context, rel string) {
	err := filepath.WalkDir(f.dir.Abs(rel), func(path string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil || !d.IsDir():
			return nil // gone again, or unreadable: who looks at it says so
		case path != f.dir.Path() && vault.Skips(d.Name()):
			return fs.SkipDir
		}
		// First the events, then what is in it: nothing comes into being between.
		switch err := f.os.Add(path); {
		case err == nil:
			f.dirs[f.rel(path)] = true
		case exhausted(err) || path == f.dir.Path():
			return err
		}
		return nil
	})
	if err != nil && ctx.Err() == nil {
		f.give(ctx, err, false)
	}
}

// exhausted reports whether an error is of a limit, and not of one folder.
func exhausted(err error) bool {
	limits := []error{syscall.ENOSPC, syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM}
	return slices.ContainsFunc(limits, func(limit error) bool { return errors.Is(err, limit) })
}

// hear takes an event.
func (f *Follower) hear(ctx context.Context, e fsnotify.Event) {
	path := filepath.Clean(e.Name)
	if path == f.dir.Path() {
		if e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename) {
			f.gone = true // another folder there may even have its inode
			f.signal()
		}
		f.isAlive()
		return
	}
	rel := f.rel(path)
	came, went := e.Has(fsnotify.Create), e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename)
	switch {
	case rel == "":
		return
	case rel == f.o.State:
		if went {
			f.addAll(false)
		}
		return
	case f.hidden[rel]:
		f.addAll(false)
		return
	case f.ways[rel]:
		if came || went {
			f.addAll(true)
		}
		return
	case vault.Skips(rel):
		return
	}
	f.told[rel] = time.Now()
	switch {
	case f.dirs[rel] && e.Has(fsnotify.Rename):
		// Events of what lies in it keep its old name, and asking for them under the
		// new one changes nothing; see fsnotify's inotify backend.
		f.addAll(true)
		return
	case f.dirs[rel] && went:
		f.drop(rel)
	case f.dirs[rel] && e.Op == fsnotify.Write:
		return // some systems say so of a folder when something in it changes
	}
	if came {
		if info, err := os.Lstat(path); err == nil && info.IsDir() {
			f.watch(ctx, rel)
		}
	}
	f.add(rel)
}

// drop forgets a folder that was deleted, and those that were in it.
func (f *Follower) drop(rel string) {
	for dir := range f.dirs {
		if dir == rel || strings.HasPrefix(dir, rel+"/") {
			delete(f.dirs, dir)
		}
	}
}

// rel is a path of this system as one of the tree; "" for the root and what is not
// below it.
func (f *Follower) rel(path string) string {
	if rel, ok := strings.CutPrefix(path, f.dir.Path()); ok && rel != "" {
		return filepath.ToSlash(strings.TrimPrefix(rel, string(filepath.Separator)))
	}
	return ""
}
