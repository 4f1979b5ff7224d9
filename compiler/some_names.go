package compiler

import (
	"bytes"
	"slices"
	"strings"

	"assay/provenance"
	"assay/vault"
)

// Names are what links and citations find notes by. Where a note comes or goes, those have to
// be looked at that ask for its name, whether they found it or not.

// aliases are those of all notes, by path; those of notes that changed and stay are what
// they were.
func (p *plan) aliases() []vault.Aliases {
	x, out := p.some, []vault.Aliases{}
	all, _ := x.store.aliases.Every()
	for _, a := range all {
		if !x.gone[a.Path] {
			out = append(out, a)
		}
	}
	for _, name := range x.moved {
		if x.row(name) != nil || x.gone[name] {
			continue
		}
		if n := p.note(name); n != nil && len(n.Meta.Aliases) > 0 {
			i, _ := slices.BinarySearchFunc(out, name, func(a vault.Aliases, name string) int { return strings.Compare(a.Path, name) })
			out = slices.Insert(out, i, vault.Aliases{Path: name, Names: n.Meta.Aliases})
		}
	}
	return out
}

// mostAskers is how many notes may ask for the names of those that came or went, such as
// "index": to look at all notes is then no slower.
const mostAskers = 1000

// findAskers takes in the notes that ask for the names of those that came or went. It reports
// false where that cannot be told from a few notes.
func (p *plan) findAskers() bool {
	x := p.some
	if len(x.moved) == 0 {
		return true
	}
	p.linksAhead()
	keys, like := provenance.KeysOf(x.moved), provenance.Likened(x.moved)
	for _, name := range x.moved {
		if len(p.gitmodules) > 0 || len(p.ledger.Touching(name)) > 0 { // what comes may be a submodule's; what goes may be missed
			p.gaveUp = true
			return false
		}
		if named := x.row(name).named(); named != nil {
			for _, alias := range named.Names {
				keys[vault.KeyOfName(alias)] = true
			}
		}
		if n := p.note(name); n != nil {
			for _, alias := range n.Meta.Aliases {
				keys[vault.KeyOfName(alias)] = true
			}
		}
	}
	rows, _ := x.store.rows.Every()
	for i := range rows {
		r := &rows[i]
		if _, changed := x.changed[r.path]; changed || !r.asksFor(keys, like) {
			continue
		}
		if p.mayBeEvidence(r.path) { // what it is hangs on whether it links to notes
			p.gaveUp = true
			return false
		}
		if len(x.askers) == mostAskers {
			p.gaveUp = true
			return false
		}
		x.names[r.path] = true
		x.askers = append(x.askers, r.path)
	}
	return p.parse()
}

// asksFor reports whether a note asks for one of some names.
func (r *noteRow) asksFor(keys map[vault.NameKey]bool, like func(string) bool) bool {
	if slices.ContainsFunc(keysIn(r.asked), func(k vault.NameKey) bool { return keys[k] }) {
		return true
	}
	return r.near != "" && slices.ContainsFunc(strings.Split(r.near, aliasEnd), like)
}

// A past is what the vault was before some notes changed, as far as links lead.
type past struct {
	notes map[string]parsed // of those that changed, what they were
	links *vault.Resolver
}

// past is nil where what the notes were is not known any more.
func (p *plan) past(changed map[string]vault.Hash) *past {
	x, was := p.some, &past{notes: map[string]parsed{}}
	var back []vault.Write
	for _, name := range x.media {
		_, there := p.base.File(name)
		back = append(back, vault.Write{Path: name, Delete: there})
	}
	for name, hash := range changed {
		if hash.IsZero() {
			back = append(back, vault.Write{Path: name, Delete: true})
			continue
		}
		old, ok := lookup(p.results, p.parseAction(name, hash).Key(), decodeNote)
		if !ok {
			return nil
		}
		if was.notes[name] = old; x.gone[name] {
			back = append(back, vault.Write{Path: name})
		}
	}
	if len(back) == 0 {
		was.links = p.links()
		return was
	}
	o := p.resolving()
	all, _ := x.store.aliases.Every()
	for _, a := range all {
		if _, changed := changed[a.Path]; !changed {
			o.Aliases = append(o.Aliases, a)
		}
	}
	for name, old := range was.notes {
		o.Aliases = append(o.Aliases, vault.Aliases{Path: name, Names: old.note.Meta.Aliases})
	}
	slices.SortFunc(o.Aliases, func(a, b vault.Aliases) int { return strings.Compare(a.Path, b.Path) })
	was.links = vault.NewResolver(p.base.With(back...), func(path string) *vault.Note {
		if old, ok := was.notes[path]; ok {
			return old.note
		}
		return p.note(path)
	}, o)
	return was
}

// draftsStand reports whether no draft hangs on the names of some notes: it says one of them,
// which it would link to, was asked for by such a note, or has the place of one.
func (p *plan) draftsStand(files, titles []string) bool {
	names := slices.Clone(titles)
	for _, file := range files {
		names = append(names, baseName(file))
	}
	for i := range names {
		names[i] = vault.FoldName(names[i])
	}
	for _, f := range p.base.Under(p.policy.Vault.Drafts) {
		if !vault.IsNote(f.Path) {
			continue
		}
		if slices.Contains(files, p.promotedPath(f.Path)) {
			return false
		}
		event, ok := p.drafted()[f.Path]
		if !ok || event.Text("hash") != f.Hash.String() { // a person's by now
			continue
		}
		text, err := p.base.Read(f.Path)
		if err != nil || slices.ContainsFunc(event.List("from"), func(file string) bool { return slices.Contains(files, file) }) {
			return false
		}
		folded := []byte(vault.FoldName(string(text)))
		if slices.ContainsFunc(names, func(name string) bool { return bytes.Contains(folded, []byte(name)) }) {
			return false
		}
	}
	return true
}
