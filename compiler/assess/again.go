package assess

import (
	"assay/compiler/grade"
	"assay/compiler/view"
	"assay/gates"
	"assay/provenance"
)

// assessInScope lays what came of some notes over what is known of all.
func (as *Assessor) assessInScope() *view.Assessment {
	x := as.Scope
	a := *x.Base
	a.Until = as.Grade.NextStale
	if !x.Base.Until.IsZero() && (a.Until.IsZero() || x.Base.Until.Before(a.Until)) {
		a.Until = x.Base.Until
	}
	a.Scope, a.Stored, a.Converged, a.Filed = true, true, false, as.Conflict.Filed
	a.Names, a.Held0, a.Since = as.NamesDigest, as.HeldDigest(), x.Base.SinceThen(x.Changed)
	a.Overlay = view.OverlaidNotes{Rows: map[string]*view.NoteRow{}, Told: map[string]*view.ReportedNote{}, Pairs: x.Pairs, Questions: map[string]*view.NoteQuestions{}, Cited: map[string]*view.CitedFile{}, Sources: map[string]*view.SourceCount{}, Folders: view.Folders{}}
	if x.SinceBuild != nil {
		a.Held, a.Waiting = as.Draft.HeldDrafts, as.Acquire.Waiting
	}
	var fresh []*grade.Outcome
	var now, before []gates.Diagnostic
	forget := func(note string) {
		old, ok := forget(&a, as, note)
		if !ok {
			as.OutOfScope = true
		} else if old != nil {
			before = append(before, old.Diagnostics...)
		}
	}
	links, paths := make([]provenance.NoteLinks, len(as.Notes)), make([]string, len(as.Notes))
	for i, n := range as.Notes {
		links[i], paths[i] = provenance.LinksOf(n, as.Links(), as.Grade.GapOptions()), n.Path
	}
	linked, _ := x.Linked(paths)
	for i, n := range as.Notes {
		forget(n.Path) // before there is another outcome, which may have the same name
		o, row, asked := as.come(n, links[i], links[i].Gaps(n, linked[n.Path], as.Grade.GapOptions()))
		draft := as.IsDraft(n.Path)
		as.add(&a, o, 1)
		restOn(&a, x.Store, o, 1, draft)
		a.Rooted = a.Rooted && (x.SinceBuild != nil || !draft) // whether a draft is held now a check does not say
		a.Overlay.Rows[n.Path], a.Overlay.Questions[n.Path], a.Overlay.Told[n.Path] = &row, &asked, nil
		if len(o.Diagnostics) > 0 {
			a.Overlay.Told[n.Path] = &view.ReportedNote{Path: n.Path, Diagnostics: o.Diagnostics}
		}
		fresh, now = append(fresh, o), append(now, o.Diagnostics...)
	}
	for name := range x.Gone {
		forget(name)
		a.Overlay.Rows[name], a.Overlay.Questions[name], a.Overlay.Told[name] = nil, nil, nil
	}
	for path, r := range a.Overlay.Rows {
		if _, had := x.Store.Rows.At(path); had != (r != nil) {
			if a.Files--; r != nil {
				a.Files += 2
			}
		}
	}
	for id, c := range a.Overlay.Sources {
		if _, had := x.Store.Sources.At(id); had != (c != nil) {
			a.Elsewhere = true
		}
	}
	for _, f := range grade.FilesCited(fresh) {
		old, ok := x.Store.Cited.At(f.Path)
		if !ok || old.Marks != f.Marks {
			a.Overlay.Cited[f.Path] = &f
		}
	}
	if as.OutOfScope {
		return &a
	}
	if !as.Brief || !retell(&a, before, now) {
		Tell(&a, x.Store.Told.With(a.Overlay.Told))
		x.Store.Folders.All() // is told as well: what is broken there shows below
	}
	as.OutOfScope = as.OutOfScope || x.Store.Broken()
	return &a
}

// forget takes back what a note counted, if it was there; nil where it was not. It is not ok
// where that is not known any more.
func forget(a *view.Assessment, p *Assessor, note string) (old *grade.Outcome, ok bool) {
	row := p.Scope.Row(note)
	if row == nil {
		return nil, true
	}
	if old, ok = view.Lookup[*grade.Outcome](p.Results, row.Outcome); ok {
		p.add(a, old, -1)
		restOn(a, p.Scope.Store, old, -1, p.IsDraft(note))
	}
	return old, ok
}

// restOn counts the sources that a note rests on.
func restOn(a *view.Assessment, s *view.Store, o *grade.Outcome, sign int, draft bool) {
	if draft {
		return
	}
	for _, id := range o.Sources {
		c, laid := a.Overlay.Sources[id]
		if !laid {
			if old, there := s.Sources.At(id); there {
				c = &old
			}
		}
		n := sign
		if c != nil {
			n += c.Notes
		}
		if a.Overlay.Sources[id] = nil; n != 0 {
			a.Overlay.Sources[id] = &view.SourceCount{Id: id, Notes: n}
		}
	}
}

// retell tells what there is to tell of some notes now in place of what there was. It reports
// false where that makes a difference to what is told of others.
func retell(a *view.Assessment, before, now []gates.Diagnostic) bool {
	for _, of := range [][]gates.Diagnostic{before, now} {
		for i := range of {
			if !of[i].Alone() {
				return false
			}
		}
	}
	before, now = gates.Gather(before), gates.Gather(now)
	brief, ok := a.Brief.Replace(before, now)
	if !ok {
		return false
	}
	a.Brief = brief
	count := func(ds []gates.Diagnostic, sign int) {
		errors, warnings, notes := gates.Count(ds)
		a.Summary.Errors += sign * errors
		a.Summary.Warnings += sign * warnings
		a.Summary.Notes += sign * notes
	}
	count(before, -1)
	count(now, 1)
	return true
}
