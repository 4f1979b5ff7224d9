package compiler

import (
	"assay/gates"
	"assay/provenance"
)

// assessSome lays what came of some notes over what is known of all.
func (p *assessor) assessSome() *assessment {
	x := p.some
	a := *x.base
	a.until = p.grade.nextStale
	if !x.base.until.IsZero() && (a.until.IsZero() || x.base.until.Before(a.until)) {
		a.until = x.base.until
	}
	a.some, a.stored, a.converged, a.filed = true, true, false, p.conflict.filed
	a.names, a.held0, a.since = p.namesDigest, p.heldDigest(), x.base.sinceThen(x.changed)
	a.laid = laidNotes{rows: map[string]*noteRow{}, told: map[string]*toldNote{}, pairs: x.pairs, cited: map[string]*citedFile{}, sources: map[string]*sourceCount{}}
	if x.unbuilt != nil {
		a.held, a.waiting = p.draft.heldDrafts, p.acquire.waiting
	}
	var fresh []*outcome
	var now, before []gates.Diagnostic
	forget := func(note string) {
		old, ok := a.forget(p, note)
		if !ok {
			p.gaveUp = true
		} else if old != nil {
			before = append(before, old.diagnostics...)
		}
	}
	for _, n := range p.notes {
		forget(n.Path) // before there is another outcome, which may have the same name
		links := provenance.LinksOf(n, p.links(), p.grade.gapOptions())
		o, row := p.grade.outcomeOf(n, links.Gaps(n, x.links(n.Path) > 0, p.grade.gapOptions()), p.wasPromoted(n.Path))
		row.placed, row.links = x.placedIn(n.Path), x.links(n.Path)
		draft := p.isDraft(n.Path)
		a.add(o, 1)
		a.restOn(x.store, o, 1, draft)
		a.rooted = a.rooted && (x.unbuilt != nil || !draft) // whether a draft is held now a check does not say
		a.laid.rows[n.Path], a.laid.told[n.Path] = &row, nil
		if len(o.diagnostics) > 0 {
			a.laid.told[n.Path] = &toldNote{n.Path, o.diagnostics}
		}
		fresh, now = append(fresh, o), append(now, o.diagnostics...)
	}
	for name := range x.gone {
		forget(name)
		a.laid.rows[name], a.laid.told[name] = nil, nil
	}
	for path := range x.placed {
		a.mend(x, path, func(r *noteRow) { r.placed = true })
	}
	for path, n := range x.linked {
		a.mend(x, path, func(r *noteRow) { r.links = n })
	}
	for path, r := range a.laid.rows {
		if _, had := x.store.rows.At(path); had != (r != nil) {
			if a.files--; r != nil {
				a.files += 2
			}
		}
	}
	for id, c := range a.laid.sources {
		if _, had := x.store.sources.At(id); had != (c != nil) {
			a.elsewhere = true
		}
	}
	for _, f := range filesCited(fresh) {
		old, ok := x.store.cited.At(f.path)
		if !ok || old.marks != f.marks || f.copied && !old.copied {
			a.laid.cited[f.path] = &f
		}
	}
	if p.gaveUp {
		return &a
	}
	if !p.brief || !a.retell(before, now) {
		a.tell(x.store.told.With(a.laid.told))
	}
	p.gaveUp = p.gaveUp || x.store.Broken()
	return &a
}

// mend changes the row of a note, if there is one.
func (a *assessment) mend(x *some, path string, change func(*noteRow)) {
	r, laid := a.laid.rows[path]
	if !laid {
		r = x.row(path)
	}
	if r != nil {
		change(r)
		a.laid.rows[path] = r
	}
}

// forget takes back what a note counted, if it was there; nil where it was not. It is not ok
// where that is not known any more.
func (a *assessment) forget(p *assessor, note string) (old *outcome, ok bool) {
	row := p.some.row(note)
	if row == nil {
		return nil, true
	}
	if old, ok = lookup(p.results, row.outcome, decodeOutcome); ok {
		a.add(old, -1)
		a.restOn(p.some.store, old, -1, p.isDraft(note))
	}
	return old, ok
}

// restOn counts the sources that a note rests on.
func (a *assessment) restOn(s *Store, o *outcome, sign int, draft bool) {
	if draft {
		return
	}
	for _, id := range o.sources {
		c, laid := a.laid.sources[id]
		if !laid {
			if old, there := s.sources.At(id); there {
				c = &old
			}
		}
		n := sign
		if c != nil {
			n += c.notes
		}
		if a.laid.sources[id] = nil; n != 0 {
			a.laid.sources[id] = &sourceCount{id, n}
		}
	}
}

// retell tells what there is to tell of some notes now in place of what there was. It reports
// false where that makes a difference to what is told of others.
func (a *assessment) retell(before, now []gates.Diagnostic) bool {
	for _, of := range [][]gates.Diagnostic{before, now} {
		for i := range of {
			if !of[i].Alone() {
				return false
			}
		}
	}
	before, now = gates.Gather(before), gates.Gather(now)
	brief, ok := a.brief.Replace(before, now)
	if !ok {
		return false
	}
	a.brief = brief
	count := func(ds []gates.Diagnostic, sign int) {
		errors, warnings, notes := gates.Count(ds)
		a.summary.Errors += sign * errors
		a.summary.Warnings += sign * warnings
		a.summary.Notes += sign * notes
	}
	count(before, -1)
	count(now, 1)
	return true
}
