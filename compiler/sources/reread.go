package sources

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"assay/compiler"
	"assay/compiler/acquire"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/provenance"
)

// Crawl reads an approved source, through indexed and verified, and drafts nothing.
// A source that was read before is read again.
func Crawl(ctx context.Context, c *compiler.Compiler, id string, progress func(reports.Event)) (*reports.Report, error) {
	r, err := Source(ctx, c, id)
	if err != nil {
		return nil, err
	}
	if err := provenance.Advance(r.Standing, provenance.Crawled); err != nil {
		switch verb, _, _ := strings.Cut(strings.TrimPrefix(r.Command, "assay source "), " "); {
		case r.Standing.State != provenance.Rejected && (verb == "map" || verb == "approve"):
			return nil, fmt.Errorf("crawl %s: %w: %w: it needs %s; `%s`", id, ErrAuthRequired, err, r.Needs, r.Command)
		case !view.IsRemote(r.URL), r.Standing.State == provenance.Rejected:
			return nil, fmt.Errorf("crawl %s: %w", id, err)
		}
	}
	return reread(ctx, c, map[provenance.SourceID]acquire.Reread{r.ID: acquire.RereadWhole}, progress)
}

// RefreshOptions say which sources are asked whether they still say the same.
type RefreshOptions struct {
	Sources  []string // ids, their beginnings or URLs; all that were read where empty
	Stale    bool     // of these, only those with stale evidence
	Progress func(reports.Event)
}

// Refresh asks servers whether what is stored still stands, and takes in what does
// not. Sources on this machine are read again.
func Refresh(ctx context.Context, c *compiler.Compiler, o RefreshOptions) (*reports.Report, error) {
	if c.Guest() {
		return nil, errors.New("refresh: the vault has no policy; run `assay init` first")
	}
	rows, err := Sources(ctx, c)
	if err != nil {
		return nil, err
	}
	want := map[provenance.SourceID]acquire.Reread{}
	for _, row := range rows {
		if len(o.Sources) == 0 && row.Pages > 0 && row.State != provenance.Rejected.String() && (!o.Stale || row.Freshness == "stale") {
			want[row.ID] = acquire.RereadPages
		}
	}
	for _, name := range o.Sources {
		r, err := Source(ctx, c, name)
		if err != nil {
			return nil, err
		}
		if r.Pages == 0 {
			return nil, fmt.Errorf("refresh %s: nothing of it is stored yet; `assay source crawl %s` reads it", name, r.ID)
		}
		if !o.Stale || r.Freshness == "stale" {
			want[r.ID] = acquire.RereadPages
		}
	}
	return reread(ctx, c, want, o.Progress)
}

// Index cuts what is stored of a source into passages, and makes them searchable by words and
// by meaning. Nothing is asked for.
func Index(ctx context.Context, c *compiler.Compiler, id string, progress func(reports.Event)) (*reports.Report, error) {
	r, err := Source(ctx, c, id)
	if err != nil {
		return nil, err
	}
	if r.Pages == 0 || r.Standing.State == provenance.Rejected {
		err := provenance.Advance(r.Standing, provenance.Indexed)
		if err == nil {
			err = errors.New("nothing of it is stored")
		}
		return nil, fmt.Errorf("index %s: %w", r.ID, err)
	}
	report, err := reread(ctx, c, map[provenance.SourceID]acquire.Reread{}, progress)
	if err != nil {
		return nil, err
	}
	s, p, err := c.Stored(ctx, c.Policy.Vault.Sources)
	if err != nil {
		return nil, err
	}
	p.Index.Want()
	return report, c.Ready(ctx, s, p, true)
}

// reread is a build that takes in some sources, through indexed and verified, and
// drafts nothing.
func reread(ctx context.Context, c *compiler.Compiler, want map[provenance.SourceID]acquire.Reread, progress func(reports.Event)) (*reports.Report, error) {
	return c.Locked(ctx, func() (*reports.Report, error) {
		s, err := c.Look(ctx)
		if err != nil {
			return nil, err
		}
		return c.BuildWith(ctx, s, compiler.BuildOptions{Progress: progress}, func(p *compiler.Plan) {
			p.Acquire.IntakeOnly = true
			p.Acquire.Recrawl = want
		})
	})
}

// Verify audits a source that is stored: integrity, coherence, metadata, sample
// retrieval.
func Verify(ctx context.Context, c *compiler.Compiler, id string) (*reports.Audit, error) {
	r, err := Source(ctx, c, id)
	if err != nil {
		return nil, err
	}
	s, p, err := c.Stored(ctx, "")
	if err != nil {
		return nil, err
	}
	files := p.Audit.PagesBySource()[r.ID]
	if len(files) == 0 {
		return nil, fmt.Errorf("verify %s: nothing of it is stored; `assay source crawl %s` reads it", id, id)
	}
	p.Index.Want()
	if err := c.Ready(ctx, s, p, false); err != nil {
		return nil, err
	}
	return p.Audit.RunAudit(ctx, c.World, r.ID, files)
}
