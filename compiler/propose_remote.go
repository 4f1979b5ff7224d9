package compiler

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/ingest/web"
	"assay/provenance"
)

// isSeed reports whether a target without a scheme that we know is one for the web.
func (c *Compiler) isSeed(target string) bool {
	if c.world.web == nil || !strings.Contains(target, ":") {
		return false
	}
	seed, ways, err := c.world.web.Ways(target)
	return err == nil && len(ways) > 0 && isRemote(seed)
}

// proposeRemote asks for a source on the web.
func (c *Compiler) proposeRemote(ctx context.Context, o Proposal) (*SourceReport, error) {
	target, by, why := o.Target, o.By, o.Why
	if err := c.Policy.Denied(target); err != nil {
		return nil, err
	}
	if c.world.web == nil {
		return nil, fmt.Errorf("propose %s: this program has no way to the web", target)
	}
	seed, ways, err := c.world.web.Ways(target)
	if err != nil {
		return nil, fmt.Errorf("propose %s: %w", target, err)
	}
	if err := c.Policy.Denied(seed); err != nil {
		return nil, err
	}
	id := provenance.NewSourceID(seed)
	if r, err := c.Source(ctx, string(id)); err == nil && r.state.State != provenance.Proposed && r.state.State != provenance.Rejected {
		switch r.state.State {
		case provenance.Mapped, provenance.AuthRequired, provenance.Failed:
			if r.state.Revision == 0 {
				return c.mapAgain(ctx, r, by, o.Page)
			}
		}
		if below := r.Map.below(); o.Page && !r.onePage() && !slices.Contains(below, seed) {
			return nil, fmt.Errorf("propose %s alone: it is a source already, with what lies below %s; `assay source reject %s` first", target, strings.Join(below, ", "), r.ID)
		}
		return r, nil // known already; its report says where it stands
	}
	data := map[string]any{"url": seed, "title": titleOfURL(seed), "why": "directive", "directive": why, "requested_by": by}
	if reason := c.mapNeedsPerson(seed, by); reason != "" {
		err := c.append(ctx, func(_ *provenance.Ledger, add func(string, map[string]any) error) error {
			if err := add(provenance.KindProposed, data); err != nil {
				return err
			}
			return add(provenance.KindAuthRequired, map[string]any{"reason": reason, "command": "assay source map " + string(id)})
		}, id, by)
		if err != nil {
			return nil, err
		}
		return c.Source(ctx, string(id))
	}
	g, way, err := mapBy(ctx, seed, c.probing(o.Page), ways)
	if err != nil {
		return nil, fmt.Errorf("propose %s: %w", target, err)
	}
	if o.Page {
		g.Only()
	}
	err = c.append(ctx, func(_ *provenance.Ledger, add func(string, map[string]any) error) error {
		if err := add(provenance.KindProposed, data); err != nil {
			return err
		}
		return add(provenance.KindMapped, mapData(g, way))
	}, id, by)
	if err != nil {
		return nil, err
	}
	return c.showMap(ctx, id, g)
}

// mapNeedsPerson says why an agent or a client may not even have a source mapped: to
// look at an unknown host is a request too.
func (c *Compiler) mapNeedsPerson(seed, by string) string {
	if provenance.KindOfActor(by) == provenance.Person {
		return ""
	}
	return c.Policy.NeedsPerson([]string{seed}, 0)
}

// probing are the bounds of a map. Of one page nobody needs the links of others.
func (c *Compiler) probing(page bool) web.Limits {
	l := limitsOf(c.Policy, nil)
	if page {
		l.Probe = -1
	}
	return l
}

// onePage reports whether a source on the web was proposed as the page of its address
// alone.
func (r *SourceReport) onePage() bool {
	below := r.Map.below()
	return len(below) == 1 && below[0] != web.PrefixOf(below[0])
}

// below is what a source on the web consists of; empty where it was never mapped.
func (m *SourceMap) below() []string {
	if m == nil {
		return nil
	}
	return m.Prefixes
}

// mapAgain maps a source on the web anew. Where it has never been read, the ledger
// takes the new map; else it is only shown. page is whether it is the one page of its
// address.
func (c *Compiler) mapAgain(ctx context.Context, r *SourceReport, by string, page bool) (*SourceReport, error) {
	if err := c.Policy.Denied(r.URL); err != nil {
		return nil, err
	}
	if reason := c.mapNeedsPerson(r.URL, by); reason != "" {
		return nil, fmt.Errorf("map %s as %s: %w: %s; a person must run `assay source map %s`", r.ID, by, ErrAuthRequired, reason, r.ID)
	}
	if c.world.web == nil {
		return nil, fmt.Errorf("map %s: this program has no way to the web", r.URL)
	}
	_, ways, err := c.world.web.Ways(r.URL)
	if err != nil {
		return nil, fmt.Errorf("map %s: %w", r.URL, err)
	}
	g, way, err := mapBy(ctx, r.URL, c.probing(page), ways)
	if err != nil {
		return nil, fmt.Errorf("map %s: %w", r.URL, err)
	}
	if page {
		g.Only()
	}
	if r.state.Revision == 0 || r.state.Bounds != g.Digest().String() {
		err = c.append(ctx, func(_ *provenance.Ledger, add func(string, map[string]any) error) error {
			if provenance.Advance(r.state, provenance.Mapped) != nil {
				// What was read already is not proposed anew; a person looks at where it leads now.
				if err := add(provenance.KindAuthRequired, map[string]any{"reason": "mapped anew within other bounds", "digest": g.Digest().String()}); err != nil {
					return err
				}
			}
			return add(provenance.KindMapped, mapData(g, way))
		}, r.ID, by)
		if err != nil {
			return nil, err
		}
	}
	return c.showMap(ctx, r.ID, g)
}

// showMap keeps a map for review and gives the source with it.
func (c *Compiler) showMap(ctx context.Context, id provenance.SourceID, g *web.Graph) (*SourceReport, error) {
	newTrails(c.Root).keepGraph(id, g)
	return c.Source(ctx, string(id))
}

// mapOf is what the ledger and the kept graph say of a source on the web; nil where
// it was never mapped.
func (p *plan) mapOf(id provenance.SourceID) *SourceMap {
	r, ok := p.acquire.remoteOf(id)
	if !ok {
		return nil
	}
	m := &SourceMap{Root: r.seed, Digest: r.approval, Prefixes: r.limits.Prefixes, Envelope: r.envelope, Pages: []string{}, Cost: Cost{Pages: r.credits, Credits: r.credits}}
	m.Needs = p.acquire.needsPerson(r)
	if s := p.state(id); s.Approval == r.approval {
		m.Approved = s.Approver
	}
	if g := p.acquire.trails.graph(id); g != nil && digestOf(g.Limits) == r.approval {
		m.Graph = g
		for _, n := range g.Nodes {
			switch n.Verdict {
			case web.Robots, web.Denied, web.Quota, web.Type:
			default:
				m.Pages = append(m.Pages, n.URL)
			}
		}
	}
	return m
}
