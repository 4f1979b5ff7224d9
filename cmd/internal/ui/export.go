package ui

import (
	"assay/compiler/export"
	"assay/compiler/reports"
)

// Exported says what was written for other tools, or would be.
func (o *Out) Exported(x *export.Exported) {
	for _, l := range x.Left {
		o.Printf("%s %s: %s\n", o.Dim("left alone "), o.Path(l.File), l.Why)
	}
	for _, note := range x.Stripped {
		o.Printf("%s %s: not all of its claims hold now\n", o.Dim("stamp taken"), o.Path(note))
	}
	verb := "wrote"
	switch {
	case x.DryRun:
		verb = "would write"
	case len(x.Written) == 0:
		verb = "nothing to write:"
	}
	to := ""
	if x.To != "" {
		to = " to " + x.To
	}
	o.Printf("%s %s%s; %d of %d verified by %s\n", o.Bold(verb), reports.Count(len(x.Written), "note"), to, len(x.Verified), x.Notes, export.Verifier)
}
