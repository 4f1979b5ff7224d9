package vault

import (
	"maps"
	"runtime"
	"sync"
)

// A crew lists a vault with several goroutines. Asking the kernel about each file is
// nearly all that a look at an unchanged vault costs, and several can ask at a time.
type crew struct {
	free chan struct{} // holds one for each that is at work
	work sync.WaitGroup
}

// mostWalkers is how many goroutines list folders at a time.
const mostWalkers = 8

// blockSize is how many entries of a folder one goroutine takes at a time.
const blockSize = 256

// A helper is a part of a walk that another goroutine takes.
type helper struct {
	at   int // what it finds comes before the file of this index
	walk *walk
}

// all lists a folder with a crew, and what is below it.
func (w *walk) all(name, abs string) error {
	w.crew = &crew{free: make(chan struct{}, max(min(runtime.GOMAXPROCS(0), mostWalkers)-1, 1))}
	err := w.folder(name, abs)
	w.crew.work.Wait()
	if err != nil {
		return err
	}
	return w.join()
}

// share has a part of the walk done by another goroutine, where that is allowed and one
// is free, or does it now. busy, if set, counts those at work.
func (w *walk) share(allowed bool, busy *sync.WaitGroup, part func(*walk) error) error {
	if !allowed || w.crew == nil {
		return part(w)
	}
	select {
	case w.crew.free <- struct{}{}:
	default:
		return part(w)
	}
	other := &walk{ctx: w.ctx, dir: w.dir, exclude: w.exclude, crew: w.crew,
		snapshot: &Snapshot{dir: w.dir, real: map[string]string{}, settings: w.snapshot.settings}}
	w.helpers = append(w.helpers, helper{at: len(w.snapshot.files), walk: other})
	if busy != nil {
		busy.Add(1)
	}
	w.crew.work.Go(func() {
		other.err = part(other)
		<-w.crew.free
		if busy != nil {
			busy.Done()
		}
	})
	return nil
}

// join lays what helpers found where it belongs.
func (w *walk) join() error {
	if w.err != nil || len(w.helpers) == 0 {
		return w.err
	}
	s := w.snapshot
	n := len(s.files)
	for i := range w.helpers {
		h := &w.helpers[i]
		if err := h.walk.join(); err != nil {
			return err
		}
		n += len(h.walk.snapshot.files)
	}
	files, from := make([]File, 0, n), 0
	for _, h := range w.helpers {
		files = append(append(files, s.files[from:h.at]...), h.walk.snapshot.files...)
		from = h.at
		s.problems = append(s.problems, h.walk.snapshot.problems...)
		s.excluded = append(s.excluded, h.walk.snapshot.excluded...)
		maps.Copy(s.real, h.walk.snapshot.real)
	}
	s.files = append(files, s.files[from:]...)
	w.helpers = nil
	return nil
}
