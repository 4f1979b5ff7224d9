package compiler

import (
	"maps"
	"slices"
	"strings"

	"assay/gates/judge"
	"assay/vault"
)

// Most builds follow the saving of a note. What the vault was then found to be still
// holds of all other notes, unless they have to do with that one: they link into it, it
// links to them, their claims conflict with its, or the evidence they cite may be a copy
// of it. So a plan can be made over some notes: those that changed, those that have to do
// with them, and those whose grade hangs on claims of other notes. Where it cannot be told
// from a few notes what a change comes to, the plan gives up, and one over the whole
// vault is made. Both come to the same: see TestSomeEqualsWhole.
type some struct {
	base    *assessment
	store   *Store                // has what base says of notes
	changed map[string]vault.Hash // since base was made, and what they were then; zero of those that were not there
	unbuilt map[string]vault.Hash // since a build last had nothing to do, and what they were then; nil in a check
	gone    map[string]bool       // of both, those that are not there now
	moved   []string              // those that came or went, and pictures that did
	media   []string              // those pictures, sounds and films
	then    *past                 // what the vault was before unbuilt
	askers  []string              // notes that did not change, and whose links or citations ask for such a name
	pairs   map[string]*notePairs // those that are others now than the store has
	linked  map[string]int        // notes that link to a path, where that is not what base has
	placed  map[string]bool       // notes that came, into which others link
	drafts  []string              // of base
	names   map[string]bool       // of the notes that the plan is over
}

// fewNotes is how many may have changed: where many did, looking at all is no slower.
const fewNotes = 100

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

// sinceThen adds what changed to the notes that changed since a build had nothing to do.
func (a *assessment) sinceThen(changed map[string]vault.Hash) map[string]vault.Hash {
	all := make(map[string]vault.Hash, len(a.since)+len(changed))
	maps.Copy(all, changed)
	maps.Copy(all, a.since)
	return all
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

// prepare begins what a changed note is likely to need, while it is read.
func (p *plan) prepare() {
	go judge.NewLexical()
	go p.held().Names().Sort()
	if len(p.some.moved) == 0 { // else what came has to be read first, for its aliases
		p.linksAhead()
	}
}

// built reports whether a note is what it was when a build last had nothing to do.
func (x *some) built(note string) bool {
	if x == nil {
		return false
	}
	_, changed := x.unbuilt[note]
	return !changed
}

// row is what base has of a note; nil where it is none.
func (x *some) row(path string) *noteRow {
	r, ok := x.store.rows.At(path)
	if !ok {
		return nil
	}
	return &r
}

// placedIn reports whether other notes link into one.
func (x *some) placedIn(path string) bool {
	r := x.row(path)
	return x.placed[path] || r != nil && r.placed
}

// links is how many notes link to a path.
func (x *some) links(path string) int {
	if n, ok := x.linked[path]; ok {
		return n
	}
	if r := x.row(path); r != nil {
		return r.links
	}
	return 0
}

// draftNotes are the drafts of the assessment that the plan begins with.
func (p *plan) draftNotes() (names []string) {
	for _, f := range p.base.Under(p.policy.Vault.Drafts) {
		if p.isDraft(f.Path) && p.some.row(f.Path) != nil {
			names = append(names, f.Path)
		}
	}
	return names
}

// parseSome reads the notes that the plan is over.
func (p *plan) parseSome() bool {
	notes := make([]*vault.Note, 0, len(p.some.names))
	done := true
	for _, name := range slices.Sorted(maps.Keys(p.some.names)) {
		f, ok := p.snap.File(name)
		if !ok || !p.isNote(f) {
			p.gaveUp = true
			return false
		}
		n, ok := p.read(f)
		if n == nil && ok { // it cannot be read
			p.gaveUp = true
		}
		if n != nil {
			notes = append(notes, n)
		}
		done = done && ok
	}
	if len(notes) != len(p.notes) || !sameNotes(notes, p.notes) {
		p.notes = notes
		p.echo, p.like = nil, nil
	}
	return done && !p.gaveUp
}

// makeSome goes through those rules that a few changed notes can set going.
func (p *plan) makeSome() {
	x := p.some
	x.linked, x.placed, x.names, x.askers, x.pairs = map[string]int{}, map[string]bool{}, map[string]bool{}, nil, map[string]*notePairs{}
	p.snap, p.namesDigest, p.heldHash, p.filed = p.base, x.base.names, x.base.held0, x.base.filed
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
		p.footnotes()
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
	if !p.gradeAll() || x.unbuilt == nil || p.policy.IsGuest() {
		return
	}
	if p.promote() || len(p.ledger.Pending()) > 0 {
		p.gaveUp = true
		return
	}
	for _, w := range x.base.waiting {
		if !x.names[w.Source] {
			p.waiting = append(p.waiting, w)
		}
	}
	for _, h := range x.base.held {
		if !x.names[h.Note] {
			p.heldDrafts = append(p.heldDrafts, h)
		}
	}
	slices.SortStableFunc(p.heldDrafts, func(a, b HeldDraft) int { return strings.Compare(a.Note, b.Note) })
}
