package compiler

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"assay/compiler/draft"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates/judge"
	"assay/vault"
)

// BuildOptions are one build's.
type BuildOptions struct {
	DryRun  bool // say what would run, and run nothing
	Explain bool // say why each action runs
	Offline bool // ask no judge, nor anybody else: what would need the network waits for another build
	Brief   bool // the report need not have all that there is to tell: its Errors are enough. A baseline asks for all
	// Touched are the only paths, files or folders, that may differ from what this
	// Compiler found on disk last; nil for a look at everything.
	Touched  []string
	Progress func(reports.Event)
}

// Build brings the vault up to date.
func (c *Compiler) Build(ctx context.Context, o BuildOptions) (*reports.Report, error) {
	began := time.Now()
	if o.DryRun {
		return c.dryRun(ctx, o, began)
	}
	return c.Locked(ctx, func() (r *reports.Report, err error) {
		once := func() error { r, err = c.buildOnce(ctx, o); return err }
		if o.Offline { // who watches waits for the end of it
			err = once()
		} else {
			err = anew(once)
		}
		if r != nil {
			r.Duration = time.Since(began)
		}
		return r, err
	})
}

// mostTries is how often something begins anew because a file changed under its hands.
const mostTries = 4

func anew(do func() error) error {
	for try := 1; ; try++ {
		var changed vault.ErrChanged
		if err := do(); !errors.As(err, &changed) || try == mostTries {
			return err
		}
	}
}

func (c *Compiler) buildOnce(ctx context.Context, o BuildOptions) (*reports.Report, error) {
	s, err := c.again(ctx, o.Touched)
	if err != nil {
		return nil, err
	}
	if !o.Offline {
		if err := s.AskAgents(); err != nil {
			return nil, err
		}
	}
	known, err := s.Baseline(BaselineOptions{})
	if err != nil {
		return nil, err
	}
	o.Brief = o.Brief && known == nil
	if a := s.Replay(o.Brief); a != nil && (a.Converged || a.Rooted && o.Offline && len(a.Since) == 0) && !c.Opts.Force {
		s.Store.SetFiles(s.Base.Files(), s.Began) // so that the next command need not read what looked changed
		if err := s.Store.Commit(); err != nil {
			return nil, err
		}
		r := c.report(a, known)
		r.Base = s.Base
		r.Judge = c.JudgeReport(s.Base, r.Summary.Unanswered, nil)
		r.Agents = s.crewNow().report(c.Policy.Agents.Use, &draft.Drafter{})
		c.keep(s)
		c.built(s.Now)
		return r, nil
	}
	if !o.Offline && c.Policy.Judge.IsModel() {
		if s.recorder, err = view.NewRecorder(c.Root); err != nil {
			return nil, err
		}
	}
	r, err := c.BuildWith(ctx, s, o, nil)
	if err == nil {
		c.keep(s)
		c.built(s.Now)
	}
	return r, err
}

// BuildWith plans and runs to the end, applies what came of it and stores it. prepare
// may put a person's wishes into each plan.
func (c *Compiler) BuildWith(ctx context.Context, s *Session, o BuildOptions, prepare func(*Plan)) (*reports.Report, error) {
	began := time.Now()
	known, err := s.Baseline(BaselineOptions{})
	if err != nil {
		return nil, err
	}
	o.Brief = o.Brief && known == nil
	if prepare == nil && !o.Explain {
		s.Scope = s.scopeOf(true, o.Offline)
	}
	if s.Scope == nil {
		s.begin()
	}
	p, a, counts, explained, err := c.converge(ctx, s, o, prepare)
	if err != nil {
		if ctx.Err() == nil { // a build that someone stopped says nothing of the vault
			c.traceFailure(s, counts, time.Since(began))
		}
		return nil, err
	}
	writes := p.List()
	if o.Progress != nil && len(writes) > 0 {
		o.Progress(reports.Event{Phase: "write", Done: len(writes), Total: len(writes)})
	}
	if known != nil {
		known.of = s.Base.With(writes...)
	}
	r := c.report(a, known)
	if err := s.Base.Changed(); err != nil {
		return nil, err
	}
	after := s.Base.Applied(writes...)
	if err := c.Apply(ctx, writes); err != nil {
		if ctx.Err() == nil {
			c.traceFailure(s, counts, time.Since(began))
		}
		return nil, err
	}
	s.recorder.Done()
	spent := p.Acquire.Finish()
	worked := counts.Run+counts.Failed+len(writes) > 0 || s.moved(a)
	if err := s.Base.Changed(); err != nil {
		return nil, err
	}
	// What somebody changed meanwhile was not judged, so it is not looked at here.
	s.Base = after
	p.Assess.Score(a)
	if len(p.Results.Failed) == 0 && !p.Acquire.Paused() && !p.Acquire.IntakeOnly && !p.Draft.DraftOnly && !p.Grade.Lacking {
		a.Postponed = a.Postponed || p.Postponed
		a.Converged, a.Rooted, a.Since = !a.Postponed, true, nil
		s.keep(a)
	} else {
		s.Store.SetFiles(s.Base.Files(), s.Began)
	}
	if err := s.Store.Commit(); err != nil {
		return nil, err
	}
	if worked {
		c.trace(p, a, r.Summary.Errors, counts, len(writes), spent, time.Since(began))
	}
	r.Base = s.Base
	r.Actions, r.Cost = counts, spent
	r.Judge = c.JudgeReport(s.Base, r.Summary.Unanswered, s.recorder)
	crew := s.crewNow()
	r.Agents = crew.report(c.Policy.Agents.Use, p.Draft)
	reports.Add(&r.Cost, crew.spent.cost, 1)
	if s.recorder != nil {
		reports.Add(&r.Cost, s.recorder.Spent, 1)
	}
	r.Explained = explained
	for _, w := range writes {
		r.Written = append(r.Written, w.Path)
	}
	r.Promoted = append(r.Promoted, p.Draft.Promoted...)
	r.Failures = p.Results.Failures()
	r.Unseen = p.Acquire.Unseen()
	return r, nil
}

// begin begins a build of the whole vault.
func (s *Session) begin() {
	s.Scope = nil
	s.Store.Begin()
}

// dryRun says what a build would run next, and what it would cost.
func (c *Compiler) dryRun(ctx context.Context, o BuildOptions, began time.Time) (*reports.Report, error) {
	s, err := c.LookToBuild(ctx)
	if err != nil {
		return nil, err
	}
	known, err := s.Baseline(BaselineOptions{})
	if err != nil {
		return nil, err
	}
	p := c.Plan(s, false)
	a := s.Replay(o.Brief && known == nil)
	if a == nil || !a.Converged || c.Opts.Force {
		p.Grade.Asks = p.Grade.Second != nil
		p.Make()
		if known != nil {
			known.of = p.Snap
		}
		a = p.Assess.All()
	}
	r := c.report(a, known)
	r.Judge = c.JudgeReport(s.Base, r.Summary.Unanswered, nil)
	r.DryRun = true
	for _, a := range p.Todo {
		r.Actions.Planned++
		r.Actions.ByKind[a.Kind]++
		reports.Add(&r.Cost, a.Cost, 1)
	}
	r.Explained = p.preview(s)
	for _, w := range p.List() {
		r.Written = append(r.Written, w.Path)
	}
	r.Promoted = append(r.Promoted, p.Draft.Promoted...)
	r.Duration = time.Since(began)
	return r, nil
}

// MaxRounds bounds the loop. Each round settles at least one rule, so a build that
// takes more has actions that keep changing each other's inputs.
const MaxRounds = 64

// converge plans and runs until nothing is ready.
func (c *Compiler) converge(ctx context.Context, s *Session, o BuildOptions, prepare func(*Plan)) (*Plan, *view.Assessment, reports.ActionCounts, []reports.Explanation, error) {
	counts := reports.ActionCounts{ByKind: map[string]int{}}
	res := s.Results
	w := c.World
	w.Recorder = s.recorder
	s.crewNow().open(c, &w)
	w.Asker = sync.OnceValues(func() (judge.Asker, error) {
		if w.OpenJudge == nil {
			return nil, errors.New("this program has none")
		}
		return w.OpenJudge(c.JudgeOptions())
	})
	if o.Progress != nil {
		var mu sync.Mutex
		w.Progress = func(e reports.Event) { mu.Lock(); defer mu.Unlock(); o.Progress(e) }
	}
	var explained []reports.Explanation
	for range MaxRounds {
		p := c.Plan(s, true)
		p.Offline, p.Assess.Brief = o.Offline, o.Brief
		p.Cancelled = func() bool { return ctx.Err() != nil }
		p.RunInline(ctx, w)
		if prepare != nil {
			prepare(p)
		}
		p.Make()
		for _, a := range p.Inline {
			if o.Explain {
				explained = append(explained, s.explain(a))
			}
			s.remember(a)
			counts.Planned++
			counts.ByKind[a.Kind]++
			if _, failed := res.Failed[a.Key()]; !failed {
				counts.Run++
			}
		}
		if err := ctx.Err(); err != nil {
			return nil, nil, counts, nil, errors.Join(err, s.Store.Save())
		}
		if torn := s.Base.Changed(); torn != nil {
			return nil, nil, counts, nil, errors.Join(torn, s.Store.Save())
		}
		if len(p.Todo) == 0 && !p.OutOfScope {
			a := p.Assess.All()
			if !p.OutOfScope && len(p.Todo) == 0 { // what is kept of a note may not tell all that is asked of it now
				counts.Failed = len(res.Failed)
				return p, a, counts, explained, nil
			}
		}
		if p.OutOfScope {
			s.begin()
			continue
		}
		if o.Explain {
			for _, a := range p.Todo {
				explained = append(explained, s.explain(a))
			}
		}
		counts.Planned += len(p.Todo)
		for _, a := range p.Todo {
			counts.ByKind[a.Kind]++
		}
		done, err := res.Run(ctx, w, p.Todo, c.Jobs(), w.Progress)
		counts.Run += done
		for _, a := range p.Todo {
			s.remember(a)
		}
		// What is done is kept, also when the user stops the build: the vault is as
		// it was, and the next build goes on from here.
		if err := errors.Join(err, s.Store.Save(), s.Base.Changed()); err != nil {
			return nil, nil, counts, nil, err
		}
	}
	p := c.Plan(s, true)
	p.Make()
	return nil, nil, counts, nil, fmt.Errorf("build did not settle after %d rounds: %s keeps changing", MaxRounds, p.Todo[0])
}
