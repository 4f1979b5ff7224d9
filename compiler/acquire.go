package compiler

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"assay/provenance"
)

// Crawl reads an approved source, through indexed and verified, and drafts nothing.
// A source that was read before is read again.
func (c *Compiler) Crawl(ctx context.Context, id string, progress func(Event)) (*Report, error) {
	r, err := c.Source(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := provenance.Advance(r.state, provenance.Crawled); err != nil {
		switch verb, _, _ := strings.Cut(strings.TrimPrefix(r.Command, "assay source "), " "); {
		case !isRemote(r.URL), r.state.State == provenance.Rejected:
			return nil, fmt.Errorf("crawl %s: %w", id, err)
		case verb == "map" || verb == "approve":
			return nil, fmt.Errorf("crawl %s: %w: %w: it needs %s; `%s`", id, ErrAuthRequired, err, r.Needs, r.Command)
		}
	}
	return c.reread(ctx, map[provenance.SourceID]reread{r.ID: rereadWhole}, progress)
}

// RefreshOptions say which sources are asked whether they still say the same.
type RefreshOptions struct {
	Sources  []string // ids, their beginnings or URLs; all that were read where empty
	Stale    bool     // of these, only those with stale evidence
	Progress func(Event)
}

// Refresh asks servers whether what is stored still stands, and takes in what does
// not. Sources on this machine are read again.
func (c *Compiler) Refresh(ctx context.Context, o RefreshOptions) (*Report, error) {
	if c.Guest() {
		return nil, errors.New("refresh: the vault has no policy; run `assay init` first")
	}
	rows, err := c.Sources(ctx)
	if err != nil {
		return nil, err
	}
	want := map[provenance.SourceID]reread{}
	for _, row := range rows {
		if len(o.Sources) == 0 && row.Pages > 0 && row.State != provenance.Rejected.String() && (!o.Stale || row.Freshness == "stale") {
			want[row.ID] = rereadPages
		}
	}
	for _, name := range o.Sources {
		r, err := c.Source(ctx, name)
		if err != nil {
			return nil, err
		}
		if r.Pages == 0 {
			return nil, fmt.Errorf("refresh %s: nothing of it is stored yet; `assay source crawl %s` reads it", name, r.ID)
		}
		if !o.Stale || r.Freshness == "stale" {
			want[r.ID] = rereadPages
		}
	}
	return c.reread(ctx, want, o.Progress)
}

// reread is a build that takes in some sources, through indexed and verified, and
// drafts nothing.
func (c *Compiler) reread(ctx context.Context, want map[provenance.SourceID]reread, progress func(Event)) (*Report, error) {
	return c.locked(ctx, func() (*Report, error) {
		s, err := c.look(ctx)
		if err != nil {
			return nil, err
		}
		return c.build(ctx, s, BuildOptions{Progress: progress}, func(p *plan) {
			p.acquire.intakeOnly = true
			p.acquire.recrawl = want
			if provenance.KindOfActor(c.opts.As) != provenance.Person {
				p.acquire.requestedBy = c.opts.As
			}
		})
	})
}

// Verify audits a source that is stored: integrity, coherence, metadata, sample
// retrieval.
func (c *Compiler) Verify(ctx context.Context, id string) (*Audit, error) {
	r, err := c.Source(ctx, id)
	if err != nil {
		return nil, err
	}
	s, err := c.look(ctx)
	if err != nil {
		return nil, err
	}
	p := c.plan(s, false)
	p.snap = p.base
	var files []string
	for _, file := range p.index.pages() {
		if provenance.SourceID(path.Base(path.Dir(file))) == r.ID {
			files = append(files, file)
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("verify %s: nothing of it is stored; `assay source crawl %s` reads it", id, id)
	}
	p.index.want()
	if err := c.ready(ctx, s, p, false); err != nil {
		return nil, err
	}
	a, err := p.audit.runAudit(ctx, c.world, r.ID, files)
	if err != nil {
		return nil, err
	}
	return &a.Audit, nil
}
