package compiler

import (
	"maps"
	"slices"
	"strings"

	"assay/provenance"
)

// assessSome lays what came of some notes over what is known of all.
func (p *plan) assessSome() *assessment {
	x := p.some
	a := *x.base
	told, ok := p.results.store.Told()
	if !ok {
		p.gaveUp = true
		return &a
	}
	a.rows, a.sources = slices.Clone(a.rows), maps.Clone(a.sources)
	a.until = p.nextStale
	if !x.base.until.IsZero() && (a.until.IsZero() || x.base.until.Before(a.until)) {
		a.until = x.base.until
	}
	a.some, a.converged, a.pairs, a.filed = true, false, p.pairs, p.filed
	a.since = maps.Clone(x.base.since)
	for name, was := range x.changed {
		if _, before := a.since[name]; !before {
			a.since[name] = was
		}
	}
	if x.unbuilt != nil {
		a.held, a.waiting = p.heldDrafts, p.waiting
	}
	var fresh []*outcome
	for _, n := range p.notes {
		i, ok := rowAt(a.rows, n.Path)
		if !ok {
			p.gaveUp = true
			return &a
		}
		old, ok := lookup(p.results, a.rows[i].outcome, decodeOutcome)
		if !ok {
			p.gaveUp = true
			return &a
		}
		links := provenance.LinksOf(n, p.links(), p.gapOptions())
		o, row := p.outcomeOf(n, links.Gaps(n, x.links(n.Path) > 0, p.gapOptions()), p.wasPromoted(n.Path))
		row.placed, row.links = x.row(n.Path).placed, x.links(n.Path)
		draft := p.isDraft(n.Path)
		a.add(old, -1, draft)
		a.add(o, 1, draft)
		a.rows[i] = row
		fresh = append(fresh, o)
	}
	for path, n := range x.linked {
		if i, ok := rowAt(a.rows, path); ok {
			a.rows[i].links = n
		}
	}
	a.cited, a.citesMore = join(a.cited, filesCited(fresh))
	a.told = slices.Clone(told)
	for _, o := range fresh {
		t := toldNote{o.count.path, o.diagnostics}
		a.told, a.retold = retell(a.told, t), append(a.retold, t)
	}
	a.tell()
	if !p.showSome(&a, fresh) {
		p.gaveUp = true
	}
	return &a
}

// join lays cited files over others; both are in order. It reports whether any is new.
func join(a, b []citedFile) (all []citedFile, fresh bool) {
	for _, f := range b {
		i, ok := slices.BinarySearchFunc(a, f.path, func(c citedFile, path string) int { return strings.Compare(c.path, path) })
		switch {
		case !ok:
			a, fresh = slices.Insert(a[:len(a):len(a)], i, f), true
		case a[i].marks != f.marks || f.copied && !a[i].copied:
			a = slices.Clone(a)
			a[i], fresh = f, true
		}
	}
	return a, fresh
}

// showSome gives the showcase the first claim of each tier. It reports false where that
// may be in a note that was not looked at.
func (p *plan) showSome(a *assessment, fresh []*outcome) bool {
	shown := map[provenance.Tier]Example{}
	for _, x := range a.showcase {
		shown[x.Tier] = x
	}
	a.showcase = nil
	for _, t := range provenance.Tiers() {
		old, had := shown[t]
		best, ok := Example{}, false
		for _, o := range fresh {
			if has(o.count.claims, t) && (!ok || o.count.path < best.Note) {
				if e, found := p.example(p.note(o.count.path), t); found {
					best, ok = e, true
				}
			}
		}
		switch {
		case ok && (!had || best.Note <= old.Note):
			a.showcase = append(a.showcase, best)
		case had && p.some.names[old.Note]: // its note has none any more: another's may come first
			return false
		case had:
			a.showcase = append(a.showcase, old)
		}
	}
	return true
}
