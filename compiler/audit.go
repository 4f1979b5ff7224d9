package compiler

import (
	"context"
	"path"
	"strings"

	"assay/provenance"
)

// audit takes crawled sources through indexed to verified, or to failed with the
// reasons. What was looked at and found is stored, so that a source is not audited
// again because another one came.
func (p *auditor) audit() {
	held := p.pagesBySource()
	var due []provenance.SourceID
	for _, id := range p.ledger.Sources() {
		if s := p.state(id).State; (s == provenance.Crawled || s == provenance.Indexed) && len(held[id]) > 0 {
			due = append(due, id)
		}
	}
	if len(due) == 0 {
		return
	}
	copies, ok := p.mirrors()
	if !ok {
		return
	}
	for _, id := range due {
		in, ok := p.inspection(id, held[id])
		if !ok {
			continue
		}
		found, ok := p.retrieval(id, in)
		if !ok {
			continue
		}
		p.recordAudit(id, p.auditOf(id, in, &found, copies), found, held[id])
	}
}

func (p *auditor) recordAudit(id provenance.SourceID, a Audit, found retrieved, files []string) {
	var chunks []provenance.ChunkID
	for _, file := range files {
		for _, c := range p.index.pageChunks(file) {
			chunks = append(chunks, provenance.ChunkID(c))
		}
	}
	engineer := func(kind string, data map[string]any) {
		p.acquire.record(provenance.ActorEngineer, provenance.RoleEngineer, kind, string(id), data)
	}
	if p.state(id).State == provenance.Crawled {
		engineer(provenance.KindIndexed, map[string]any{"chunks": float64(len(chunks)), "digest": chunkDigest(chunks)})
	}
	if a.OK {
		engineer(provenance.KindVerified, map[string]any{"chunks": float64(len(chunks)), "sampled": float64(found.Sampled), "found": float64(found.Found)})
	} else {
		engineer(provenance.KindFailed, map[string]any{"step": "verify", "reason": a.reasons()})
	}
}

// reasons are the failed checks with the pages that they name.
func (a Audit) reasons() string {
	var bad []string
	for _, c := range a.Checks {
		if c.OK {
			continue
		}
		text := c.Name + ": " + c.Text
		for i, page := range c.Pages {
			text += [...]string{" (", ", "}[min(i, 1)] + page.Page + ": " + page.Why
		}
		if len(c.Pages) > 0 {
			text += ")"
		}
		bad = append(bad, text)
	}
	return strings.Join(bad, "; ")
}

// pagesBySource are the stored page files of each source.
func (p *auditor) pagesBySource() map[provenance.SourceID][]string {
	held := map[provenance.SourceID][]string{}
	for _, file := range p.index.pages() {
		id := provenance.SourceID(path.Base(path.Dir(file)))
		held[id] = append(held[id], file)
	}
	return held
}

// runAudit does all of an audit at once, for who asks by name and not in a build.
func (p *auditor) runAudit(ctx context.Context, w World, id provenance.SourceID, files []string) (audited, error) {
	in, err := p.inspect(ctx, id, files)
	if err != nil {
		return audited{}, err
	}
	all := map[provenance.SourceID]inspection{id: in}
	for other, files := range p.pagesBySource() {
		if other == id || p.state(other).State == provenance.Rejected {
			continue
		}
		known, ok := lookup(p.results, p.inspectAction(other, files).Key(), decodeInspection)
		if !ok {
			if known, err = p.inspect(ctx, other, files); err != nil {
				return audited{}, err
			}
		}
		all[other] = known
	}
	found, err := retrieve(ctx, w, id, in.samples)
	if err != nil {
		return audited{}, err
	}
	return audited{p.auditOf(id, in, &found, mirrorsIn(all))}, nil
}

// audited is an audit that was just done.
type audited struct{ Audit }
