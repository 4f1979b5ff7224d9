package compiler

import (
	"context"
	"fmt"
	"path"
	"sort"
	"strings"

	"assay/ingest/web"
	"assay/provenance"
)

// Sources lists every source that the ledger or the sources folder knows.
func (c *Compiler) Sources(ctx context.Context) ([]SourceRow, error) {
	s, err := c.look(ctx)
	if err != nil {
		return nil, err
	}
	p := c.plan(s, false)
	p.snap = p.base
	ids := map[provenance.SourceID]bool{}
	for _, id := range p.ledger.Sources() {
		ids[id] = true
	}
	chunks := map[provenance.SourceID]int{}
	for _, file := range p.index.pages() {
		id := provenance.SourceID(path.Base(path.Dir(file)))
		ids[id] = true
		chunks[id] += len(p.index.pageChunks(file))
	}
	out := make([]SourceRow, 0, len(ids))
	for id := range ids {
		out = append(out, p.row(id, chunks[id]))
	}
	sort.Slice(out, func(i, j int) bool {
		if out[i].URL != out[j].URL {
			return out[i].URL < out[j].URL
		}
		return out[i].ID < out[j].ID
	})
	return out, nil
}

func (p *plan) row(id provenance.SourceID, chunks int) SourceRow {
	s, state := p.source(id), p.state(id)
	row := SourceRow{ID: id, URL: s.URL, Title: s.Title, State: state.State.String(), Pages: len(s.Pages), Chunks: chunks}
	if row.URL == "" {
		row.URL = state.URL
	}
	row.Freshness = "unknown"
	if len(s.Pages) > 0 {
		row.Retrieved = oldestRetrieval(s)
		row.Freshness = p.freshness(s)
	}
	return row
}

// freshness of a source by the policy's clock, tags aside.
func (p *plan) freshness(s provenance.Source) string {
	if s.Fixed {
		return "does-not-age"
	}
	fresh := p.policy.FreshFor(nil, string(s.Class), hostOf(s.URL))
	for _, page := range s.Pages {
		if fresh > 0 && p.now.Sub(page.Retrieved) > fresh {
			return "stale"
		}
	}
	return "fresh"
}

// Source is one source whole.
func (c *Compiler) Source(ctx context.Context, id string) (*SourceReport, error) {
	rows, err := c.Sources(ctx)
	if err != nil {
		return nil, err
	}
	var found []SourceRow
	at := id
	if address, err := web.Canonical(id); err == nil {
		at = address
	}
	for _, row := range rows {
		if string(row.ID) == id || row.URL == id || row.URL == at || len(id) > 5 && strings.HasPrefix(string(row.ID), id) {
			found = append(found, row)
		}
	}
	switch {
	case len(found) == 0:
		return nil, fmt.Errorf("find source %q: not known; `assay source list` shows those that are", id)
	case len(found) > 1:
		return nil, fmt.Errorf("find source %q: %d sources begin so; give more of the id", id, len(found))
	}
	s, err := c.look(ctx)
	if err != nil {
		return nil, err
	}
	p := c.plan(s, false)
	p.snap = p.base
	r := &SourceReport{SourceRow: found[0], Events: p.ledger.Touching(string(found[0].ID)), state: p.state(found[0].ID)}
	r.Class = string(p.source(r.ID).Class)
	if a := p.policy.Authority(r.URL); a.Tier > 0 {
		r.Rank = &SourceAuthority{a.Tier, a.Weight, a.By}
	}
	if isRemote(r.URL) {
		r.Map, r.URLs = p.mapOf(r.ID), p.acquire.urlsOf(r.ID)
	} else if r.Map, err = c.mapSource(ctx, r.URL); err != nil {
		r.Map = nil // what lay outside the vault may be gone; what is stored is shown all the same
	}
	if w, ok := p.acquire.waits(r.ID); ok {
		r.Needs, r.Command = w.Needs, w.Command
	}
	return r, nil
}

// standingOf says what kind of source it is and what its address is worth beside
// others.
func (p *plan) standingOf(s provenance.Source) string {
	var parts []string
	if s.Class != "" {
		parts = append(parts, "class "+string(s.Class))
	}
	if a := p.policy.Authority(s.URL); a.Tier > 0 {
		parts = append(parts, a.String())
	}
	return strings.Join(parts, ", ")
}
