package view

import (
	"context"
	"fmt"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"assay/compiler/codec"
	"assay/compiler/reports"
)

// netJobs is how many sources are read at a time; one host gets one request at a time
// all the same.
const netJobs = 8

// together is how many actions that read the same text one worker takes at most.
const together = 16

// Run does a round of actions, jobs at a time, and puts what they return among the
// results. A failure is a fact of this build: it is kept out of the store, and the
// other actions go on.
func (r *Results) Run(ctx context.Context, w World, round []*Action, jobs int, progress func(reports.Event)) (done int, err error) {
	return r.Start(ctx, w, round, jobs, progress).Wait()
}

// A Round is a round of actions that runs.
type Round struct {
	Actions  []*Action
	results  *Results
	ctx      context.Context
	outcomes []outcome
	over     chan struct{}
}

type outcome struct {
	value any
	err   error
	ran   bool
	sound bool // no file changed under it
}

// Start begins a round. Who plans on meanwhile must not ask for its actions.
func (r *Results) Start(ctx context.Context, w World, actions []*Action, jobs int, progress func(reports.Event)) *Round {
	round := &Round{actions, r, ctx, make([]outcome, len(actions)), make(chan struct{})}
	finished := make(chan *Action, jobs)
	// What waits for the network takes no turn from what waits for the CPU.
	var local, remote []int
	for i, a := range actions {
		if a.Net {
			remote = append(remote, i)
		} else {
			local = append(local, i)
		}
	}
	// What reads the same text runs one after the other, while that text is at hand.
	slices.SortStableFunc(local, func(i, j int) int { return strings.Compare(actions[i].Reads, actions[j].Reads) })
	var lanes sync.WaitGroup
	lane := func(todo []int, wide int) {
		var workers errgroup.Group
		workers.SetLimit(max(1, wide))
		for len(todo) > 0 {
			n := 1
			for n < min(together, len(todo)) && actions[todo[n]].Reads != "" && actions[todo[n]].Reads == actions[todo[0]].Reads {
				n++
			}
			some := todo[:n]
			todo = todo[n:]
			workers.Go(func() error {
				for _, i := range some {
					if ctx.Err() != nil || !r.Store.Sound() {
						break // it has to begin anew
					}
					v, err := attempt(ctx, w, actions[i])
					round.outcomes[i] = outcome{v, err, true, r.Store.Sound()}
					finished <- actions[i]
				}
				return nil
			})
		}
		_ = workers.Wait()
	}
	lanes.Go(func() { lane(local, jobs) })
	lanes.Go(func() { lane(remote, netJobs) })
	go func() { lanes.Wait(); close(finished) }()
	go func() {
		defer close(round.over)
		n := 0
		for a := range finished {
			n++
			if progress != nil {
				progress(reports.Event{Phase: a.Kind, Done: n, Total: len(actions), Text: a.Target})
			}
		}
	}()
	return round
}

// Wait ends a round, and puts what came of it among the results.
func (round *Round) Wait() (done int, err error) {
	<-round.over
	r := round.results
	for i, o := range round.outcomes {
		a := round.Actions[i]
		switch {
		case !o.ran || o.err != nil && round.ctx.Err() != nil:
		case r.take(a, o):
			done++
		}
	}
	return done, round.ctx.Err()
}

// take puts what came of an action among the results. It reports false for one that failed.
func (r *Results) take(a *Action, o outcome) bool {
	if o.err != nil {
		r.Failed[a.Key()] = Failure{a, o.err}
		return false
	}
	r.Memo[a.Key()] = o.value
	if a.Keep && o.sound {
		r.Store.Store.Put(a.Key(), codec.Encode(o.value))
	}
	return true
}

// attempt runs one action. A panic in it is that action's failure, not the
// build's: hostile input must not take the rest down.
func attempt(ctx context.Context, w World, a *Action) (v any, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal error: %v, %s; please report it with this line", r, panicked())
		}
	}()
	return a.Run(ctx, w)
}

// panicked says where the panic that is being recovered from began: a few of its callers.
func panicked() string {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	var at []string
	for f, more := frames.Next(); more && len(at) < panicCallers; f, more = frames.Next() {
		if !strings.HasPrefix(f.Function, "runtime.") {
			at = append(at, fmt.Sprintf("%s:%d", path.Base(f.File), f.Line))
		}
	}
	return "at " + strings.Join(at, ", called at ")
}

const panicCallers = 4

// Prefetch starts work whose outcome is wanted later. What f works on must stay as it is.
func Prefetch[T any](f func() T) func() T {
	once := sync.OnceValue(f)
	go once()
	return once
}
