package view

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"assay/gates"
	"assay/provenance"
	"assay/provenance/citation"
	"assay/vault"
	"assay/vault/links"
	"assay/vault/lists"
	"assay/vault/markdown"
)

// Parse reads every note of the snapshot; of one that is made over some notes, those. It
// reports false while some are unread.
func (v *View) Parse() bool {
	if v.Scope != nil {
		return v.parseSome()
	}
	notes := make([]*markdown.Note, 0, len(v.Notes))
	done := true
	for _, f := range v.Snap.Files() {
		if !v.IsNote(f) {
			continue
		}
		n, ok := v.read(f)
		if n != nil {
			notes = append(notes, n)
		}
		done = done && ok
	}
	if !slices.Equal(notes, v.Notes) {
		v.Notes = notes
		v.resolver = nil
		v.Edition++
		alive := make(map[string]bool, len(notes))
		for _, n := range notes {
			alive[n.Path] = true
		}
		for name := range v.ByPath {
			if !alive[name] {
				delete(v.ByPath, name)
				delete(v.ParsedFrom, name)
			}
		}
	}
	v.NamesDigest = DigestNames(v.Snap)
	v.HeldHash = ""
	return done
}

// DigestNames names all paths that links may point at.
func DigestNames(s *vault.Snapshot) string {
	names := make([]string, len(s.Files()))
	for i, f := range s.Files() {
		names[i] = f.Path
	}
	return HashOf(append(names, s.Excluded()...)...)
}

// IsNote reports whether a file is read as a note of the vault.
func (v *View) IsNote(f vault.File) bool {
	if _, list := v.Policy.Vault.ListFields(f.Path); list {
		return !f.Ignored && !f.Hash.IsZero()
	}
	return !f.Ignored && vault.IsNote(f.Path) && !v.IsEvidence(f.Path)
}

// read gives a file as a note. It is nil while that is not known, and ok is false while
// it may be yet.
func (v *View) read(f vault.File) (n *markdown.Note, ok bool) {
	if old := v.ByPath[f.Path]; old != nil && v.ParsedFrom[f.Path] == f.Bytes() {
		if !v.Lazy {
			v.Whole(old)
		}
		return old, true
	}
	if v.Full {
		return nil, false
	}
	a := v.ParseAction(f.Path, f.Bytes())
	read, ok := Need[Parsed](v, a)
	if !ok {
		return nil, v.Failed(a)
	}
	v.Results.Release(a.Key())
	n = read.Note
	v.Results.cold[n], read.Cold = read.Cold, nil
	v.Results.Parsed[n] = read
	if !v.Lazy {
		v.Whole(n)
	}
	v.ByPath[f.Path] = n
	v.ParsedFrom[f.Path] = f.Bytes()
	return n, true
}

func (v *View) ParseAction(path string, hash vault.Hash) *Action {
	snap, options := v.Snap, markdown.Options{ExemptSections: v.Policy.Vault.ExemptSections}
	by, parse := Input{"exempt_sections", HashOf(options.ExemptSections...)}, func(text []byte) *markdown.Note { return markdown.Parse(path, text, options) }
	if fields, ok := v.Policy.Vault.ListFields(path); ok {
		by = Input{"fields", HashOf(fields.Claim, fields.Reference, fields.Snippet)}
		parse = func(text []byte) *markdown.Note { return lists.Parse(path, text, fields) }
	}
	return &Action{
		Kind: "parse", Target: path, Keep: true,
		Inputs: []Input{{"note", hash.String()}, by},
		Run: func(context.Context, World) (any, error) {
			text, err := snap.Read(path)
			if err != nil {
				return nil, fmt.Errorf("read %s: %w", path, err)
			}
			return NewParsed(parse(text)), nil
		},
	}
}

// Note is the note at a path, or nil.
func (v *View) Note(path string) *markdown.Note {
	n := v.ByPath[path]
	if n != nil || v.Scope == nil {
		return n
	}
	if f, ok := v.Snap.File(path); ok && v.IsNote(f) {
		n, _ = v.read(f)
	}
	return n
}

// Failed reports whether an action was tried in this build, in vain.
func (v *View) Failed(a *Action) bool {
	_, failed := v.Results.Failed[a.Key()]
	return failed
}

// IsEvidence reports whether a file is a source and no note of the vault.
func (v *View) IsEvidence(file string) bool { return v.Policy.Vault.IsEvidence(file) }

// MayBeEvidence reports a note that may be a source as well: what it says tells.
func (v *View) MayBeEvidence(file string) bool {
	return v.Policy.Vault.EvidenceByName && citation.AmongSources(file)
}

// Links is the vault's resolver.
func (v *View) Links() *links.Resolver {
	switch {
	case v.resolver != nil:
	case v.Scope == nil:
		v.resolver = links.New(v.Snap, v.Note, v.Resolving())
	default:
		v.LinksAhead()
		r := v.Results.links().Renew(v.Note, slices.Collect(maps.Keys(v.Scope.Changed))...)
		v.resolver, v.Results.links = r, func() *links.Resolver { return r }
	}
	return v.resolver
}

// LinksAhead begins to make a resolver of a vault of which the plan is over some notes,
// unless an earlier plan left one.
func (v *View) LinksAhead() {
	o := v.Resolving()
	o.Aliases = v.aliases()
	parts := []string{v.NamesDigest}
	for _, a := range o.Aliases {
		parts = append(parts, a.Path)
		parts = append(parts, a.Names...)
	}
	if named := HashOf(parts...); v.Results.links == nil || v.Results.linked != named {
		snap := v.Snap
		v.Results.links, v.Results.linked = Prefetch(func() *links.Resolver { return links.New(snap, v.Note, o) }), named
	}
}

// Resolving says how links are followed.
func (v *View) Resolving() links.Options {
	return links.Options{Sources: v.Policy.Vault.Sources}
}

// Held is the library of stored evidence.
func (v *View) Held() *citation.Library {
	if r := v.Results; v.library == nil && v.Policy.IsGuest() && r.held != nil && r.heldOf == v.Snap {
		v.library = r.held
	}
	if v.library == nil {
		l := v.Policy.Vault
		o := citation.Options{IsList: func(file string) bool { _, is := l.ListFields(file); return is }, ByName: l.EvidenceByName, Sources: l.Sources, Evidence: l.Evidence,
			Graded: []string{l.Wiki, l.Drafts, l.Inbox}, Gitmodules: v.Gitmodules, TextOf: v.TextOfFile, Page: v.ReadPage}
		if v.NamesDigest != "" && v.Results.named == v.NamesDigest {
			o.Names = v.Results.names
		}
		if v.Ledger != nil {
			o.Seen = func(id provenance.SourceID, page provenance.Page) time.Time { return v.State(id).Seen(page) }
		}
		v.library = citation.New(withoutBaselines(v.Snap), o)
		v.Results.names, v.Results.named = v.library.Names(), v.NamesDigest
		v.Results.held, v.Results.heldOf = v.library, v.Snap
	}
	return v.library
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

// HeldDigest names everything in the vault that is not a note's text: what a
// citation that led nowhere might lead to one day.
func (v *View) HeldDigest() string {
	if v.HeldHash == "" {
		parts := make([]string, 0, 2*len(v.Snap.Files()))
		for _, f := range v.Snap.Files() {
			if gates.IsBaseline(f.Path) {
				continue
			}
			parts = append(parts, f.Path)
			if !v.IsNote(f) || v.MayBeEvidence(f.Path) {
				sum := f.Bytes()
				parts = append(parts, string(sum[:]))
			}
		}
		v.HeldHash = HashOf(parts...)
	}
	return v.HeldHash
}

// ClassOf is the class of a source, for its freshness.
func (v *View) ClassOf(id provenance.SourceID) string {
	if id == "" {
		return ""
	}
	return string(v.SourceNow(id).Class)
}

func (v *View) IsDraft(file string) bool {
	return v.Policy.Vault.Area(file) == draftArea
}

// WordsOn names what persons said of the claims of each note. A claim's id is its
// note's, so one that is only taken back is found by what was said before.
func WordsOn(l *provenance.Ledger) map[string]string {
	said, noteOf := map[string][]string{}, map[string]string{}
	for _, e := range l.Events() {
		if l.IsAside(e.ID) {
			continue
		}
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
		slices.Sort(ids)
		out[note] = HashOf(ids...)
	}
	return out
}

// Graded reports whether a note's claims are graded at all.
func (v *View) Graded(n *markdown.Note) bool {
	return !n.Meta.Generated && v.Policy.Vault.Area(n.Path).Graded()
}

// Chill lets go of the claims of a note that the store has, until they are asked for again.
func (v *View) Chill(n *markdown.Note) {
	if _, already := v.Results.cold[n]; !already && v.Results.Store.Has(v.ParseAction(n.Path, v.ParsedFrom[n.Path]).Key()) {
		v.Results.cold[n] = nil
		n.Footnotes, n.Claims = nil, nil
	}
}

// Whole reads the claims of a note, if they have not been read yet.
func (v *View) Whole(n *markdown.Note) *markdown.Note {
	if c, ok := v.Results.cold[n]; ok {
		delete(v.Results.cold, n)
		if c == nil {
			k := v.ParseAction(n.Path, v.ParsedFrom[n.Path]).Key()
			read, _ := Lookup[Parsed](v.Results, k)
			v.Results.Release(k)
			c = read.Cold
		}
		Warm(n, c)
	}
	return n
}

func (v *View) LedgerPath() string { return v.Policy.LedgerFile() }

// Stored are the files of the folder of sources; none where the vault has none.
func (v *View) Stored() []vault.File {
	if v.Policy.IsGuest() {
		return nil
	}
	return v.Snap.Under(v.Policy.Vault.Sources)
}

// Short names for the areas that rules ask for.
const (
	WikiArea  = gates.Wiki
	draftArea = gates.Draft
)

// aliases are those of all notes, by path. Those of a note that changed are what they were
// until it is read.
func (v *View) aliases() (all []links.Aliases) {
	x, now := v.Scope, map[string]*markdown.Note{}
	for name := range x.Changed {
		if f, ok := v.Snap.File(name); ok && v.ByPath[name] != nil && v.ParsedFrom[name] == f.Bytes() {
			now[name] = v.ByPath[name]
		}
	}
	questions := x.Store.Questions.All()
	for i := range questions {
		if q := &questions[i]; len(q.Aliases) > 0 && !x.Gone[q.Path] && now[q.Path] == nil {
			all = append(all, links.Aliases{Path: q.Path, Names: q.Aliases})
		}
	}
	for name, n := range now {
		if len(n.Meta.Aliases) > 0 {
			all = append(all, links.Aliases{Path: name, Names: n.Meta.Aliases})
		}
	}
	slices.SortFunc(all, func(a, b links.Aliases) int { return strings.Compare(a.Path, b.Path) })
	return all
}
