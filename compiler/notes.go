package compiler

import (
	"context"
	"fmt"
	"path"
	"sort"
	"strings"

	"assay/provenance"
	"assay/vault"
)

// parse reads every note of the snapshot. It reports false while some are unread.
func (p *plan) parse() bool {
	names := make([]string, 0, len(p.snap.Files()))
	options := vault.Options{ExemptSections: p.policy.Vault.ExemptSections}
	exempt := hashOf(options.ExemptSections...)
	notes := make([]*vault.Note, 0, len(p.notes))
	done := true
	for _, f := range p.snap.Files() {
		names = append(names, f.Path)
		if f.Ignored || !vault.IsNote(f.Path) || p.isEvidence(f.Path) {
			continue
		}
		if old := p.byPath[f.Path]; old != nil && p.parsedFrom[f.Path] == f.Hash {
			if !p.lazy {
				p.whole(old)
			}
			notes = append(notes, old)
			continue
		}
		snap := p.snap
		a := &Action{
			Kind: "parse", Version: parseVersion(), Target: f.Path, keep: true,
			Inputs: []Input{{"note", f.Hash.String()}, {"exempt_sections", exempt}},
			run: func(context.Context, World) (any, error) {
				text, err := snap.Read(f.Path)
				if err != nil {
					return nil, fmt.Errorf("read %s: %w", f.Path, err)
				}
				n := vault.Parse(f.Path, text, options)
				return newParsed(n), nil
			},
			encode: encodeNote,
		}
		read, ok := need(p, a, decodeNote)
		if !ok {
			done = done && p.failed(a)
			continue
		}
		n := read.note
		p.results.claims[n], p.results.first[n], p.results.chunks[n] = read.claims, read.first, read.chunks
		p.results.marks[n] = read.marks
		if read.cold != nil {
			p.results.cold[n] = read.cold
			if !p.lazy {
				p.whole(n)
			}
		}
		p.byPath[f.Path] = n
		p.parsedFrom[f.Path] = f.Hash
		notes = append(notes, n)
	}
	if len(notes) != len(p.notes) || !sameNotes(notes, p.notes) {
		p.notes = notes
		p.resolver, p.textOf, p.echo, p.like = nil, nil, nil, nil
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
	p.namesDigest = hashOf(names...)
	p.heldHash = ""
	return done
}

// failed reports whether an action was tried in this build, in vain.
func (p *plan) failed(a *Action) bool {
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
func (p *plan) isEvidence(file string) bool {
	if p.guest {
		return guestEvidence(file)
	}
	if file == p.policy.Vault.Sources || strings.HasPrefix(file, p.policy.Vault.Sources+"/") {
		return true
	}
	_, ok := under(file, p.policy.Vault.Evidence)
	return ok && p.policy.Vault.Area(file) != wikiArea
}

// guestEvidence knows the folders in which other tools keep originals.
func guestEvidence(file string) bool {
	for dir := path.Dir(file); dir != "." && dir != "/"; dir = path.Dir(dir) {
		switch strings.ToLower(strings.TrimLeft(path.Base(dir), "._")) {
		case "raw", "references", "originals":
			return true
		}
	}
	return false
}

// links is the vault's resolver.
func (p *plan) links() *vault.Resolver {
	if p.resolver == nil {
		o := vault.ResolveOptions{}
		if !p.guest {
			o.Sources = p.policy.Vault.Sources
		}
		p.resolver = vault.NewResolver(p.snap, func(name string) *vault.Note { return p.byPath[name] }, o)
	}
	return p.resolver
}

// held is the library of stored evidence.
func (p *plan) held() *provenance.Library {
	if p.library == nil {
		o := provenance.LibraryOptions{Guest: p.guest, Sources: p.policy.Vault.Sources, Evidence: p.policy.Vault.Evidence,
			Gitmodules: p.gitmodules, TextOf: p.textOfFile}
		if !p.guest {
			o.Graded = []string{p.policy.Vault.Wiki, p.policy.Vault.Drafts, p.policy.Vault.Inbox}
		}
		p.library = provenance.NewLibrary(p.snap, o)
	}
	return p.library
}

// heldDigest names everything in the vault that is not a note's text: what a
// citation that led nowhere might lead to one day.
func (p *plan) heldDigest() string {
	if p.heldHash == "" {
		parts := make([]string, 0, 2*len(p.snap.Files()))
		for _, f := range p.snap.Files() {
			parts = append(parts, f.Path)
			if p.byPath[f.Path] == nil {
				parts = append(parts, string(f.Hash[:]))
			}
		}
		p.heldHash = hashOf(parts...)
	}
	return p.heldHash
}

// classOf is the class of a source, for its freshness.
func (p *plan) classOf(id provenance.SourceID) string {
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

func (p *plan) isDraft(file string) bool {
	return !p.guest && p.policy.Vault.Area(file) == draftArea
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
