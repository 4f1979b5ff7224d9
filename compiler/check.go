package compiler

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"assay/compiler/grade"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// CheckOptions are one check's.
type CheckOptions struct {
	Paths    []string // relative to the vault, with '/'; empty for all of it
	Claims   bool     // list every claim of the notes too
	Compare  bool     // of a change: say what it mended too, which has the vault judged without it
	Baseline BaselineOptions
	Accept   func(context.Context, []gates.Lowering) (by string, err error) // of a change: asks a person whether the bar may be lowered
	Progress func(reports.Event)
}

// ErrPartOfBaseline says that a baseline is of all there is.
func ErrPartOfBaseline() error {
	return gates.WithHint(errors.New("a baseline is of the whole vault, and this check is of a part"), "leave out paths, --staged and --diff")
}

// Check judges the vault as it stands. It reaches nothing outside it, opens no
// index and writes nothing but its own results, see [World.StateDir].
func (c *Compiler) Check(ctx context.Context, o CheckOptions) (r *reports.CheckReport, err error) {
	if o.Baseline.Edit != "" && len(o.Paths) > 0 {
		return nil, ErrPartOfBaseline()
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
func (c *Compiler) checked(ctx context.Context, s *Session, a *view.Assessment, o CheckOptions) (*reports.CheckReport, error) {
	known, err := s.Baseline(o.Baseline)
	if err != nil {
		return nil, err
	}
	if len(o.Paths) > 0 {
		a = only(a, o.Paths, s.Results)
	}
	r := &reports.CheckReport{Vault: c.Root, Guest: c.Guest(), Claims: a.Claims, Summary: a.Summary, Paths: o.Paths, Files: a.Files}
	if o.Baseline.Edit != "" {
		if r.Edited, err = known.edit(ctx, a.Reported, o.Baseline); err != nil {
			return nil, err
		}
	}
	r.Diagnostics, r.Known, r.Baseline = known.Gate(a.Reported, &r.Summary, len(o.Paths) == 0)
	r.Folders, r.Unbuilt = view.TellFolders(s.Store.Folders.With(a.Notes.Folders, a.Notes.Whole), r.Diagnostics), c.unbuilt(s.Base, a)
	r.Judge = c.JudgeReport(s.Base, r.Summary.Unanswered, nil)
	return r, s.Base.Changed()
}

// unbuilt reports whether no build has kept anything by the policy yet: then what notes cite
// is not evidence for that reason alone.
func (c *Compiler) unbuilt(s *vault.Snapshot, a *view.Assessment) bool {
	_, kept := s.File(c.Policy.LedgerFile())
	return !c.Guest() && !kept && !a.Rooted && !a.Converged && a.Summary.NotHeld > 0
}

// Assess gives the vault's assessment, stored or new.
func (c *Compiler) Assess(ctx context.Context, progress func(reports.Event)) (a *view.Assessment, s *Session, err error) {
	err = anew(func() (err error) { a, s, err = c.assessOnce(ctx, progress); return err })
	return a, s, err
}

func (c *Compiler) assessOnce(ctx context.Context, progress func(reports.Event)) (*view.Assessment, *Session, error) {
	s, err := c.Look(ctx)
	if err != nil {
		return nil, nil, err
	}
	if a := s.Replay(false); a != nil && !c.Opts.Force {
		return a, s, nil
	}
	a, err := c.Judge(ctx, s, progress)
	if err != nil {
		return nil, nil, err
	}
	if err := s.Base.Changed(); err != nil {
		return nil, nil, err
	}
	s.Forget() // what is stored now takes memory too
	c.Store(ctx, s, a)
	return a, s, nil
}

// Judge assesses a state of the vault that is not stored: by a look at the notes that are
// not those of the stored one, or by one at all.
func (c *Compiler) Judge(ctx context.Context, s *Session, progress func(reports.Event)) (*view.Assessment, error) {
	s.Scope = s.scopeOf(false, true)
	_, a, err := c.observe(ctx, s, true, true, progress)
	return a, err
}

// mostUnsaved is how many bytes of results a check has in memory alone.
const mostUnsaved = 16 << 20

// finish waits for a round, and saves what came of it where that is much.
func (c *Compiler) finish(ctx context.Context, s *Session, round *view.Round) error {
	_, err := round.Wait()
	if s.Store.Unsaved() > mostUnsaved || ctx.Err() != nil {
		c.SaveSoFar(ctx, s)
	}
	return errors.Join(err, s.Base.Changed())
}

// mostInputs is how many inputs the actions of a round of a check have together: all that is
// gathered for them is in memory until they ran. A large vault has one more for every eight files,
// since each round looks at all notes.
const mostInputs = 1 << 13

// Observe grades the vault without changing it.
func (c *Compiler) Observe(ctx context.Context, s *Session, lazy bool, progress func(reports.Event)) (*Plan, error) {
	p, _, err := c.observe(ctx, s, lazy, false, progress)
	return p, err
}

// observe does so, and says what came of it where that is asked for. While a round of actions
// runs, the next one is planned.
func (c *Compiler) observe(ctx context.Context, s *Session, lazy, assess bool, progress func(reports.Event)) (p *Plan, a *view.Assessment, err error) {
	var running *view.Round
	defer func() {
		if running != nil {
			err = errors.Join(err, c.finish(ctx, s, running))
		}
		if err != nil {
			p = nil
		}
	}()
	gathered := map[view.Key]*grade.Gathered{}
	for round := 0; round < MaxRounds; {
		p := c.Plan(s, lazy)
		p.Most, p.Shed, p.Grade.Gathered = mostInputs+len(s.Base.Files())/8, lazy, gathered
		p.Cancelled = func() bool { return ctx.Err() != nil }
		if running == nil {
			p.Most /= 16 // while these run, the next are looked for
		}
		if p.Scope != nil {
			p.RunInline(ctx, c.World) // else there are many, and two do more than one
		}
		p.Snap = p.Base
		if running != nil {
			p.Await(running)
		}
		switch {
		case p.Scope != nil:
			p.makeInScope()
		case p.Parse():
			p.Grade.All()
		}
		if err := errors.Join(ctx.Err(), s.Base.Changed()); err != nil {
			if ctx.Err() != nil {
				c.SaveSoFar(ctx, s)
			}
			return nil, nil, err
		}
		if assess && running == nil && len(p.Todo) == 0 && !p.OutOfScope {
			if f, ok := c.World.Judge.(interface{ Forget() }); ok && lazy {
				f.Forget() // all is judged, and what comes of it takes memory too
			}
			if s.Store.Unsaved() > mostUnsaved {
				c.SaveSoFar(ctx, s)
			}
			a = p.Assess.All() // what is kept of a note may not tell all that is asked of it now
		}
		switch before := running; {
		case before != nil:
			running = nil
			if err := c.finish(ctx, s, before); err != nil {
				return nil, nil, err
			}
		case len(p.Todo) > 0:
		case p.OutOfScope:
			s.Scope = nil
		default:
			return p, a, nil
		}
		if !p.Full { // else it is a part of one
			round++
		}
		if len(p.Todo) > 0 {
			running = s.Results.Start(ctx, c.World, p.Todo, c.Jobs(), p.progress(progress))
		}
	}
	panic("unreachable: grading takes two rounds")
}

// progress tells of a round of actions by the notes of the vault, and of what was found so far.
func (p *Plan) progress(tell func(reports.Event)) func(reports.Event) {
	if tell == nil {
		return nil
	}
	notes, read, at := 0, len(p.ByPath), p.Grade.Reach
	for _, f := range p.Base.Files() {
		if p.IsNote(f) {
			notes++
		}
	}
	return func(e reports.Event) {
		switch e.Phase {
		case "parse":
			e.Done, e.Total = min(read+e.Done, notes), notes
		case "grade":
			e.Done, e.Total = min(at.Done+at.Open*e.Done/max(1, e.Total), notes), notes
			e.Text = fmt.Sprintf("%s so far · %s", reports.Count(at.Findings, "finding"), e.Text)
		}
		tell(e)
	}
}

// Graded looks at the vault and grades all of it.
func (c *Compiler) Graded(ctx context.Context) (*Session, *Plan, error) {
	return c.looked(ctx, false)
}

func (c *Compiler) looked(ctx context.Context, lazy bool) (s *Session, p *Plan, err error) {
	err = anew(func() (err error) {
		if s, err = c.Look(ctx); err == nil {
			p, err = c.Observe(ctx, s, lazy, nil)
		}
		return err
	})
	return s, p, err
}

// Glance looks at the vault and grades what changed. Claims and verdicts of the other
// notes are read when they are asked for: see whole, verdictsOf and verdictsIf.
func (c *Compiler) Glance(ctx context.Context) (*Session, *Plan, error) {
	return c.looked(ctx, true)
}

// only is the part of an assessment that concerns some paths.
func only(a *view.Assessment, paths []string, r *view.Results) *view.Assessment {
	b := *a
	b.Reported = nil
	for _, d := range a.Reported {
		if d.Span.File == "" || view.Within(d.Span.File, paths) {
			b.Reported = append(b.Reported, d)
		}
	}
	b.Counts, b.Notes = view.Counts{}, view.OfNotes{Whole: true, Folders: view.Folders{}}
	for _, row := range r.Store.Rows.With(a.Notes.Rows, a.Notes.Whole) {
		if !view.Within(row.Path, paths) {
			continue
		}
		b.Files++
		o, _ := view.Lookup[*grade.Outcome](r, row.Outcome)
		if o == nil {
			continue // a store that is being damaged
		}
		b.Add(&o.Count, 1)
		b.Notes.Folders.Add(&o.Count, 1)
	}
	b.Summary.Errors, b.Summary.Warnings, b.Summary.Notes = gates.Count(b.Reported)
	return &b
}

// Gaps lists what the vault leans on and does not hold.
func (c *Compiler) Gaps(ctx context.Context) ([]reports.GapRow, error) {
	_, p, err := c.Graded(ctx)
	if err != nil {
		return nil, err
	}
	return p.Grade.Rows(p.Grade.Gaps()), nil
}

// checkClaims is a check that reads every claim, also of notes that did not change.
func (c *Compiler) checkClaims(ctx context.Context, o CheckOptions) (*reports.CheckReport, error) {
	s, err := c.Look(ctx)
	if err != nil {
		return nil, err
	}
	p, a, err := c.observe(ctx, s, false, true, o.Progress)
	if err != nil {
		return nil, err
	}
	rows := p.claimRows(a.Each, o.Paths)
	if err := s.Base.Changed(); err != nil {
		return nil, err
	}
	c.Store(ctx, s, a)
	r, err := c.checked(ctx, s, a, o)
	if r != nil {
		r.List = rows
	}
	return r, err
}

// claimRows are the claims of the graded notes below some paths, or of all, in the order
// of notes and places.
func (p *Plan) claimRows(told []gates.Diagnostic, paths []string) []reports.ClaimRow {
	of := map[vault.Span]gates.Diagnostic{}
	for _, d := range told {
		if d.Claim != "" && d.Graded {
			if was, ok := of[d.Span]; !ok || d.Severity > was.Severity {
				of[d.Span] = d
			}
		}
	}
	rows := []reports.ClaimRow{}
	for _, n := range p.Notes {
		if !p.Graded(n) || len(paths) > 0 && !view.Within(n.Path, paths) {
			continue
		}
		verdicts := p.Grade.VerdictsOf(n)
		text, err := p.Snap.Read(n.Path)
		if err != nil {
			continue
		}
		lines := vault.NewLines(text)
		for i, c := range p.Whole(n).Claims {
			if i >= len(verdicts) {
				break
			}
			row := claimRow(n.Path, c, verdicts[i], lines)
			if d, ok := of[vault.Span{File: n.Path, Start: c.Start, End: c.End}]; ok {
				row.Code, row.Severity = d.Code, d.Severity.String()
			}
			rows = append(rows, row)
		}
	}
	return rows
}

func claimRow(note string, c markdown.Claim, v provenance.Verdict, lines vault.Lines) reports.ClaimRow {
	from, to := lines.Position(c.Start), lines.Position(c.End)
	row := reports.ClaimRow{ID: c.ID,
		ClaimPlace: reports.ClaimPlace{File: note, Line: from.Line, Column: from.Column, EndLine: to.Line, EndColumn: to.Column, Start: c.Start, End: c.End},
		Text:       c.Text, Tier: v.Tier.String(), Rule: v.Rule, Cited: []string{}, Missing: []string{}, Absent: []string{}}
	for _, q := range v.Passages {
		row.Cited = append(row.Cited, q.Evidence.Span.File)
	}
	for _, at := range v.Problems {
		row.Cited = append(row.Cited, cmp.Or(at.Evidence.Span.File, at.Cite.Target))
	}
	slices.Sort(row.Cited)
	row.Cited = slices.Compact(row.Cited)
	if b := v.Best; b != nil {
		j := b.Judgement
		row.JudgeRule, row.Score, row.Quote, row.Source, row.URL = j.Rule, j.Score, b.Evidence.Text, b.Evidence.Span.File, b.Evidence.URL
		row.Missing, row.Absent = append(row.Missing, j.Missing...), append(row.Absent, j.Absent...)
		if m := j.Mismatch; m != nil {
			row.Values = &reports.ReviewValues{Kind: m.Kind, Claim: m.Claim, Source: m.Source}
		}
	}
	return row
}
