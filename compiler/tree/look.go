package tree

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"assay/vault"
)

// A table is one look at a tree: the files that count, by path, and what is odd about them.
type table struct {
	files    []vault.File
	problems []vault.FileProblem
	began    time.Time
	took     time.Duration
}

type lookResult struct {
	table table
	err   error
}

// lookOnce looks, and waits for late events of what it saw.
func (f *Follower) lookOnce(ctx context.Context, grace time.Duration) {
	t, err := f.lookAt(ctx)
	select {
	case <-ctx.Done():
	case <-time.After(grace):
		f.looked <- lookResult{t, err}
	}
}

// lookAt looks at every file that counts.
func (f *Follower) lookAt(ctx context.Context) (table, error) {
	t := table{began: time.Now()}
	s, err := f.dir.List(ctx, vault.ScanOptions{})
	if err != nil {
		return t, err
	}
	t.files, t.problems = s.Files(), s.Problems()
	for _, name := range f.o.Hidden {
		h := vault.File{Path: name}
		if vault.Stat(f.dir.Abs(name), &h) == nil {
			t.files = append(t.files, h)
		}
	}
	vault.SortFiles(t.files)
	t.took = time.Since(t.began)
	return t, nil
}

// interval is the pause until the next look.
func (f *Follower) interval() time.Duration {
	switch {
	case f.os == nil && f.o.Poll > 0:
		return max(f.o.Poll, f.table.took)
	case f.looksOften():
		return max(f.o.fast, shareFast*f.table.took)
	}
	return max(f.o.every, shareSlow*f.table.took)
}

func (f *Follower) looksOften() bool { return f.os == nil || f.fast || f.remote != "" }

// compare takes a look for what changed since the last one and no event told of.
func (f *Follower) compare(now table) {
	old := f.table
	f.table = now
	if old.began.IsZero() {
		return
	}
	if f.looksOften() {
		for _, path := range young(old, now) {
			f.add(path)
		}
	}
	if !slices.Equal(old.problems, now.problems) {
		f.addAll(false)
	}
	missed := f.untold(old, now)
	for _, path := range missed {
		if f.hidden[path] {
			f.addAll(false)
		} else {
			f.add(path)
		}
	}
	if f.os != nil {
		f.judge(missed)
	}
}

// judge looks more often where events are missed, and tells of it once.
func (f *Follower) judge(missed []string) {
	for path, at := range f.told {
		if at.Before(f.table.began) {
			delete(f.told, path)
		}
	}
	switch {
	case len(missed) == 0 && f.fast:
		if f.calm++; f.calm >= calmLooks {
			f.fast = false
		}
	case len(missed) > 0:
		f.fast, f.calm = true, 0
		if !f.missed {
			f.missed = true
			f.notice(fmt.Errorf("the system did not tell of a change of %s: looking every %s as well", missed[0], f.interval()))
		}
	}
}

// untold are the paths that differ between two looks, where no event told of them since
// they changed.
func (f *Follower) untold(old, now table) (paths []string) {
	for was, is := range vault.Differences(old.files, now.files) {
		changed := old.began // of one that is gone: after the look before
		if is == nil {
			is = was
		} else if changed = lastChange(*is); changed.After(now.began) {
			changed = time.Time{} // from the future: any time
		}
		if f.os == nil || !f.heard(is.Path, changed) {
			paths = append(paths, is.Path)
		}
	}
	return paths
}

// heard reports whether an event told of a path since it changed, or of a folder it lies in.
func (f *Follower) heard(path string, changed time.Time) bool {
	for {
		if told, ok := f.told[path]; ok && !told.Before(changed) {
			return true
		}
		if path == "" {
			return false
		}
		path = path[:max(0, strings.LastIndexByte(path, '/'))]
	}
}

func lastChange(f vault.File) time.Time { return time.Unix(0, max(f.ModTime, f.Ctime)) }

// young are the paths that were so young at the first of two looks that they may have
// changed once more within the clock's tick.
func young(old, now table) (paths []string) {
	for _, f := range now.files {
		if vault.TooRecent(lastChange(f).UnixNano(), old.began.UnixNano()) {
			paths = append(paths, f.Path)
		}
	}
	return paths
}

// isAlive looks whether the folder is still the one that is followed.
func (f *Follower) isAlive() {
	if info, err := os.Stat(f.dir.Path()); err != nil || !os.SameFile(info, f.id) {
		f.gone = true
		f.signal()
	}
}
