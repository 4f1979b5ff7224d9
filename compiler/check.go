package compiler

import (
	"context"
	"errors"

	"assay/gates"
)

// CheckOptions are one check's.
type CheckOptions struct {
	Paths    []string // relative to the vault, with '/'; empty for all of it
	Claims   bool     // list every claim of the notes too
	Baseline BaselineOptions
	Progress func(Event)
}

// errPartOfBaseline says that a baseline is of all there is.
func errPartOfBaseline() error {
	return hinted{errors.New("a baseline is of the whole vault, and this check is of a part"), "leave out paths, --staged and --diff"}
}

// Check judges the vault as it stands. It reaches nothing outside it, opens no
// index and writes nothing but its own results, see [World.StateDir].
func (c *Compiler) Check(ctx context.Context, o CheckOptions) (r *CheckReport, err error) {
	if o.Baseline.Edit != "" && len(o.Paths) > 0 {
		return nil, errPartOfBaseline()
	}
	err = anew(func() error {
		if o.Claims {
			r, err = c.checkClaims(ctx, o)
			return err
		}
		a, s, err := c.assessOnce(ctx, o.Progress)
		if err == nil {
			r, err = c.checked(ctx, s, a, o)
		}
		return err
	})
	return r, err
}

// checked is an assessment as check reports it.
func (c *Compiler) checked(ctx context.Context, s *session, a *assessment, o CheckOptions) (*CheckReport, error) {
	known, err := s.baseline(o.Baseline)
	if err != nil {
		return nil, err
	}
	if len(o.Paths) > 0 {
		a = a.only(o.Paths, s.results)
	}
	r := &CheckReport{Vault: c.Root, Guest: c.Guest(), Claims: a.claims, Summary: a.summary, Paths: o.Paths, Files: a.files}
	if o.Baseline.Edit != "" {
		if r.Edited, err = known.edit(ctx, a.told, o.Baseline); err != nil {
			return nil, err
		}
	}
	r.Diagnostics, r.Known, r.Baseline = known.gate(a.told, &r.Summary, len(o.Paths) == 0)
	r.Judge = c.judgeReport(s.base, r.Summary.Unanswered, nil)
	return r, s.base.Torn()
}

// assess gives the vault's assessment, stored or new.
func (c *Compiler) assess(ctx context.Context, progress func(Event)) (a *assessment, s *session, err error) {
	err = anew(func() (err error) { a, s, err = c.assessOnce(ctx, progress); return err })
	return a, s, err
}

func (c *Compiler) assessOnce(ctx context.Context, progress func(Event)) (*assessment, *session, error) {
	s, err := c.look(ctx)
	if err != nil {
		return nil, nil, err
	}
	if a := s.replay(false); a != nil && !c.opts.Force {
		return a, s, nil
	}
	a, err := c.judge(ctx, s, progress)
	if err != nil {
		return nil, nil, err
	}
	if err := s.base.Torn(); err != nil {
		return nil, nil, err
	}
	c.store(ctx, s, a)
	return a, s, nil
}

// judge assesses a state of the vault that is not stored: by a look at the notes that are
// not those of the stored one, or by one at all.
func (c *Compiler) judge(ctx context.Context, s *session, progress func(Event)) (*assessment, error) {
	s.some = s.someOf(false, true)
	a, _, err := c.judgeBy(ctx, s, true, progress)
	return a, err
}

// judgeBy assesses a state, and gives what it was assessed by as well.
func (c *Compiler) judgeBy(ctx context.Context, s *session, lazy bool, progress func(Event)) (*assessment, *plan, error) {
	for range maxRounds {
		p, err := c.observe(ctx, s, lazy, progress)
		if err != nil {
			return nil, nil, err
		}
		a := p.assess.assess()
		switch {
		case p.gaveUp:
			s.some = nil
		case len(p.todo) == 0:
			return a, p, nil
		default: // what is kept of a note does not tell all that is asked of it now
			if err := c.perform(ctx, s, p.todo, progress); err != nil {
				return nil, nil, err
			}
		}
	}
	panic("unreachable: what an assessment asks for is had by then")
}

// perform runs what a plan lacks.
func (c *Compiler) perform(ctx context.Context, s *session, todo []*Action, progress func(Event)) error {
	_, err := s.results.run(ctx, c.world, todo, c.jobs(), progress)
	return errors.Join(err, s.base.Torn())
}

// observe grades the vault without changing it.
func (c *Compiler) observe(ctx context.Context, s *session, lazy bool, progress func(Event)) (*plan, error) {
	for range maxRounds {
		p := c.plan(s, lazy)
		p.ended = func() bool { return ctx.Err() != nil }
		p.byItself(ctx, c.world)
		p.snap = p.base
		switch {
		case p.some != nil:
			p.makeSome()
		case p.parse():
			p.grade.gradeAll()
		}
		if err := errors.Join(ctx.Err(), s.base.Torn()); err != nil {
			return nil, err
		}
		if p.gaveUp && len(p.todo) == 0 {
			s.some = nil
			continue
		}
		if len(p.todo) == 0 {
			return p, nil
		}
		if err := c.perform(ctx, s, p.todo, progress); err != nil {
			return nil, err
		}
	}
	panic("unreachable: grading takes two rounds")
}

// graded looks at the vault and grades all of it.
func (c *Compiler) graded(ctx context.Context) (*session, *plan, error) {
	return c.looked(ctx, false)
}

func (c *Compiler) looked(ctx context.Context, lazy bool) (s *session, p *plan, err error) {
	err = anew(func() (err error) {
		if s, err = c.look(ctx); err == nil {
			p, err = c.observe(ctx, s, lazy, nil)
		}
		return err
	})
	return s, p, err
}

// glance looks at the vault and grades what changed. Claims and verdicts of the other
// notes are read when they are asked for: see whole, verdictsOf and verdictsIf.
func (c *Compiler) glance(ctx context.Context) (*session, *plan, error) {
	return c.looked(ctx, true)
}

// only is the part of an assessment that concerns some paths.
func (a *assessment) only(paths []string, r *results) *assessment {
	b := *a
	b.told = nil
	for _, d := range a.told {
		if d.Span.File == "" || within(d.Span.File, paths) {
			b.told = append(b.told, d)
		}
	}
	b.summary = Summary{}
	b.claims = Tally{}
	b.files = 0
	for _, row := range a.allRows(r.store) {
		if !within(row.path, paths) {
			continue
		}
		b.files++
		o, _ := lookup(r, row.outcome, decodeOutcome)
		if o == nil {
			continue // a store that is being damaged
		}
		for i, x := range o.count.claims.list() {
			*b.claims.list()[i] += *x
		}
		for i, x := range o.count.summary.list() {
			*b.summary.list()[i] += *x
		}
	}
	b.summary.Errors, b.summary.Warnings, b.summary.Notes = gates.Count(b.told)
	return &b
}

// Gaps lists what the vault leans on and does not hold.
func (c *Compiler) Gaps(ctx context.Context) ([]GapRow, error) {
	_, p, err := c.graded(ctx)
	if err != nil {
		return nil, err
	}
	return p.grade.rows(p.grade.gaps()), nil
}
