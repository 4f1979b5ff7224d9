package compiler

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"assay/templates"
	"assay/vault"
)

// asksTheSame reports whether a changed note asks of a build what it asked before: no topic
// for a draft, no other place in the catalogue. It is false too while that is not known.
func (p *plan) asksTheSame(old parsed, n *vault.Note) bool {
	if p.guest {
		return true
	}
	if old.note.Title != n.Title || old.note.Meta.Generated || n.Meta.Generated || !slices.Equal(old.note.Meta.Gaps, n.Meta.Gaps) {
		p.gaveUp = true
		return false
	}
	if sameLinks(old.note.Links, n.Links) {
		return true
	}
	before, now := p.missing(old.note), p.missing(n)
	return p.draftsNothing(slices.DeleteFunc(now, func(target string) bool { return slices.Contains(before, target) }))
}

// missing are the links of a note that lead nowhere, as written.
func (p *plan) missing(n *vault.Note) (out []string) {
	for _, l := range n.Links {
		if t := p.links().Resolve(n.Path, l); t.Status == vault.LinkNoFile {
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

// catalogueSome gives the catalogue the first claims that changed notes have now. It reports
// false where the catalogue has to be made anew, or is not read yet.
func (p *plan) catalogueSome() bool {
	x, file := p.some, p.catalogueFile()
	was, _ := p.base.File(file)
	text, err := p.base.Read(file)
	if p.policy.Vault.Wiki == "" || err == nil && !strings.Contains(head(text), templates.GeneratedMarker) {
		return true // there is none, or it is a person's
	}
	old := text
	for _, name := range slices.Sorted(maps.Keys(x.unbuilt)) {
		before, ok := lookup(p.results, p.parseAction(name, x.unbuilt[name]).Key(), decodeNote)
		n := p.note(name)
		if !ok || n == nil {
			p.gaveUp = true
			return false
		}
		if before.first == p.results.first[n] || !p.isCatalogued(n) {
			continue
		}
		line := p.entry(before.note, before.first).Line()
		at := bytes.Index(text, []byte("\n"+line)) + 1
		if end := at + len(line); at == 0 || end == len(text) || text[end] != '\n' && text[end] != '\r' {
			p.gaveUp = true
			return false
		}
		text = vault.Splice(text, at, at+len(line), p.entry(n, p.results.first[n]).Line())
	}
	if bytes.Equal(old, text) {
		return true
	}
	p.write(file, text)
	x.names[file] = true
	if !p.lay() {
		return false
	}
	before, ok := lookup(p.results, p.parseAction(file, was.Hash).Key(), decodeNote)
	if n := p.note(file); !ok || n == nil || x.row(file) == nil || !p.reachesAsBefore(before, n) || !p.copiesAsBefore(before, n) {
		p.gaveUp = true
		return false
	}
	return true
}
