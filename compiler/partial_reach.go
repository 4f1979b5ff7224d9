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
	was := p.past(x.changed)
	if was == nil {
		p.gaveUp = true
		return false
	}
	if x.unbuilt != nil && !p.policy.IsGuest() {
		if p.then = was; !maps.Equal(x.unbuilt, x.changed) {
			p.then = p.past(x.unbuilt)
		}
		if p.then == nil {
			p.gaveUp = true
			return false
		}
		if !p.asksTheSame() {
			return false
		}
	}
	for _, name := range slices.Sorted(maps.Keys(x.changed)) {
		n := p.note(name)
		if n == nil && !x.gone[name] || !p.reachesAsBefore(was, name, n) || !p.copiesAsBefore(was.notes[name], name, n) {
			p.gaveUp = true
			return false
		}
	}
	for _, name := range x.askers {
		n := p.note(name)
		p.relink(was.links, n, n)
	}
	return p.parse()
}

// reachesAsBefore takes in the notes that a changed one links to now and did not, or did
// and does not now. It reports false where others may resolve their links otherwise.
func (p *plan) reachesAsBefore(before *past, name string, n *vault.Note) bool {
	x, was := p.some, before.notes[name].note
	if was != nil && n != nil {
		if !slices.Equal(was.Meta.Aliases, n.Meta.Aliases) || was.Meta.Generated != n.Meta.Generated {
			return false
		}
		if x.row(name).placed && !samePlaces(was, n) {
			return false
		}
		if len(x.moved) == 0 && sameLinks(was.Links, n.Links) {
			return true
		}
	}
	p.relink(before.links, was, n)
	return true
}

// relink counts the links of a note anew that led where links did before, and lead where they
// do now; nil stands for a note that was not there, or is not.
func (p *plan) relink(links *vault.Resolver, was, n *vault.Note) {
	x := p.some
	if noCount(was) && noCount(n) {
		return
	}
	var before, now provenance.NoteLinks
	if was != nil {
		before = provenance.LinksOf(was, links, p.grade.gapOptions())
	}
	if n != nil {
		now = provenance.LinksOf(n, p.links(), p.grade.gapOptions())
	}
	move := func(to []string, others []string, by int) {
		for _, path := range to {
			if slices.Contains(others, path) || x.gone[path] {
				continue
			}
			if _, came := x.changed[path]; !came && x.row(path) == nil {
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
		if path != n.Path {
			x.placed[path] = true
		}
	}
}

// noCount reports a note whose links count for no other: one that is not there, or a
// catalogue without links into notes.
func noCount(n *vault.Note) bool {
	return n == nil || n.Meta.Generated && !slices.ContainsFunc(n.Links, func(l vault.Link) bool { return l.Anchor != "" })
}

// samePlaces reports whether all that a link can name in a note is as it was.
func samePlaces(a, b *vault.Note) bool {
	return slices.EqualFunc(a.Headings, b.Headings, func(a, b vault.Heading) bool { return a.Level == b.Level && a.Text == b.Text }) &&
		slices.EqualFunc(a.Blocks, b.Blocks, func(a, b vault.BlockID) bool { return a.ID == b.ID })
}

// copiesAsBefore reports whether a changed note bears on no file that notes cite: neither
// is it one, nor has it become or ceased to be like one. See circular_index.go.
func (p *plan) copiesAsBefore(old parsed, name string, n *vault.Note) bool {
	x := p.some
	now := p.results.marks[n]
	cited, _ := x.store.cited.Every()
	for i := range cited {
		f := &cited[i]
		if f.path == name {
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
		if now.Shared(f.marks) >= likeMarks && p.grade.equality(n, f.path) >= circularFrom {
			return false
		}
	}
	return true
}
