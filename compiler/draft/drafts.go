// Package draft writes what assay itself writes: drafts for gaps, their footnotes and links, the
// catalogue, and notes that are promoted.
package draft

import (
	"cmp"
	"context"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"assay/compiler/acquire"
	"assay/compiler/author"
	"assay/compiler/compose"
	"assay/compiler/grade"
	"assay/compiler/index"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
	"assay/ingest"
	"assay/provenance"
	"assay/templates"
	"assay/vault"
	"assay/vault/markdown"
)

// A Drafter writes drafts for gaps, keeps their footnotes and the catalogue, and promotes.
type Drafter struct {
	*view.View
	Memo *Memo

	Index   *index.Indexer
	Acquire *acquire.Acquirer
	Grade   *grade.Grader

	Texts       promotedTexts
	Author      *author.Author      // an agent writes; nil for the built-in Chronicler
	Untrusted   []gates.Brought     // what came with the vault, and is not acted on
	Wrote       map[string]string   // drafts of this plan by an agent, and by which
	Blind       map[string]string   // of these, those for which no web search had results, and why
	Lacks       map[string][]string // of these, what the agent says that its passages lack
	Directives  []string            // topics to draft
	Promotions  map[string]string   // draft → who promotes it
	DraftOnly   bool                // draft the directives and nothing else
	Hold        bool                // promote nothing that policy alone lets be promoted
	Promoted    []string
	HeldDrafts  []reports.HeldDraft
	draftEvents map[string]provenance.Event
	titles      map[string][]titledPage
}

// Memo is what was found of topics and notes, kept over the plans of a process.
type Memo struct {
	Footed map[*markdown.Note]string // notes whose definitions fit, by the evidence that they were held against
}

// A topic is what a draft should be about, and who asked for it.
type topic struct {
	name  string   // the note's name, as the link has it
	Path  string   // of the draft
	from  []string // notes that ask
	force bool     // a person asked for it: draft although nothing links there
}

// Gaps writes a draft for each gap that the stored evidence can fill. Drafts
// come first and are then linked with each other: what one build drafts is there for
// the next one to link to, so that both see the same names.
func (dr *Drafter) Gaps() {
	dr.refuseUntrusted()
	if dr.Index.Digest == "" {
		return // nothing is held
	}
	var ready []drafting
	var drafts []topic
	for _, t := range dr.topics() {
		if dr.Stopped() {
			return
		}
		d, mine := dr.Draft(t)
		if mine {
			ready = append(ready, d)
		}
		if _, there := dr.Base.File(t.Path); mine || there {
			drafts = append(drafts, t)
		}
	}
	if len(ready) == 0 {
		return
	}
	names := dr.names()
	for _, t := range drafts {
		names.add(t.name, t.Path)
	}
	names.order()
	for _, d := range ready {
		dr.writeDraft(d, names)
	}
}

// drafting is a draft on its way.
type drafting struct {
	topic
	made  templates.Draft
	hits  []ingest.Hit
	by    author.Made // where an agent wrote it
	asked askedFor    // likewise, what it was made from
}

// topics are the notes that are missing, and those that were drafted for a gap and
// not promoted yet, so that a draft follows its evidence.
func (dr *Drafter) topics() []topic {
	seen := map[string]int{}
	var out []topic
	add := func(t topic, ok bool, from string, force bool) {
		if !ok {
			return
		}
		key := vault.FoldName(t.Path)
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
	for _, g := range dr.Grade.LinkGaps() {
		if dr.DraftOnly || dr.IsDraft(g.File) {
			continue // what only a draft asks for waits until the draft is a note
		}
		if n := dr.ByPath[g.File]; n != nil && n.Meta.Generated {
			continue // a catalogue that still lists a note must not bring it back
		}
		switch {
		case g.Kind == provenance.UnresolvedLink:
			t, ok := dr.TopicOf(LinkedName(g.Target))
			add(t, ok, g.File, false)
		case g.Kind == provenance.Declared && !view.IsRemote(g.Target):
			t, ok := dr.TopicIn(LinkedName(g.Target))
			add(t, ok, g.File, false)
		}
	}
	for _, name := range dr.Directives {
		t, ok := dr.TopicIn(name)
		add(t, ok, "", true)
	}
	drafted := dr.Drafted()
	for _, file := range slices.Sorted(maps.Keys(drafted)) {
		if f, ok := dr.Base.File(file); ok && f.Hash.String() == drafted[file].Text("hash") {
			name := cmp.Or(drafted[file].Text("gap"), strings.TrimSuffix(path.Base(file), ".md"))
			add(topic{name: name, Path: file}, true, "", true)
			// Those who asked are no gap any more while the draft is there.
			i := seen[vault.FoldName(file)]
			from := drafted[file].List("from")
			for _, asks := range out[i].from {
				if !slices.Contains(from, asks) {
					from = append(from, asks)
				}
			}
			out[i].from = from
		}
	}
	return out
}

// LinkedName is the name of the note that a link's target, as written, asks for.
func LinkedName(target string) string {
	name, _, _ := strings.Cut(target, "#")
	return strings.TrimSuffix(name, ".md")
}

// TopicIn is the topic that a person's words mean. A slash, as in TCP/IP, parts folders only
// where there is such a folder; in a link it always does.
func (dr *Drafter) TopicIn(words string) (topic, bool) {
	words = strings.Trim(words, "/ ")
	folder := path.Dir(words)
	for _, area := range []string{"", dr.Policy.Vault.Wiki, dr.Policy.Vault.Drafts} {
		if folder == "." || strings.Contains(words, "://") || len(dr.Base.Under(path.Join(area, folder))) > 0 {
			return dr.TopicOf(words)
		}
	}
	t, ok := dr.TopicOf(strings.ReplaceAll(words, "/", " "))
	t.name = words
	return t, ok
}

// TopicOf is the topic of a name, if it is one that a note can have.
func (dr *Drafter) TopicOf(name string) (topic, bool) {
	file, ok := dr.PathOf(name)
	return topic{name: path.Base(name), Path: file}, ok
}

// Drafted are the last drafting events by path.
func (dr *Drafter) Drafted() map[string]provenance.Event {
	if dr.draftEvents == nil {
		dr.draftEvents = map[string]provenance.Event{}
		for _, e := range dr.Ledger.Events() {
			if e.Kind == provenance.KindDrafted {
				dr.draftEvents[e.Subject] = e
			}
		}
	}
	return dr.draftEvents
}

// PathOf is where the draft of a name lies. Names that are no note's (a file
// with another extension, a path upwards) have none.
func (dr *Drafter) PathOf(name string) (string, bool) {
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
	for _, area := range []string{dr.Policy.Vault.Wiki, dr.Policy.Vault.Drafts} {
		if len(parts) > 1 && parts[0] == area {
			parts = parts[1:]
		}
	}
	return path.Join(append([]string{dr.Policy.Vault.Drafts}, parts...)...) + ".md", true
}

// Draft makes or renews one draft. A draft that a person edited is theirs.
func (dr *Drafter) Draft(t topic) (drafting, bool) {
	if _, permanent := dr.Base.File(dr.PromotedPath(t.Path)); permanent && !t.force {
		return drafting{}, false
	}
	event, before := dr.Drafted()[t.Path]
	if f, ok := dr.Base.File(t.Path); ok && (!before || f.Hash.String() != event.Text("hash")) {
		return drafting{}, false
	}
	if dr.Author == nil && provenance.Automatic(event.Text("agent")) {
		return drafting{}, false // what an agent wrote stays until an agent writes it anew
	}
	hits, ok := dr.Index.Search(t.name)
	if !ok {
		return drafting{}, false
	}
	if dr.Author != nil {
		return dr.askFor(t, event, hits)
	}
	hits = dr.usable(dr.withHome(t.name, hits))
	made, ok := dr.synthesize(t, hits)
	return drafting{topic: t, made: made, hits: hits}, ok && made.Title != ""
}

// writeDraft writes a draft and what the ledger has to say of it.
func (dr *Drafter) writeDraft(d drafting, names titles) {
	text := dr.completeDraft(d.made, d.topic, names).Bytes()
	dr.Write(d.Path, text)
	who := provenance.ActorChronicler
	if d.by.Agent != "" {
		who = d.by.Agent
		dr.Wrote[d.Path] = who
		if d.by.Blind {
			dr.Blind[d.Path] = d.by.Search
		}
		if len(d.by.Missing) > 0 {
			dr.Lacks[d.Path] = d.by.Missing
		}
	}
	hash := vault.HashText(text).String()
	if event, before := dr.Drafted()[d.Path]; before && event.Text("hash") == hash && slices.Equal(event.List("from"), d.from) {
		return
	}
	sources, chunks := restsOn(d.made, d.hits)
	data := map[string]any{"hash": hash, "gap": d.name, "sources": view.Anys(sources), "chunks": view.Anys(chunks), "agent": who}
	if d.by.Agent != "" {
		data["inputs"], data["queries"] = d.asked.inputs, view.Anys(d.asked.queries)
		if d.by.Model != "" {
			data["model"] = d.by.Model
		}
		if d.by.Search != "" {
			data["search"] = short(d.by.Search)
		}
		if len(d.by.Missing) > 0 {
			data["missing"] = view.Anys(d.by.Missing)
		}
	}
	if len(d.from) > 0 {
		data["from"] = view.Anys(d.from)
	}
	dr.Acquire.Ran(data)
	dr.Acquire.Record(who, provenance.RoleChronicler, provenance.KindDrafted, d.Path, data)
	data = map[string]any{"hash": hash, "sources": view.Anys(sources), "chunks": view.Anys(chunks)}
	dr.Acquire.Ran(data)
	dr.Acquire.Record(who, provenance.RoleChronicler, provenance.KindSynthesized, d.Path, data)
	dr.refuseParts(d)
}

// usable are the hits of sources that were verified.
func (dr *Drafter) usable(hits []ingest.Hit) []ingest.Hit {
	var out []ingest.Hit
	for _, h := range hits {
		switch s := dr.State(h.Source); s.State {
		case provenance.Verified, provenance.Synthesized, provenance.Promoted:
			out = append(out, h)
		}
	}
	return out
}

// synthesize asks for the draft of a topic. Its key names the passages and not the
// index they were found in.
func (dr *Drafter) synthesize(t topic, hits []ingest.Hit) (templates.Draft, bool) {
	least := dr.Policy.Vault.MinNoteWords
	inputs := make([]view.Input, 0, len(hits)+1)
	inputs = append(inputs, view.Input{Name: "min_note_words", Hash: strconv.Itoa(least)})
	for _, h := range hits {
		inputs = append(inputs, view.Input{Name: string(h.Chunk), Hash: view.HashOf(h.Text, h.Title, strings.Join(h.Heading, "\n"))})
	}
	return view.Need[templates.Draft](dr.View, &view.Action{
		Kind: "draft", Target: t.name, Inputs: inputs, Keep: true,
		Run: func(context.Context, view.World) (any, error) {
			d, _ := compose.Draft(t.name, least, hits)
			return d, nil // a draft without a title says that the evidence is too thin
		},
	})
}

// completeDraft adds the footnotes' definitions, the links to other notes, and those
// back to the notes that asked.
func (dr *Drafter) completeDraft(d templates.Draft, t topic, names titles) templates.Draft {
	d.Title = t.name
	d.Notes = nil
	if !slices.ContainsFunc(dr.Policy.Vault.ExemptSections, func(h string) bool { return strings.EqualFold(h, templates.MissingHeading) }) {
		d.Missing = nil // it would be read as claims
	}
	seen := map[provenance.ChunkID]bool{}
	for _, c := range d.Lines() {
		for _, chunk := range c.Chunks() {
			if seen[chunk] {
				continue
			}
			seen[chunk] = true
			if note, ok := dr.Footnote(t.Path, chunk, c.Text, ""); ok {
				d.Notes = append(d.Notes, note)
			}
		}
	}
	d = names.link(d, t.Path)
	for _, file := range t.from {
		if _, ok := dr.Base.File(file); ok && len(d.SeeAlso) < seeAlso {
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
		for _, chunk := range c.Chunks() {
			chunks = append(chunks, string(chunk))
			sources = append(sources, source[chunk])
		}
	}
	return view.SortedSet(sources), view.SortedSet(chunks)
}
