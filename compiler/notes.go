package compiler

import (
	"assay/compiler/codec"
	"assay/gates"
	"assay/provenance"
	"assay/vault"
	"context"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
)

// parse reads every note of the snapshot; of one that is made over some notes, those. It
// reports false while some are unread.
func (p *view) parse() bool {
	if p.some != nil {
		return p.parseSome()
	}
	notes := make([]*vault.Note, 0, len(p.notes))
	done := true
	for _, f := range p.snap.Files() {
		if !p.isNote(f) {
			continue
		}
		n, ok := p.read(f)
		if n != nil {
			notes = append(notes, n)
		}
		done = done && ok
	}
	if len(notes) != len(p.notes) || !sameNotes(notes, p.notes) {
		p.notes = notes
		p.resolver = nil
		p.edition++
		alive := make(map[string]bool, len(notes))
		for _, n := range notes {
			alive[n.Path] = true
		}
		for name := range p.byPath {
			if !alive[name] {
				delete(p.byPath, name)
				delete(p.parsedFrom, name)
			}
		}
	}
	p.namesDigest = digestNames(p.snap)
	p.heldHash = ""
	return done
}

// digestNames names all paths that links may point at.
func digestNames(s *vault.Snapshot) string {
	names := make([]string, len(s.Files()))
	for i, f := range s.Files() {
		names[i] = f.Path
	}
	return hashOf(append(names, s.Excluded()...)...)
}

// isNote reports whether a file is read as a note of the vault.
func (p *view) isNote(f vault.File) bool {
	return !f.Ignored && vault.IsNote(f.Path) && !p.isEvidence(f.Path)
}

// read gives a file as a note. It is nil while that is not known, and ok is false while
// it may be yet.
func (p *view) read(f vault.File) (n *vault.Note, ok bool) {
	if old := p.byPath[f.Path]; old != nil && p.parsedFrom[f.Path] == f.Bytes() {
		if !p.lazy {
			p.whole(old)
		}
		return old, true
	}
	a := p.parseAction(f.Path, f.Bytes())
	read, ok := need(p, a, decodeNote)
	if !ok {
		return nil, p.failed(a)
	}
	n = read.note
	p.results.claims[n], p.results.first[n], p.results.chunks[n] = read.claims, read.first, read.chunks
	p.results.marks[n] = read.marks
	if read.cold != nil {
		p.results.cold[n] = read.cold
		if !p.lazy {
			p.whole(n)
		}
	}
	p.byPath[f.Path] = n
	p.parsedFrom[f.Path] = f.Bytes()
	return n, true
}

func (p *view) parseAction(path string, hash vault.Hash) *Action {
	snap, options := p.snap, vault.Options{ExemptSections: p.policy.Vault.ExemptSections}
	if p.exempt == "" {
		p.exempt = hashOf(options.ExemptSections...)
	}
	return &Action{
		Kind: "parse", Target: path, keep: true,
		Inputs: []Input{{"note", hash.String()}, {"exempt_sections", p.exempt}},
		run: func(context.Context, World) (any, error) {
			text, err := snap.Read(path)
			if err != nil {
				return nil, fmt.Errorf("read %s: %w", path, err)
			}
			return newParsed(vault.Parse(path, text, options)), nil
		},
		encode: encodeNote,
	}
}

// note is the note at a path, or nil.
func (p *view) note(path string) *vault.Note {
	n := p.byPath[path]
	if n != nil || p.some == nil {
		return n
	}
	if f, ok := p.snap.File(path); ok && p.isNote(f) {
		n, _ = p.read(f)
	}
	return n
}

// failed reports whether an action was tried in this build, in vain.
func (p *view) failed(a *Action) bool {
	_, failed := p.results.failed[a.Key()]
	return failed
}

func sameNotes(a, b []*vault.Note) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// isEvidence reports whether a file is a source and no note of the vault.
func (p *view) isEvidence(file string) bool { return p.policy.Vault.IsEvidence(file) }

// mayBeEvidence reports a note that may be a source as well: what it says tells.
func (p *view) mayBeEvidence(file string) bool {
	return p.policy.Vault.EvidenceByName && provenance.AmongSources(file)
}

// links is the vault's resolver.
func (p *view) links() *vault.Resolver {
	switch {
	case p.resolver != nil:
	case p.some == nil:
		p.resolver = vault.NewResolver(p.snap, p.note, p.resolving())
	default:
		p.linksAhead()
		r := p.results.links().Renew(p.note, slices.Collect(maps.Keys(p.some.changed))...)
		p.resolver, p.results.links = r, func() *vault.Resolver { return r }
	}
	return p.resolver
}

// linksAhead begins to make a resolver of a vault of which the plan is over some notes,
// unless an earlier plan left one.
func (p *view) linksAhead() {
	o := p.resolving()
	o.Aliases = p.aliases()
	parts := []string{p.namesDigest}
	for _, a := range o.Aliases {
		parts = append(parts, a.Path)
		parts = append(parts, a.Names...)
	}
	if named := hashOf(parts...); p.results.links == nil || p.results.linked != named {
		snap := p.snap
		p.results.links, p.results.linked = ahead(func() *vault.Resolver { return vault.NewResolver(snap, p.note, o) }), named
	}
}

// resolving says how links are followed.
func (p *view) resolving() vault.ResolveOptions {
	return vault.ResolveOptions{Sources: p.policy.Vault.Sources}
}

// held is the library of stored evidence.
func (p *view) held() *provenance.Library {
	if p.library == nil {
		l := p.policy.Vault
		o := provenance.LibraryOptions{ByName: l.EvidenceByName, Sources: l.Sources, Evidence: l.Evidence,
			Graded: []string{l.Wiki, l.Drafts, l.Inbox}, Gitmodules: p.gitmodules, TextOf: p.textOfFile}
		if p.namesDigest != "" && p.results.named == p.namesDigest {
			o.Names = p.results.names
		}
		p.library = provenance.NewLibrary(withoutBaselines(p.snap), o)
		p.results.names, p.results.named = p.library.Names(), p.namesDigest
	}
	return p.library
}

// withoutBaselines is what notes may rest on: a baseline has their own words in it, and
// would bear them out.
func withoutBaselines(s *vault.Snapshot) *vault.Snapshot {
	var gone []vault.Write
	for _, f := range s.Files() {
		if gates.IsBaseline(f.Path) {
			gone = append(gone, vault.Write{Path: f.Path, Delete: true})
		}
	}
	if len(gone) == 0 {
		return s
	}
	return s.With(gone...)
}

// heldDigest names everything in the vault that is not a note's text: what a
// citation that led nowhere might lead to one day.
func (p *view) heldDigest() string {
	if p.heldHash == "" {
		parts := make([]string, 0, 2*len(p.snap.Files()))
		for _, f := range p.snap.Files() {
			if gates.IsBaseline(f.Path) {
				continue
			}
			parts = append(parts, f.Path)
			if !p.isNote(f) || p.mayBeEvidence(f.Path) {
				sum := f.Bytes()
				parts = append(parts, string(sum[:]))
			}
		}
		p.heldHash = hashOf(parts...)
	}
	return p.heldHash
}

// classOf is the class of a source, for its freshness.
func (p *view) classOf(id provenance.SourceID) string {
	if id == "" {
		return ""
	}
	if p.classes == nil {
		p.classes = map[provenance.SourceID]string{}
	}
	class, ok := p.classes[id]
	if !ok {
		class = string(p.sourceNow(id).Class)
		p.classes[id] = class
	}
	return class
}

func (p *view) isDraft(file string) bool {
	return p.policy.Vault.Area(file) == draftArea
}

// wordsOn names what persons said of the claims of each note. A claim's id is its
// note's, so one that is only taken back is found by what was said before.
func wordsOn(l *provenance.Ledger) map[string]string {
	said, noteOf := map[string][]string{}, map[string]string{}
	for _, e := range l.Events() {
		switch e.Kind {
		case provenance.KindAttested, provenance.KindClaimRejected:
			noteOf[e.Subject] = e.Text("note")
		case provenance.KindAttestationRevoked:
		default:
			continue
		}
		said[e.Subject] = append(said[e.Subject], e.ID)
	}
	byNote := map[string][]string{}
	for claim, ids := range said {
		byNote[noteOf[claim]] = append(byNote[noteOf[claim]], ids...)
	}
	out := map[string]string{}
	for note, ids := range byNote {
		sort.Strings(ids)
		out[note] = hashOf(ids...)
	}
	return out
}

// graded reports whether a note's claims are graded at all.
func (p *view) graded(n *vault.Note) bool {
	return !n.Meta.Generated && p.policy.Vault.Area(n.Path).Graded()
}

// whole reads the claims of a note, if they have not been read yet.
func (p *view) whole(n *vault.Note) *vault.Note {
	if c, ok := p.results.cold[n]; ok {
		delete(p.results.cold, n)
		d := codec.NewDecoder(c)
		n.Footnotes, n.Claims = getCold(d)
	}
	return n
}

func (p *view) ledgerPath() string { return p.policy.LedgerFile() }

// stored are the files of the folder of sources; none where the vault has none.
func (p *view) stored() []vault.File {
	if p.policy.IsGuest() {
		return nil
	}
	return p.snap.Under(p.policy.Vault.Sources)
}

// Short names for the areas that rules ask for.
const (
	wikiArea  = gates.Wiki
	draftArea = gates.Draft
)

// aliases are those of all notes, by path; those of notes that changed and stay are what
// they were.
func (p *view) aliases() []vault.Aliases {
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
