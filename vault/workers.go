package vault

import (
	"maps"
	"runtime"
	"sync"
)

// A pool lists a vault with several goroutines. Asking the kernel about each file is
// nearly all that a look at an unchanged vault costs, and several can ask at a time.
type pool struct {
	free chan struct{} // holds one for each that is at work
	work sync.WaitGroup
}

// mostWalkers is how many goroutines list folders at a time.
const mostWalkers = 8

// blockSize is how many entries of a folder one goroutine takes at a time.
const blockSize = 256

// A part of a walk is one that another goroutine takes.
type part struct {
	at   int // what it finds comes before the file of this index
	walk *walk
}

// all lists a folder with a pool, and what is below it.
func (w *walk) all(name, abs string) error {
	w.pool = &pool{free: make(chan struct{}, max(min(runtime.GOMAXPROCS(0), mostWalkers)-1, 1))}
	err := w.folder(name, abs)
	w.pool.work.Wait()
	if err != nil {
		return err
	}
	return w.join()
}

// share has a part of the walk done by another goroutine, where that is allowed and one
// is free, or does it now. busy, if set, counts those at work.
func (w *walk) share(allowed bool, busy *sync.WaitGroup, do func(*walk) error) error {
	if !allowed || w.pool == nil {
		return do(w)
	}
	select {
	case w.pool.free <- struct{}{}:
	default:
		return do(w)
	}
	other := &walk{ctx: w.ctx, dir: w.dir, exclude: w.exclude, pool: w.pool,
		snapshot: &Snapshot{dir: w.dir, real: map[string]string{}, settings: w.snapshot.settings}}
	w.parts = append(w.parts, part{at: len(w.snapshot.files), walk: other})
	if busy != nil {
		busy.Add(1)
	}
	w.pool.work.Go(func() {
		other.err = do(other)
		<-w.pool.free
		if busy != nil {
			busy.Done()
		}
	})
	return nil
}

// join lays what the parts found where it belongs.
func (w *walk) join() error {
	if w.err != nil || len(w.parts) == 0 {
		return w.err
	}
	s := w.snapshot
	n := len(s.files)
	for i := range w.parts {
		h := &w.parts[i]
		if err := h.walk.join(); err != nil {
			return err
		}
		n += len(h.walk.snapshot.files)
	}
	files, from := make([]File, 0, n), 0
	for _, h := range w.parts {
		files = append(append(files, s.files[from:h.at]...), h.walk.snapshot.files...)
		from = h.at
		s.problems = append(s.problems, h.walk.snapshot.problems...)
		s.excluded = append(s.excluded, h.walk.snapshot.excluded...)
		maps.Copy(s.real, h.walk.snapshot.real)
	}
	s.files = append(files, s.files[from:]...)
	w.parts = nil
	return nil
}
