package compiler

import (
	"context"

	"assay/compiler/audit"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/provenance"
)

// Audited is the audit of a source as far as it is known without doing any of it
// again; nil where nothing is. A check that would have to be done again is left out.
func (c *Compiler) Audited(ctx context.Context, id provenance.SourceID) (*reports.Audit, error) {
	s, err := c.Look(ctx)
	if err != nil {
		return nil, err
	}
	p := c.Plan(s, false)
	p.Snap = p.Base
	all := p.Audit.Inspected()
	in, ok := all[id]
	if !ok {
		return nil, nil
	}
	var found *audit.Retrieved
	p.Index.Want()
	if r, ok := view.Lookup(p.Results, p.Audit.RetrieveAction(id, in).Key(), view.DecodeJSON[audit.Retrieved]); ok {
		found = &r
	}
	a := p.Audit.AuditOf(id, in, found, audit.MirrorsIn(all))
	return &a, nil
}
