package tree

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"
)

type lookResult struct {
	table table
	err   error
}

func (f *Follower) lookOnce(ctx context.Context) {
	t, err := f.lookAt(ctx)
	select {
	case f.looked <- lookResult{t, err}:
	case <-ctx.Done():
	}
}

// interval is the pause until the next look.
func (f *Follower) interval() time.Duration {
	switch {
	case f.os == nil && f.o.Poll > 0:
		return max(f.o.Poll, f.table.took)
	case f.os == nil || f.fast || f.remote != "":
		return max(f.o.fast, shareFast*f.table.took)
	}
	return max(f.o.every, shareSlow*f.table.took)
}

// compare takes a look for what the last one missed. It reports whether there is
// doubt: without an event one may be on its way.
func (f *Follower) compare(now table) bool {
	old := f.table
	f.table, f.since = now, old.began
	if old.files == nil {
		return false
	}
	if f.os == nil || f.fast || f.remote != "" {
		for _, path := range young(old, now) {
			f.add(path)
		}
	}
	differ := changes(old, now)
	if f.os == nil {
		for _, path := range differ {
			f.changedAt(path)
		}
		return false
	}
	f.doubtful = append(f.doubtful, f.untold(differ)...)
	return true
}

// judge takes what no event told of by now for missed.
func (f *Follower) judge() {
	missed := f.untold(f.doubtful)
	f.doubtful = nil
	for path, at := range f.told {
		if at.Before(f.table.began) {
			delete(f.told, path)
		}
	}
	for _, path := range missed {
		f.changedAt(path)
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

// untold are the paths that no event told of since they changed, nor of a folder they lie
// in.
func (f *Follower) untold(paths []string) (out []string) {
	for _, path := range paths {
		changed, heard := f.changed(path), false
		for at := path; !heard; {
			told, ok := f.told[at]
			heard = ok && !told.Before(changed)
			if at == "" {
				break
			}
			at = at[:max(0, strings.LastIndexByte(at, '/'))]
		}
		if !heard {
			out = append(out, path)
		}
	}
	return out
}

// changed is when a file changed last, as far as that can be told: of one that is gone,
// after the look before; of one from the future, any time.
func (f *Follower) changed(path string) time.Time {
	s, ok := f.table.files[path]
	switch at := time.Unix(0, s.at); {
	case !ok:
		return f.since
	case s.at == 0 || at.After(f.table.began):
		return time.Time{}
	default:
		return at
	}
}

// changedAt adds a path that a look found to differ.
func (f *Follower) changedAt(path string) {
	if f.hidden[path] {
		f.addAll(false)
		return
	}
	f.add(path)
}

// isAlive looks whether the folder is still the one that is followed.
func (f *Follower) isAlive() {
	if info, err := os.Stat(f.root); err != nil || !os.SameFile(info, f.id) {
		f.gone = true
		f.signal()
	}
}
