package compiler

import (
	"maps"
	"slices"

	"assay/vault"
)

// asksTheSame reports whether changed notes, and those that ask for the names of some that
// came or went, ask of a build what they asked before: no topic for a draft, no other words
// or links in one. It is false too while that is not known.
func (p *plan) asksTheSame() bool {
	x := p.some
	var titles, asked []string
	for _, name := range slices.Sorted(maps.Keys(x.unbuilt)) {
		was, n := x.then.notes[name].note, p.note(name)
		if n == nil && !x.gone[name] || generated(was) || generated(n) {
			p.gaveUp = true
			return false
		}
		switch {
		case n == nil:
			titles = append(titles, was.Title)
			continue
		case was == nil:
			titles = append(titles, n.Title)
			was = &vault.Note{Path: name, Title: n.Title}
		case was.Title != n.Title:
			titles = append(titles, was.Title, n.Title)
		}
		if !slices.Equal(was.Meta.Gaps, n.Meta.Gaps) {
			p.gaveUp = true
			return false
		}
		if len(x.moved) == 0 && sameLinks(was.Links, n.Links) {
			continue
		}
		asked = append(asked, p.misses(was, n)...)
	}
	for _, name := range x.askers {
		if n := p.note(name); !generated(n) && !p.isDraft(name) {
			asked = append(asked, p.misses(n, n)...)
		}
	}
	if len(titles) > 0 && !p.draftsStand(x.moved, titles) {
		p.gaveUp = true
		return false
	}
	return p.draftsNothing(sortedSet(asked))
}

func generated(n *vault.Note) bool { return n != nil && n.Meta.Generated }

// misses are the links of a note that lead nowhere, as written, and led somewhere before or
// were not there.
func (p *plan) misses(was, n *vault.Note) []string {
	old := missing(p.some.then.links, was)
	return slices.DeleteFunc(missing(p.links(), n), func(target string) bool { return slices.Contains(old, target) })
}

func missing(links *vault.Resolver, n *vault.Note) (out []string) {
	for _, l := range n.Links {
		if t := links.Resolve(n.Path, l); t.Status == vault.LinkNoFile {
			out = append(out, l.Written())
		}
	}
	return sortedSet(out)
}

func sameLinks(a, b []vault.Link) bool {
	return slices.EqualFunc(a, b, func(a, b vault.Link) bool {
		a.Start, a.End, b.Start, b.End = 0, 0, 0, 0
		return a == b
	})
}

// draftsNothing reports whether the evidence says too little of topics for a draft. Where it
// says enough, the plan gives up.
func (p *plan) draftsNothing(targets []string) bool {
	if len(targets) == 0 {
		return true
	}
	if !p.index() {
		return false
	}
	if p.digest == "" {
		return true // nothing is held
	}
	p.recallThin()
	known := len(p.results.thin)
	for _, target := range targets {
		t, ok := p.topicOf(linkedName(target))
		if !ok {
			continue
		}
		if _, drafts := p.draft(t); drafts {
			p.gaveUp = true
			return false
		}
	}
	if len(p.results.thin) > known {
		p.keepThin()
	}
	return len(p.todo) == 0
}
