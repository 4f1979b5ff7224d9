package compiler

import (
	"maps"
	"slices"

	"assay/compiler/grade"
	"assay/compiler/view"
	"assay/provenance"
	"assay/vault/links"
	"assay/vault/markdown"
)

// reach finds the notes that have to do with those that changed. It reports false where
// that cannot be told, or not yet.
func (p *Plan) reach() bool {
	x := p.Scope
	was := p.before(x.Changed)
	if was == nil {
		p.OutOfScope = true
		return false
	}
	if x.SinceBuild != nil && !p.Policy.IsGuest() {
		if p.beforeBuild = was; !maps.Equal(x.SinceBuild, x.Changed) {
			p.beforeBuild = p.before(x.SinceBuild)
		}
		if p.beforeBuild == nil {
			p.OutOfScope = true
			return false
		}
		if !p.draftsUnaffected() {
			return false
		}
	}
	for _, name := range slices.Sorted(maps.Keys(x.Changed)) {
		n := p.Note(name)
		if n == nil && !x.Gone[name] || !p.linksWithinScope(was, name, n) || !p.copiesUnaffected(was.notes[name], name, n) {
			p.OutOfScope = true
			return false
		}
	}
	for _, name := range x.Lookups {
		n := p.Note(name)
		p.relink(was.links, n, n)
	}
	return p.Parse()
}

// linksWithinScope takes in the notes that a changed one links to now and did not, or did
// and does not now. It reports false where others may resolve their links otherwise.
func (p *Plan) linksWithinScope(before *before, name string, n *markdown.Note) bool {
	x, was := p.Scope, before.notes[name].Note
	if was != nil && n != nil {
		if !slices.Equal(was.Meta.Aliases, n.Meta.Aliases) || was.Meta.Generated != n.Meta.Generated {
			return false
		}
		if x.Row(name).Placed && !samePlaces(was, n) {
			return false
		}
		if len(x.CameOrWent) == 0 && sameLinks(was.Links, n.Links) {
			return true
		}
	}
	p.relink(before.links, was, n)
	return true
}

// relink counts the links of a note anew that led where links did before, and lead where they
// do now; nil stands for a note that was not there, or is not.
func (p *Plan) relink(links *links.Resolver, was, n *markdown.Note) {
	x := p.Scope
	if noCount(was) && noCount(n) {
		return
	}
	var before, now provenance.NoteLinks
	if was != nil {
		before = provenance.LinksOf(was, links, p.Grade.GapOptions())
	}
	if n != nil {
		now = provenance.LinksOf(n, p.Links(), p.Grade.GapOptions())
	}
	move := func(to []string, others []string, by int) {
		for _, path := range to {
			if slices.Contains(others, path) || x.Gone[path] {
				continue
			}
			if _, came := x.Changed[path]; !came && x.Row(path) == nil {
				continue // a file that is no note of the vault
			}
			had := x.Links(path)
			x.Linked[path] = had + by
			if (had > 0) != (had+by > 0) {
				x.Dirty[path] = true
			}
		}
	}
	move(before.To, now.To, -1)
	move(now.To, before.To, 1)
	for _, path := range now.Into {
		if path != n.Path {
			x.LinkedInto[path] = true
		}
	}
}

// noCount reports a note whose links count for no other: one that is not there, or a
// catalogue without links into notes.
func noCount(n *markdown.Note) bool {
	return n == nil || n.Meta.Generated && !slices.ContainsFunc(n.Links, func(l markdown.Link) bool { return l.Anchor != "" })
}

// samePlaces reports whether all that a link can name in a note is as it was.
func samePlaces(a, b *markdown.Note) bool {
	return slices.EqualFunc(a.Headings, b.Headings, func(a, b markdown.Heading) bool { return a.Level == b.Level && a.Text == b.Text }) &&
		slices.EqualFunc(a.Blocks, b.Blocks, func(a, b markdown.BlockID) bool { return a.ID == b.ID })
}

// copiesUnaffected reports whether a changed note bears on no file that notes cite: neither
// is it one, nor has it become or ceased to be like one. See grade/likeness.go.
func (p *Plan) copiesUnaffected(old view.Parsed, name string, n *markdown.Note) bool {
	x := p.Scope
	now := p.Results.Marks[n]
	cited, _ := x.Store.Cited.Every()
	for i := range cited {
		f := &cited[i]
		if f.Path == name {
			return false
		}
		for _, h := range f.Marks {
			if h != 0 && slices.Contains(old.Marks[:], h) != slices.Contains(now[:], h) {
				return false
			}
		}
		if f.Copied && now.Shared(f.Marks) > 0 {
			return false
		}
		if now.Shared(f.Marks) >= grade.LikeMarks && p.Grade.Equality(n, f.Path) >= grade.CircularFrom {
			return false
		}
	}
	return true
}
