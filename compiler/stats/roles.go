package stats

import (
	"cmp"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/runs"
	"assay/provenance"
)

// roles says who plays the three roles, and who played them so far.
func roles(c *compiler.Compiler, p *compiler.Plan) (out []reports.RoleRow) {
	for _, r := range []struct{ role, builtIn string }{
		{provenance.RoleLibrarian, provenance.ActorLibrarian}, {provenance.RoleEngineer, provenance.ActorEngineer}, {provenance.RoleChronicler, provenance.ActorChronicler},
	} {
		out = append(out, reports.RoleRow{Role: r.role, Actor: r.builtIn, Events: map[string]int{}})
	}
	for _, e := range p.Ledger.Events() {
		for i := range out {
			if out[i].Role == e.Role {
				out[i].Events[e.Actor]++
			}
		}
	}
	if p.Draft.Author != nil { // the Engineer's work needs nobody to be asked
		for i := range out {
			out[i].Actor = cmp.Or(p.Draft.Author.Here[out[i].Role], out[i].Actor)
		}
	}
	return out
}

// uptime is that of the last build on record: a look at the vault does nothing that could fail.
func uptime(c *compiler.Compiler) reports.Measure {
	all, _, err := runs.Open(c.Root).Read()
	if err == nil {
		for i := len(all) - 1; i >= 0; i-- {
			if all[i].Metrics != nil {
				return all[i].Metrics.Uptime
			}
		}
	}
	return reports.Unknown("no build is on record")
}
