package compiler

import (
	"context"
	"path"
	"slices"
	"sort"
	"strconv"
	"strings"

	"assay/compiler/compose"
	"assay/ingest"
	"assay/provenance"
	"assay/templates"
	"assay/vault"
)

// A topic is what a draft should be about, and who asked for it.
type topic struct {
	name  string   // the note's name, as the link has it
	path  string   // of the draft
	from  []string // notes that ask
	force bool     // a person asked for it: draft although nothing links there
}

// draftGaps writes a draft for each gap that the stored evidence can fill. Drafts
// come first and are then linked with each other: what one build drafts is there for
// the next one to link to, so that both see the same names.
func (p *drafter) draftGaps() {
	if p.index.digest == "" {
		return // nothing is held
	}
	var ready []drafting
	var drafts []topic
	p.recallThin()
	known := len(p.draftMemo.thin)
	for _, t := range p.topics() {
		if p.stopped() {
			return
		}
		d, mine := p.draft(t)
		if mine {
			ready = append(ready, d)
		}
		if _, there := p.base.File(t.path); mine || there {
			drafts = append(drafts, t)
		}
	}
	if len(p.draftMemo.thin) > known {
		p.keepThin()
	}
	if len(ready) == 0 {
		return
	}
	names := p.names()
	for _, t := range drafts {
		names.add(t.name, t.path)
	}
	names.order()
	for _, d := range ready {
		p.writeDraft(d, names)
	}
}

// drafting is a draft on its way.
type drafting struct {
	topic
	made templates.Draft
	hits []ingest.Hit
}

// topics are the notes that are missing, and those that were drafted for a gap and
// not promoted yet, so that a draft follows its evidence.
func (p *drafter) topics() []topic {
	seen := map[string]int{}
	var out []topic
	add := func(name, from string, force bool) {
		t, ok := p.topicOf(name)
		if !ok {
			return
		}
		key := vault.FoldName(t.path)
		i, known := seen[key]
		if !known {
			i = len(out)
			seen[key] = i
			out = append(out, t)
		}
		if from != "" && (len(out[i].from) == 0 || out[i].from[len(out[i].from)-1] != from) {
			out[i].from = append(out[i].from, from)
		}
		out[i].force = out[i].force || force
	}
	for _, g := range p.grade.linkGaps() {
		if p.draftOnly || p.isDraft(g.File) {
			continue // what only a draft asks for waits until the draft is a note
		}
		if n := p.byPath[g.File]; n != nil && n.Meta.Generated {
			continue // a catalogue that still lists a note must not bring it back
		}
		if g.Kind == provenance.UnresolvedLink || g.Kind == provenance.Declared && !isRemote(g.Target) {
			add(linkedName(g.Target), g.File, false)
		}
	}
	for _, name := range p.directives {
		add(name, "", true)
	}
	drafted := p.drafted()
	files := make([]string, 0, len(drafted))
	for file := range drafted {
		files = append(files, file)
	}
	sort.Strings(files)
	for _, file := range files {
		if f, ok := p.base.File(file); ok && f.Hash.String() == drafted[file].Text("hash") {
			name := strings.TrimSuffix(strings.TrimPrefix(file, p.policy.Vault.Drafts+"/"), ".md")
			if title := drafted[file].Text("gap"); title != "" {
				name = path.Join(path.Dir(name), title)
			}
			add(name, "", true)
			// Those who asked are no gap any more while the draft is there.
			i := seen[vault.FoldName(file)]
			out[i].from = union(drafted[file].List("from"), out[i].from)
		}
	}
	return out
}

// linkedName is the name of the note that a link's target, as written, asks for.
func linkedName(target string) string {
	name, _, _ := strings.Cut(target, "#")
	return strings.TrimSuffix(name, ".md")
}

// topicOf is the topic of a name, if it is one that a note can have.
func (p *drafter) topicOf(name string) (topic, bool) {
	file, ok := p.draftPath(name)
	return topic{name: path.Base(name), path: file}, ok
}

// drafted are the last drafting events by path.
func (p *drafter) drafted() map[string]provenance.Event {
	if p.draftEvents == nil {
		p.draftEvents = map[string]provenance.Event{}
		for _, e := range p.ledger.Events() {
			if e.Kind == provenance.KindDrafted {
				p.draftEvents[e.Subject] = e
			}
		}
	}
	return p.draftEvents
}

// draftPath is where the draft of a name lies. Names that are no note's (a file
// with another extension, a path upwards) have none.
func (p *drafter) draftPath(name string) (string, bool) {
	name = strings.Trim(name, "/ ")
	if name == "" || strings.Contains(name, "..") || strings.Contains(name, "://") {
		return "", false
	}
	if ext := path.Ext(name); len(ext) > 1 && len(ext) <= 5 && !strings.ContainsAny(ext, " ") && vault.IsText("x"+ext) {
		return "", false
	}
	parts := strings.Split(name, "/")
	for i, part := range parts {
		if parts[i] = vault.SafeName(part); parts[i] == "" {
			return "", false
		}
	}
	for _, area := range []string{p.policy.Vault.Wiki, p.policy.Vault.Drafts} {
		if len(parts) > 1 && parts[0] == area {
			parts = parts[1:]
		}
	}
	return path.Join(append([]string{p.policy.Vault.Drafts}, parts...)...) + ".md", true
}

// draft makes or renews one draft. A draft that a person edited is theirs.
func (p *drafter) draft(t topic) (drafting, bool) {
	if !t.force && p.promotedExists(t) {
		return drafting{}, false
	}
	event, before := p.drafted()[t.path]
	if f, ok := p.base.File(t.path); ok && (!before || f.Hash.String() != event.Text("hash")) {
		return drafting{}, false
	}
	if p.draftMemo.thin[t.name] {
		return drafting{}, false
	}
	hits, ok := p.index.search(t.name)
	if !ok {
		return drafting{}, false
	}
	hits = p.usable(p.withHome(t.name, hits))
	made, ok := p.synthesize(t, hits)
	if ok && made.Title == "" {
		p.draftMemo.thin[t.name] = true
	}
	return drafting{t, made, hits}, ok && made.Title != ""
}

// writeDraft writes a draft and what the ledger has to say of it.
func (p *drafter) writeDraft(d drafting, names titles) {
	text := p.completeDraft(d.made, d.topic, names).Bytes()
	p.write(d.path, text)
	hash := vault.HashText(text).String()
	if event, before := p.drafted()[d.path]; before && event.Text("hash") == hash && slices.Equal(event.List("from"), d.from) {
		return
	}
	sources, chunks := restsOn(d.made, d.hits)
	data := map[string]any{"hash": hash, "gap": d.name, "sources": anys(sources), "chunks": anys(chunks), "agent": provenance.ActorChronicler}
	if len(d.from) > 0 {
		data["from"] = anys(d.from)
	}
	p.acquire.record(provenance.ActorChronicler, provenance.RoleChronicler, provenance.KindDrafted, d.path, data)
	p.acquire.record(provenance.ActorChronicler, provenance.RoleChronicler, provenance.KindSynthesized, d.path,
		map[string]any{"hash": hash, "sources": anys(sources), "chunks": anys(chunks)})
}

// promotedExists reports whether the wiki already has the note.
func (p *drafter) promotedExists(t topic) bool {
	_, ok := p.base.File(p.promotedPath(t.path))
	return ok
}

// usable are the hits of sources that were verified.
func (p *drafter) usable(hits []ingest.Hit) []ingest.Hit {
	var out []ingest.Hit
	for _, h := range hits {
		switch s := p.state(h.Source); s.State {
		case provenance.Verified, provenance.Synthesized, provenance.Promoted:
			out = append(out, h)
		}
	}
	return out
}

// synthesize asks for the draft of a topic. Its key names the passages and not the
// index they were found in.
func (p *drafter) synthesize(t topic, hits []ingest.Hit) (templates.Draft, bool) {
	least := p.policy.Vault.MinNoteWords
	inputs := make([]Input, 0, len(hits)+1)
	inputs = append(inputs, Input{"min_note_words", strconv.Itoa(least)})
	for _, h := range hits {
		inputs = append(inputs, Input{string(h.Chunk), hashOf(h.Text, h.Title, strings.Join(h.Heading, "\n"))})
	}
	return need(p.view, &Action{
		Kind: "draft", Target: t.name, Inputs: inputs, keep: true,
		run: func(context.Context, World) (any, error) {
			d, _ := compose.Draft(t.name, least, hits)
			return d, nil // a draft without a title says that the evidence is too thin
		},
		encode: encodeJSON,
	}, decodeJSON[templates.Draft])
}

// completeDraft adds the footnotes' definitions, the links to other notes, and those
// back to the notes that asked.
func (p *drafter) completeDraft(d templates.Draft, t topic, names titles) templates.Draft {
	d.Title = t.name
	d.Notes = nil
	seen := map[provenance.ChunkID]bool{}
	for _, c := range d.Lines() {
		if seen[c.Chunk] {
			continue
		}
		seen[c.Chunk] = true
		if note, ok := p.footnote(t.path, c.Chunk, c.Text); ok {
			d.Notes = append(d.Notes, note)
		}
	}
	d = names.link(d, t.path)
	for _, file := range t.from {
		if _, ok := p.base.File(file); ok && len(d.SeeAlso) < seeAlso {
			d.SeeAlso = append(d.SeeAlso, names.target(file))
		}
	}
	return d
}

func restsOn(d templates.Draft, hits []ingest.Hit) (sources, chunks []string) {
	source := map[provenance.ChunkID]string{}
	for _, h := range hits {
		source[h.Chunk] = string(h.Source)
	}
	for _, c := range d.Lines() {
		chunks = append(chunks, string(c.Chunk))
		sources = append(sources, source[c.Chunk])
	}
	return sortedSet(sources), sortedSet(chunks)
}

// union is a list and what another has besides.
func union(a, b []string) []string {
	for _, s := range b {
		if !slices.Contains(a, s) {
			a = append(a, s)
		}
	}
	return a
}
