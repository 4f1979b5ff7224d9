package ui

import (
	"fmt"
	"strings"

	"assay/compiler/fix"
	"assay/compiler/reports"
)

// Diff shows a unified diff.
func (o *Out) Diff(diff string) {
	for line := range strings.Lines(diff) {
		line = Visible(strings.TrimRight(line, "\r\n"))
		switch {
		case strings.HasPrefix(line, "+++"), strings.HasPrefix(line, "---"):
			o.Printf("%s\n", o.Bold(line))
		case strings.HasPrefix(line, "+"):
			o.Printf("%s\n", o.style(green, line))
		case strings.HasPrefix(line, "-"):
			o.Printf("%s\n", o.style("31", line))
		case strings.HasPrefix(line, "@@"):
			o.Printf("%s\n", o.style("36", line))
		default:
			o.Printf("%s\n", line)
		}
	}
}

// Fixed says what was repaired, or would be.
func (o *Out) Fixed(f *fix.Fixes) {
	for _, l := range f.Left {
		o.Printf("%s %s: %s\n", o.Dim("left alone "), o.Path(l.File), l.Why)
	}
	notes := map[string]bool{}
	for _, x := range f.Fixes {
		notes[x.Note] = true
	}
	var parts []string
	for _, k := range fix.Kinds {
		parts = append(parts, present(counted{f.Counts[k], string(k)})...)
	}
	if f.Dropped > 0 {
		o.Printf("%s not certain when tried, and left\n", reports.Count(f.Dropped, "repair"))
	}
	switch {
	case len(f.Fixes) == 0:
		o.Printf("nothing is certain enough to repair\n")
	case f.DryRun:
		o.Printf("%s in %s: %s\n", o.Bold(reports.Count(len(f.Fixes), "repair")), reports.Count(len(notes), "note"), strings.Join(parts, ", "))
		o.Messagef("%s `%s`", o.Bold("next:"), o.Command("assay fix"))
	default:
		o.Printf("%s in %s: %s\n", o.Bold("repaired "+fmt.Sprint(len(f.Fixes))), reports.Count(len(notes), "note"), strings.Join(parts, ", "))
		o.Messagef("%s `%s`", o.Bold("next:"), o.Command("assay check"))
	}
}
