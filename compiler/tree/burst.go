package tree

import (
	"slices"
	"time"
)

// A Burst is what changed from one quiet moment to the next.
type Burst struct {
	// Paths may have changed, or have come or gone: files and folders, relative to the
	// root, with '/', sorted. Of a folder everything below it may have.
	Paths []string
	// All says that anything may have changed: events were lost, a folder moved, or a
	// hidden file that bears on the others is another one.
	All   bool
	First time.Time // when the first change was heard of
	Last  time.Time
}

// Join is both bursts in one, as when what was made of the first was given up.
func (b Burst) Join(c Burst) Burst {
	switch {
	case b.Empty():
		return c
	case c.Empty():
		return b
	}
	out := Burst{All: b.All || c.All, First: slices.MinFunc([]time.Time{b.First, c.First}, time.Time.Compare), Last: slices.MaxFunc([]time.Time{b.Last, c.Last}, time.Time.Compare)}
	if !out.All {
		out.Paths = slices.Concat(b.Paths, c.Paths)
		slices.Sort(out.Paths)
		out.Paths = slices.Compact(out.Paths)
		if len(out.Paths) > mostPaths {
			out.All, out.Paths = true, nil
		}
	}
	return out
}

// Empty reports whether nothing changed.
func (b Burst) Empty() bool { return !b.All && len(b.Paths) == 0 }

// Bursts, in time. One save is a handful of events within a few milliseconds; what
// waits for the end of a burst is the time its author waits for an answer.
const (
	quiet     = 15 * time.Millisecond  // without an event: a save is over
	quietMany = 250 * time.Millisecond // a checkout, a sync, an unpacked archive
	quietHalf = 60 * time.Millisecond  // a file that was just emptied or taken away is mostly being saved
	most      = 300 * time.Millisecond // after which a burst is built though it goes on
	mostMany  = 2 * time.Second

	manyPaths = 32    // from here on a burst is no save
	mostPaths = 2_000 // from here on looking at everything is cheaper than at each
)

// A pace is what the wait for the end of a burst depends on.
type pace struct {
	first, last time.Time
	many        bool // paths
	half        bool // a file of few is empty or missing
}

// wait is how much longer a burst may go on, seen from now; 0: it is over.
func (p pace) wait(now time.Time) time.Duration {
	still, end := quiet, most
	switch {
	case p.many:
		still, end = quietMany, mostMany
	case p.half:
		still = quietHalf
	}
	return max(0, min(p.last.Add(still).Sub(now), p.first.Add(end).Sub(now)))
}
