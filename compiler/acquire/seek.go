package acquire

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
	"assay/ingest/web"
	"assay/provenance"
)

// seek proposes the addresses that notes list under sources_wanted: and that policy
// lets in without a person. The others wait, with the command that proposes them.
func (aq *Acquirer) seek() bool {
	done := true
	asked := map[string]bool{}
	for _, n := range aq.Notes {
		for _, target := range n.Meta.Gaps {
			if !view.IsRemote(target) || asked[target] {
				continue
			}
			asked[target] = true
			done = aq.seekOne(target, n.Path) && done
		}
	}
	return done
}

// seekOne is false while the source is being mapped.
func (aq *Acquirer) seekOne(target, note string) bool {
	seed := target
	if at, err := web.Canonical(target); err == nil {
		seed = at
	}
	id := provenance.NewSourceID(seed)
	if aq.State(id).State != provenance.StateNone {
		return true
	}
	command := "assay source propose " + gates.ShellWord(target)
	if err := aq.Policy.Denied(seed); err != nil {
		aq.Waiting = append(aq.Waiting, reports.Waiting{Source: seed, Needs: "another source: " + err.Error(), Command: "assay explain denied-source"})
		return true
	}
	if needs := aq.Policy.NeedsPerson([]string{seed}, 0); needs != "" {
		aq.Waiting = append(aq.Waiting, reports.Waiting{Source: seed, Needs: "a person's proposal: " + needs, Command: command})
		return true
	}
	if !aq.after(aq.Trails.of(id).Tried, retryAfter) {
		return true
	}
	if aq.Offline {
		aq.postpone(seed, "to be mapped")
		return true
	}
	got, ok := view.Need[sought](aq.View, aq.seekAction(seed))
	switch {
	case !ok:
		return aq.Failed(aq.seekAction(seed))
	case got.failed != "":
		aq.tried = append(aq.tried, id)
		aq.until(aq.Now.Add(retryAfter))
		aq.Waiting = append(aq.Waiting, reports.Waiting{Source: seed, Needs: "to be reached: " + got.failed, Command: command})
		return true
	}
	aq.Record(provenance.ActorLibrarian, provenance.RoleLibrarian, provenance.KindProposed, string(id), map[string]any{
		"url": seed, "title": TitleOfURL(seed), "why": "gap", "gap": note, "requested_by": cmp.Or(aq.RequestedBy, provenance.ActorLibrarian)})
	aq.Record(provenance.ActorEngineer, provenance.RoleEngineer, provenance.KindMapped, string(id), MapData(got.graph, got.way))
	aq.Graphs[id] = got.graph
	return true
}

// sought is a map, or why there is none.
type sought struct {
	graph  *web.Graph
	way    string
	failed string
}

func (aq *Acquirer) seekAction(seed string) *view.Action {
	limits, least := LimitsOf(aq.Policy, nil), aq.Policy.Safety.RequireHITLForCostsOver
	return &view.Action{
		Kind: "map", Target: seed, Net: true,
		Inputs: []view.Input{{Name: "limits", Hash: fmt.Sprintf("%d %d %d", limits.Depth, limits.Pages, least)}},
		Run: func(ctx context.Context, w view.World) (any, error) {
			if w.Web == nil {
				return sought{failed: "this build has no way to the web"}, nil
			}
			_, ways, err := w.Web.Ways(seed)
			if err != nil {
				return sought{failed: err.Error()}, nil
			}
			limits := limits
			// Of a page of a site one wants what it says, and not all that lies beside it.
			page := (strings.HasPrefix(seed, "http://") || strings.HasPrefix(seed, "https://")) && web.PrefixOf(seed) != seed
			if page {
				limits.Probe = -1 // nobody needs the links of others
			}
			g, way, err := MapBy(ctx, seed, limits, ways)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err != nil {
				return sought{failed: strings.ReplaceAll(err.Error(), "\n", "; ")}, nil
			}
			if page && slices.Contains([]string{"http", "browser", "firecrawl"}, way) {
				g.Only()
			}
			g.Cap(least)
			return sought{graph: g, way: way}, nil
		},
	}
}
