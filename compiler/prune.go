package compiler

import (
	"context"
	"errors"
	"fmt"
	"path"
	"sort"

	"assay/provenance"
	"assay/vault"
)

// A PruneReport says which pages no note rests on.
type PruneReport struct {
	DryRun  bool           `json:"dry_run,omitempty"`
	Sources []PrunedSource `json:"sources"` // those with such pages
}

// A PrunedSource is a source with pages that nothing cites.
type PrunedSource struct {
	ID      provenance.SourceID `json:"id"`
	URL     string              `json:"url"`
	Removed []string            `json:"removed"` // URLs
	Kept    int                 `json:"kept"`    // pages
}

// Prune removes the stored pages of sources on the web that no note or draft rests
// on. A refresh then asks for those that stayed; a crawl reads the
// whole source again. Sources on this machine are not pruned: the next build would
// store them again. No names means every source; dry only says what would go.
func (c *Compiler) Prune(ctx context.Context, names []string, dry bool) (*PruneReport, error) {
	if c.Guest() {
		return nil, errors.New("prune: the vault has no policy; run `assay init` first")
	}
	want := map[provenance.SourceID]bool{}
	for _, name := range names {
		r, err := c.Source(ctx, name)
		if err != nil {
			return nil, err
		}
		if !isRemote(r.URL) {
			return nil, fmt.Errorf("prune %s: it lies on this machine, and the next build would store it again; take its folder off vault.evidence, or reject it", name)
		}
		want[r.ID] = true
	}
	out := &PruneReport{DryRun: dry, Sources: []PrunedSource{}}
	_, err := c.locked(ctx, func() (*Report, error) {
		_, p, err := c.graded(ctx)
		if err != nil {
			return nil, err
		}
		cited, files := p.acquire.citedChunks(), p.citedFiles()
		for _, id := range p.ledger.Sources() {
			if len(want) > 0 && !want[id] || !isRemote(p.state(id).URL) {
				continue
			}
			s := p.pruneSource(id, files, cited)
			if len(s.Removed) > 0 {
				out.Sources = append(out.Sources, s)
			}
		}
		if dry || len(out.Sources) == 0 {
			return nil, nil
		}
		p.attributes()
		return nil, vault.Apply(ctx, c.dir, p.list())
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// pruneSource plans the removal of a source's pages that nothing rests on.
func (p *plan) pruneSource(id provenance.SourceID, files map[string]bool, cited func(provenance.ChunkID) bool) PrunedSource {
	s := p.source(id)
	out := PrunedSource{ID: id, URL: s.URL, Removed: []string{}}
	var kept []provenance.Page
	for _, page := range s.Pages {
		file := p.sourcePath(id, page.File)
		needed := files[file]
		text := p.index.readPage(file)
		for _, c := range append(text.Chunks, text.Superseded...) {
			needed = needed || cited(c.ID)
		}
		if needed {
			kept = append(kept, page)
			continue
		}
		out.Removed = append(out.Removed, page.URL)
		p.remove(file)
	}
	sort.Strings(out.Removed)
	if out.Kept = len(kept); len(out.Removed) == 0 {
		return out
	}
	s.Pages = kept
	p.write(p.sourcePath(id, provenance.SourceFile), s.Print())
	p.acquire.record(provenance.ActorEngineer, provenance.RoleEngineer, provenance.KindPruned, string(id), map[string]any{"pages": float64(len(out.Removed))})
	return out
}

// citedFiles are the page files that notes rest on: by citations of any form, and by
// plain links, which would break.
func (p *plan) citedFiles() map[string]bool {
	out := map[string]bool{}
	for _, n := range p.notes {
		for _, c := range p.whole(n).Claims {
			for _, cite := range c.Cites {
				at := p.held().Locate(n, cite)
				out[at.Evidence.Span.File] = true
				for _, also := range at.Also {
					out[also.Span.File] = true
				}
			}
		}
		for _, link := range n.Links {
			out[path.Join(path.Dir(n.Path), link.Target)], out[link.Target] = true, true
		}
	}
	return out
}
