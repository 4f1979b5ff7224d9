package compiler

import (
	"maps"
	"slices"

	"assay/compiler/grade"
	"assay/compiler/view"
	"assay/provenance"
	"assay/provenance/citation"
	"assay/vault"
	"assay/vault/links"
	"assay/vault/markdown"
)

// reach takes in the notes that asked what changed notes may answer otherwise now; each map
// has what they were at some time. It reports false where that cannot be told, or not yet.
func (p *Plan) reach(times ...map[string]vault.Hash) bool {
	x := p.Scope
	r := &view.Reopened{Names: map[links.NameKey]bool{}, Others: map[view.Question]bool{view.Unanswered(): true}}
	if len(x.CameOrWent) > 0 {
		r.Names, r.Like = citation.KeysOf(x.CameOrWent), citation.Likened(x.CameOrWent)
	}
	for _, changed := range times {
		for name, hash := range changed {
			if !p.reopen(r, name, hash) {
				p.OutOfScope = true
				return false
			}
		}
	}
	if !x.Reopen(r) || slices.ContainsFunc(x.Renamed, p.MayBeEvidence) { // what such a note is hangs on whether it links to notes
		p.OutOfScope = true
		return false
	}
	if !p.Parse() {
		return false
	}
	follow := map[string]provenance.NoteLinks{}
	for _, name := range slices.Concat(slices.Collect(maps.Keys(times[0])), x.Renamed) {
		follow[name] = provenance.NoteLinks{}
		if n := p.Note(name); n != nil {
			follow[name] = provenance.LinksOf(n, p.Links(), p.Grade.GapOptions())
		}
	}
	x.Relinked(follow, p.Base.Files())
	x.Follow()
	return p.Parse()
}

// reopen adds the questions that a note, which was something else, may answer otherwise now. It
// reports false where what it was is not known any more.
func (p *Plan) reopen(r *view.Reopened, name string, hash vault.Hash) bool {
	was, ok := p.was(name, hash)
	n := p.Note(name)
	if !ok || n == nil && !p.Scope.Gone[name] {
		return false
	}
	r.Others[view.VerdictsOf(name)], r.Others[view.TextOf(name)] = true, true
	if n != nil && grade.HasPremises(p.Whole(n)) {
		r.Others[view.Premises()] = true
	}
	if old, now := aliasesOf(was.Note), aliasesOf(n); !slices.Equal(old, now) {
		for _, alias := range slices.Concat(old, now) {
			r.Names[links.KeyOfName(alias)] = true
		}
	}
	if was.Note == nil || n == nil || !samePlaces(was.Note, n) {
		r.Others[view.PlacesIn(name)] = true
	}
	cited := p.Scope.Store.Cited.All()
	for now, i := p.Results.Parsed[n].Marks, 0; i < len(cited); i++ {
		f := &cited[i]
		moved := now.Shared(f.Marks) >= grade.LikeMarks && was.Claims != p.Results.Parsed[n].Claims
		for _, h := range f.Marks {
			moved = moved || h != 0 && slices.Contains(was.Marks[:], h) != slices.Contains(now[:], h)
		}
		if moved {
			r.Others[view.TextOf(f.Path)] = true
		}
	}
	return true
}

// was is a note that had some bytes; nil of none.
func (p *Plan) was(name string, hash vault.Hash) (view.Parsed, bool) {
	if hash.IsZero() {
		return view.Parsed{}, true
	}
	return view.Lookup[view.Parsed](p.Results, p.ParseAction(name, hash).Key())
}

func aliasesOf(n *markdown.Note) []string {
	if n == nil {
		return nil
	}
	return n.Meta.Aliases
}

// samePlaces reports whether all that a link can name in a note is as it was.
func samePlaces(a, b *markdown.Note) bool {
	return slices.EqualFunc(a.Headings, b.Headings, func(a, b markdown.Heading) bool { return a.Level == b.Level && a.Text == b.Text }) &&
		slices.EqualFunc(a.Blocks, b.Blocks, func(a, b markdown.BlockID) bool { return a.ID == b.ID })
}
