// Package stats answers questions on a vault that change nothing: status, search, why, runs, how
// mutants fare, and which weights of the search would fit.
package stats

import (
	"context"
	"time"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/sources"
	"assay/gates"
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
		m := p.Assess.Metrics(a, p.Assess.History(), 0, 0)
		m.Uptime = uptime(c)
		r.Roles, r.Metrics = roles(c, p), &m
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
