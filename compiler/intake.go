package compiler

import (
	"context"
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"

	"assay/ingest"
	"assay/provenance"
	"assay/vault"
)

// extracted is what an original became.
type extracted struct {
	doc    ingest.Document
	chunks []ingest.Chunk
}

// intake brings the text of approved sources into the sources folder. Whether a page
// of a local source is up to date is read off the vault alone: source.yaml names the hash of
// the original that a page was made from.
func (p *acquirer) intake() bool {
	sources := append(p.evidence(), p.approved()...)
	cited := p.citedChunks()
	done := true
	for _, l := range sources {
		if !p.takeIn(l, cited) {
			done = false
		}
	}
	if !p.intakeOnly && !p.seek() {
		done = false
	}
	if !p.acquire(cited) {
		done = false
	}
	if done {
		p.lay()
	}
	return done
}

// takeIn plans one source. It reports false while originals are still being read.
func (p *acquirer) takeIn(l local, cited func(provenance.ChunkID) bool) bool {
	old := p.source(l.id)
	var todo []original
	for _, o := range l.files {
		if !p.holds(old, o) {
			todo = append(todo, o)
		}
	}
	if len(todo) == 0 {
		return true
	}
	state := p.state(l.id)
	if state.State == provenance.Rejected {
		return true
	}
	results := make([]extracted, len(todo))
	ready := true
	var failed int
	for i, o := range todo {
		v, ok := p.extract(l, o)
		if ok {
			results[i] = v
		} else if p.failed(p.extractAction(l, o)) {
			failed++
		} else {
			ready = false
		}
	}
	if !ready {
		return false
	}
	next := old
	next.ID, next.URL = l.id, l.url
	changed, bytes, chunks := 0, 0, 0
	for i, o := range todo {
		if results[i].doc.Markdown == "" && len(results[i].chunks) == 0 {
			continue // failed, or nothing in it: the failure is reported with its action
		}
		p.storePage(&next, o, results[i], cited)
		changed++
		bytes += len(results[i].doc.Markdown)
		chunks += len(results[i].chunks)
	}
	if changed == 0 {
		return true
	}
	if next.Title == "" {
		next.Title = titleOf(next, l)
	}
	if next.Class == "" {
		next.Class = provenance.ClassReference
	}
	p.write(p.sourcePath(l.id, provenance.SourceFile), next.Print())
	p.recordIntake(l, state, next, changed, bytes, failed)
	return true
}

// storePage writes one page file and enters it into the source. It gives the number
// of passages that the page no longer has and keeps for the notes that cite them.
func (p *acquirer) storePage(s *provenance.Source, o original, x extracted, cited func(provenance.ChunkID) bool) (superseded int) {
	title := x.doc.Title
	if title == "" {
		title = strings.TrimSuffix(path.Base(o.path), path.Ext(o.path))
	}
	retrieved := x.doc.Retrieved.UTC()
	if x.doc.Retrieved.IsZero() {
		retrieved = p.now.Truncate(time.Second)
		s.Fixed = true // a local file without a date does not age
	}
	page := provenance.Page{URL: o.url, Title: title, Hash: o.hash, Retrieved: retrieved}
	at := -1
	for i, old := range s.Pages {
		if old.URL == o.url {
			at, page.File = i, old.File
		}
	}
	full := p.sourcePath(s.ID, page.File)
	if page.File == "" {
		full = provenance.PagePath(p.policy.Vault.Sources, s.ID, o.url, title)
		page.File = path.Base(full)
	}
	file := provenance.PageFile{
		Source: s.ID, Title: title, URL: o.url, Author: x.doc.Author, Published: x.doc.Published, Modified: x.doc.Modified,
		Language: x.doc.Language, Licence: x.doc.Licence, Hash: x.doc.Hash, Retrieved: retrieved,
	}
	if strings.HasPrefix(x.doc.URL, "http") {
		file.URL = x.doc.URL
	}
	printed := p.printPage(full, file, x.chunks, at >= 0, cited)
	p.write(full, printed.text)
	if at >= 0 {
		s.Pages[at] = page
	} else {
		s.Pages = append(s.Pages, page)
	}
	if len(s.Pages) == 1 {
		s.Title, s.Author, s.Licence, s.Language, s.Published, s.Modified = title, x.doc.Author, x.doc.Licence, x.doc.Language, x.doc.Published, x.doc.Modified
	}
	return printed.superseded
}

// printed is a page file as it is to be, and how many passages in it are superseded.
type printed struct {
	text       []byte
	superseded int
}

// printPage prints a page once a build: every plan of it stores the same pages.
func (p *acquirer) printPage(full string, file provenance.PageFile, chunks []ingest.Chunk, stored bool, cited func(provenance.ChunkID) bool) printed {
	k := keyOf("printed", full, file.Hash.String(), file.Retrieved.String(), strconv.Itoa(len(chunks)))
	if v, ok := p.results.memo[k].(printed); ok {
		return v
	}
	for _, c := range chunks {
		file.Chunks = append(file.Chunks, provenance.Passage{ID: c.ID, Heading: c.Heading, Text: c.Text})
	}
	if stored {
		if text, err := p.base.Read(full); err == nil {
			file = provenance.ParsePage(full, text, provenance.Source{ID: file.Source}).Renew(file, cited)
		}
	}
	v := printed{provenance.PrintPage(file), len(file.Superseded)}
	p.results.memo[k] = v
	return v
}

func titleOf(s provenance.Source, l local) string {
	for _, page := range s.Pages {
		if base := path.Base(page.URL); base == "index.html" || base == "index.htm" || base == "index.md" {
			return page.Title
		}
	}
	return path.Base(l.url)
}

// recordIntake writes the ledger's events: the states a source passes, none skipped.
func (p *acquirer) recordIntake(l local, state provenance.SourceState, s provenance.Source, pages, bytes, failed int) {
	bounds := boundsOf(l.url)
	data := map[string]any{
		"pages": float64(pages), "bytes": float64(bytes), "digest": sourceDigest(s), "credits": float64(0),
		"retrieved": oldestRetrieval(s), "executed_by": provenance.ActorEngineer,
	}
	if failed > 0 {
		data["failed"] = float64(failed)
	}
	if state.State == provenance.StateNone {
		p.record(provenance.ActorLibrarian, provenance.RoleLibrarian, provenance.KindProposed, string(l.id), map[string]any{
			"url": l.url, "title": s.Title, "why": "directive", "directive": l.why, "requested_by": "policy"})
		p.record(provenance.ActorEngineer, provenance.RoleEngineer, provenance.KindMapped, string(l.id), map[string]any{
			"prefixes": []any{l.url}, "pages": float64(len(l.files)), "credits": float64(0), "digest": bounds})
		p.record(provenance.ActorEngineer, provenance.RoleEngineer, provenance.KindApproved, string(l.id), map[string]any{
			"digest": bounds, "approver": "policy", "rule": "vault.evidence"})
	}
	kind := provenance.KindCrawled
	if state.Revision > 0 {
		kind = provenance.KindRefreshed
		data["changed"] = float64(pages)
		delete(data, "bytes")
		delete(data, "failed")
	}
	p.record(provenance.ActorEngineer, provenance.RoleEngineer, kind, string(l.id), data)
}

// record appends an event to the plan's ledger.
func (p *acquirer) record(actor, role, kind, subject string, data map[string]any) {
	p.ledger.Append(provenance.Event{
		Time: p.now.Truncate(time.Second), Actor: actor, Role: role, Kind: kind, Subject: subject, Data: data,
	})
	p.dirty = true
}

func sourceDigest(s provenance.Source) string {
	parts := []string{"source"}
	for _, page := range s.Pages {
		parts = append(parts, page.URL, page.Hash.String())
	}
	return hashOf(parts...)
}

func oldestRetrieval(s provenance.Source) string {
	var oldest time.Time
	for _, page := range s.Pages {
		if oldest.IsZero() || page.Retrieved.Before(oldest) {
			oldest = page.Retrieved
		}
	}
	return oldest.UTC().Format(time.RFC3339)
}

// holds reports whether a source's page was made from the original as it is now.
func (p *acquirer) holds(s provenance.Source, o original) bool {
	for _, page := range s.Pages {
		if page.URL == o.url && page.Hash == o.hash {
			_, ok := p.base.File(p.sourcePath(s.ID, page.File))
			return ok
		}
	}
	return false
}

// extract asks for an original's text and chunks.
func (p *acquirer) extract(l local, o original) (extracted, bool) {
	return need[extracted](p.view, p.extractAction(l, o), nil)
}

func (p *acquirer) extractAction(l local, o original) *Action {
	base := p.base
	keep := p.chunksBefore(l.id, o.url)
	return &Action{
		Kind: "extract", Target: o.path,
		Inputs: []Input{{"original", o.hash.String()}, {"source", string(l.id)}, {"chunks before", hashOf(keep...)}},
		run: func(ctx context.Context, w World) (any, error) {
			raw, err := readOriginal(base, w, o)
			if err != nil {
				return nil, err
			}
			doc, err := w.Extract.Extract(ctx, raw, Original{Name: o.path, URL: o.url})
			if err != nil {
				return nil, fmt.Errorf("extract %s: %w", o.path, err)
			}
			chunks := ingest.Split(doc, l.id, ingest.SplitOptions{Keep: keep})
			if len(chunks) == 0 {
				return nil, fmt.Errorf("extract %s: no text in it", o.path)
			}
			return extracted{doc, chunks}, nil
		},
	}
}

// chunksBefore are the passages that a page was cut into when it was last read: what
// still stands as it was stays a passage.
func (p *acquirer) chunksBefore(id provenance.SourceID, url string) []string {
	for _, page := range p.source(id).Pages {
		if page.URL != url {
			continue
		}
		file := p.sourcePath(id, page.File)
		text, err := p.base.Read(file)
		if err != nil {
			return nil
		}
		var out []string
		for _, c := range provenance.ParsePage(file, text, provenance.Source{ID: id}).Chunks {
			out = append(out, c.Text)
		}
		return out
	}
	return nil
}

func readOriginal(base *vault.Snapshot, w World, o original) ([]byte, error) {
	if strings.HasPrefix(o.url, "file:") {
		return w.Outside.Read(o.path)
	}
	return base.Read(o.path)
}

// citedChunks tells which chunks any note rests on, so that a page that changes
// keeps them.
func (p *acquirer) citedChunks() func(provenance.ChunkID) bool {
	var cited map[provenance.ChunkID]bool
	return func(id provenance.ChunkID) bool {
		if cited == nil {
			cited = map[provenance.ChunkID]bool{}
			for _, n := range p.notes {
				for _, c := range p.whole(n).Claims {
					for _, cite := range c.Cites {
						if chunk, ok := provenance.ChunkFromAnchor(cite.Target); ok && cite.Form == vault.CiteChunk {
							cited[chunk] = true
						} else if cite.Form != vault.CiteChunk && cite.Form != vault.CiteMeta {
							p.citedPage(n, cite, cited)
						}
					}
				}
				for _, id := range n.Meta.Stamp.ChunkIDs {
					cited[provenance.ChunkID(id)] = true
				}
			}
		}
		return cited[id]
	}
}

// citedPage adds the passages of a stored page that is cited as a whole, by its
// address: any of them may be what the claim rests on.
func (p *acquirer) citedPage(n *vault.Note, cite vault.Cite, cited map[provenance.ChunkID]bool) {
	at := p.held().Locate(n, cite)
	if at.Status != provenance.Held || at.Evidence.Chunk != "" || !within(at.Evidence.Span.File, []string{p.policy.Vault.Sources}) {
		return
	}
	page := p.index.readPage(at.Evidence.Span.File)
	for _, c := range append(page.Chunks, page.Superseded...) {
		cited[c.ID] = true
	}
}
