package compiler

import (
	"assay/provenance"
	"context"
)

// Audited is the audit of a source as far as it is known without doing any of it
// again; nil where nothing is. A check that would have to be done again is left out.
func (c *Compiler) Audited(ctx context.Context, id provenance.SourceID) (*Audit, error) {
	s, err := c.look(ctx)
	if err != nil {
		return nil, err
	}
	p := c.plan(s, false)
	p.snap = p.base
	all := p.audit.inspected()
	in, ok := all[id]
	if !ok {
		return nil, nil
	}
	var found *retrieved
	p.index.want()
	if r, ok := lookup(p.results, p.audit.retrieveAction(id, in).Key(), decodeJSON[retrieved]); ok {
		found = &r
	}
	a := p.audit.auditOf(id, in, found, mirrorsIn(all))
	return &a, nil
}
