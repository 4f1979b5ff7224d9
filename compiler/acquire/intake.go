// Package acquire takes sources in: files that are here, and pages that a person let be
// crawled. Start with intake.go; sources on the web begin in remote.go, then crawl.go and take.go.
package acquire

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"assay/compiler/index"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/ingest"
	"assay/ingest/web"
	"assay/provenance"
	"assay/vault/markdown"
)

// An Acquirer takes sources in: files that are here, and pages of the web.
type Acquirer struct {
	*view.View
	Index *index.Indexer

	Trails      *Trails
	Recrawl     map[provenance.SourceID]Reread
	RequestedBy string // who runs this: an agent, a client, or a person who said who they are
	IntakeOnly  bool
	Waiting     []reports.Waiting
	crawls      []crawlDone
	Graphs      map[provenance.SourceID]*web.Graph // of sources that this plan proposes
	tried       []provenance.SourceID              // that could not be mapped
	NextTry     time.Time                          // when what could not be read is tried again
}

// extracted is what an original became.
type extracted struct {
	doc    ingest.Document
	chunks []ingest.Chunk
}

// Intake brings the text of approved sources into the sources folder. Whether a page
// of a local source is up to date is read off the vault alone: source.yaml names the hash of
// the original that a page was made from.
func (aq *Acquirer) Intake() bool {
	sources := append(aq.Evidence(), aq.approved()...)
	cited := aq.CitedChunks()
	done := true
	for _, l := range sources {
		done = aq.takeIn(l, cited) && done
	}
	done = (aq.IntakeOnly || aq.seek()) && done
	if done = aq.acquire(cited) && done; done {
		aq.Lay()
	}
	return done
}

// takeIn plans one source. It reports false while originals are still being read.
func (aq *Acquirer) takeIn(l view.Local, cited func(provenance.ChunkID) bool) bool {
	old := aq.Source(l.Id)
	var todo []view.OriginalFile
	for _, o := range l.Files {
		if !slices.ContainsFunc(old.Pages, func(page provenance.Page) bool {
			return page.URL == o.Url && page.Hash == o.Hash && aq.stands(l.Id, page)
		}) {
			todo = append(todo, o)
		}
	}
	if len(todo) == 0 {
		return true
	}
	state := aq.State(l.Id)
	if state.State == provenance.Rejected {
		return true
	}
	results := make([]extracted, len(todo))
	ready := true
	var failed int
	for i, o := range todo {
		v, ok := view.Need[extracted](aq.View, aq.extractAction(l, o))
		if ok {
			results[i] = v
		} else if aq.Failed(aq.extractAction(l, o)) {
			failed++
		} else {
			ready = false
		}
	}
	if !ready {
		return false
	}
	next := old
	next.ID, next.URL = l.Id, l.Url
	changed, bytes, chunks := 0, 0, 0
	for i, o := range todo {
		if results[i].doc.Markdown == "" && len(results[i].chunks) == 0 {
			continue // failed, or nothing in it: the failure is reported with its action
		}
		aq.storePage(&next, o, results[i], cited)
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
	next.Class = cmp.Or(next.Class, provenance.ClassReference)
	aq.Write(aq.SourcePath(l.Id, provenance.SourceFile), next.Print())
	aq.recordIntake(l, state, next, changed, bytes, failed)
	return true
}

// storePage writes one page file and enters it into the source. It gives the number
// of passages that the page no longer has and keeps for the notes that cite them.
func (aq *Acquirer) storePage(s *provenance.Source, o view.OriginalFile, x extracted, cited func(provenance.ChunkID) bool) int {
	title := cmp.Or(x.doc.Title, strings.TrimSuffix(path.Base(o.Path), path.Ext(o.Path)))
	retrieved := x.doc.Retrieved.UTC()
	if x.doc.Retrieved.IsZero() {
		retrieved = aq.Now.Truncate(time.Second)
		s.Fixed = true // a local file without a date does not age
	}
	page := provenance.Page{URL: o.Url, Title: title, Hash: o.Hash, Retrieved: retrieved}
	at := -1
	for i, old := range s.Pages {
		if old.URL == o.Url {
			at, page.File = i, old.File
		}
	}
	full := aq.SourcePath(s.ID, page.File)
	if page.File == "" {
		full = provenance.PagePath(aq.Policy.Vault.Sources, s.ID, o.Url, title)
		page.File = path.Base(full)
	}
	file := provenance.PageFile{
		Source: s.ID, Title: title, URL: o.Url, Author: x.doc.Author, Published: x.doc.Published, Modified: x.doc.Modified,
		Language: x.doc.Language, Licence: x.doc.Licence, Hash: x.doc.Hash, Retrieved: retrieved,
	}
	if strings.HasPrefix(x.doc.URL, "http") {
		file.URL = x.doc.URL
	}
	text, superseded := aq.printPage(full, file, x.chunks, at >= 0, cited)
	aq.Write(full, text)
	if at >= 0 {
		s.Pages[at] = page
	} else {
		s.Pages = append(s.Pages, page)
	}
	if len(s.Pages) == 1 {
		s.Title, s.Author, s.Licence, s.Language, s.Published, s.Modified = title, x.doc.Author, x.doc.Licence, x.doc.Language, x.doc.Published, x.doc.Modified
	}
	return superseded
}

// printPage is a page file as it is to be, and how many passages in it are superseded.
func (aq *Acquirer) printPage(full string, file provenance.PageFile, chunks []ingest.Chunk, stored bool, cited func(provenance.ChunkID) bool) (text []byte, superseded int) {
	for _, c := range chunks {
		file.Chunks = append(file.Chunks, provenance.Passage{ID: c.ID, Heading: c.Heading, Text: c.Text})
	}
	if stored {
		if text, err := aq.Base.Read(full); err == nil {
			file = provenance.ParsePage(full, text, provenance.Source{ID: file.Source}).Renew(file, cited)
		}
	}
	return provenance.PrintPage(file), len(file.Superseded)
}

func titleOf(s provenance.Source, l view.Local) string {
	for _, page := range s.Pages {
		if base := path.Base(page.URL); base == "index.html" || base == "index.htm" || base == "index.md" {
			return page.Title
		}
	}
	return path.Base(l.Url)
}

// recordIntake writes the ledger's events: the states a source passes, none skipped.
func (aq *Acquirer) recordIntake(l view.Local, state provenance.SourceState, s provenance.Source, pages, bytes, failed int) {
	bounds := BoundsOf(l.Url)
	data := map[string]any{
		"pages": float64(pages), "bytes": float64(bytes), "digest": SourceDigest(s), "credits": float64(0),
		"retrieved": OldestRetrieval(s), "executed_by": provenance.ActorEngineer,
	}
	if failed > 0 {
		data["failed"] = float64(failed)
	}
	aq.Ran(data)
	if state.State == provenance.StateNone {
		aq.Record(provenance.ActorLibrarian, provenance.RoleLibrarian, provenance.KindProposed, string(l.Id), map[string]any{
			"url": l.Url, "title": s.Title, "why": "directive", "directive": l.Why, "requested_by": "policy"})
		aq.Record(provenance.ActorEngineer, provenance.RoleEngineer, provenance.KindMapped, string(l.Id), map[string]any{
			"prefixes": []any{l.Url}, "pages": float64(len(l.Files)), "credits": float64(0), "digest": bounds})
		aq.Record(provenance.ActorEngineer, provenance.RoleEngineer, provenance.KindApproved, string(l.Id), map[string]any{
			"digest": bounds, "approver": "policy", "rule": "vault.evidence"})
	}
	kind := provenance.KindCrawled
	if state.Revision > 0 {
		kind = provenance.KindRefreshed
		data["changed"] = float64(pages)
		delete(data, "bytes")
		delete(data, "failed")
	}
	aq.Record(provenance.ActorEngineer, provenance.RoleEngineer, kind, string(l.Id), data)
}

// Ran adds to an event who had the compiler do it, where that is known.
func (aq *Acquirer) Ran(data map[string]any) {
	if aq.RequestedBy != "" {
		data["requested_by"] = aq.RequestedBy
	}
}

// Record appends an event to the plan's ledger.
func (aq *Acquirer) Record(actor, role, kind, subject string, data map[string]any) {
	aq.Ledger.Append(provenance.Event{
		Time: aq.Now.Truncate(time.Second), Actor: actor, Role: role, Kind: kind, Subject: subject, Data: data,
	})
	aq.Dirty = true
}

// SourceDigest names what a source's description says was fetched.
func SourceDigest(s provenance.Source) string {
	parts := []string{"source"}
	pages := slices.Clone(s.Pages)
	slices.SortFunc(pages, func(a, b provenance.Page) int { return strings.Compare(a.URL, b.URL) })
	for _, page := range pages {
		parts = append(parts, page.URL, page.Hash.String())
	}
	return view.HashOf(parts...)
}

func OldestRetrieval(s provenance.Source) string {
	var oldest time.Time
	for _, page := range s.Pages {
		if oldest.IsZero() || page.Retrieved.Before(oldest) {
			oldest = page.Retrieved
		}
	}
	return oldest.UTC().Format(time.RFC3339)
}

func (aq *Acquirer) extractAction(l view.Local, o view.OriginalFile) *view.Action {
	base := aq.Base
	keep := aq.chunksBefore(l.Id, o.Url)
	return &view.Action{
		Kind: "extract", Target: o.Path,
		Inputs: []view.Input{{Name: "original", Hash: o.Hash.String()}, {Name: "source", Hash: string(l.Id)}, {Name: "chunks before", Hash: view.HashOf(keep...)}},
		Run: func(ctx context.Context, w view.World) (any, error) {
			read := base.Read
			if strings.HasPrefix(o.Url, "file:") {
				read = w.Outside.Read
			}
			raw, err := read(o.Path)
			if err != nil {
				return nil, err
			}
			doc, err := w.Extract.Extract(ctx, raw, view.Original{Name: o.Path, URL: o.Url})
			if err != nil {
				return nil, fmt.Errorf("extract %s: %w", o.Path, err)
			}
			chunks := ingest.Split(doc, l.Id, keep)
			if len(chunks) == 0 {
				return nil, fmt.Errorf("extract %s: %s", o.Path, strings.Join(append([]string{"no text in it"}, doc.Warnings...), ": "))
			}
			return extracted{doc, chunks}, nil
		},
	}
}

// chunksBefore are the passages that a page was cut into when it was last read: what
// still stands as it was stays a passage.
func (aq *Acquirer) chunksBefore(id provenance.SourceID, url string) []string {
	for _, page := range aq.Source(id).Pages {
		if page.URL != url {
			continue
		}
		file := aq.SourcePath(id, page.File)
		text, err := aq.Base.Read(file)
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

// CitedChunks tells which chunks any note rests on, so that a page that changes
// keeps them.
func (aq *Acquirer) CitedChunks() func(provenance.ChunkID) bool {
	var cited map[provenance.ChunkID]bool
	return func(id provenance.ChunkID) bool {
		if cited == nil {
			cited = map[provenance.ChunkID]bool{}
			for _, n := range aq.Notes {
				for _, c := range aq.Whole(n).Claims {
					for _, cite := range c.Cites {
						if chunk, ok := provenance.ChunkFromAnchor(cite.Target); ok && cite.Form == markdown.CiteChunk {
							cited[chunk] = true
						} else if cite.Form != markdown.CiteChunk && cite.Form != markdown.CiteMeta {
							aq.citedPage(n, cite, cited)
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
func (aq *Acquirer) citedPage(n *markdown.Note, cite markdown.Cite, cited map[provenance.ChunkID]bool) {
	at := aq.Held().Locate(n, cite)
	if at.Status != provenance.Held || at.Evidence.Chunk != "" || !view.Within(at.Evidence.Span.File, []string{aq.Policy.Vault.Sources}) {
		return
	}
	page := aq.Index.ReadPage(at.Evidence.Span.File)
	for _, c := range append(page.Chunks, page.Superseded...) {
		cited[c.ID] = true
	}
}
