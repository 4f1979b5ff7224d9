package compiler

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"assay/gates"
	"assay/gates/judge"
	"assay/vault"
)

// Options hold for all that a Compiler does.
type Options struct {
	Jobs      int    // actions at a time; 0 for the number of CPUs
	Force     bool   // -B: results in the store do not count
	KeepGoing bool   // -k: promote although an action failed
	As        string // the actor, such as "person:ada"; "" for whoever runs the command
	Here      bool   // the path is the vault itself, whatever lies above it
	Command   string // what to tell another process that finds the vault locked
	Waiting   func(holder string)
}

// A Compiler has one vault open.
type Compiler struct {
	Root   string // absolute
	Policy gates.Policy

	dir   *vault.Dir
	world World
	opts  Options

	warm bool     // what a build learnt is kept for the next one
	kept *session // by the last build
}

// Open finds the vault that a path lies in and reads its policy. No policy file
// means guest mode; one that cannot be read is an error, and nothing is done.
func Open(path string, w World, o Options) (*Compiler, error) {
	root, err := filepath.Abs(path)
	if err == nil && !o.Here {
		root, err = FindRoot(path)
	}
	if err != nil {
		return nil, err
	}
	text, err := vault.ReadFile(filepath.Join(root, gates.PolicyFile))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("read policy: %w", err)
	}
	return openWith(root, text, err == nil, w, o)
}

// openWith opens a vault by the text of its policy, or as a guest where it has none.
func openWith(root string, policy []byte, has bool, w World, o Options) (*Compiler, error) {
	c := &Compiler{Root: root, world: w, opts: o, Policy: gates.Guest()}
	var err error
	if has {
		if c.Policy, err = gates.ParsePolicy(gates.PolicyFile, policy); err != nil {
			return nil, err
		}
	}
	if c.dir, err = vault.OpenDir(root); err != nil {
		return nil, err
	}
	c.world.index = w.OpenIndex(filepath.Join(root, vault.StateDir, "index"))
	c.world.embedder = sync.OnceValues(func() (Embedder, error) {
		if w.OpenEmbedder == nil {
			return nil, errors.New("this program has no embedding but the built-in one")
		}
		return w.OpenEmbedder(EmbedderOptions{c.Policy.Embedding, c.Policy.Embedding.Leaves()})
	})
	c.world.credits = &credits{most: c.Policy.Quotas.MaxCreditsPerSession}
	if w.OpenWeb != nil && !c.Guest() {
		c.world.web = w.OpenWeb(webOptions(c.Policy, w.Now, root))
	}
	return c, nil
}

// Guest reports a vault without a policy: nothing is required of it.
func (c *Compiler) Guest() bool { return c.Policy.IsGuest() }

// ReadFile reads a file of the vault as it is on disk now.
func (c *Compiler) ReadFile(path string) ([]byte, error) { return c.dir.ReadFile(path) }

// ReadInto is the same, into memory that is taken where it suffices.
func (c *Compiler) ReadInto(path string, memory []byte) ([]byte, error) {
	return c.dir.ReadInto(path, memory)
}

// FindRoot is the vault a path lies in: the nearest folder upwards with a policy,
// else with .obsidian, else with .assay, else a git work tree, else the folder
// itself.
func FindRoot(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("find vault: %w", err)
	}
	info, err := os.Stat(abs)
	if err != nil {
		return "", fmt.Errorf("find vault: %w", err)
	}
	if !info.IsDir() {
		abs = filepath.Dir(abs)
	}
	for _, mark := range []string{gates.PolicyFile, ".obsidian", ".assay", ".git"} {
		for dir := abs; ; dir = filepath.Dir(dir) {
			if _, err := os.Lstat(filepath.Join(dir, mark)); err == nil {
				return dir, nil
			}
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	return abs, nil
}

// BuildOptions are one build's.
type BuildOptions struct {
	DryRun  bool // say what would run, and run nothing
	Explain bool // say why each action runs
	Replay  bool // ask no judge: what is on record counts
	Offline bool // nor anybody else: what would need the network waits for another build
	Brief   bool // the report need not have all that there is to tell: its Errors are enough. A baseline asks for all
	// Touched are the only paths, files or folders, that may differ from what this
	// Compiler found on disk last; nil for a look at everything.
	Touched  []string
	Progress func(Event)
}

// Build brings the vault up to date.
func (c *Compiler) Build(ctx context.Context, o BuildOptions) (*Report, error) {
	began := time.Now()
	if o.DryRun {
		return c.dryRun(ctx, o, began)
	}
	return c.locked(ctx, func() (r *Report, err error) {
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

func (c *Compiler) buildOnce(ctx context.Context, o BuildOptions) (*Report, error) {
	s, err := c.again(ctx, o.Touched)
	if err != nil {
		return nil, err
	}
	known, err := s.baseline(BaselineOptions{})
	if err != nil {
		return nil, err
	}
	o.Brief = o.Brief && known == nil
	if a := s.replay(o.Brief); a != nil && (a.converged || a.rooted && o.Offline && len(a.since) == 0) && !c.opts.Force {
		if err := s.refresh(); err != nil {
			return nil, err
		}
		r := c.report(a, known)
		r.base = s.base
		r.Judge = c.judgeReport(s.base, r.Summary.Unanswered, nil)
		c.keep(s)
		return r, nil
	}
	if !o.Replay && !o.Offline {
		if s.recorder, err = c.newRecorder(); err != nil {
			return nil, err
		}
	}
	r, err := c.build(ctx, s, o, nil)
	if err == nil {
		c.keep(s)
	}
	return r, err
}

// locked runs f as the only writer, after rolling forward what a killed process
// left.
func (c *Compiler) locked(ctx context.Context, f func() (*Report, error)) (*Report, error) {
	unlock, err := vault.Lock(ctx, c.dir, vault.LockOptions{Command: c.opts.Command, Wait: true, Waiting: func(h vault.Holder) {
		if c.opts.Waiting != nil {
			c.opts.Waiting(h.String())
		}
	}})
	if err != nil {
		return nil, err
	}
	defer unlock()
	if _, err := vault.Recover(ctx, c.dir); err != nil {
		return nil, err
	}
	return f()
}

// build plans and runs to the end, applies what came of it and stores it. prepare
// may put a person's wishes into each plan.
func (c *Compiler) build(ctx context.Context, s *session, o BuildOptions, prepare func(*plan)) (*Report, error) {
	began := time.Now()
	known, err := s.baseline(BaselineOptions{})
	if err != nil {
		return nil, err
	}
	o.Brief = o.Brief && known == nil
	if prepare == nil && !o.Explain {
		s.some = s.someOf(true, o.Offline)
	}
	s.earlier = nil
	if s.some == nil {
		s.begin()
	}
	p, a, counts, explained, err := c.converge(ctx, s, o, prepare)
	if err != nil {
		if ctx.Err() == nil { // a build that someone stopped says nothing of the vault
			c.traceFailure(s, counts, time.Since(began))
		}
		return nil, err
	}
	writes := p.list()
	if o.Progress != nil && len(writes) > 0 {
		o.Progress(Event{Phase: "write", Done: len(writes), Total: len(writes)})
	}
	if known != nil {
		known.of = s.base.With(writes...)
	}
	r := c.report(a, known)
	if err := s.base.Torn(); err != nil {
		return nil, err
	}
	after := s.base.Applied(writes...)
	if err := vault.Apply(ctx, c.dir, writes); err != nil {
		if ctx.Err() == nil {
			c.traceFailure(s, counts, time.Since(began))
		}
		return nil, err
	}
	s.recorder.done()
	spent := p.acquire.finish()
	worked := counts.Run+counts.Failed+len(writes) > 0 || s.moved(a)
	if err := s.base.Torn(); err != nil {
		return nil, err
	}
	// What somebody changed meanwhile was not judged, so it is not looked at here.
	s.base = after
	p.assess.score(a)
	if len(p.results.failed) == 0 && !p.acquire.paused() && !p.acquire.intakeOnly && !p.draft.draftOnly && !p.grade.lacking {
		a.postponed = a.postponed || p.postponed
		a.converged, a.rooted, a.since = !a.postponed, true, nil
		s.keep(a)
	} else {
		s.store.SetFiles(s.base.Files(), s.began)
	}
	if err := s.store.Commit(); err != nil {
		return nil, err
	}
	if worked {
		c.trace(p, a, r.Summary.Errors, counts, len(writes), spent, time.Since(began))
	}
	r.base = s.base
	if counts.Run > 0 {
		r.Shown = a.shown()
	}
	r.Actions, r.Cost = counts, spent
	r.Judge = c.judgeReport(s.base, r.Summary.Unanswered, s.recorder)
	if s.recorder != nil {
		r.Cost.Credits += s.recorder.spent.Credits
		r.Cost.Tokens += s.recorder.spent.Tokens
	}
	r.Explained = explained
	for _, w := range writes {
		r.Written = append(r.Written, w.Path)
	}
	r.Promoted = append(r.Promoted, p.draft.promoted...)
	r.Failures = p.results.failures()
	r.Unseen = p.acquire.unseen()
	return r, nil
}

// begin begins a build of the whole vault.
func (s *session) begin() {
	s.some = nil
	s.store.Begin()
	s.earlier = s.earlierBuild()
}

// dryRun says what a build would run next, and what it would cost.
func (c *Compiler) dryRun(ctx context.Context, o BuildOptions, began time.Time) (*Report, error) {
	s, err := c.look(ctx)
	if err != nil {
		return nil, err
	}
	known, err := s.baseline(BaselineOptions{})
	if err != nil {
		return nil, err
	}
	if a := s.replay(o.Brief && known == nil); a != nil && a.converged && !c.opts.Force {
		r := c.report(a, known)
		r.Judge = c.judgeReport(s.base, r.Summary.Unanswered, nil)
		r.Explained = c.plan(s, false).foresee(s)
		r.DryRun, r.Duration = true, time.Since(began)
		return r, nil
	}
	p := c.plan(s, false)
	p.grade.asks = p.grade.second != nil
	p.make()
	if known != nil {
		known.of = p.snap
	}
	r := c.report(p.assess.assess(), known)
	r.Judge = c.judgeReport(s.base, r.Summary.Unanswered, nil)
	r.DryRun = true
	for _, a := range p.todo {
		r.Actions.Planned++
		r.Actions.ByKind[a.Kind]++
		r.Cost.Pages += a.Cost.Pages
		r.Cost.Credits += a.Cost.Credits
		r.Cost.Tokens += a.Cost.Tokens
	}
	r.Explained = p.foresee(s)
	for _, w := range p.list() {
		r.Written = append(r.Written, w.Path)
	}
	r.Promoted = append(r.Promoted, p.draft.promoted...)
	r.Duration = time.Since(began)
	return r, nil
}

// newRecorder is where answers of the judge that policy names go; nil where policy names
// none.
func (c *Compiler) newRecorder() (*recorder, error) {
	if !c.Policy.Judge.IsModel() {
		return nil, nil
	}
	return newRecorder(c.Root)
}

// maxRounds bounds the loop. Each round settles at least one rule, so a build that
// takes more has actions that keep changing each other's inputs.
const maxRounds = 64

// converge plans and runs until nothing is ready.
func (c *Compiler) converge(ctx context.Context, s *session, o BuildOptions, prepare func(*plan)) (*plan, *assessment, ActionCounts, []Explanation, error) {
	counts := ActionCounts{ByKind: map[string]int{}}
	res := s.results
	w := c.world
	w.recorder = s.recorder
	w.asker = sync.OnceValues(func() (judge.Asker, error) {
		if w.OpenJudge == nil {
			return nil, errors.New("this program has none")
		}
		return w.OpenJudge(c.JudgeOptions())
	})
	if o.Progress != nil {
		var mu sync.Mutex
		w.progress = func(e Event) { mu.Lock(); defer mu.Unlock(); o.Progress(e) }
	}
	var explained []Explanation
	for range maxRounds {
		p := c.plan(s, true)
		p.offline, p.assess.brief = o.Offline, o.Brief
		p.ended = func() bool { return ctx.Err() != nil }
		p.byItself(ctx, w)
		if prepare != nil {
			prepare(p)
		}
		p.make()
		for _, a := range p.byHand {
			if o.Explain {
				explained = append(explained, s.explain(a))
			}
			s.remember(a)
			counts.Planned++
			counts.ByKind[a.Kind]++
			if _, failed := res.failed[a.Key()]; !failed {
				counts.Run++
			}
		}
		if err := ctx.Err(); err != nil {
			return nil, nil, counts, nil, errors.Join(err, s.store.Save())
		}
		if torn := s.base.Torn(); torn != nil {
			return nil, nil, counts, nil, errors.Join(torn, s.store.Save())
		}
		if len(p.todo) == 0 && !p.gaveUp {
			a := p.assess.assess()
			if !p.gaveUp && len(p.todo) == 0 { // what is kept of a note may not tell all that is asked of it now
				counts.Failed = len(res.failed)
				return p, a, counts, explained, nil
			}
		}
		if p.gaveUp {
			s.begin()
			continue
		}
		if o.Explain {
			for _, a := range p.todo {
				explained = append(explained, s.explain(a))
			}
		}
		counts.Planned += len(p.todo)
		for _, a := range p.todo {
			counts.ByKind[a.Kind]++
		}
		done, err := res.run(ctx, w, p.todo, c.jobs(), w.progress)
		counts.Run += done
		for _, a := range p.todo {
			s.remember(a)
		}
		// What is done is kept, also when the user stops the build: the vault is as
		// it was, and the next build goes on from here.
		if err := errors.Join(err, s.store.Save(), s.base.Torn()); err != nil {
			return nil, nil, counts, nil, err
		}
	}
	p := c.plan(s, true)
	p.make()
	return nil, nil, counts, nil, fmt.Errorf("build did not settle after %d rounds: %s keeps changing", maxRounds, p.todo[0])
}

func (c *Compiler) jobs() int {
	if c.opts.Jobs > 0 {
		return c.opts.Jobs
	}
	return runtime.NumCPU()
}
