package sources

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/compiler"
	"assay/compiler/acquire"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/ingest/web"
	"assay/provenance"
)

// isSeed reports whether a target without a scheme that we know is one for the web.
func isSeed(c *compiler.Compiler, target string) bool {
	if c.World.Web == nil || !strings.Contains(target, ":") {
		return false
	}
	seed, ways, err := c.World.Web.Ways(target)
	return err == nil && len(ways) > 0 && view.IsRemote(seed)
}

// proposeRemote asks for a source on the web.
func proposeRemote(ctx context.Context, c *compiler.Compiler, o Proposal) (*reports.SourceReport, error) {
	target, by, why := o.Target, o.By, o.Why
	if err := c.Policy.Denied(target); err != nil {
		return nil, err
	}
	if c.World.Web == nil {
		return nil, fmt.Errorf("propose %s: this program has no way to the web", target)
	}
	seed, ways, err := c.World.Web.Ways(target)
	if err != nil {
		return nil, fmt.Errorf("propose %s: %w", target, err)
	}
	if err := c.Policy.Denied(seed); err != nil {
		return nil, err
	}
	if err := askedAgain(ctx, c, seed, by); err != nil {
		return nil, err
	}
	id := provenance.NewSourceID(seed)
	if r, err := Source(ctx, c, string(id)); err == nil && r.Standing.State != provenance.Proposed && r.Standing.State != provenance.Rejected {
		switch r.Standing.State {
		case provenance.Mapped, provenance.AuthRequired, provenance.Failed:
			if r.Standing.Revision == 0 {
				return mapAgain(ctx, c, r, by, o.Page)
			}
		}
		if below := below(r.Map); o.Page && !onePage(r) && !slices.Contains(below, seed) {
			return nil, fmt.Errorf("propose %s alone: it is a source already, with what lies below %s; `assay source reject %s` first", target, strings.Join(below, ", "), r.ID)
		}
		return r, nil // known already; its report says where it stands
	}
	data := map[string]any{"url": seed, "title": acquire.TitleOfURL(seed), "why": "directive", "directive": why, "requested_by": by}
	if reason := mapNeedsPerson(c, seed, by); reason != "" {
		err := record(ctx, c, id, by, told{provenance.KindProposed, data},
			told{provenance.KindAuthRequired, map[string]any{"reason": reason, "command": "assay source map " + string(id)}})
		if err != nil {
			return nil, err
		}
		return Source(ctx, c, string(id))
	}
	g, way, err := mapBy(ctx, c, seed, o.Page, ways)
	if err != nil {
		return nil, fmt.Errorf("propose %s: %w", target, err)
	}
	if err := record(ctx, c, id, by, told{provenance.KindProposed, data}, told{provenance.KindMapped, acquire.MapData(g, way)}); err != nil {
		return nil, err
	}
	return showMap(ctx, c, id, g)
}

// mapNeedsPerson says why an agent or a client may not even have a source mapped: to
// look at an unknown host is a request too.
func mapNeedsPerson(c *compiler.Compiler, seed, by string) string {
	if provenance.KindOfActor(by) == provenance.Person {
		return ""
	}
	return c.Policy.NeedsPerson([]string{seed}, 0)
}

// mapBy maps what lies below an address, or the page there alone: of one page nobody needs
// the links of others.
func mapBy(ctx context.Context, c *compiler.Compiler, seed string, page bool, ways []web.Envelope) (*web.Graph, string, error) {
	l := acquire.LimitsOf(c.Policy, nil)
	if page {
		l.Probe = -1
	}
	g, way, err := acquire.MapBy(ctx, seed, l, ways)
	if err != nil {
		return nil, "", err
	}
	if page {
		g.Only()
	}
	g.Cap(c.Policy.Safety.RequireHITLForCostsOver)
	return g, way, nil
}

// onePage reports whether a source on the web was proposed as the page of its address
// alone.
func onePage(r *reports.SourceReport) bool {
	below := below(r.Map)
	return len(below) == 1 && below[0] != web.PrefixOf(below[0])
}

// below is what a source on the web consists of; empty where it was never mapped.
func below(m *reports.SourceMap) []string {
	if m == nil {
		return nil
	}
	return m.Prefixes
}

// mapAgain maps a source on the web anew. Where it has never been read, the ledger
// takes the new map; else it is only shown. page is whether it is the one page of its
// address.
func mapAgain(ctx context.Context, c *compiler.Compiler, r *reports.SourceReport, by string, page bool) (*reports.SourceReport, error) {
	if err := c.Policy.Denied(r.URL); err != nil {
		return nil, err
	}
	if reason := mapNeedsPerson(c, r.URL, by); reason != "" {
		return nil, fmt.Errorf("map %s as %s: %w: %s; a person must run `assay source map %s`", r.ID, by, ErrAuthRequired, reason, r.ID)
	}
	if c.World.Web == nil {
		return nil, fmt.Errorf("map %s: this program has no way to the web", r.URL)
	}
	_, ways, err := c.World.Web.Ways(r.URL)
	if err != nil {
		return nil, fmt.Errorf("map %s: %w", r.URL, err)
	}
	g, way, err := mapBy(ctx, c, r.URL, page, ways)
	if err != nil {
		return nil, fmt.Errorf("map %s: %w", r.URL, err)
	}
	reason := "mapped anew within other bounds"
	if r.Standing.Revision > 0 && r.Map != nil && r.Standing.Bounds == r.Map.Digest && slices.Equal(g.Limits.Prefixes, r.Map.Prefixes) {
		switch cost, ceiling := g.Limits.Credits, r.Map.Ceiling; {
		case cost <= ceiling:
			g.Cap(ceiling) // it has not outgrown what was approved
			return showMap(ctx, c, r.ID, g)
		case provenance.KindOfActor(by) != provenance.Person:
			return nil, fmt.Errorf("map %s as %s: %w: it has grown, and a reading would cost %d credits where %d were approved; a person must run `assay source map %s`", r.ID, by, ErrAuthRequired, cost, ceiling, r.ID)
		default:
			reason = fmt.Sprintf("it has grown: a reading may cost %d credits where %d were approved", cost, ceiling)
		}
	}
	if r.Standing.Revision == 0 || r.Standing.Bounds != g.Digest().String() {
		events := []told{{provenance.KindMapped, acquire.MapData(g, way)}}
		if provenance.Advance(r.Standing, provenance.Mapped) != nil {
			// What was read already is not proposed anew; a person looks at where it leads now.
			events = slices.Insert(events, 0, told{provenance.KindAuthRequired, map[string]any{"reason": reason, "digest": g.Digest().String()}})
		}
		if err := record(ctx, c, r.ID, by, events...); err != nil {
			return nil, err
		}
	}
	return showMap(ctx, c, r.ID, g)
}

// showMap keeps a map for review and gives the source with it.
func showMap(ctx context.Context, c *compiler.Compiler, id provenance.SourceID, g *web.Graph) (*reports.SourceReport, error) {
	acquire.NewTrails(c.Root).KeepGraph(id, g)
	return Source(ctx, c, string(id))
}

// mapOf is what the ledger and the kept graph say of a source on the web; nil where
// it was never mapped.
func mapOf(p *compiler.Plan, id provenance.SourceID) *reports.SourceMap {
	r, ok := p.Acquire.RemoteOf(id)
	if !ok {
		return nil
	}
	m := &reports.SourceMap{Root: r.Seed, Digest: r.Approval, Prefixes: r.Limits.Prefixes, Envelope: r.Envelope, Pages: []string{}, Cost: reports.Cost{Pages: r.Credits, Credits: r.Credits},
		Ceiling: r.Ceiling, Needs: p.Acquire.NeedsPerson(r)}
	if s := p.State(id); s.Approval == r.Approval {
		m.Approved = s.Approver
	}
	if g := p.Acquire.Trails.Graph(id); g != nil && acquire.DigestOf(g.Limits) == r.Approval {
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
