package ui

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/compiler/reports"
)

// judge says how the judge that policy names stands, and how many claims it decided.
func (o *Out) judge(j *reports.JudgeReport, s reports.Summary) {
	if j == nil {
		return
	}
	var parts []string
	if s.Answered > 0 {
		parts = append(parts, reports.Count(s.Answered, "claim")+" judged by it")
	}
	if s.Unanswered > 0 {
		parts = append(parts, reports.Count(s.Unanswered, "claim")+" graded by the built-in judge alone")
	}
	if len(parts) == 0 {
		parts = append(parts, "no claim needs it")
	}
	line := fmt.Sprintf("judge %s: %s", j.Name, strings.Join(parts, ", "))
	if j.Missing != "" {
		line += "; " + j.Missing
	}
	o.Printf("%s\n", o.Say(line))
	if j.Missing != "" && j.Hint != "" {
		o.Messagef("%s", o.Say("hint: "+j.Hint))
	}
}

// agents says what is to be known of agents that write drafts.
func (o *Out) agents(a *reports.AgentsReport) {
	if a == nil {
		return
	}
	for _, note := range slices.Sorted(maps.Keys(a.Wrote)) {
		o.Printf("%s %s by %s\n", o.style(green, "written "), o.Path(note), a.Wrote[note])
	}
	for _, note := range slices.Sorted(maps.Keys(a.Lacks)) {
		o.Printf("%s %s: its passages lack %s\n", o.style(yellow, "lacking "), o.Path(note), strings.Join(a.Lacks[note], "; "))
	}
	for _, note := range slices.Sorted(maps.Keys(a.Blind)) {
		o.Messagef("%s", o.Say("warning: "+note+" was written without live results: "+a.Blind[note]))
	}
	if a.Missing != "" {
		o.Printf("%s\n", o.Say("agents: "+a.Missing+"; the built-in Chronicler writes drafts"))
	}
	if len(a.Refused) > 0 {
		o.Printf("%s\n", o.Say("not acted on, since nobody here trusts the vault: "+strings.Join(a.Refused, ", ")))
	}
	if (a.Missing != "" || len(a.Refused) > 0) && a.Hint != "" {
		o.Messagef("%s", o.Say("hint: "+a.Hint))
	}
}

// spent is what questions cost, as far as it is known.
func spent(c reports.Cost) string {
	if c.Tokens == 0 {
		return ""
	}
	return fmt.Sprintf(" for %d tokens", c.Tokens)
}
