package compiler

import (
	"assay/gates/judge"
	"assay/provenance"
	"assay/templates"
	"assay/vault"
	"bytes"
	"maps"
	"slices"
	"strings"
)

// someOf tells whether the assessment in the store still holds but for a few notes. A
// build asks for one that left nothing to do, but for what only a build with the network can.
func (s *session) someOf(building, offline bool) *some {
	if s.c.opts.Force || !s.store.Assessed() {
		return nil
	}
	base, err := s.store.assessment()
	if err != nil || base.made != s.made() || !base.until.IsZero() && s.now.After(base.until) || building && (!base.rooted || base.postponed && !offline) {
		return nil
	}
	changed, media, ok := s.changed()
	if !ok {
		return nil
	}
	x := &some{base: base, store: s.store, changed: changed, media: media, moved: slices.Clone(media), gone: map[string]bool{}}
	if building {
		x.unbuilt = base.sinceThen(changed)
	}
	x.compare(s.base)
	if len(x.changed)+len(x.unbuilt) > 2*fewNotes {
		return nil
	}
	return x
}

// changed are the notes that are not what the table of files says, with what they were: zero
// of those that were not there; and the pictures that came or went. ok is false where
// anything else changed.
func (s *session) changed() (notes map[string]vault.Hash, media []string, ok bool) {
	notes = map[string]vault.Hash{}
	for old, now := range vault.Differences(s.store.Files(), s.base.Files()) {
		if old != nil && now != nil && old.Bytes() == now.Bytes() && old.Ignored == now.Ignored {
			continue
		}
		either := old
		if old == nil {
			either, old = now, &vault.File{}
		}
		if len(notes)+len(media) == fewNotes || either.Link || either.Ignored || now != nil && (now.Link || now.Ignored) {
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
func (s *session) earlierBuild() *earlier {
	if s.c.opts.Force || !s.store.Assessed() {
		return nil
	}
	head, _ := s.store.Head()
	base, err := decodeAssessment(head)
	if err != nil || base.made != s.made() || !base.rooted {
		return nil
	}
	rows, ok := s.store.rows.Every()
	if !ok {
		return nil
	}
	return &earlier{files: s.store.Files(), since: base.since, rows: rows, names: base.names, held: base.held0}
}

// compare finds what came and what went.
func (x *some) compare(now *vault.Snapshot) {
	for _, notes := range []map[string]vault.Hash{x.changed, x.unbuilt} {
		for note, was := range notes {
			f, there := now.File(note)
			if there = there && !f.Ignored; !there {
				x.gone[note] = true
			}
			switch {
			case there == was.IsZero():
				x.moved = append(x.moved, note)
			case !there: // it came and went since
				delete(x.unbuilt, note)
			}
		}
	}
	slices.Sort(x.moved)
	x.moved = slices.Compact(x.moved)
}

// prepare begins what a changed note is likely to need, while it is read.
func (p *plan) prepare() {
	go judge.NewLexical()
	go p.held().Names().Sort()
	if len(p.some.moved) == 0 { // else what came has to be read first, for its aliases
		p.linksAhead()
	}
}

// makeSome goes through those rules that a few changed notes can set going.
func (p *plan) makeSome() {
	x := p.some
	x.linked, x.placed, x.names, x.askers, x.pairs = map[string]int{}, map[string]bool{}, map[string]bool{}, nil, map[string]*notePairs{}
	p.snap, p.namesDigest, p.heldHash, p.conflict.filed = p.base, x.base.names, x.base.held0, x.base.filed
	if len(x.moved) > 0 {
		p.namesDigest, p.heldHash = digestNames(p.base), ""
	}
	for name, was := range x.changed {
		f, there := p.base.File(name)
		if (x.row(name) == nil) != was.IsZero() || there && !p.isNote(f) || p.isDraft(name) || p.mayBeEvidence(name) {
			p.gaveUp = true // a file that is evidence or may be, or a draft, which other drafts are linked with
			return
		}
	}
	for _, name := range x.media {
		if p.isEvidence(name) || p.mayBeEvidence(name) {
			p.gaveUp = true
			return
		}
	}
	x.drafts = p.draftNotes()
	for name := range x.gone {
		delete(p.byPath, name)
		delete(p.parsedFrom, name)
	}
	for _, notes := range []map[string]vault.Hash{x.changed, x.unbuilt} {
		for name := range notes {
			if !x.gone[name] {
				x.names[name] = true
			}
		}
	}
	if len(x.names) > 0 {
		p.prepare()
	}
	hanging, _ := x.store.hanging.Every()
	for _, name := range hanging {
		if !x.gone[name] {
			x.names[name] = true
		}
	}
	if !p.parse() || !p.findAskers() || !p.reach() {
		return
	}
	if x.unbuilt != nil && !p.policy.IsGuest() {
		p.draft.footnotes()
		for name := range p.writes {
			if _, ok := x.unbuilt[name]; !ok {
				p.gaveUp = true
				return
			}
		}
		if !p.lay() || !p.catalogueSome() {
			return
		}
	}
	if !p.grade.gradeAll() || x.unbuilt == nil || p.policy.IsGuest() {
		return
	}
	if p.draft.promote() || len(p.ledger.Pending()) > 0 {
		p.gaveUp = true
		return
	}
	for _, w := range x.base.waiting {
		if !x.names[w.Source] {
			p.acquire.waiting = append(p.acquire.waiting, w)
		}
	}
	for _, h := range x.base.held {
		if !x.names[h.Note] {
			p.draft.heldDrafts = append(p.draft.heldDrafts, h)
		}
	}
	slices.SortStableFunc(p.draft.heldDrafts, func(a, b HeldDraft) int { return strings.Compare(a.Note, b.Note) })
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
		if slices.Contains(files, p.draft.promotedPath(f.Path)) {
			return false
		}
		event, ok := p.draft.drafted()[f.Path]
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

// catalogueSome gives the catalogue the lines that changed notes have in it now. It reports
// false where the catalogue has to be made anew, or is not read yet.
func (p *plan) catalogueSome() bool {
	x, file := p.some, p.draft.catalogueFile()
	var gone, fresh []templates.Entry
	for _, name := range slices.Sorted(maps.Keys(x.unbuilt)) {
		n := p.note(name)
		if n == nil && !x.gone[name] {
			p.gaveUp = true
			return false
		}
		old, had := p.draft.catalogued(p.then.notes[name].note, p.then.notes[name].first)
		now, has := p.draft.catalogued(n, p.results.first[n])
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
	text, err := p.base.Read(file)
	if len(gone)+len(fresh) == 0 || err == nil && !strings.Contains(head(text), templates.GeneratedMarker) {
		return true // nothing to say, or it is a person's
	}
	made, ok := p.draft.catalogueWith(text, gone, fresh)
	if !ok {
		p.gaveUp = true
		return false
	}
	p.write(file, made)
	x.names[file] = true
	if !p.lay() {
		return false
	}
	was, _ := p.base.File(file)
	before := p.past(map[string]vault.Hash{file: was.Bytes()})
	if n := p.note(file); before == nil || n == nil || x.row(file) == nil || !p.reachesAsBefore(before, file, n) || !p.copiesAsBefore(before.notes[file], file, n) {
		p.gaveUp = true
		return false
	}
	return true
}

// asksTheSame reports whether changed notes, and those that ask for the names of some that
// came or went, ask of a build what they asked before: no topic for a draft, no other words
// or links in one. It is false too while that is not known.
func (p *plan) asksTheSame() bool {
	x := p.some
	var titles, asked []string
	for _, name := range slices.Sorted(maps.Keys(x.unbuilt)) {
		was, n := p.then.notes[name].note, p.note(name)
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

// mostAskers is how many notes may ask for the names of those that came or went, such as
// "index": to look at all notes is then no slower.
const mostAskers = 1000

// draftNotes are the drafts of the assessment that the plan begins with.
func (p *plan) draftNotes() (names []string) {
	for _, f := range p.base.Under(p.policy.Vault.Drafts) {
		if p.isDraft(f.Path) && p.some.row(f.Path) != nil {
			names = append(names, f.Path)
		}
	}
	return names
}

func generated(n *vault.Note) bool { return n != nil && n.Meta.Generated }

// misses are the links of a note that lead nowhere, as written, and led somewhere before or
// were not there.
func (p *plan) misses(was, n *vault.Note) []string {
	old := missing(p.then.links, was)
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
	if !p.index.index() {
		return false
	}
	if p.index.digest == "" {
		return true // nothing is held
	}
	p.draft.recallThin()
	known := len(p.draft.draftMemo.thin)
	for _, target := range targets {
		t, ok := p.draft.topicOf(linkedName(target))
		if !ok {
			continue
		}
		if _, drafts := p.draft.draft(t); drafts {
			p.gaveUp = true
			return false
		}
	}
	if len(p.draft.draftMemo.thin) > known {
		p.draft.keepThin()
	}
	return len(p.todo) == 0
}
