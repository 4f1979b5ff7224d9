package compiler

import (
	"context"
	"path/filepath"
	"time"

	"assay/compiler/store"
	"assay/gates"
	"assay/vault"
)

// Status is the vault at a glance.
func (c *Compiler) Status(ctx context.Context) (*StatusReport, error) {
	s, p, err := c.graded(ctx)
	if err != nil {
		return nil, err
	}
	a := p.assess.assess()
	r := &StatusReport{Vault: c.Root, Guest: c.Guest(), Notes: map[string]int{}, Gaps: map[string]int{}, Sources: map[string]int{},
		Claims: a.claims, Summary: a.summary, Waiting: []Waiting{}}
	known, err := s.baseline(BaselineOptions{})
	if err != nil {
		return nil, err
	}
	_, _, r.Baseline = known.gate(a.told, &r.Summary, true)
	for _, n := range p.notes {
		r.Notes[c.Policy.Vault.Area(n.Path).String()]++
	}
	for _, g := range p.grade.gaps() {
		r.Gaps[string(g.Kind)]++
	}
	r.Stale = a.claims.T3
	rows, err := c.Sources(ctx)
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
	p.acquire.wait()
	r.Waiting = append(r.Waiting, p.acquire.waiting...)
	for _, n := range p.notes {
		if p.isDraft(n.Path) {
			if ok, _ := p.draft.ready(n); ok {
				r.Waiting = append(r.Waiting, Waiting{Source: n.Path, Needs: "a person's promotion", Command: "assay promote " + gates.ShellWord(n.Path)})
			}
		}
	}
	if last := store.Written(filepath.Join(c.Root, vault.StateDir)); !last.IsZero() {
		r.LastBuild = last.UTC().Format(time.RFC3339)
	}
	if last := s.replay(true); last == nil || !last.converged {
		q := c.plan(s, true)
		q.make()
		r.Pending = len(q.todo)
	}
	return r, nil
}
