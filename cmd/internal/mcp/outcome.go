package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/sources"
	"assay/compiler/view"
	"assay/gates"
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

// Where something stands with a person. Nobody was asked, somebody was and has not answered, and
// somebody said no are three different answers.
const (
	neverAsked = "never_asked"
	waiting    = "waiting"
	declined   = "declined"
	approved   = "approved"
	notNeeded  = "not_needed"
)

// An Approval says where something stands with a person, and what that person would run.
type Approval struct {
	State    string   `json:"state" jsonschema:"never_asked: put the commands before a person; waiting: a person was asked and has not answered; declined: a person said no, do not ask again by yourself; approved; not_needed: policy allows it"`
	Needs    string   `json:"needs,omitempty" jsonschema:"what is missing, in words"`
	Digest   string   `json:"digest,omitempty" jsonschema:"what an approval is bound to"`
	Commands []string `json:"commands,omitempty" jsonschema:"what a person runs at a terminal, in this order; you cannot"`
	By       string   `json:"by,omitempty" jsonschema:"who approved or declined"`
	Reason   string   `json:"reason,omitempty"`
	Since    string   `json:"since,omitempty" jsonschema:"RFC 3339"`
}

// approvalOf says where a source stands with a person.
func approvalOf(c *compiler.Compiler, r *reports.SourceReport) *Approval {
	s := r.Standing
	a := &Approval{Needs: r.Needs, Since: moment(s.At)}
	if r.Map != nil {
		a.Digest = r.Map.Digest
	}
	switch {
	case s.State == provenance.Rejected:
		a.State, a.By, a.Reason = declined, s.By, s.Reason
		a.Commands = commands(c, "assay source propose "+gates.ShellWord(r.URL))
		return a
	case s.State >= provenance.Approved && s.State <= provenance.Promoted, s.State == provenance.Failed && s.From >= provenance.Approved:
		a.State, a.By = approved, s.Approver
		return a
	case r.Command == "assay build", r.Command == "assay source crawl "+string(r.ID):
		a.State, a.Needs = notNeeded, ""
		return a
	}
	a.State = neverAsked
	if i := slices.IndexFunc(r.Events, asks); i >= 0 {
		a.State, a.Since = waiting, moment(r.Events[i].Time)
	}
	if view.IsRemote(r.URL) && (r.Map == nil || s.State == provenance.Proposed || r.Command == "assay source map "+string(r.ID)) {
		a.Commands = commands(c, "assay source map "+string(r.ID))
	}
	a.Commands = append(a.Commands, commands(c, "assay source approve "+string(r.ID))...)
	return a
}

// asks reports an event by which a person was asked: somebody was told that one has to answer.
func asks(e provenance.Event) bool {
	return e.Kind == provenance.KindAuthRequired || e.Kind == provenance.KindRefused && (e.Text("what") == "crawl" || e.Text("what") == "map")
}

// commands are as a person can run them from any folder.
func commands(c *compiler.Compiler, list ...string) (out []string) {
	for _, command := range list {
		out = append(out, (&ui.Out{Enter: c.Root}).Command(command))
	}
	return out
}

func moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
