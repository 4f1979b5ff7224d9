package change

import (
	"context"
	"errors"
	"os"
	"slices"
	"time"

	"assay/compiler"
	"assay/compiler/acquire"
	"assay/compiler/codec"
	"assay/compiler/grade"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
	"assay/vault"
	"assay/vault/git"
)

// Check judges the vault with a change, and tells what that change is to blame
// for: faults in what it touches, and those elsewhere that were not there before.
func (ch *Changeset) Check(ctx context.Context, o compiler.CheckOptions) (*reports.CheckReport, error) {
	defer ch.repo.Close()
	if o.Baseline.Edit != "" {
		return nil, compiler.ErrPartOfBaseline()
	}
	c := ch.Compiler
	r := &reports.CheckReport{Vault: c.Root, Guest: c.Guest(), Paths: o.Paths, Change: &reports.ChangeReport{
		Staged: ch.Staged, Since: ch.Since, Touched: []string{}, Remarks: append([]string{}, ch.remarks...)}}
	if ch.idle {
		return r, nil
	}
	held, err := ch.settle(ctx, o, r.Change)
	if err != nil {
		return nil, err
	}
	r.Guest = c.Guest()
	j := &changeJudge{ch: ch, held: held, cache: openChangeCache(c.Root), progress: o.Progress}
	if err := j.look(ctx); err != nil {
		return nil, err
	}
	if err := j.touch(ctx); err != nil {
		return nil, err
	}
	known, err := j.after.Baseline(o.Baseline)
	if err != nil {
		return nil, err
	}
	if held.known != nil {
		known.Hold(held.known)
	}
	after, err := j.judged(ctx, j.after)
	if err != nil {
		return nil, err
	}
	ds, err := j.blame(ctx, after, o.Paths)
	if err != nil {
		return nil, err
	}
	var sum view.Counts
	folders := view.Folders{}
	for _, n := range countsOf(j.after, after, j.notes(), o.Paths) {
		sum.Add(&n, 1)
		folders.Add(&n, 1)
	}
	r.Claims, r.Summary = sum.Claims, sum.Summary
	if o.Compare {
		if r.Change.Before, r.Change.Mended, err = j.mended(ctx, after, ds, o.Paths); err != nil {
			return nil, err
		}
		r.Change.Past = j.pastSession.Base
	}
	ds = gates.Gather(append(ds, held.tell()...))
	r.Summary.Errors, r.Summary.Warnings, r.Summary.Notes = gates.Count(ds)
	r.Diagnostics, r.Known, r.Baseline = known.Gate(ds, &r.Summary, false)
	r.Folders = view.TellFolders(folders.Rows(), r.Diagnostics)
	if _, err := os.Lstat(c.Dir.Abs(gates.BaselineFile)); known == nil && !o.Baseline.Off && err == nil {
		r.Change.Remarks = append(r.Change.Remarks, gates.BaselineFile+" is not in what is checked, so it lets nothing be; `git add` it")
	}
	if len(j.leftOut) > 0 {
		r.Change.Remarks = append(r.Change.Remarks, "nothing is graded of what Obsidian's settings or `vault.exclude` leave out: "+reports.Few(j.leftOut, 1))
	}
	if len(j.prose) > 0 {
		r.Change.Remarks = append(r.Change.Remarks, reports.Few(j.prose, 1)+": no note, so nothing in it is graded")
	}
	for _, d := range r.Diagnostics {
		if d.Elsewhere {
			r.Change.Elsewhere++
		}
	}
	for name, t := range j.touched {
		if t.note {
			r.Files++
		}
		r.Change.Touched = append(r.Change.Touched, name)
	}
	r.Change.Touched = append(r.Change.Touched, j.gone...)
	for name := range j.renamed {
		r.Change.Touched = append(r.Change.Touched, name)
	}
	slices.Sort(r.Change.Touched)
	if torn := j.after.Base.Changed(); torn != nil {
		return nil, torn
	}
	j.cache.save()
	r.Change.Vault = j.after.Base
	r.Judge = c.JudgeReport(j.after.Base, r.Summary.Unanswered, nil)
	return r, nil
}

// changeJudge is one check of a change.
type changeJudge struct {
	ch       *Changeset
	held     *bar
	cache    *changeCache
	progress func(reports.Event)

	after   *compiler.Session
	made    *view.Assessment    // of the working tree, where that is judged
	touched map[string]*touched // files that the change adds or edits
	leftOut []string            // notes of the change that settings or policy leave out
	prose   []string            // texts among the permanent notes that are no notes
	renamed map[string]string   // files that have another name and the same text: what it was
	gone    []string

	pastSession *compiler.Session // without the change, once that was judged; see past
	pastJudged  *view.Assessment
}

// touched is a file that a change adds or edits.
type touched struct {
	note  bool
	lines *changedLines // those that count; nil for all
	whole *changedLines // all of them, once somebody asked
	was   string        // its name before; "" for a new one
}

// look takes the snapshot with the change.
func (j *changeJudge) look(ctx context.Context) (err error) {
	defer func() {
		if err == nil && len(j.held.writes) > 0 {
			j.after.Base, j.made = j.after.Base.With(j.held.writes...), nil
		}
	}()
	if !j.ch.Staged {
		j.made, j.after, err = j.ch.Assess(ctx, j.progress)
		return err
	}
	s := &compiler.Session{C: j.ch.Compiler, Now: j.ch.World.Now().UTC(), Trails: acquire.NewTrails(j.ch.Root), Began: time.Now().Add(-compiler.ClockTick).UnixNano()}
	o := vault.ScanOptions{Exclude: j.ch.Policy.Vault.Exclude, Settings: j.ch.Opts.Settings}
	if len(j.ch.beside) > 0 {
		s.Store = j.ch.store()
		o.Recall = func() ([]vault.File, int64) { return s.Store.Files(), s.Store.Since() }
	}
	l := vault.Listing{Files: make([]vault.Listed, 0, len(j.ch.entries)), Beside: j.ch.beside}
	for _, e := range j.ch.entries {
		switch {
		case e.Mode == git.Link:
			to, err := j.ch.repo.Read(ctx, e)
			if err != nil {
				return err
			}
			l.Files = append(l.Files, vault.Listed{Path: e.Path, Link: true, To: string(to)})
		case e.Mode.File():
			l.Files = append(l.Files, vault.Listed{Path: e.Path, ID: e.ID})
		}
	}
	read := func(name string) ([]byte, error) {
		e, ok := git.Find(j.ch.entries, name)
		if !ok || !e.Mode.File() {
			return nil, os.ErrNotExist
		}
		return j.ch.repo.Read(ctx, e)
	}
	l.Read = read
	l.Sum = func(f vault.Listed) (vault.Sum, error) {
		return j.cache.sum(f.ID, func() (vault.Sum, error) {
			text, err := j.ch.repo.Read(ctx, git.Entry{Path: f.Path, Mode: git.Regular, ID: f.ID})
			return vault.SumText(text), err
		})
	}
	s.Gitmodules, _ = read(".gitmodules")
	s.Base, err = j.ch.Dir.FromListing(ctx, l, o)
	j.after = s
	return err
}

// notes are the touched ones.
func (j *changeJudge) notes() (names []string) {
	for name, t := range j.touched {
		if t.note {
			names = append(names, name)
		}
	}
	return names
}

// judged is what the gates say of a state. Each is judged by a store of its own: what
// comes of a note is kept under a name that says nothing of the evidence, which the states
// need not have in common. For that reason what is staged is not added to a store that a
// look at the working tree has left. Where nobody builds, the store is that of what was
// staged last.
func (j *changeJudge) judged(ctx context.Context, s *compiler.Session) (*view.Assessment, error) {
	if s == j.after && j.made != nil {
		return j.made, nil
	}
	switch {
	case s.Store != nil:
	case s == j.after && j.ch.store != nil:
		s.Store = j.ch.store()
	default:
		s.Store = view.OpenStore(compiler.StateDir(j.ch.World, j.ch.Root))
	}
	s.Forget()
	if !j.ch.Opts.Force {
		if a := s.Replay(false); a != nil {
			return a, nil
		}
	}
	staged := !s.Store.Assessed() || isLaid(s.Store.Files())
	a, err := s.C.Judge(ctx, s, j.progress)
	if err != nil {
		return nil, err
	}
	if s == j.after && staged {
		s.C.Store(ctx, s, a)
	}
	return a, nil
}

// countsOf are the counts of some notes in a state that was judged, where they lie below some paths.
func countsOf(s *compiler.Session, a *view.Assessment, names, paths []string) (counts []view.NoteCount) {
	for _, name := range names {
		row, ok := a.Row(s.Results.Store, name)
		if !ok || len(paths) > 0 && !view.Within(name, paths) {
			continue
		}
		if o, _ := view.Lookup[*grade.Outcome](s.Results, row.Outcome); o != nil {
			counts = append(counts, o.Count)
		}
	}
	return counts
}

// faultsIn is what is wrong in a state that was judged, for a change that is made to it.
func faultsIn(s *compiler.Session, a *view.Assessment) *faults {
	all := make([]fault, len(a.Each))
	for i := range a.Each {
		d := &a.Each[i]
		all[i] = fault{placeOf(d, d.Span.File, d.Span.Start), d.Severity}
	}
	return &faults{inputs: inputs(s), until: a.Until, all: codec.Encode(all)}
}

// remember keeps the faults of a state, unless something failed while it was judged.
func (j *changeJudge) remember(s *compiler.Session, f *faults) {
	if len(s.Results.Failed) == 0 && j.cache.faults(f.inputs, s.Now) == nil {
		j.cache.put(f)
	}
}

// inputs names all that an assessment of a state is made from, but for the clock.
func inputs(s *compiler.Session) string { return view.HashOf(s.Made(), s.Base.Digest().String()) }

// isLaid reports whether a table of files is of what was staged: those have no times.
func isLaid(files []vault.File) bool {
	return slices.ContainsFunc(files, func(f vault.File) bool { return f.ModTime == 0 && !f.Hash.IsZero() })
}

// touch sorts the files that changed.
func (j *changeJudge) touch(ctx context.Context) error {
	j.touched, j.renamed = map[string]*touched{}, map[string]string{}
	for _, d := range j.ch.diffs {
		if d.New.Path == "" {
			j.gone = append(j.gone, d.Path)
			continue
		}
		f, ok := j.after.Base.File(d.New.Path)
		switch {
		case ok:
		case slices.Contains(vault.SettingsFiles(), d.New.Path), slices.ContainsFunc(j.held.writes, func(w vault.Write) bool { return w.Path == d.New.Path }):
			j.touched[d.New.Path] = &touched{} // it is hidden, or does not count
			continue
		default: // no part of the vault
			if vault.IsNote(d.New.Path) && j.ch.Policy.Vault.Area(d.New.Path).Graded() && vault.Excludes(j.ch.Policy.Vault.Exclude)(d.New.Path) {
				j.leftOut = append(j.leftOut, d.New.Path)
			}
			continue
		}
		if f.Ignored && vault.IsNote(f.Path) && j.ch.Policy.Vault.Area(f.Path).Graded() && !j.ch.Guest() {
			j.leftOut = append(j.leftOut, f.Path)
		}
		if isProse(f.Path) && j.ch.Policy.Vault.Area(f.Path) == gates.Wiki && !j.ch.Guest() {
			j.prose = append(j.prose, f.Path)
		}
		t := &touched{note: vault.IsNote(f.Path) && !j.ch.Policy.Vault.IsEvidence(f.Path), was: d.Old.Path}
		var was []byte
		if d.Old.Path != "" && d.Old.Mode.File() && vault.IsText(f.Path) {
			same := !d.Unknown && d.Old.ID == d.New.ID
			if !same && (d.Unknown || j.ch.Since != "") {
				var err error
				if was, err = j.ch.repo.Read(ctx, d.Old); err != nil {
					return err
				}
				same = vault.HashText(was) == f.Hash
			}
			if same {
				if d.From != "" {
					j.renamed[f.Path] = d.From
				}
				continue
			}
		}
		if t.note && j.ch.Since != "" && was != nil {
			now, err := j.after.Base.Read(f.Path)
			if err != nil {
				return err
			}
			t.lines = newChangedLines(was, now)
		}
		j.touched[f.Path] = t
	}
	return nil
}

// blame picks what the change is to blame for. The state before it is looked at only
// where something is wrong that may have been wrong before.
func (j *changeJudge) blame(ctx context.Context, after *view.Assessment, paths []string) ([]gates.Diagnostic, error) {
	if j.ch.Staged { // what is staged is HEAD after the next commit
		now := view.Prefetch(func() *faults { return faultsIn(j.after, after) })
		defer func() { j.remember(j.after, now()) }()
	}
	var out []gates.Diagnostic
	var others []*gates.Diagnostic
	for i := range after.Each {
		d := &after.Each[i]
		if len(paths) > 0 && d.Span.File != "" && !view.Within(d.Span.File, paths) {
			continue
		}
		if t := j.touched[d.Span.File]; t != nil && t.note && (t.lines == nil || t.lines.touches(d.Span)) {
			out = append(out, *d)
			continue
		}
		others = append(others, d)
	}
	if len(others) == 0 {
		return out, nil
	}
	s, err := j.before(ctx)
	if err != nil {
		return nil, err
	}
	before := j.cache.faults(inputs(s), s.Now)
	if before == nil || j.ch.Opts.Force {
		s, a, err := j.past(ctx)
		if err != nil {
			return nil, err
		}
		before = faultsIn(s, a)
		j.remember(s, before)
	}
	worst := before.worst()
	for _, d := range others {
		file, start := j.stood(s, d)
		if old, ok := worst[placeOf(d, file, start)]; !ok || d.Severity > old {
			told := *d
			told.Elsewhere = j.touched[d.Span.File] == nil || j.touched[d.Span.File].lines != nil
			out = append(out, told)
		}
	}
	return out, nil
}

// A place is what makes a fault the same before and after: where it is, and for a grade no more
// than that, since a claim that failed for one reason and fails for another is no news.
type place struct {
	what, file string
	start      int
}

func placeOf(d *gates.Diagnostic, file string, start int) place {
	what := string(d.Code)
	switch {
	case d.Graded:
		what = "grade"
	case file == "":
		what += d.Message
	}
	return place{what, file, start}
}

// before is the vault without the change, as its policy then was.
func (j *changeJudge) before(ctx context.Context) (*compiler.Session, error) {
	c := *j.ch.Compiler
	s := *j.after
	var writes []vault.Write
	excluded := vault.Excludes(c.Policy.Vault.Exclude)
	read := func(e git.Entry) ([]byte, error) {
		if !vault.IsText(e.Path) && e.Path != ".gitmodules" {
			return nil, nil
		}
		return j.ch.repo.Read(ctx, e)
	}
	for _, d := range j.ch.diffs {
		if d.New.Path != "" && d.New.Path != d.Old.Path {
			writes = append(writes, vault.Write{Path: d.New.Path, Delete: true})
		}
		if d.Old.Path == "" || !d.Old.Mode.File() {
			if d.Path == gates.PolicyFile && d.Old.Path == "" {
				c.Policy = gates.Guest()
			}
			continue
		}
		text, err := read(d.Old)
		var lacks *git.Error
		switch {
		case errors.As(err, &lacks):
			continue // as if it had not been there
		case err != nil:
			return nil, err
		case d.Old.Path == ".gitmodules":
			s.Gitmodules = text
			continue
		case vault.Skips(d.Old.Path) || excluded(d.Old.Path):
			continue
		case d.Old.Path == gates.PolicyFile:
			// A policy that could not be read then excuses nothing now.
			if p, err := gates.ParsePolicy(gates.PolicyFile, text); err == nil {
				c.Policy = p
			}
		}
		writes = append(writes, vault.Write{Path: d.Old.Path, Data: text})
	}
	s.C, s.Base, s.Store, s.Results, s.Scope = &c, j.after.Base.With(writes...), nil, nil, nil
	return &s, nil
}
