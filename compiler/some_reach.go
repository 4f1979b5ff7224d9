package compiler

import (
	"maps"
	"slices"

	"assay/provenance"
	"assay/vault"
)

// reach finds the notes that have to do with those that changed. It reports false where
// that cannot be told, or not yet.
func (p *plan) reach() bool {
	x := p.some
	if x.unbuilt != nil {
		for name, was := range x.unbuilt {
			old, ok := lookup(p.results, p.parseAction(name, was).Key(), decodeNote)
			n := p.note(name)
			if !ok || n == nil {
				p.gaveUp = true
				return false
			}
			if !p.asksTheSame(old, n) {
				return false
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(x.changed)) {
		old, ok := lookup(p.results, p.parseAction(name, x.changed[name]).Key(), decodeNote)
		n := p.note(name)
		if !ok || n == nil || !p.reachesAsBefore(old, n) || !p.copiesAsBefore(old, n) {
			p.gaveUp = true
			return false
		}
	}
	return p.parse()
}

// reachesAsBefore takes in the notes that a changed one links to now and did not, or did
// and does not now. It reports false where others may resolve their links otherwise.
func (p *plan) reachesAsBefore(old parsed, n *vault.Note) bool {
	x, was := p.some, old.note
	if !slices.Equal(was.Meta.Aliases, n.Meta.Aliases) || was.Meta.Generated != n.Meta.Generated {
		return false
	}
	if x.row(n.Path).placed && !samePlaces(was, n) {
		return false
	}
	if sameLinks(was.Links, n.Links) {
		return true
	}
	before, now := provenance.LinksOf(was, p.links(), p.gapOptions()), provenance.LinksOf(n, p.links(), p.gapOptions())
	move := func(to []string, others []string, by int) {
		for _, path := range to {
			if slices.Contains(others, path) {
				continue
			}
			if x.row(path) == nil {
				continue // a file that is no note of the vault
			}
			had := x.links(path)
			x.linked[path] = had + by
			if (had > 0) != (had+by > 0) {
				x.names[path] = true
			}
		}
	}
	move(before.To, now.To, -1)
	move(now.To, before.To, 1)
	for _, path := range now.Into {
		if r := x.row(path); r != nil && path != n.Path {
			r.placed = true
		}
	}
	return true
}

// samePlaces reports whether all that a link can name in a note is as it was.
func samePlaces(a, b *vault.Note) bool {
	return slices.EqualFunc(a.Headings, b.Headings, func(a, b vault.Heading) bool { return a.Level == b.Level && a.Text == b.Text }) &&
		slices.EqualFunc(a.Blocks, b.Blocks, func(a, b vault.BlockID) bool { return a.ID == b.ID })
}

// copiesAsBefore reports whether a changed note bears on no file that notes cite: neither
// is it one, nor has it become or ceased to be like one. See circular_index.go.
func (p *plan) copiesAsBefore(old parsed, n *vault.Note) bool {
	x := p.some
	now := p.results.marks[n]
	for i := range x.base.cited {
		f := &x.base.cited[i]
		if f.path == n.Path {
			return false
		}
		for _, h := range f.marks {
			if h != 0 && slices.Contains(old.marks[:], h) != slices.Contains(now[:], h) {
				return false
			}
		}
		if f.copied && now.Shared(f.marks) > 0 {
			return false
		}
		if now.Shared(f.marks) >= likeMarks && p.equality(n, f.path) >= circularFrom {
			return false
		}
	}
	return true
}
