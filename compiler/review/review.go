// Package review is the queue of what waits for a person, and what a person decides: promotions,
// attestations, and ways out of conflicts.
package review

import (
	"context"

	"assay/compiler"
	"assay/compiler/author"
	"assay/compiler/reports"
	"assay/compiler/view"
)

// The kinds of things that wait for a person.
const (
	ReviewConflict = "conflict" // two claims that cannot both hold
	ReviewWeak     = "weak"     // a claim that is graded T1 and that nobody has spoken on
	ReviewHeld     = "held"     // a draft that something holds back
	ReviewReady    = "ready"    // a draft that passes every gate
)

// What a person can decide on one of them, besides the four ways out of a conflict.
const (
	DecideAccept = "accept"
	DecideReject = "reject"
	DecideEdit   = "edit"
	DecideSkip   = "skip"
)

// Item is a claim, a conflict or a draft that waits for a person.
type Item struct {
	ID      string              `json:"id"`   // of the claim or the conflict; a draft's path
	Kind    string              `json:"kind"` // conflict, weak, held, ready
	Note    string              `json:"note"`
	Draft   bool                `json:"draft"` // the note is a draft
	Claim   reports.PacketClaim `json:"claim"`
	Command string              `json:"command"`          // what to do by hand
	Digest  string              `json:"digest,omitempty"` // of claims and evidence as shown, for a decision to name
	Advice  *author.Advice      `json:"-"`                // what an agent says of a conflict, which has it
	*Detail
}

// Detail is all that one needs to see to decide on a claim.
type Detail struct {
	Column    int                   `json:"column"` // of the claim, whose line is in claim
	EndLine   int                   `json:"end_line"`
	EndColumn int                   `json:"end_column"`
	Markdown  string                `json:"markdown"` // the sentence as the note has it: what an edit replaces
	Rule      string                `json:"rule"`
	Threshold float64               `json:"threshold"`
	Values    *reports.ReviewValues `json:"values,omitempty"` // that it gives differently
	Missing   []string              `json:"missing"`          // values that the source does not have
	Absent    []string              `json:"absent"`           // words that the source never uses
	Problems  []string              `json:"problems"`         // citations that could not be judged, and why
	Passages  []Passage             `json:"passages"`         // what the claim cites, the one that decided first
	Elsewhere []Passage             `json:"elsewhere"`        // passages that it does not cite and that support it
	Conflict  *ConflictRow          `json:"conflict,omitempty"`
	Against   []Passage             `json:"against,omitempty"` // what the existing claim of a conflict cites
	Decisions []Choice              `json:"decisions"`
}

// A Choice is a decision that can be made, and what has to come with it.
type Choice struct {
	Decision string   `json:"decision"`
	Needs    []string `json:"needs"`              // reason, text, keep, when
	Proposed bool     `json:"proposed,omitempty"` // a way out of a conflict that the evidence speaks for
	Terminal string   `json:"terminal,omitempty"` // why only a person at a terminal can do it
}

// Options narrow a review.
type Options struct {
	Paths []string // notes or folders, relative to the vault with '/'; empty for all of it
	Whole bool     // with all that one needs to decide, and not the list alone
}

// Items lists what waits for a person, worst first and by note: conflicts, claims of
// weak evidence, drafts that pass.
func Items(ctx context.Context, c *compiler.Compiler, o Options) ([]Item, error) {
	_, p, err := c.Glance(ctx)
	if err != nil {
		return nil, err
	}
	q := &queue{c: c, p: p, o: o, items: []Item{}}
	if err := q.fill(ctx); err != nil {
		return nil, err
	}
	return q.items, nil
}

// Find finds one thing that waits, whole, as it is now. It reports false where
// it waits no more.
func Find(ctx context.Context, c *compiler.Compiler, id string) (Item, bool, error) {
	_, p, err := c.Glance(ctx)
	if err != nil {
		return Item{}, false, err
	}
	return find(ctx, c, p, id)
}

func find(ctx context.Context, c *compiler.Compiler, p *compiler.Plan, id string) (Item, bool, error) {
	q := &queue{c: c, p: p, o: Options{Whole: true}, only: id}
	if err := q.fill(ctx); err != nil || len(q.items) == 0 {
		return Item{}, false, err
	}
	return q.items[0], true, nil
}

// Within reports whether a file of the vault is one of some paths, or below one; no
// paths are all of it.
func Within(file string, paths []string) bool { return len(paths) == 0 || view.Within(file, paths) }
