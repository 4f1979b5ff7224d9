// Package stats answers questions on a vault that change nothing: status, search, why, runs, how
// mutants fare, and which weights of the search would fit.
package stats

import (
	"cmp"
	"context"
	"time"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/runs"
	"assay/compiler/sources"
	"assay/gates"
	"assay/provenance"
)

// Status is the vault at a glance.
func Status(ctx context.Context, c *compiler.Compiler) (*reports.StatusReport, error) {
	s, p, err := c.Graded(ctx)
	if err != nil {
		return nil, err
	}
	a := p.Assess.All()
	r := &reports.StatusReport{Vault: c.Root, Guest: c.Guest(), Notes: map[string]int{}, Gaps: map[string]int{}, Sources: map[string]int{},
		Claims: a.Claims, Summary: a.Summary, Waiting: []reports.Waiting{}}
	known, err := s.Baseline(compiler.BaselineOptions{})
	if err != nil {
		return nil, err
	}
	_, _, r.Baseline = known.Gate(a.Reported, &r.Summary, true)
	if !c.Guest() {
		p.Assess.Score(a)
		m := p.Assess.Metrics(a, 0, 0)
		m.Uptime = uptime(c)
		r.Roles, r.Metrics = roles(p), &m
		r.Admission = admission(c.Policy, a.Each, p.Assess.Lifecycle())
	}
	for _, n := range p.Notes {
		r.Notes[c.Policy.Vault.Area(n.Path).String()]++
	}
	for _, g := range p.Grade.Gaps() {
		r.Gaps[string(g.Kind)]++
	}
	r.Stale = a.Claims.T3
	rows, err := sources.Sources(ctx, c)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		r.Sources[row.State]++
		r.Chunks += row.Chunks
		if row.Retrieved != "" && (r.Oldest == "" || row.Retrieved < r.Oldest) {
			r.Oldest = row.Retrieved
		}
	}
	p.Acquire.Wait()
	r.Waiting = append(r.Waiting, p.Acquire.Waiting...)
	for _, n := range p.Notes {
		if p.IsDraft(n.Path) {
			if ok, _ := p.Draft.Ready(n); ok {
				r.Waiting = append(r.Waiting, reports.Waiting{Source: n.Path, Needs: "a person's promotion", Command: "assay promote " + gates.ShellWord(n.Path)})
			}
		}
	}
	if last := c.LastBuild(); !last.IsZero() {
		r.LastBuild = last.Format(time.RFC3339)
	}
	if last := s.Replay(true); last == nil || !last.Converged {
		q := c.Plan(s, true)
		q.Make()
		r.Pending = len(q.Todo)
	}
	return r, nil
}

// admission says how much falls short of what policy asks of permanent notes and of evidence.
func admission(p gates.Policy, told []gates.Diagnostic, lifecycle bool) *reports.AdmissionReport {
	r := &reports.AdmissionReport{Direct: p.Promotion.Direct, Evidence: p.Synthesis.EvidenceState,
		Refuses: p.Promotion.Direct == gates.DirectRefuse || p.Promotion.Direct == gates.DirectTell && lifecycle}
	for i := range told {
		switch told[i].Code {
		case gates.UnpromotedNote:
			r.Unpromoted++
		case gates.UnadmittedSource:
			r.Unadmitted++
		}
	}
	return r
}

// roles says who plays the three roles, and who played them so far.
func roles(p *compiler.Plan) (out []reports.RoleRow) {
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
