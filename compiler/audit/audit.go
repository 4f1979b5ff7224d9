// Package audit looks at the pages of a source as stored, for what reading them lost
// or spoilt. A source that fails it is no source of drafts.
package audit

import (
	"context"
	"path"
	"strings"

	"assay/compiler/acquire"
	"assay/compiler/index"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/provenance"
)

// An Auditor looks at the pages of sources as they were stored.
type Auditor struct {
	*view.View
	Index   *index.Indexer
	Acquire *acquire.Acquirer
}

// Run takes crawled sources through indexed to verified, or to failed with the
// reasons. What was looked at and found is stored, so that a source is not audited
// again because another one came.
func (au *Auditor) Run() {
	held := au.PagesBySource()
	var due []provenance.SourceID
	for _, id := range au.Ledger.Sources() {
		if s := au.State(id).State; (s == provenance.Crawled || s == provenance.Indexed) && len(held[id]) > 0 {
			due = append(due, id)
		}
	}
	if len(due) == 0 {
		return
	}
	all, copies, ok := au.Mirrors()
	if !ok {
		return
	}
	for _, id := range due {
		in, ok := all[id]
		if !ok {
			continue
		}
		found, ok := view.Need[Retrieved](au.View, au.RetrieveAction(id, in))
		if !ok {
			continue
		}
		au.recordAudit(id, au.AuditOf(id, in, &found, copies), found, held[id])
	}
}

func (au *Auditor) recordAudit(id provenance.SourceID, a reports.Audit, found Retrieved, files []string) {
	var chunks []provenance.ChunkID
	for _, file := range files {
		chunks = append(chunks, au.Index.PageChunks(file)...)
	}
	engineer := func(kind string, data map[string]any) {
		au.Acquire.Record(provenance.ActorEngineer, provenance.RoleEngineer, kind, string(id), data)
	}
	if au.State(id).State == provenance.Crawled {
		engineer(provenance.KindIndexed, map[string]any{"chunks": float64(len(chunks)), "digest": au.Index.PassagesOf(id)})
	}
	if a.OK {
		engineer(provenance.KindVerified, map[string]any{"chunks": float64(len(chunks)), "sampled": float64(found.Sampled), "found": float64(found.Found)})
	} else {
		engineer(provenance.KindFailed, map[string]any{"step": "verify", "reason": reasons(a)})
	}
}

// reasons are the failed checks with the pages that they name.
func reasons(a reports.Audit) string {
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

// PagesBySource are the stored page files of each source.
func (au *Auditor) PagesBySource() map[provenance.SourceID][]string {
	held := map[provenance.SourceID][]string{}
	for _, file := range au.Index.Pages() {
		id := provenance.SourceID(path.Base(path.Dir(file)))
		held[id] = append(held[id], file)
	}
	return held
}

// RunAudit does all of an audit at once, for who asks by name and not in a build.
func (au *Auditor) RunAudit(ctx context.Context, w view.World, id provenance.SourceID, files []string) (*reports.Audit, error) {
	in, err := au.Inspect(ctx, id, files)
	if err != nil {
		return nil, err
	}
	all := au.inspections(func(other provenance.SourceID, files []string) (in Inspection, ok bool) {
		if in, ok = view.Lookup[Inspection](au.Results, au.inspectAction(other, files).Key()); !ok && other != id && err == nil {
			in, err = au.Inspect(ctx, other, files)
		}
		return in, true
	})
	if err != nil {
		return nil, err
	}
	all[id] = in
	found, err := retrieve(ctx, w, id, in.samples)
	if err != nil {
		return nil, err
	}
	a := au.AuditOf(id, in, &found, MirrorsIn(all))
	return &a, nil
}
