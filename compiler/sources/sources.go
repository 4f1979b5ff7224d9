// Package sources is what a person does with sources: propose, approve, crawl again, verify,
// prune and list them.
package sources

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/compiler"
	"assay/compiler/acquire"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
	"assay/ingest/web"
	"assay/provenance"
)

// Sources lists every source that the ledger or the sources folder knows.
func Sources(ctx context.Context, c *compiler.Compiler) ([]reports.SourceRow, error) {
	_, p, err := c.Stored(ctx, "")
	if err != nil {
		return nil, err
	}
	return rowsOf(p), nil
}

func rowsOf(p *compiler.Plan) []reports.SourceRow {
	held := p.Audit.PagesBySource()
	for _, id := range p.Ledger.Sources() {
		if _, stored := held[id]; !stored {
			held[id] = nil
		}
	}
	out := make([]reports.SourceRow, 0, len(held))
	for id, files := range held {
		chunks := 0
		for _, file := range files {
			chunks += len(p.Index.PageChunks(file))
		}
		out = append(out, row(p, id, chunks))
	}
	slices.SortFunc(out, func(a, b reports.SourceRow) int { return cmp.Or(cmp.Compare(a.URL, b.URL), cmp.Compare(a.ID, b.ID)) })
	return out
}

func row(p *compiler.Plan, id provenance.SourceID, chunks int) reports.SourceRow {
	s, state := p.Seen(p.Source(id)), p.State(id)
	row := reports.SourceRow{ID: id, URL: s.URL, Title: s.Title, State: state.State.String(), Pages: len(s.Pages), Chunks: chunks}
	row.URL = cmp.Or(row.URL, state.URL)
	row.Freshness = "unknown"
	if len(s.Pages) > 0 {
		row.Retrieved = acquire.OldestRetrieval(s)
		row.Freshness = Freshness(p, s)
	}
	return row
}

// Freshness of a source by the policy's clock, tags aside.
func Freshness(p *compiler.Plan, s provenance.Source) string {
	if s.Fixed {
		return "does-not-age"
	}
	fresh := p.Policy.FreshFor(nil, string(s.Class), gates.HostOf(s.URL))
	for _, page := range s.Pages {
		if fresh > 0 && p.Now.Sub(page.Retrieved) > fresh {
			return "stale"
		}
	}
	return "fresh"
}

// Source is one source whole.
func Source(ctx context.Context, c *compiler.Compiler, id string) (*reports.SourceReport, error) {
	_, p, err := c.Stored(ctx, "")
	if err != nil {
		return nil, err
	}
	var found []reports.SourceRow
	at := id
	if address, err := web.Canonical(id); err == nil {
		at = address
	}
	for _, row := range rowsOf(p) {
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
	r := &reports.SourceReport{SourceRow: found[0], Events: p.Ledger.Touching(string(found[0].ID)), Standing: p.State(found[0].ID)}
	r.Class = string(p.Source(r.ID).Class)
	if a := p.Policy.Authority(r.URL); a.Tier > 0 {
		r.Rank = &reports.SourceAuthority{Tier: a.Tier, Weight: a.Weight, By: a.By}
	}
	if view.IsRemote(r.URL) {
		r.Map, r.URLs = mapOf(p, r.ID), p.Acquire.UrlsOf(r.ID)
	} else if r.Map, err = mapSource(ctx, c, r.URL); err != nil {
		r.Map = nil // what lay outside the vault may be gone; what is stored is shown all the same
	}
	if w, ok := p.Acquire.Waits(r.ID); ok {
		r.Needs, r.Command = w.Needs, w.Command
	}
	return r, nil
}

// StandingOf says what kind of source it is and what its address is worth beside
// others.
func StandingOf(p *compiler.Plan, s provenance.Source) string {
	var parts []string
	if s.Class != "" {
		parts = append(parts, "class "+string(s.Class))
	}
	if a := p.Policy.Authority(s.URL); a.Tier > 0 {
		parts = append(parts, a.String())
	}
	return strings.Join(parts, ", ")
}
