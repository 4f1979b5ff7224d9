package tree

import (
	"os"
	"slices"
	"time"
)

func (f *Follower) add(path string) {
	f.stamp()
	if !f.all {
		if f.paths[path] = true; len(f.paths) > mostPaths {
			f.all = true
			clear(f.paths)
		}
	}
	f.signal()
}

// addAll says that anything may have changed; anew, that events are to be asked for
// anew before somebody looks.
func (f *Follower) addAll(anew bool) {
	f.stamp()
	f.all, f.anew = true, f.anew || anew
	clear(f.paths)
	f.told[""] = time.Now()
	f.signal()
}

func (f *Follower) stamp() {
	f.last = time.Now()
	if f.first.IsZero() {
		f.first = f.last
	}
}

func (f *Follower) notice(err error) {
	f.notices = append(f.notices, err)
	f.signal()
}

func (f *Follower) signal() {
	select {
	case f.more <- struct{}{}:
	default:
	}
}

// take gives the burst, and begins the next. That events are asked for of the whole tree
// does not end with the patience of who waits for the burst.
func (f *Follower) take() Burst {
	if f.anew && f.os != nil {
		f.ask(f.life)
	}
	b := Burst{All: f.all, First: f.first, Last: f.last}
	if !b.All {
		for path := range f.paths {
			b.Paths = append(b.Paths, path)
		}
		slices.Sort(b.Paths)
	}
	f.clear()
	return b
}

func (f *Follower) clear() {
	f.paths, f.all, f.anew, f.first, f.last = map[string]bool{}, false, false, time.Time{}, time.Time{}
}

// settle is how long to wait until the burst is over.
func (f *Follower) settle(now time.Time) time.Duration {
	p := pace{first: f.first, last: f.last, many: f.all || len(f.paths) >= manyPaths}
	if wait := p.wait(now); wait > 0 {
		return wait
	}
	p.half = !p.many && f.half()
	return p.wait(now)
}

// fewPaths is how many of a burst's paths are looked at for one being saved.
const fewPaths = 8

// half reports whether a file of the burst is missing or empty: an editor may be in
// the midst of saving it.
func (f *Follower) half() bool {
	if len(f.paths) > fewPaths {
		return false
	}
	for path := range f.paths {
		info, err := os.Lstat(f.dir.Abs(path))
		if err != nil || info.Mode().IsRegular() && info.Size() == 0 {
			return true
		}
	}
	return false
}
