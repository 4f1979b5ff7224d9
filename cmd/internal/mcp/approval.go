package mcp

import (
	"slices"
	"time"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
	"assay/provenance"
)

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
