package ui

import (
	"fmt"

	"assay/compiler/reports"
	"assay/gates"
)

// Check writes what `assay check` found, as text: diagnostics, then how many, then
// the line that answers.
func (o *Out) Check(r *reports.CheckReport, l Limits) {
	if o.unchanged(r.Change) {
		return
	}
	ds := r.Diagnostics
	if r.Guest {
		ds = gates.WorstFirst(ds)
	}
	o.faults(ds, r.Change, l)
	if l == (Limits{}) && len(r.Known) > 0 { // nothing is to be left out
		o.Printf("%s\n\n", o.Dim("known, and let be by "+o.Path(r.Baseline.File)+":"))
		o.Diagnostics(r.Known, l)
	}
	if line := faultsLine(r.Summary); line != "" {
		o.Printf("%s\n", line)
	}
	o.baseline(r.Baseline)
	o.judge(r.Judge, r.Summary)
	if line := citationsLine(r.Summary.Citations); r.Guest && line != "" {
		o.Printf("%s\n", line)
	}
	if line := notGradedLine(r.Summary.NotGraded); line != "" && !r.Guest {
		o.Printf("%s\n", line)
	}
	o.Printf("%s\n", o.Bold(o.answerLine(r)))
	for _, d := range ds {
		if r.Change == nil && d.Severity == gates.Error && d.Claim != "" && d.Span.File != "" {
			from, _ := newPlaces(o.Texts).span(d.Span)
			why := "assay why " + gates.ShellWord(fmt.Sprintf("%s:%d", d.Span.File, from.Line))
			o.Messagef("%s `%s` shows what the first error rests on, `assay explain %s` what it means", o.style(green, "next:"), o.Command(why), d.Code)
			break
		}
	}
	if n := r.Summary.Errors + r.Summary.Warnings; r.Summary.Errors > 0 && n >= manyFaults && r.Baseline == nil && r.Change == nil && len(r.Paths) == 0 {
		o.Messagef("%s", o.Say(fmt.Sprintf("%d faults are a lot to mend at once: `assay check --baseline-write` lets them be for a while, and only what is new fails", n)))
	}
	if next := o.checkNext(r); next != "" {
		o.Messagef("%s", o.Say(next))
	}
}

// manyFaults are more than somebody would want to mend before the next commit.
const manyFaults = 25

// answerLine is the line that answers.
func (o *Out) answerLine(r *reports.CheckReport) string {
	switch {
	case r.Change == nil:
		return claimsLine(r.Summary)
	case r.Files > 0:
		return plural(r.Files, "note") + " touched; " + claimsLine(r.Summary)
	case len(r.Diagnostics) == 0:
		return "no note is touched, and none is the worse for the change"
	}
	return "no note is touched"
}

// checkNext is what a reader would do now.
func (o *Out) checkNext(r *reports.CheckReport) string {
	switch {
	case r.Change != nil:
		return ""
	case r.Guest && r.Files == 0:
		return ""
	case r.Guest && r.Summary.Cited == 0:
		return "this vault has no " + gates.PolicyFile + ", so nothing is required of it, and nothing cites a source; `assay gaps` lists what is missing"
	case r.Guest:
		return "this vault has no " + gates.PolicyFile + ", so nothing is required of it; `assay gaps` lists what is missing, `assay adopt` sets a bar"
	}
	return ""
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
	Known    []Diagnostic            `json:"known,omitempty"`      // what a baseline lets be
	List     *[]reports.ClaimRow     `json:"claim_list,omitempty"` // with --claims: every claim that is graded, whatever a baseline lets be
}

// CheckJSON writes it as JSON.
func (o *Out) CheckJSON(r *reports.CheckReport) error {
	return o.Object(CheckAnswer{r.Vault, r.Guest, r.Claims, r.Summary, r.Judge, Rows(r.Diagnostics, o.Texts), r.Change, r.Baseline, Rows(r.Known, o.Texts), listed(r.List)})
}

// listed leaves out a list that nobody asked for, and not one that is empty.
func listed(rows []reports.ClaimRow) *[]reports.ClaimRow {
	if rows == nil {
		return nil
	}
	return &rows
}

// baseline says what a baseline made of a check, in one line, and what to do about it.
func (o *Out) baseline(b *reports.BaselineReport) {
	if b == nil {
		return
	}
	o.Printf("%s\n", baselineLine(b, o.Path(b.File)))
	if b.Fixed > 0 {
		o.Messagef("%s %s", o.style(green, "next:"), o.Say(fmt.Sprintf("%d of the baseline %s fixed; `assay check --baseline-prune` drops %s, and what comes back then counts",
			b.Fixed, verb(b.Fixed, "is", "are"), verb(b.Fixed, "it", "them"))))
	}
}

func baselineLine(b *reports.BaselineReport, file string) string {
	line := fmt.Sprintf("%d known (%s), %d new", b.Known, file, b.New)
	if b.Expired > 0 {
		line += fmt.Sprintf("; %d %s known, and the time given for %s is over", b.Expired, verb(b.Expired, "was", "were"), verb(b.Expired, "it", "them"))
	}
	return line
}
