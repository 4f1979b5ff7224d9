package compiler

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"assay/compiler/draft"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates/judge"
	"assay/provenance"
	"assay/templates"
	"assay/vault"
)

// someOf tells whether the assessment in the store still holds but for a few notes. A
// build asks for one that left nothing to do, but for what only a build with the network can.
func (s *Session) someOf(building, offline bool) *view.Scope {
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
	x := &view.Scope{Base: base, Store: s.Store, Changed: changed, Media: media, Moved: slices.Clone(media), Gone: map[string]bool{}}
	if building {
		x.Unbuilt = base.SinceThen(changed)
	}
	compare(x, s.Base)
	if len(x.Changed)+len(x.Unbuilt) > 2*view.FewNotes {
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

// earlierBuild reads it from the store; nil where there is none.
func (s *Session) earlierBuild() *view.Previous {
	if s.C.Opts.Force || !s.Store.Assessed() {
		return nil
	}
	head, _ := s.Store.Head()
	base, err := view.DecodeAssessment(head)
	if err != nil || base.Made != s.Made() || !base.Rooted {
		return nil
	}
	rows, ok := s.Store.Rows.Every()
	if !ok {
		return nil
	}
	return &view.Previous{Files: s.Store.Files(), Since: base.Since, Rows: rows, Names: base.Names, Held: base.Held0}
}

// compare finds what came and what went.
func compare(x *view.Scope, now *vault.Snapshot) {
	for _, notes := range []map[string]vault.Hash{x.Changed, x.Unbuilt} {
		for note, was := range notes {
			f, there := now.File(note)
			if there = there && !f.Ignored; !there {
				x.Gone[note] = true
			}
			switch {
			case there == was.IsZero():
				x.Moved = append(x.Moved, note)
			case !there: // it came and went since
				delete(x.Unbuilt, note)
			}
		}
	}
	slices.Sort(x.Moved)
	x.Moved = slices.Compact(x.Moved)
}

// prepare begins what a changed note is likely to need, while it is read.
func (p *Plan) prepare() {
	go judge.NewLexical()
	go p.Held().Names().Sort()
	if len(p.Scope.Moved) == 0 { // else what came has to be read first, for its aliases
		p.LinksAhead()
	}
}

// makeSome goes through those rules that a few changed notes can set going.
func (p *Plan) makeSome() {
	x := p.Scope
	x.Linked, x.Placed, x.Names, x.Askers, x.Pairs = map[string]int{}, map[string]bool{}, map[string]bool{}, nil, map[string]*view.NotePairs{}
	p.Snap, p.NamesDigest, p.HeldHash, p.conflict.Filed = p.Base, x.Base.Names, x.Base.Held0, x.Base.Filed
	if len(x.Moved) > 0 {
		p.NamesDigest, p.HeldHash = view.DigestNames(p.Base), ""
	}
	for name, was := range x.Changed {
		f, there := p.Base.File(name)
		if (x.Row(name) == nil) != was.IsZero() || there && !p.IsNote(f) || p.IsDraft(name) || p.MayBeEvidence(name) {
			p.FellBack = true // a file that is evidence or may be, or a draft, which other drafts are linked with
			return
		}
	}
	for _, name := range x.Media {
		if p.IsEvidence(name) || p.MayBeEvidence(name) {
			p.FellBack = true
			return
		}
	}
	x.Drafts = p.draftNotes()
	for name := range x.Gone {
		delete(p.ByPath, name)
		delete(p.ParsedFrom, name)
	}
	for _, notes := range []map[string]vault.Hash{x.Changed, x.Unbuilt} {
		for name := range notes {
			if !x.Gone[name] {
				x.Names[name] = true
			}
		}
	}
	if len(x.Names) > 0 {
		p.prepare()
	}
	hanging, _ := x.Store.Hanging.Every()
	for _, name := range hanging {
		if !x.Gone[name] {
			x.Names[name] = true
		}
	}
	if !p.Parse() || !p.findAskers() || !p.reach() {
		return
	}
	if x.Unbuilt != nil && !p.Policy.IsGuest() {
		p.Draft.Footnotes()
		for name := range p.Writes {
			if _, ok := x.Unbuilt[name]; !ok {
				p.FellBack = true
				return
			}
		}
		if !p.Lay() || !p.catalogueSome() {
			return
		}
	}
	if !p.Grade.GradeAll() || x.Unbuilt == nil || p.Policy.IsGuest() {
		return
	}
	if p.Draft.Promote() || len(p.Ledger.Pending()) > 0 {
		p.FellBack = true
		return
	}
	for _, w := range x.Base.Waiting {
		if !x.Names[w.Source] {
			p.Acquire.Waiting = append(p.Acquire.Waiting, w)
		}
	}
	for _, h := range x.Base.Held {
		if !x.Names[h.Note] {
			p.Draft.HeldDrafts = append(p.Draft.HeldDrafts, h)
		}
	}
	slices.SortStableFunc(p.Draft.HeldDrafts, func(a, b reports.HeldDraft) int { return strings.Compare(a.Note, b.Note) })
}

// A past is what the vault was before some notes changed, as far as links lead.
type past struct {
	notes map[string]view.Parsed // of those that changed, what they were
	links *vault.Resolver
}

// past is nil where what the notes were is not known any more.
func (p *Plan) past(changed map[string]vault.Hash) *past {
	x, was := p.Scope, &past{notes: map[string]view.Parsed{}}
	var back []vault.Write
	for _, name := range x.Media {
		_, there := p.Base.File(name)
		back = append(back, vault.Write{Path: name, Delete: there})
	}
	for name, hash := range changed {
		if hash.IsZero() {
			back = append(back, vault.Write{Path: name, Delete: true})
			continue
		}
		old, ok := view.Lookup(p.Results, p.ParseAction(name, hash).Key(), view.DecodeNote)
		if !ok {
			return nil
		}
		if was.notes[name] = old; x.Gone[name] {
			back = append(back, vault.Write{Path: name})
		}
	}
	if len(back) == 0 {
		was.links = p.Links()
		return was
	}
	o := p.Resolving()
	all, _ := x.Store.Aliases.Every()
	for _, a := range all {
		if _, changed := changed[a.Path]; !changed {
			o.Aliases = append(o.Aliases, a)
		}
	}
	for name, old := range was.notes {
		o.Aliases = append(o.Aliases, vault.Aliases{Path: name, Names: old.Note.Meta.Aliases})
	}
	slices.SortFunc(o.Aliases, func(a, b vault.Aliases) int { return strings.Compare(a.Path, b.Path) })
	was.links = vault.NewResolver(p.Base.With(back...), func(path string) *vault.Note {
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

// catalogueSome gives the catalogue the lines that changed notes have in it now. It reports
// false where the catalogue has to be made anew, or is not read yet.
func (p *Plan) catalogueSome() bool {
	x, file := p.Scope, p.Draft.CatalogueFile()
	var gone, fresh []templates.Entry
	for _, name := range slices.Sorted(maps.Keys(x.Unbuilt)) {
		n := p.Note(name)
		if n == nil && !x.Gone[name] {
			p.FellBack = true
			return false
		}
		old, had := p.Draft.Catalogued(p.then.notes[name].Note, p.then.notes[name].First)
		now, has := p.Draft.Catalogued(n, p.Results.First[n])
		if had && has && old == now {
			continue
		}
		if had {
			gone = append(gone, old)
		}
		if has {
			fresh = append(fresh, now)
		}
	}
	text, err := p.Base.Read(file)
	if len(gone)+len(fresh) == 0 || err == nil && !strings.Contains(draft.Head(text), templates.GeneratedMarker) {
		return true // nothing to say, or it is a person's
	}
	made, ok := p.Draft.CatalogueWith(text, gone, fresh)
	if !ok {
		p.FellBack = true
		return false
	}
	p.Write(file, made)
	x.Names[file] = true
	if !p.Lay() {
		return false
	}
	was, _ := p.Base.File(file)
	before := p.past(map[string]vault.Hash{file: was.Bytes()})
	if n := p.Note(file); before == nil || n == nil || x.Row(file) == nil || !p.reachesAsBefore(before, file, n) || !p.copiesAsBefore(before.notes[file], file, n) {
		p.FellBack = true
		return false
	}
	return true
}

// asksTheSame reports whether changed notes, and those that ask for the names of some that
// came or went, ask of a build what they asked before: no topic for a draft, no other words
// or links in one. It is false too while that is not known.
func (p *Plan) asksTheSame() bool {
	x := p.Scope
	var titles, asked []string
	for _, name := range slices.Sorted(maps.Keys(x.Unbuilt)) {
		was, n := p.then.notes[name].Note, p.Note(name)
		if n == nil && !x.Gone[name] || generated(was) || generated(n) {
			p.FellBack = true
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
			p.FellBack = true
			return false
		}
		if len(x.Moved) == 0 && sameLinks(was.Links, n.Links) {
			continue
		}
		asked = append(asked, p.misses(was, n)...)
	}
	for _, name := range x.Askers {
		if n := p.Note(name); !generated(n) && !p.IsDraft(name) {
			asked = append(asked, p.misses(n, n)...)
		}
	}
	if len(titles) > 0 && !p.draftsStand(x.Moved, titles) {
		p.FellBack = true
		return false
	}
	return p.draftsNothing(view.SortedSet(asked))
}

// findAskers takes in the notes that ask for the names of those that came or went. It reports
// false where that cannot be told from a few notes.
func (p *Plan) findAskers() bool {
	x := p.Scope
	if len(x.Moved) == 0 {
		return true
	}
	p.LinksAhead()
	keys, like := provenance.KeysOf(x.Moved), provenance.Likened(x.Moved)
	for _, name := range x.Moved {
		if len(p.Gitmodules) > 0 || len(p.Ledger.Touching(name)) > 0 { // what comes may be a submodule's; what goes may be missed
			p.FellBack = true
			return false
		}
		if named := x.Row(name).Named(); named != nil {
			for _, alias := range named.Names {
				keys[vault.KeyOfName(alias)] = true
			}
		}
		if n := p.Note(name); n != nil {
			for _, alias := range n.Meta.Aliases {
				keys[vault.KeyOfName(alias)] = true
			}
		}
	}
	rows, _ := x.Store.Rows.Every()
	for i := range rows {
		r := &rows[i]
		if _, changed := x.Changed[r.Path]; changed || !r.AsksFor(keys, like) {
			continue
		}
		if p.MayBeEvidence(r.Path) { // what it is hangs on whether it links to notes
			p.FellBack = true
			return false
		}
		if len(x.Askers) == mostAskers {
			p.FellBack = true
			return false
		}
		x.Names[r.Path] = true
		x.Askers = append(x.Askers, r.Path)
	}
	return p.Parse()
}

// mostAskers is how many notes may ask for the names of those that came or went, such as
// "index": to look at all notes is then no slower.
const mostAskers = 1000

// draftNotes are the drafts of the assessment that the plan begins with.
func (p *Plan) draftNotes() (names []string) {
	for _, f := range p.Base.Under(p.Policy.Vault.Drafts) {
		if p.IsDraft(f.Path) && p.Scope.Row(f.Path) != nil {
			names = append(names, f.Path)
		}
	}
	return names
}

func generated(n *vault.Note) bool { return n != nil && n.Meta.Generated }

// misses are the links of a note that lead nowhere, as written, and led somewhere before or
// were not there.
func (p *Plan) misses(was, n *vault.Note) []string {
	old := missing(p.then.links, was)
	return slices.DeleteFunc(missing(p.Links(), n), func(target string) bool { return slices.Contains(old, target) })
}

func missing(links *vault.Resolver, n *vault.Note) (out []string) {
	for _, l := range n.Links {
		if t := links.Resolve(n.Path, l); t.Status == vault.LinkNoFile {
			out = append(out, l.Written())
		}
	}
	return view.SortedSet(out)
}

func sameLinks(a, b []vault.Link) bool {
	return slices.EqualFunc(a, b, func(a, b vault.Link) bool {
		a.Start, a.End, b.Start, b.End = 0, 0, 0, 0
		return a == b
	})
}

// draftsNothing reports whether the evidence says too little of topics for a draft. Where it
// says enough, the plan gives up.
func (p *Plan) draftsNothing(targets []string) bool {
	if len(targets) == 0 {
		return true
	}
	if !p.Index.Index() {
		return false
	}
	if p.Index.Digest == "" {
		return true // nothing is held
	}
	p.Draft.RecallThin()
	known := len(p.Draft.DraftMemo.Thin)
	for _, target := range targets {
		t, ok := p.Draft.TopicOf(draft.LinkedName(target))
		if !ok {
			continue
		}
		if _, drafts := p.Draft.Draft(t); drafts {
			p.FellBack = true
			return false
		}
	}
	if len(p.Draft.DraftMemo.Thin) > known {
		p.Draft.KeepThin()
	}
	return len(p.Todo) == 0
}
