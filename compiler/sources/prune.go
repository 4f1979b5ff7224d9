package sources

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"

	"assay/compiler"
	"assay/compiler/acquire"
	"assay/compiler/view"
	"assay/provenance"
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
func Prune(ctx context.Context, c *compiler.Compiler, names []string, dry bool) (*PruneReport, error) {
	if c.Guest() {
		return nil, errors.New("prune: the vault has no policy; run `assay init` first")
	}
	want := map[provenance.SourceID]bool{}
	for _, name := range names {
		r, err := Source(ctx, c, name)
		if err != nil {
			return nil, err
		}
		if !view.IsRemote(r.URL) {
			return nil, fmt.Errorf("prune %s: it lies on this machine, and the next build would store it again; take its folder off vault.evidence, or reject it", name)
		}
		want[r.ID] = true
	}
	out := &PruneReport{DryRun: dry, Sources: []PrunedSource{}}
	err := c.Alone(ctx, func() error {
		_, p, err := c.Graded(ctx)
		if err != nil {
			return err
		}
		cited, files := p.Acquire.CitedChunks(), citedFiles(p)
		for _, id := range p.Ledger.Sources() {
			if len(want) > 0 && !want[id] || !view.IsRemote(p.State(id).URL) {
				continue
			}
			s := pruneSource(p, id, files, cited)
			if len(s.Removed) > 0 {
				out.Sources = append(out.Sources, s)
			}
		}
		if dry || len(out.Sources) == 0 {
			return nil
		}
		return c.Enter(ctx, p)
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// pruneSource plans the removal of a source's pages that nothing rests on.
func pruneSource(p *compiler.Plan, id provenance.SourceID, files map[string]bool, cited func(provenance.ChunkID) bool) PrunedSource {
	s := p.Source(id)
	out := PrunedSource{ID: id, URL: s.URL, Removed: []string{}}
	var kept []provenance.Page
	for _, page := range s.Pages {
		file := p.SourcePath(id, page.File)
		needed := files[file]
		text := p.Index.ReadPage(file)
		for _, c := range append(text.Chunks, text.Superseded...) {
			needed = needed || cited(c.ID)
		}
		if needed {
			kept = append(kept, page)
			continue
		}
		out.Removed = append(out.Removed, page.URL)
		p.Remove(file)
	}
	slices.Sort(out.Removed)
	if out.Kept = len(kept); len(out.Removed) == 0 {
		return out
	}
	s.Pages = kept
	p.Write(p.SourcePath(id, provenance.SourceFile), s.Print())
	p.Lay()
	p.Acquire.Record(provenance.ActorEngineer, provenance.RoleEngineer, provenance.KindPruned, string(id), map[string]any{
		"pages": float64(len(out.Removed)), "content": acquire.SourceDigest(s), "digest": p.Index.PassagesOf(id)})
	return out
}

// citedFiles are the page files that notes rest on: by citations of any form, and by
// plain links, which would break.
func citedFiles(p *compiler.Plan) map[string]bool {
	out := map[string]bool{}
	for _, n := range p.Notes {
		for _, c := range p.Whole(n).Claims {
			for _, cite := range c.Cites {
				at := p.Held().Locate(n, cite)
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
