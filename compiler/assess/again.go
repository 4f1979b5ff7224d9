package assess

import (
	"assay/compiler/grade"
	"assay/compiler/view"
	"assay/gates"
)

// begin is what is known of the notes before the plan's are looked at: nothing, or in scope all
// that the last assessment has.
func (as *Assessor) begin() *view.Assessment {
	a, x := &view.Assessment{}, as.Scope
	if x != nil {
		*a = *x.Base
		if until := x.Base.Until; !until.IsZero() {
			as.Grade.Expires(until)
		}
		a.Scope, a.Converged, a.Since = true, false, x.Base.SinceThen(x.Changed)
	}
	a.Until, a.Names, a.Held0, a.Filed = as.Grade.NextStale, as.NamesDigest, as.HeldDigest(), as.Conflict.Filed
	if x == nil || x.SinceBuild != nil {
		a.Held, a.Waiting = as.Draft.HeldDrafts, as.Acquire.Waiting
	}
	a.Notes = view.OfNotes{Whole: x == nil, Rows: map[string]*view.NoteRow{}, Questions: map[string]*view.NoteQuestions{}, Told: map[string]*view.ReportedNote{},
		Pairs: as.Conflict.Pairs, Sources: map[string]*view.SourceCount{}, Folders: view.Folders{}}
	return a
}

// forget takes back what a note counted in the assessment that the plan begins with, and gives
// what there was to tell of it.
func (as *Assessor) forget(a *view.Assessment, note string) []gates.Diagnostic {
	if as.Scope == nil {
		return nil
	}
	row := as.Scope.Row(note)
	if row == nil {
		return nil
	}
	old, known := view.Lookup[*grade.Outcome](as.Results, row.Outcome)
	if !known {
		as.OutOfScope = true
		return nil
	}
	as.add(a, old, -1)
	return old.Diagnostics
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
