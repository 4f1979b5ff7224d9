package ui

import (
	"fmt"
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
		parts = append(parts, plural(s.Answered, "claim")+" judged by it")
	}
	if s.Unanswered > 0 {
		parts = append(parts, plural(s.Unanswered, "claim")+" graded by the built-in judge alone")
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

// spent is what questions cost, as far as it is known.
func spent(c reports.Cost) string {
	if c.Tokens == 0 {
		return ""
	}
	return fmt.Sprintf(" for %d tokens", c.Tokens)
}
