package compiler

import (
	"context"
	"fmt"
	"strings"
	"time"

	"assay/gates"
	"assay/ingest/web"
	"assay/provenance"
)

// seek proposes the addresses that notes list under sources_wanted: and that policy
// lets in without a person. The others wait, with the command that proposes them.
func (p *acquirer) seek() bool {
	done := true
	asked := map[string]bool{}
	for _, n := range p.notes {
		for _, target := range n.Meta.Gaps {
			if !isRemote(target) || asked[target] {
				continue
			}
			asked[target] = true
			if !p.seekOne(target, n.Path) {
				done = false
			}
		}
	}
	return done
}

// seekOne is false while the source is being mapped.
func (p *acquirer) seekOne(target, note string) bool {
	seed := target
	if at, err := web.Canonical(target); err == nil {
		seed = at
	}
	id := provenance.NewSourceID(seed)
	if p.state(id).State != provenance.StateNone {
		return true
	}
	command := "assay source propose " + gates.ShellWord(target)
	if err := p.policy.Denied(seed); err != nil {
		p.waiting = append(p.waiting, Waiting{Source: seed, Needs: "another source: " + err.Error(), Command: "assay explain denied-source"})
		return true
	}
	if needs := p.policy.NeedsPerson([]string{seed}, 0); needs != "" {
		p.waiting = append(p.waiting, Waiting{Source: seed, Needs: "a person's proposal: " + needs, Command: command})
		return true
	}
	if !p.after(p.trails.of(id).Tried, retryAfter) {
		return true
	}
	if p.offline {
		p.postpone(seed, "to be mapped")
		return true
	}
	got, ok := need[sought](p.view, p.seekAction(seed), nil)
	switch {
	case !ok:
		return p.failed(p.seekAction(seed))
	case got.failed != "":
		p.tried = append(p.tried, id)
		p.until(p.now.Add(retryAfter))
		p.waiting = append(p.waiting, Waiting{Source: seed, Needs: "to be reached: " + got.failed, Command: command})
		return true
	}
	p.record(provenance.ActorLibrarian, provenance.RoleLibrarian, provenance.KindProposed, string(id), map[string]any{
		"url": seed, "title": titleOfURL(seed), "why": "gap", "gap": note, "requested_by": provenance.ActorLibrarian})
	p.record(provenance.ActorEngineer, provenance.RoleEngineer, provenance.KindMapped, string(id), mapData(got.graph, got.way))
	p.graphs[id] = got.graph
	return true
}

// sought is a map, or why there is none.
type sought struct {
	graph  *web.Graph
	way    string
	failed string
}

func (p *acquirer) seekAction(seed string) *Action {
	limits := limitsOf(p.policy, nil)
	return &Action{
		Kind: "map", Target: seed, net: true,
		Inputs: []Input{{"limits", fmt.Sprintf("%d %d %d", limits.Depth, limits.Pages, limits.Credits)}},
		run: func(ctx context.Context, w World) (any, error) {
			if w.web == nil {
				return sought{failed: "this build has no way to the web"}, nil
			}
			_, ways, err := w.web.Ways(seed)
			if err != nil {
				return sought{failed: err.Error()}, nil
			}
			g, way, err := mapBy(ctx, seed, limits, ways)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err != nil {
				return sought{failed: strings.ReplaceAll(err.Error(), "\n", "; ")}, nil
			}
			return sought{graph: g, way: way}, nil
		},
	}
}

// remember keeps what seeking brought, once it is on record.
func (p *acquirer) remember() {
	for id, g := range p.graphs {
		p.trails.keepGraph(id, g)
	}
	for _, id := range p.tried {
		t := p.trails.of(id)
		t.Tried = p.now.Truncate(time.Second)
		p.trails.keep(id, t)
	}
}
