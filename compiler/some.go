package compiler

import (
	"maps"
	"slices"
	"strings"

	"assay/gates"
	"assay/provenance"
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
	changed map[string]vault.Hash // since base was made, and what they were then
	unbuilt map[string]vault.Hash // since a build last had nothing to do, and what they were then; nil in a check
	linked  map[string]int        // notes that link to a path, where that is not what base has
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
	base, err := decodeAssessment(s.store.Head())
	if err != nil || base.made != s.made() || !base.until.IsZero() && s.now.After(base.until) || building && (!base.rooted || base.postponed && !offline) {
		return nil
	}
	changed, ok := s.changed()
	if !ok {
		return nil
	}
	base.rows = slices.Clone(s.store.Rows())
	d := newDecoder(s.store.Cited())
	if base.cited = unlist(d, getCitedFile); d.err != nil {
		return nil
	}
	if base.told, ok = s.store.Told(); !ok {
		return nil
	}
	x := &some{base: base, changed: changed}
	if building {
		x.unbuilt = maps.Clone(base.since)
		for note, was := range changed {
			if _, before := x.unbuilt[note]; !before {
				x.unbuilt[note] = was
			}
		}
	}
	if len(x.changed)+len(x.unbuilt) > 2*fewNotes || len(base.rows) != base.files {
		return nil
	}
	return x
}

// changed are the notes that are not what the table of files says, with what they were;
// ok is false where anything else changed.
func (s *session) changed() (notes map[string]vault.Hash, ok bool) {
	known, files := s.store.Files(), s.base.Files()
	if len(known) != len(files) {
		return nil, false
	}
	notes = map[string]vault.Hash{}
	for i := range files {
		f := &files[i]
		old, there := known[f.Path]
		if there && old.Hash == f.Hash && old.Ignored == f.Ignored {
			continue
		}
		if !there || old.Ignored || f.Ignored || f.Link || !vault.IsNote(f.Path) || len(notes) == fewNotes {
			return nil, false
		}
		notes[f.Path] = old.Hash
	}
	return notes, true
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
	i, ok := slices.BinarySearchFunc(x.base.rows, path, func(r noteRow, path string) int { return strings.Compare(r.path, path) })
	if !ok {
		return nil
	}
	return &x.base.rows[i]
}

// aliased are the notes that have aliases; those of changed notes are what they were.
func (x *some) aliased() []string {
	out := []string{}
	for i := range x.base.rows {
		if x.base.rows[i].aliased {
			out = append(out, x.base.rows[i].path)
		}
	}
	return out
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
	x.linked, x.names = map[string]int{}, map[string]bool{}
	p.snap, p.namesDigest, p.heldHash, p.filed = p.base, x.base.names, x.base.held0, x.base.filed
	for name := range x.changed {
		if r := x.row(name); r == nil || p.isDraft(name) || p.guest && provenance.AmongSources(name) {
			p.gaveUp = true // a file that is evidence or may be, or a draft, which other drafts are linked with
			return
		}
		x.names[name] = true
	}
	for _, r := range x.base.rows {
		if r.hangs {
			x.names[r.path] = true
		}
	}
	if !p.parse() || !p.reach() {
		return
	}
	if x.unbuilt != nil && !p.guest {
		p.footnotes()
		for name := range p.writes {
			if _, ok := x.changed[name]; !ok {
				p.gaveUp = true
				return
			}
		}
		if !p.lay() {
			return
		}
	}
	if !p.gradeAll() || x.unbuilt == nil || p.guest {
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

// reach finds the notes that have to do with those that changed. It reports false where
// that cannot be told, or not yet.
func (p *plan) reach() bool {
	x := p.some
	if x.unbuilt != nil {
		for name, was := range x.unbuilt {
			old, ok := lookup(p.results, p.parseAction(name, was).Key(), decodeNote)
			if n := p.note(name); !ok || n == nil || !p.asksTheSame(old, n) {
				p.gaveUp = true
				return false
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(x.changed)) {
		old, ok := lookup(p.results, p.parseAction(name, x.changed[name]).Key(), decodeNote)
		n := p.note(name)
		if !ok || n == nil || !p.reachesAsBefore(old, n) || !p.copiesAsBefore(old, n) {
			p.gaveUp = true
			return false
		}
	}
	return p.parse()
}

// asksTheSame reports whether a note asks of a build what it asked before: the same
// links that lead nowhere and topics for a draft, the same line in the catalogue.
func (p *plan) asksTheSame(old parsed, n *vault.Note) bool {
	if p.guest {
		return true
	}
	if old.note.Title != n.Title || old.first != p.results.first[n] || old.note.Meta.Generated || n.Meta.Generated ||
		!slices.Equal(old.note.Meta.Gaps, n.Meta.Gaps) {
		return false
	}
	if sameLinks(old.note.Links, n.Links) {
		return true
	}
	return slices.Equal(p.missing(old.note), p.missing(n))
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

// reachesAsBefore takes in the notes that a changed one links to now and did not, or did
// and does not now. It reports false where others may resolve their links otherwise.
func (p *plan) reachesAsBefore(old parsed, n *vault.Note) bool {
	x, was := p.some, old.note
	if !slices.Equal(was.Meta.Aliases, n.Meta.Aliases) || was.Meta.Generated != n.Meta.Generated {
		return false
	}
	if x.row(n.Path).placed && !samePlaces(was, n) {
		return false
	}
	if sameLinks(was.Links, n.Links) {
		return true
	}
	before, now := provenance.LinksOf(was, p.links(), p.gapOptions()), provenance.LinksOf(n, p.links(), p.gapOptions())
	move := func(to []string, others []string, by int) bool {
		for _, path := range to {
			if slices.Contains(others, path) {
				continue
			}
			if x.row(path) == nil {
				continue // a file that is no note of the vault
			}
			had := x.links(path)
			x.linked[path] = had + by
			if (had > 0) != (had+by > 0) {
				x.names[path] = true
			}
		}
		return true
	}
	for _, path := range now.Into {
		if r := x.row(path); r != nil && path != n.Path {
			r.placed = true
		}
	}
	return move(before.To, now.To, -1) && move(now.To, before.To, 1)
}

// samePlaces reports whether all that a link can name in a note is as it was.
func samePlaces(a, b *vault.Note) bool {
	return slices.EqualFunc(a.Headings, b.Headings, func(a, b vault.Heading) bool { return a.Level == b.Level && a.Text == b.Text }) &&
		slices.EqualFunc(a.Blocks, b.Blocks, func(a, b vault.BlockID) bool { return a.ID == b.ID })
}

// copiesAsBefore reports whether a changed note bears on no file that notes cite: neither
// is it one, nor has it become or ceased to be like one. See circular_index.go.
func (p *plan) copiesAsBefore(old parsed, n *vault.Note) bool {
	x := p.some
	now := p.results.marks[n]
	for i := range x.base.cited {
		f := &x.base.cited[i]
		if f.path == n.Path {
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
		if now.Shared(f.marks) >= likeMarks && p.equality(n, f.path) >= circularFrom {
			return false
		}
	}
	return true
}

// conflictsOfSome are the conflicts of the vault, those of changed notes looked for anew.
func (p *plan) conflictsOfSome() map[string]map[vault.ClaimID]*provenance.Conflict {
	x := p.some
	again := map[string]bool{}
	var statements []gates.Statement
	for name := range x.changed {
		n := p.note(name)
		if n == nil || !p.graded(n) {
			continue
		}
		again[name] = true
		for _, c := range p.whole(n).Claims {
			statements = append(statements, gates.Statement{Claim: c, Note: name})
		}
	}
	next := &conflictRecord{pairs: x.base.pairs}
	if len(again) > 0 {
		index := p.filingOfSome()
		if index == nil {
			p.gaveUp = true
			return nil
		}
		p.againstDrafts(gates.NewConflicts(statements), again)
		decided, _ := p.decided()
		next.pairs = p.compareAgain(next.pairs, again, len(x.base.rows), index, decided)
	}
	next.tidy()
	p.pairs = next.pairs
	for name := range again {
		if p.note(name) != nil {
			x.names[name] = true
		}
	}
	if !p.parse() {
		p.gaveUp = true
	}
	return p.conflictsIn(slices.DeleteFunc(slices.Clone(next.pairs), func(c conflictPair) bool { return !x.names[c.note] }))
}

// againstDrafts adds the drafts that contradict statements of changed notes.
func (p *plan) againstDrafts(changed *gates.Conflicts, again map[string]bool) {
	for _, r := range p.some.base.rows {
		if r.settled || again[r.path] || !p.isDraft(r.path) {
			continue
		}
		if n := p.note(r.path); n != nil && p.graded(n) {
			for _, c := range p.whole(n).Claims {
				if changed.Find(gates.Statement{Claim: c, Note: r.path}) != nil {
					again[r.path] = true
				}
			}
		}
	}
}

// assessSome lays what came of some notes over what is known of all.
func (p *plan) assessSome() *assessment {
	x := p.some
	a := *x.base
	a.rows, a.sources = slices.Clone(a.rows), maps.Clone(a.sources)
	a.until = p.nextStale
	if !x.base.until.IsZero() && (a.until.IsZero() || x.base.until.Before(a.until)) {
		a.until = x.base.until
	}
	a.some, a.converged, a.pairs, a.filed = true, false, p.pairs, p.filed
	a.since = maps.Clone(x.base.since)
	for name, was := range x.changed {
		if _, before := a.since[name]; !before {
			a.since[name] = was
		}
	}
	if x.unbuilt != nil {
		a.held, a.waiting = p.heldDrafts, p.waiting
	}
	promoted := p.promotedNotes()
	var fresh []*outcome
	for _, n := range p.notes {
		i, ok := slices.BinarySearchFunc(a.rows, n.Path, func(r noteRow, path string) int { return strings.Compare(r.path, path) })
		if !ok {
			p.gaveUp = true
			return &a
		}
		old, ok := lookup(p.results, a.rows[i].outcome, decodeOutcome)
		if !ok {
			p.gaveUp = true
			return &a
		}
		links := provenance.LinksOf(n, p.links(), p.gapOptions())
		o, row := p.outcomeOf(n, links.Gaps(n, x.links(n.Path) > 0, p.gapOptions()), promoted[n.Path])
		row.placed, row.links = x.row(n.Path).placed, x.links(n.Path)
		draft := p.isDraft(n.Path)
		a.add(old, -1, draft)
		a.add(o, 1, draft)
		a.rows[i] = row
		fresh = append(fresh, o)
	}
	for path, n := range x.linked {
		if i, ok := slices.BinarySearchFunc(a.rows, path, func(r noteRow, path string) int { return strings.Compare(r.path, path) }); ok {
			a.rows[i].links = n
		}
	}
	a.cited, a.citesMore = join(a.cited, filesCited(fresh))
	a.told = slices.Clone(x.base.told)
	for _, o := range fresh {
		t := toldNote{o.count.path, o.diagnostics}
		a.told, a.retold = retell(a.told, t), append(a.retold, t)
	}
	a.tell()
	if !p.showSome(&a, fresh) {
		p.gaveUp = true
	}
	return &a
}

// join lays cited files over others; both are in order. It reports whether any is new.
func join(a, b []citedFile) (all []citedFile, fresh bool) {
	for _, f := range b {
		i, ok := slices.BinarySearchFunc(a, f.path, func(c citedFile, path string) int { return strings.Compare(c.path, path) })
		switch {
		case !ok:
			a, fresh = slices.Insert(a[:len(a):len(a)], i, f), true
		case a[i].marks != f.marks || f.copied && !a[i].copied:
			a = slices.Clone(a)
			a[i], fresh = f, true
		}
	}
	return a, fresh
}

// showSome gives the showcase the first claim of each tier. It reports false where that
// may be in a note that was not looked at.
func (p *plan) showSome(a *assessment, fresh []*outcome) bool {
	shown := map[provenance.Tier]Example{}
	for _, x := range a.showcase {
		shown[x.Tier] = x
	}
	a.showcase = nil
	for _, t := range provenance.Tiers() {
		old, had := shown[t]
		best, ok := Example{}, false
		for _, o := range fresh {
			if has(o.count.claims, t) && (!ok || o.count.path < best.Note) {
				if e, found := p.example(p.note(o.count.path), t); found {
					best, ok = e, true
				}
			}
		}
		switch {
		case ok && (!had || best.Note <= old.Note):
			a.showcase = append(a.showcase, best)
		case had && p.some.names[old.Note]: // its note has none any more: another's may come first
			return false
		case had:
			a.showcase = append(a.showcase, old)
		}
	}
	return true
}

// has reports whether a tally counts any claim of a tier.
func has(t Tally, tier provenance.Tier) bool {
	var one Tally
	one.count(tier)
	for i, n := range one.list() {
		if *n > 0 && *t.list()[i] > 0 {
			return true
		}
	}
	return false
}
