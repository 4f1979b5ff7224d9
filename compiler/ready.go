package compiler

import (
	"context"
	"fmt"

	"assay/compiler/audit"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/provenance"
)

// Ready makes the index hold the passages of a plan's snapshot, and the store their
// vectors where those are asked for. Only where something is missing it takes the lock.
func (c *Compiler) Ready(ctx context.Context, s *Session, p *Plan, vectors bool) error {
	held := c.World.Index.Holds(p.Index.Digest)
	if held && !(vectors && p.Index.Embed()) {
		return nil
	}
	unlock, err := c.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if !held {
		if err := c.World.Index.Sync(ctx, p.Index.Digest, p.Index.Passages()); err != nil {
			return fmt.Errorf("index passages: %w", err)
		}
	}
	for vectors && p.Index.Embed() {
		round := p.Todo
		p.Todo = nil
		if _, err := s.Results.Run(ctx, c.World, round, c.Jobs(), nil); err != nil {
			return err
		}
		for _, f := range s.Results.Failures() {
			return fmt.Errorf("%s %s: %s", f.Kind, f.Target, f.Error)
		}
	}
	if s.Store.Unchanged() { // else a build has made them meanwhile
		return s.Store.Commit()
	}
	return nil
}

// Audited is the audit of a source as far as it is known without doing any of it
// again; nil where nothing is. A check that would have to be done again is left out.
func (c *Compiler) Audited(ctx context.Context, id provenance.SourceID) (*reports.Audit, error) {
	_, p, err := c.Stored(ctx, "")
	if err != nil {
		return nil, err
	}
	all := p.Audit.Inspected()
	in, ok := all[id]
	if !ok {
		return nil, nil
	}
	var found *audit.Retrieved
	p.Index.Want()
	if r, ok := view.Lookup[audit.Retrieved](p.Results, p.Audit.RetrieveAction(id, in).Key()); ok {
		found = &r
	}
	a := p.Audit.AuditOf(id, in, found, audit.MirrorsIn(all))
	return &a, nil
}
