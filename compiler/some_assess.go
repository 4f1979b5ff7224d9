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
	a.names, a.held0, a.since = p.namesDigest, p.heldDigest(), x.base.sinceThen(x.changed)
	if x.unbuilt != nil {
		a.held, a.waiting = p.heldDrafts, p.waiting
	}
	var fresh []*outcome
	for _, n := range p.notes {
		if !a.forget(p, n.Path) { // before there is another outcome, which may have the same name
			p.gaveUp = true
			return &a
		}
		links := provenance.LinksOf(n, p.links(), p.gapOptions())
		o, row := p.outcomeOf(n, links.Gaps(n, x.links(n.Path) > 0, p.gapOptions()), p.wasPromoted(n.Path))
		row.placed, row.links = x.placedIn(n.Path), x.links(n.Path)
		draft := p.isDraft(n.Path)
		a.add(o, 1, draft)
		a.rooted = a.rooted && (x.unbuilt != nil || !draft) // whether a draft is held now a check does not say
		a.rows = withRow(a.rows, row)
		fresh = append(fresh, o)
	}
	for name := range x.gone {
		if !a.forget(p, name) {
			p.gaveUp = true
			return &a
		}
		a.rows = withoutRow(a.rows, name)
	}
	a.files = len(a.rows)
	for path := range x.placed {
		if i, ok := rowAt(a.rows, path); ok {
			a.rows[i].placed = true
		}
	}
	for path, n := range x.linked {
		if i, ok := rowAt(a.rows, path); ok {
			a.rows[i].links = n
		}
	}
	a.cited, a.citesMore = join(a.cited, filesCited(fresh))
	a.told = slices.Clone(told)
	for _, o := range fresh {
		a.retell(toldNote{o.count.path, o.diagnostics})
	}
	for name := range x.gone {
		a.retell(toldNote{path: name})
	}
	a.tell()
	if !p.showSome(&a, fresh) {
		p.gaveUp = true
	}
	return &a
}

// forget takes back what a note counted, if it was there.
func (a *assessment) forget(p *plan, note string) bool {
	i, there := rowAt(a.rows, note)
	if !there {
		return true
	}
	old, ok := lookup(p.results, a.rows[i].outcome, decodeOutcome)
	if ok {
		a.add(old, -1, p.isDraft(note))
	}
	return ok
}

// retell tells of one note what there is to tell now.
func (a *assessment) retell(t toldNote) {
	a.told, a.retold = retell(a.told, t), append(a.retold, t)
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
// may be in one of many notes that were not looked at.
func (p *plan) showSome(a *assessment, fresh []*outcome) bool {
	shown := map[provenance.Tier]Example{}
	for _, x := range a.showcase {
		shown[x.Tier] = x
	}
	a.showcase = nil
	for _, t := range provenance.Tiers() {
		old, had := shown[t]
		first := "" // the note that shows it
		for _, o := range fresh {
			if has(o.count.claims, t) && (first == "" || o.count.path < first) {
				first = o.count.path
			}
		}
		if had && (p.some.names[old.Note] || p.some.gone[old.Note]) { // it may have none any more: no note before it has
			next, ok := p.nextWith(a.rows, old.Note, t)
			if !ok {
				return false
			}
			if had = false; first == "" || next != "" && next < first {
				first = next
			}
		}
		if had && (first == "" || old.Note < first) {
			a.showcase = append(a.showcase, old)
		} else if first != "" {
			e, ok := p.example(p.note(first), t)
			if !ok {
				return false
			}
			a.showcase = append(a.showcase, e)
		}
	}
	return true
}

// mostLooked bounds the outcomes that are read to find another note for the showcase.
const mostLooked = 200

// nextWith is the first note from a path on that has a claim of a tier; "" for none, and ok
// is false where that is not found soon.
func (p *plan) nextWith(rows []noteRow, from string, t provenance.Tier) (note string, ok bool) {
	at, _ := rowAt(rows, from)
	for i, r := range rows[at:] {
		if i == mostLooked {
			return "", false
		}
		o, ok := lookup(p.results, r.outcome, decodeOutcome)
		if !ok {
			return "", false
		}
		if has(o.count.claims, t) {
			return r.path, true
		}
	}
	return "", true
}
