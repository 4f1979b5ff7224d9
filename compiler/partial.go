package compiler

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"assay/compiler/draft"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/provenance"
	"assay/templates/skills"
	"assay/vault"
	"assay/vault/links"
	"assay/vault/markdown"
)

// scopeOf tells whether the assessment in the store still holds but for a few notes. A
// build asks for one that left nothing to do, but for what only a build with the network can.
func (s *Session) scopeOf(building, offline bool) *view.Scope {
	if s.C.Opts.Force || !s.Store.Assessed() {
		return nil
	}
	base, err := s.Store.Assessment()
	if err != nil || base.Made != s.Made() || !base.Until.IsZero() && s.Now.After(base.Until) || building && (!base.Rooted || base.Postponed && !offline) {
		return nil
	}
	changed, media, ok := s.changed()
	if !ok {
		return nil
	}
	x := &view.Scope{Base: base, Store: s.Store, Changed: changed, Media: media, CameOrWent: slices.Clone(media), Gone: map[string]bool{}}
	if building {
		x.SinceBuild = base.SinceThen(changed)
	}
	compare(x, s.Base)
	if len(x.Changed)+len(x.SinceBuild) > 2*view.FewNotes {
		return nil
	}
	return x
}

// changed are the notes that are not what the table of files says, with what they were: zero
// of those that were not there; and the pictures that came or went. ok is false where
// anything else changed.
func (s *Session) changed() (notes map[string]vault.Hash, media []string, ok bool) {
	notes = map[string]vault.Hash{}
	for old, now := range vault.Differences(s.Store.Files(), s.Base.Files()) {
		if old != nil && now != nil && old.Bytes() == now.Bytes() && old.Ignored == now.Ignored {
			continue
		}
		either := old
		if old == nil {
			either, old = now, &vault.File{}
		}
		if len(notes)+len(media) == view.FewNotes || either.Link || either.Ignored || now != nil && (now.Link || now.Ignored) {
			return nil, nil, false
		}
		switch {
		case skills.IsFile(either.Path): // what is told of it is told of no note
			return nil, nil, false
		case vault.IsNote(either.Path) && !either.Hash.IsZero() && (now == nil || !now.Hash.IsZero()):
			notes[either.Path] = old.Bytes()
		case vault.IsMedia(either.Path) && either.Hash.IsZero() && (now == nil || old.Path == ""):
			media = append(media, either.Path)
		default:
			return nil, nil, false
		}
	}
	return notes, media, true
}

// compare finds what came and what went.
func compare(x *view.Scope, now *vault.Snapshot) {
	for _, notes := range []map[string]vault.Hash{x.Changed, x.SinceBuild} {
		for note, was := range notes {
			f, there := now.File(note)
			if there = there && !f.Ignored; !there {
				x.Gone[note] = true
			}
			switch {
			case there == was.IsZero():
				x.CameOrWent = append(x.CameOrWent, note)
			case !there: // it came and went since
				delete(x.SinceBuild, note)
			}
		}
	}
	slices.Sort(x.CameOrWent)
	x.CameOrWent = slices.Compact(x.CameOrWent)
}

// prepare begins what a changed note is likely to need, while it is read.
func (p *Plan) prepare() {
	go p.Held().Names().Sort()
	if len(p.Scope.CameOrWent) == 0 { // else what came has to be read first, for its aliases
		p.LinksAhead()
	}
}

// makeInScope goes through those rules that a few changed notes can set going.
func (p *Plan) makeInScope() {
	x := p.Scope
	x.Begin()
	p.Snap, p.NamesDigest, p.HeldHash, p.conflict.Filed = p.Base, x.Base.Names, x.Base.Held0, x.Base.Filed
	if len(x.CameOrWent) > 0 {
		p.NamesDigest, p.HeldHash = view.DigestNames(p.Base), ""
	}
	go x.Store.Questions.All()
	if p.OutOfScope = p.beyondNotes(); p.OutOfScope {
		return
	}
	x.Drafts = p.draftNotes()
	for name := range x.Gone {
		delete(p.ByPath, name)
		delete(p.ParsedFrom, name)
	}
	for _, notes := range []map[string]vault.Hash{x.Changed, x.SinceBuild} {
		for name := range notes {
			if !x.Gone[name] {
				x.Dirty[name] = true
			}
		}
	}
	if len(x.Dirty) > 0 {
		p.prepare()
	}
	building := x.SinceBuild != nil && !p.Policy.IsGuest()
	if !p.Parse() || !p.reach(x.Changed, x.SinceBuild) {
		return
	}
	if building {
		if !p.draftsUnaffected() {
			return
		}
		p.Draft.Footnotes()
		for name := range p.Writes {
			if _, ok := x.SinceBuild[name]; !ok {
				p.OutOfScope = true
				return
			}
		}
		if !p.Lay() || !p.catalogue() {
			return
		}
	}
	if !p.Grade.All() || !building {
		return
	}
	if p.Draft.Promote() || len(p.Ledger.Pending()) > 0 {
		p.OutOfScope = true
		return
	}
	for _, w := range x.Base.Waiting {
		if !x.Dirty[w.Source] {
			p.Acquire.Waiting = append(p.Acquire.Waiting, w)
		}
	}
	for _, h := range x.Base.Held {
		if !x.Dirty[h.Note] {
			p.Draft.HeldDrafts = append(p.Draft.HeldDrafts, h)
		}
	}
	slices.SortStableFunc(p.Draft.HeldDrafts, func(a, b reports.HeldDraft) int { return strings.Compare(a.Note, b.Note) })
}

// beyondNotes reports whether what changed is more than notes that others link to and cite:
// evidence, or what may be, a draft, which other drafts are linked with, or a name that the
// ledger or a submodule knows.
func (p *Plan) beyondNotes() bool {
	x := p.Scope
	for name, was := range x.Changed {
		f, there := p.Base.File(name)
		if (x.Row(name) == nil) != was.IsZero() || there && !p.IsNote(f) || p.IsDraft(name) || p.MayBeEvidence(name) {
			return true
		}
	}
	return slices.ContainsFunc(x.Media, func(name string) bool { return p.IsEvidence(name) || p.MayBeEvidence(name) }) ||
		slices.ContainsFunc(x.CameOrWent, func(name string) bool { return len(p.Gitmodules) > 0 || len(p.Ledger.Touching(name)) > 0 })
}

// draftNotes are the drafts of the assessment that the plan begins with.
func (p *Plan) draftNotes() (names []string) {
	for _, f := range p.Base.Under(p.Policy.Vault.Drafts) {
		if p.IsDraft(f.Path) && p.Scope.Row(f.Path) != nil {
			names = append(names, f.Path)
		}
	}
	return names
}

// catalogue writes the catalogue anew where it says something else of a changed note.
func (p *Plan) catalogue() bool {
	x, stale := p.Scope, false
	for name := range x.SinceBuild {
		was, n := p.beforeBuild.notes[name], p.Note(name)
		if n == nil && !x.Gone[name] {
			p.OutOfScope = true
			return false
		}
		had, has := was.Note != nil && p.Draft.Catalogued(was.Note), n != nil && p.Draft.Catalogued(n)
		stale = stale || had != has || has && (was.Note.Title != n.Title || was.First != p.Results.Parsed[n].First)
	}
	if !stale {
		return true
	}
	p.Draft.Librarian()
	again := map[string]vault.Hash{}
	for name := range p.Writes {
		if !x.Dirty[name] {
			f, there := p.Base.File(name)
			if !there || x.Row(name) == nil {
				p.OutOfScope = true
				return false
			}
			again[name], x.Dirty[name] = f.Bytes(), true
		}
	}
	return p.Lay() && p.reach(again, nil)
}

// A before is what the vault was when a build last had nothing to do, as far as links lead.
type before struct {
	notes map[string]view.Parsed // of those that changed, what they were
	links *links.Resolver
	names bool // some names led elsewhere
}

// before is nil where what the notes were is not known any more.
func (p *Plan) before(changed map[string]vault.Hash) *before {
	x, was := p.Scope, &before{notes: map[string]view.Parsed{}, names: len(p.Scope.CameOrWent) > 0}
	var back []vault.Write
	for _, name := range x.Media {
		_, there := p.Base.File(name)
		back = append(back, vault.Write{Path: name, Delete: there})
	}
	for name, hash := range changed {
		old, ok := p.was(name, hash)
		if !ok {
			return nil
		}
		switch n := p.Note(name); {
		case old.Note == nil:
			back = append(back, vault.Write{Path: name, Delete: true})
			continue
		case x.Gone[name]:
			back = append(back, vault.Write{Path: name})
		default:
			was.names = was.names || n != nil && !slices.Equal(old.Note.Meta.Aliases, n.Meta.Aliases)
		}
		was.notes[name] = old
	}
	if !was.names {
		was.links = p.Links()
		return was
	}
	o := p.Resolving()
	for _, a := range x.Store.Aliases() {
		if _, changed := changed[a.Path]; !changed {
			o.Aliases = append(o.Aliases, a)
		}
	}
	for name, old := range was.notes {
		o.Aliases = append(o.Aliases, links.Aliases{Path: name, Names: old.Note.Meta.Aliases})
	}
	slices.SortFunc(o.Aliases, func(a, b links.Aliases) int { return strings.Compare(a.Path, b.Path) })
	was.links = links.New(p.Base.With(back...), func(path string) *markdown.Note {
		if old, ok := was.notes[path]; ok {
			return old.Note
		}
		return p.Note(path)
	}, o)
	return was
}

// draftsStand reports whether no draft hangs on the names of some notes: it says one of them,
// which it would link to, was asked for by such a note, or has the place of one.
func (p *Plan) draftsStand(files, titles []string) bool {
	names := slices.Clone(titles)
	for _, file := range files {
		names = append(names, draft.BaseName(file))
	}
	for i := range names {
		names[i] = vault.FoldName(names[i])
	}
	for _, f := range p.Base.Under(p.Policy.Vault.Drafts) {
		if !vault.IsNote(f.Path) {
			continue
		}
		if slices.Contains(files, p.Draft.PromotedPath(f.Path)) {
			return false
		}
		event, ok := p.Draft.Drafted()[f.Path]
		if !ok || event.Text("hash") != f.Hash.String() { // a person's by now
			continue
		}
		text, err := p.Base.Read(f.Path)
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

// draftsUnaffected reports whether changed notes, and those that ask for the names of some that
// came or went, ask of a build what they asked before: no topic for a draft, no other words
// or links in one. It is false too while that is not known.
func (p *Plan) draftsUnaffected() bool {
	x := p.Scope
	if p.beforeBuild = p.before(x.SinceBuild); p.beforeBuild == nil {
		p.OutOfScope = true
		return false
	}
	var titles, asked []string
	for _, name := range slices.Sorted(maps.Keys(x.SinceBuild)) {
		was, n := p.beforeBuild.notes[name].Note, p.Note(name)
		if n == nil && !x.Gone[name] || generated(was) || generated(n) {
			p.OutOfScope = true
			return false
		}
		switch {
		case n == nil:
			titles = append(append(titles, was.Title), was.Meta.Aliases...)
			continue
		case was == nil:
			titles = append(append(titles, n.Title), n.Meta.Aliases...)
			was = &markdown.Note{Path: name, Title: n.Title}
		case was.Title != n.Title:
			titles = append(titles, was.Title, n.Title)
		}
		if !slices.Equal(was.Meta.Gaps, n.Meta.Gaps) {
			p.OutOfScope = true
			return false
		}
		if !slices.Equal(was.Meta.Aliases, n.Meta.Aliases) {
			titles = append(append(titles, was.Meta.Aliases...), n.Meta.Aliases...)
		}
		if !p.beforeBuild.names && sameLinks(was.Links, n.Links) {
			continue
		}
		asked = append(asked, p.misses(was, n)...)
	}
	for _, name := range x.Renamed {
		if n := p.Note(name); !generated(n) && !p.IsDraft(name) {
			asked = append(asked, p.misses(n, n)...)
		}
	}
	if len(titles) > 0 && !p.draftsStand(x.CameOrWent, titles) {
		p.OutOfScope = true
		return false
	}
	return p.nothingToDraft(view.SortedSet(asked))
}

func generated(n *markdown.Note) bool { return n != nil && n.Meta.Generated }

// misses are the topics that a note links to or declares, that no note is on, and that one was
// on before or were not asked for.
func (p *Plan) misses(was, n *markdown.Note) []string {
	old := p.missing(p.beforeBuild.links, was)
	return slices.DeleteFunc(p.missing(p.Links(), n), func(target string) bool { return slices.Contains(old, target) })
}

func (p *Plan) missing(resolver *links.Resolver, n *markdown.Note) (out []string) {
	o := p.Grade.GapOptions()
	for _, g := range provenance.LinksOf(n, resolver, o).Gaps(n, true, o) {
		if g.Kind == provenance.UnresolvedLink || g.Kind == provenance.Declared {
			out = append(out, g.Target)
		}
	}
	return view.SortedSet(out)
}

func sameLinks(a, b []markdown.Link) bool {
	return slices.EqualFunc(a, b, func(a, b markdown.Link) bool {
		a.Start, a.End, b.Start, b.End = 0, 0, 0, 0
		return a == b
	})
}

// nothingToDraft reports whether the evidence says too little of topics for a draft. Where it
// says enough, the plan gives up.
func (p *Plan) nothingToDraft(targets []string) bool {
	if len(targets) == 0 {
		return true
	}
	if !p.Index.Sync() {
		return false
	}
	if p.Index.Digest == "" {
		return true // nothing is held
	}
	for _, target := range targets {
		t, ok := p.Draft.TopicOf(draft.LinkedName(target))
		if !ok {
			continue
		}
		if _, drafts := p.Draft.Draft(t); drafts {
			p.OutOfScope = true
			return false
		}
	}
	return len(p.Todo) == 0
}
