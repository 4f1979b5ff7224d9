package ui

import (
	"fmt"

	"assay/compiler/reports"
	"assay/gates"
)

// Check writes what `assay check` found, as text: the first screen, or all there is.
func (o *Out) Check(r *reports.CheckReport, all bool) {
	if o.unchanged(r) {
		return
	}
	if !all {
		first := *o
		first.screen(r, func(o *Out, shown []gates.Diagnostic) { o.outcome(r, shown) })
		return
	}
	ds := r.Diagnostics
	if r.Guest {
		ds = gates.WorstFirst(ds)
	}
	o.faults(ds, r.Change)
	if len(r.Known) > 0 {
		o.Printf("%s\n\n", o.Dim("known, and let be by "+o.Path(r.Baseline.File)+":"))
		o.Diagnostics(r.Known)
	}
	if line := citationsLine(r.Summary.Citations); r.Guest && line != "" {
		o.Printf("%s\n", line)
	}
	o.outcome(r, ds)
}

// outcome says how much was found, what the answer is, and what to do next.
func (o *Out) outcome(r *reports.CheckReport, shown []gates.Diagnostic) {
	if line := found(r, shown); line != "" {
		o.Printf("%s\n", line)
	}
	o.baseline(r.Baseline)
	o.judge(r.Judge, r.Summary)
	if line := notGradedLine(r.Summary.NotGraded); line != "" && !r.Guest {
		o.Printf("%s\n", line)
	}
	o.Printf("%s\n", o.Bold(Answer(r)))
	if r.Unbuilt {
		o.Messagef("%s", o.Say("not built yet: run `assay build`, which stores what the notes cite as evidence"))
		return
	}
	if next := nextOf(r, shown, newPlaces(o.Texts)); next != "" {
		o.Messagef("%s %s", o.style(green, "next:"), o.Say(next))
	}
}

// manyFaults are more than somebody would want to mend before the next commit.
const manyFaults = 25

// nextOf is what a reader would do now, in one line.
func nextOf(r *reports.CheckReport, shown []gates.Diagnostic, at *places) string {
	whole := r.Change == nil && len(r.Paths) == 0
	n := r.Summary.Errors + r.Summary.Warnings
	switch {
	case r.Change != nil && len(shown) < len(r.Diagnostics):
		way := "--staged"
		if !r.Change.Staged {
			way = "--diff " + gates.ShellWord(r.Change.Since)
		}
		return "`assay check " + way + " --all` shows all of it"
	case whole && r.Baseline != nil && r.Baseline.Fixed > 0:
		fixed := r.Baseline.Fixed
		return fmt.Sprintf("%d of the baseline %s fixed; `assay check --baseline-prune` drops %s, and what comes back then counts",
			fixed, reports.Verb(fixed, "is", "are"), reports.Verb(fixed, "it", "them"))
	case whole && !r.Guest && r.Summary.Errors > 0 && n >= manyFaults && r.Baseline == nil:
		return fmt.Sprintf("`assay check --baseline-write` lets these %d be for a while, and only what is new fails", n)
	case r.Change == nil && len(shown) > 0 && shown[0].Claim != "" && shown[0].Span.File != "":
		from, _ := at.span(shown[0].Span)
		return fmt.Sprintf("`assay why %s` shows what it rests on", gates.ShellWord(fmt.Sprintf("%s:%d", shown[0].Span.File, from.Line)))
	case whole && r.Guest && r.Summary.Cited > 0:
		return "`assay adopt` sets a bar; without a policy nothing is required of these notes"
	case whole && r.Guest && r.Files > 0:
		return "nothing cites a source; `assay gaps` lists what is missing"
	}
	return ""
}

// Answer is the line that answers.
func Answer(r *reports.CheckReport) string {
	switch {
	case r.Change == nil:
		return claimsLine(r.Summary)
	case r.Files > 0:
		return reports.Count(r.Files, "note") + " touched; " + claimsLine(r.Summary)
	case len(r.Diagnostics) == 0:
		return "no note is touched, and none is the worse for the change"
	}
	return "no note is touched"
}

// CheckAnswer is a check, as JSON.
type CheckAnswer struct {
	Vault       string               `json:"vault"`
	Guest       bool                 `json:"guest,omitempty"`
	Claims      reports.Tally        `json:"claims"`
	Summary     reports.Summary      `json:"summary"`
	Judge       *reports.JudgeReport `json:"judge,omitempty"`
	Diagnostics []Diagnostic         `json:"diagnostics"`

	Change   *reports.ChangeReport   `json:"change,omitempty"` // of --staged and --diff; then diagnostics are of what is reported, and claims of the notes touched
	Baseline *reports.BaselineReport `json:"baseline,omitempty"`
	Known    []Diagnostic            `json:"known,omitempty"`     // what a baseline lets be
	List     []reports.ClaimRow      `json:"claim_list,omitzero"` // with --claims: every claim that is graded, whatever a baseline lets be
	Folders  []reports.FolderRow     `json:"folders"`             // the counts by folder
	Unbuilt  bool                    `json:"unbuilt,omitempty"`   // there is a policy, and no build has stored anything by it yet
}

// CheckRows renders what a check found for JSON.
func CheckRows(r *reports.CheckReport, texts Texts) CheckAnswer {
	return CheckAnswer{r.Vault, r.Guest, r.Claims, r.Summary, r.Judge, Rows(r.Diagnostics, texts), r.Change, r.Baseline, Rows(r.Known, texts), r.List, list(r.Folders), r.Unbuilt}
}

// baseline says what a baseline made of a check, in one line.
func (o *Out) baseline(b *reports.BaselineReport) {
	if b == nil {
		return
	}
	o.Printf("%s\n", baselineLine(b, o.Path(b.File)))
}

func baselineLine(b *reports.BaselineReport, file string) string {
	line := fmt.Sprintf("%d known (%s), %d new", b.Known, file, b.New)
	if b.Expired > 0 {
		line += fmt.Sprintf("; %d %s known, and the time given for %s is over", b.Expired, reports.Verb(b.Expired, "was", "were"), reports.Verb(b.Expired, "it", "them"))
	}
	return line
}

// unchanged says that a change is none of the vault's, if it is none.
func (o *Out) unchanged(r *reports.CheckReport) bool {
	c := r.Change
	if c == nil {
		return false
	}
	for _, remark := range c.Remarks {
		o.Messagef("%s", o.Say(remark))
	}
	if len(c.Touched)+len(r.Diagnostics) > 0 { // what became a link is no file of the vault
		return false
	}
	if c.Staged {
		o.Messagef("nothing of the vault is staged")
	} else {
		o.Messagef("nothing of the vault changed since %s", c.Since)
	}
	return true
}

// faults writes diagnostics; of a change, those of places that it did not touch by
// themselves.
func (o *Out) faults(ds []gates.Diagnostic, c *reports.ChangeReport) {
	if c == nil || c.Elsewhere == 0 {
		o.Diagnostics(ds)
		return
	}
	var here, elsewhere []gates.Diagnostic
	for _, d := range ds {
		if d.Elsewhere {
			elsewhere = append(elsewhere, d)
		} else {
			here = append(here, d)
		}
	}
	o.Diagnostics(here)
	o.Printf("%s\n\n", o.Bold("not touched, but broken by the change:"))
	o.Diagnostics(elsewhere)
}
