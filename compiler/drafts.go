package compiler

import (
	"context"
	"path"
	"sort"
	"strings"

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
	kind  provenance.GapKind
	force bool // a person asked for it: draft although nothing links there
}

// draftGaps writes a draft for each gap that the stored evidence can fill.
func (p *plan) draftGaps() {
	if p.digest == "" {
		return // nothing is held
	}
	for _, t := range p.topics() {
		p.draft(t)
	}
}

// topics are the notes that are missing, and those that were drafted for a gap and
// not promoted yet, so that a draft follows its evidence.
func (p *plan) topics() []topic {
	seen := map[string]int{}
	var out []topic
	add := func(name, from string, kind provenance.GapKind, force bool) {
		file, ok := p.draftPath(name)
		if !ok {
			return
		}
		key := vault.FoldName(file)
		i, known := seen[key]
		if !known {
			i = len(out)
			seen[key] = i
			out = append(out, topic{name: path.Base(name), path: file, kind: kind})
		}
		if from != "" && (len(out[i].from) == 0 || out[i].from[len(out[i].from)-1] != from) {
			out[i].from = append(out[i].from, from)
		}
		out[i].force = out[i].force || force
	}
	for _, g := range p.linkGaps() {
		if p.draftOnly || p.isDraft(g.File) {
			continue // what only a draft asks for waits until the draft is a note
		}
		if n := p.byPath[g.File]; n != nil && n.Meta.Generated {
			continue // a catalogue that still lists a note must not bring it back
		}
		if g.Kind == provenance.UnresolvedLink || g.Kind == provenance.Declared {
			name, _, _ := strings.Cut(g.Target, "#")
			add(strings.TrimSuffix(name, ".md"), g.File, g.Kind, false)
		}
	}
	for _, name := range p.directives {
		add(name, "", provenance.Declared, true)
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
			add(name, "", provenance.Declared, true)
		}
	}
	return out
}

// drafted are the last drafting events by path.
func (p *plan) drafted() map[string]provenance.Event {
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
func (p *plan) draftPath(name string) (string, bool) {
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

// draft writes or renews one draft. A draft that a person edited is theirs.
func (p *plan) draft(t topic) {
	if !t.force && p.promotedExists(t) {
		return
	}
	event, before := p.drafted()[t.path]
	if f, ok := p.base.File(t.path); ok && (!before || f.Hash.String() != event.Text("hash")) {
		return
	}
	hits, ok := p.search(t.name)
	if !ok {
		return
	}
	hits = p.usable(p.withHome(t.name, hits))
	made, ok := p.synthesize(t, hits)
	if !ok || made.Title == "" {
		return
	}
	text := p.completeDraft(made, t).Bytes()
	p.write(t.path, text)
	hash := vault.HashText(text).String()
	if !before || event.Text("hash") != hash {
		sources, chunks := restsOn(made, hits)
		data := map[string]any{"hash": hash, "gap": t.name, "sources": anys(sources), "chunks": anys(chunks), "agent": provenance.ActorChronicler}
		p.record(provenance.ActorChronicler, provenance.RoleChronicler, provenance.KindDrafted, t.path, data)
		p.record(provenance.ActorChronicler, provenance.RoleChronicler, provenance.KindSynthesized, t.path,
			map[string]any{"hash": hash, "sources": anys(sources), "chunks": anys(chunks)})
	}
}

// promotedExists reports whether the wiki already has the note.
func (p *plan) promotedExists(t topic) bool {
	_, ok := p.base.File(p.promotedPath(t.path))
	return ok
}

// homePages is how many pages about a topic a draft reads whole.
const homePages = 2

// withHome puts the passages of pages whose title is the topic before what the
// search found: a page about it says what it is, and a query of two words may find
// every other page that mentions it first.
func (p *plan) withHome(name string, hits []ingest.Hit) []ingest.Hit {
	want := stems(name)
	var out []ingest.Hit
	seen := map[provenance.ChunkID]bool{}
	pages := 0
	for _, page := range p.titled(want) {
		if pages == homePages {
			break
		}
		pages++
		file := p.readPage(page)
		for _, c := range file.Chunks {
			if c.Intact && !seen[c.ID] {
				seen[c.ID] = true
				out = append(out, ingest.Hit{Chunk: c.ID, Source: file.Source, URL: file.URL, Title: file.Title,
					Heading: c.Heading, Text: c.Text, Retrieved: file.Retrieved})
			}
		}
	}
	for _, h := range hits {
		if !seen[h.Chunk] {
			out = append(out, h)
		}
	}
	return out
}

// titled are the page files whose title is a topic's, the closest first.
func (p *plan) titled(want map[string]bool) []string {
	if p.titles == nil {
		p.titles = map[string][]titledPage{}
		for _, id := range p.ledger.Sources() {
			for _, page := range p.sourceNow(id).Pages {
				words := stems(plainHeading(page.Title))
				t := titledPage{file: p.sourcePath(id, page.File), words: words}
				for w := range words {
					p.titles[w] = append(p.titles[w], t)
				}
			}
		}
	}
	var best []titledPage
	for w := range want {
		if pages := p.titles[w]; best == nil || len(pages) < len(best) {
			best = pages
		}
	}
	var out []titledPage
	for _, t := range best {
		if share(want, t.words) == 1 && len(t.words) <= len(want)+3 {
			out = append(out, t)
		}
	}
	sort.Slice(out, func(i, j int) bool {
		if len(out[i].words) != len(out[j].words) {
			return len(out[i].words) < len(out[j].words)
		}
		return out[i].file < out[j].file
	})
	files := make([]string, len(out))
	for i, t := range out {
		files[i] = t.file
	}
	return files
}

// titledPage is a stored page by the words of its title.
type titledPage struct {
	file  string
	words map[string]bool
}

// usable are the hits of sources that were verified.
func (p *plan) usable(hits []ingest.Hit) []ingest.Hit {
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
func (p *plan) synthesize(t topic, hits []ingest.Hit) (templates.Draft, bool) {
	inputs := make([]Input, 0, len(hits))
	for _, h := range hits {
		inputs = append(inputs, Input{string(h.Chunk), hashOf(h.Text, h.Title, strings.Join(h.Heading, "\n"))})
	}
	return need(p, &Action{
		Kind: "draft", Version: draftVersion, Target: t.name, Inputs: inputs, keep: true,
		run: func(context.Context, World) (any, error) {
			d, _ := synthesize(t.name, hits)
			return d, nil // a draft without a title says that the evidence is too thin
		},
		encode: encodeJSON,
	}, decodeJSON[templates.Draft])
}

// completeDraft adds the footnotes' definitions.
func (p *plan) completeDraft(d templates.Draft, t topic) templates.Draft {
	d.Title = t.name
	d.Notes = nil
	seen := map[provenance.ChunkID]bool{}
	lines := append([]templates.Cited(nil), d.Lead...)
	for _, s := range d.Sections {
		lines = append(lines, s.Lines...)
	}
	for _, c := range lines {
		if seen[c.Chunk] {
			continue
		}
		seen[c.Chunk] = true
		if note, ok := p.footnote(t.path, c.Chunk, c.Text); ok {
			d.Notes = append(d.Notes, note)
		}
	}
	return d
}

func restsOn(d templates.Draft, hits []ingest.Hit) (sources, chunks []string) {
	source := map[provenance.ChunkID]string{}
	for _, h := range hits {
		source[h.Chunk] = string(h.Source)
	}
	lines := append([]templates.Cited(nil), d.Lead...)
	for _, s := range d.Sections {
		lines = append(lines, s.Lines...)
	}
	for _, c := range lines {
		chunks = append(chunks, string(c.Chunk))
		sources = append(sources, source[c.Chunk])
	}
	return sortedSet(sources), sortedSet(chunks)
}

func sortedSet(in []string) []string {
	sort.Strings(in)
	var out []string
	for _, s := range in {
		if s != "" && (len(out) == 0 || out[len(out)-1] != s) {
			out = append(out, s)
		}
	}
	return out
}

func anys(in []string) []any {
	out := make([]any, len(in))
	for i, s := range in {
		out[i] = s
	}
	return out
}
