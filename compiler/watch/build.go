package watch

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"sync"
	"time"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/tree"
	"assay/gates"
	"assay/vault"
)

// build builds what is to be built. If more changes meanwhile it is given up, unless
// it writes already or its result was waited for long enough: then todo stays as it is.
func (w *watching) build(ctx context.Context) {
	began := time.Now()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var (
		r    *reports.Report
		err  error
		once sync.Once // it is given up, or about to write: what that wakes up must not end it
	)
	done := make(chan struct{})
	o := w.options(func() { once.Do(func() {}) })
	go func() {
		defer close(done)
		r, err = w.rebuild(ctx, o)
	}()
	for {
		select {
		case <-done:
			w.settle(ctx, r, err, began)
			return
		case <-w.f.More():
			if w.ready && time.Since(w.owed) < patience && w.f.Pending() {
				once.Do(cancel)
			}
		}
	}
}

// options of the next build. writing is called when the vault is about to be written to.
func (w *watching) options(writing func()) compiler.BuildOptions {
	o := compiler.BuildOptions{Offline: true, Progress: func(e reports.Event) {
		if e.Phase == "write" {
			writing()
		}
	}}
	if w.todo.All || !w.ready || slices.Contains(w.todo.Paths, gates.PolicyFile) {
		w.policy = false
		return o
	}
	// A link to a file is another name of it, of which no event tells.
	o.Touched = slices.Concat([]string{}, w.todo.Paths, w.seen.links)
	return o
}

// rebuild builds once, by the policy as it is now.
func (w *watching) rebuild(ctx context.Context, o compiler.BuildOptions) (*reports.Report, error) {
	if !w.policy {
		policy, err := compiler.ReadPolicy(w.c.Root)
		if err != nil {
			return nil, err
		}
		w.c.Policy, w.policy = policy, true
	}
	return w.c.Build(ctx, o)
}

// settle tells of what a build came to, and decides what is next.
func (w *watching) settle(ctx context.Context, r *reports.Report, err error, began time.Time) {
	var changed vault.ErrChanged
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return // given up; what it was to build is still to do
	case (errors.As(err, &changed) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrExist) || w.f.Pending()) && time.Since(w.owed) < watchTorn:
		// Somebody saved a note that was being read or about to be written to, put something
		// else in its place, or took away what was worked with, such as .assay: that is over
		// in a moment.
		w.retry, w.todo.All, w.todo.Paths = retryTorn, true, nil
		return
	default:
		w.retry = min(max(retryFirst, 2*w.retry), retryMost)
		w.todo.All, w.todo.Paths = true, nil
		if text := err.Error(); text != w.failed {
			w.failed = text
			w.o.Told(Change{Err: err})
		}
		return
	}
	ch := w.seen.differ(r)
	ch.Ready, ch.Report = !w.ready, r
	if ch.Ready {
		ch.Watch = w.f.How()
	}
	now := time.Now()
	ch.Work, ch.Since = now.Sub(began), now.Sub(w.todo.Last)
	others := !slices.Equal(r.Failures, w.lacking)
	again := w.failed != "" || others
	switch {
	case len(r.Failures) == 0:
		w.retry = 0
	case others: // one that lasts makes nobody wait for another that does not
		w.retry = retryAction
	default:
		w.retry = min(max(retryAction, 2*w.retry), retryMost)
	}
	w.todo, w.look, w.ready, w.failed, w.lacking, w.until = tree.Burst{}, false, true, "", r.Failures, r.Until
	if again || !ch.Quiet() {
		w.o.Told(ch)
		// Places may have been looked up in a text that had gone by then: the change that
		// did it tells all of them again.
		w.seen.doubted = r.Base.Changed() != nil
	}
}
