package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/sources"
	"assay/provenance"
)

// doing is work under way.
type doing struct {
	ctx      context.Context
	by       string
	c        *compiler.Compiler
	progress func(reports.Event)
}

// not is the answer where something could not be done; what policy or a person bars is put on
// record.
func (d *doing) not(r *sources.Refusal, err error) Work {
	w := Work{Status: failed, Message: explained(err).Error(), undone: true}
	if d.ctx.Err() != nil || errors.Is(err, context.Canceled) {
		w.Status, w.Message = stopped, "stopped; what was fetched so far is kept"
		return w
	}
	if r == nil || !sources.Barred(err) {
		return w
	}
	w.Status, w.Next = refusedWork, "this is denied for everybody: look for another source"
	if errors.Is(err, sources.ErrAuthRequired) {
		w.Status, w.Next = authRequired, askPerson
		w.Approval = &Approval{State: neverAsked, Commands: []string{}}
		if known, findErr := sources.Source(d.ctx, d.c, cmp.Or(r.Subject, r.URL)); findErr == nil {
			switch w = d.about(known); {
			case w.Approval.State == approved:
				w.Status, w.Next = authRequired, "something else was approved than you named: show_source has it"
			case w.Status != declinedWork:
				w.Status, w.Next = authRequired, askPerson
			}
			w.Message, w.undone = explained(err).Error(), true
		}
	}
	r.By = d.by
	if recordErr := record(d.ctx, d.c, *r, err); recordErr != nil {
		w.Message += "\nthe refusal is not on record: " + recordErr.Error()
	}
	return w
}

const askPerson = "show approval.commands to a person and wait; you cannot run them for a person, and asking again changes nothing"

// about is an answer that shows where a source stands.
func (d *doing) about(r *reports.SourceReport) Work {
	w := Work{Status: done, Source: sourceOf(r), Approval: approvalOf(d.c, r)}
	switch w.Approval.State {
	case neverAsked, waiting:
		w.Status, w.Next = authRequired, askPerson
		w.Message = fmt.Sprintf("%s is %s and needs a person: %s", r.ID, r.State, w.Approval.Needs)
	case declined:
		w.Status, w.Next = declinedWork, "a person said no: leave it, unless a person proposes it again"
		w.Message = fmt.Sprintf("%s was declined by %s: %s", r.ID, w.Approval.By, w.Approval.Reason)
	default:
		w.Message = fmt.Sprintf("%s is %s", r.ID, r.State)
		w.Next = nextOf(r.Standing.State)
	}
	return w
}

// nextOf is the step after a state.
func nextOf(s provenance.State) string {
	switch s {
	case provenance.Proposed:
		return "orchestrate_ingestion maps it"
	case provenance.Mapped, provenance.Approved, provenance.Failed:
		return "execute_source_crawl reads it"
	case provenance.Crawled:
		return "index_crawled_source makes it searchable"
	case provenance.Indexed:
		return "verify_source_index audits it"
	case provenance.Verified:
		return "semantic_search_sources finds it; promote_synthesis_candidate drafts from it"
	case provenance.Synthesized:
		return "promote_synthesis_candidate compiles what a person reads before promoting the draft"
	}
	return ""
}
