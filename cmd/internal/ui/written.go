package ui

import (
	"cmp"
	"fmt"
	"strings"

	"assay/compiler/adopt"
	"assay/compiler/export"
	"assay/compiler/fix"
	"assay/compiler/reports"
	"assay/gates"
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

// Adoption writes what became, or would become, of a vault that another tool wrote.
func (o *Out) Adoption(a *adopt.Adoption) {
	o.Printf("%s\n", o.Bold(a.Vault))
	for _, found := range a.Found {
		o.Printf("%s\n", o.Say(found))
	}
	if a.Had {
		o.Printf("it has a policy, which stays as it is\n")
	}
	for _, e := range a.Evidence {
		o.Printf("%s %s\n", o.Dim("evidence   "), o.Path(e))
	}
	verb := "wrote      "
	if a.DryRun {
		verb = "would write"
	}
	inSources := 0
	notes := map[string]int{}
	for _, r := range a.Rewritten {
		notes[r.Note] = r.Citations
	}
	for _, path := range a.Written {
		switch n, rewritten := notes[path]; {
		case rewritten:
			o.Printf("%s %s: %s\n", o.Bold(verb), o.Path(path), reports.Count(n, "citation")+" that "+reports.Verb(n, "holds", "hold")+", nothing else")
		case strings.HasPrefix(path, a.Sources+"/"):
			inSources++
		default:
			o.Printf("%s %s\n", o.Bold(verb), o.Path(path))
		}
	}
	if inSources > 0 {
		what := "the ledger, and what it takes to undo this"
		if a.Stored > 0 {
			what = "the text of " + reports.Count(a.Stored, "original") + ", " + what
		}
		o.Printf("%s %s: %s\n", o.Bold(verb), o.Path(a.Sources)+"/", what)
	}
	for _, l := range a.Left {
		o.Printf("%s %s: %s\n", o.Dim("left alone "), o.Path(l.File), l.Why)
	}
	for _, f := range a.Failures {
		o.Printf("%s %s: %s\n", o.style(violet, "not stored "), o.Path(f.Target), f.Error)
	}
	b := a.Before
	checked := strings.Join(standingOf(b.T5+b.T3+b.T2, b.T1, b.T0+b.T4), ", ")
	o.Printf("%s\n", o.Bold(fmt.Sprintf("of what is cited: %s; %d could not be checked", checked, b.Unchecked)))
	if !a.Had {
		o.bar(a)
	}
}

// bar says what the policy will ask, and what is found by it today.
func (o *Out) bar(a *adopt.Adoption) {
	o.named("the bar:", fmt.Sprintf("an error is a claim that its source contradicts or lacks, a citation that leads to nothing, "+
		"two notes that contradict each other; weak evidence is a warning; what cites nothing is counted (%d)", a.Uncited))
	var parts []string
	for _, f := range a.Bar {
		parts = append(parts, fmt.Sprintf("%d %s (%s)", f.Count, f.Code, f.Severity))
	}
	if len(parts) > 0 {
		o.named("today:", strings.Join(parts, ", "))
	}
	switch {
	case a.Until != "":
		o.Printf("all of that is let be until %s (%s): only what is new fails `%s`\n", a.Until, o.Path(gates.BaselineFile), o.Command("assay check"))
	case a.Known > 0:
		o.Printf("%s lets all of that be: only what is new fails `%s`\n", o.Path(gates.BaselineFile), o.Command("assay check"))
	}
}

// named writes a name and what belongs to it, broken between words where a line is full.
func (o *Out) named(name, text string) {
	width := cmp.Or(o.Width, screenWidth)
	lines := strings.Join(wrap(name+" "+text, width, len(text)), "\n")
	o.Printf("%s%s\n", o.Bold(name), strings.TrimPrefix(lines, name))
}

// AdoptionNext says what one would do now.
func (o *Out) AdoptionNext(a *adopt.Adoption) {
	if a.Known > 0 {
		o.Messagef("%s `%s` lists what is let be; mend it, and `%s` takes it off the list", o.style(green, "next:"), o.Command("assay check --all"), o.Command("assay check --baseline-prune"))
	} else {
		o.Messagef("%s `%s` grades the notes from now on", o.style(green, "next:"), o.Command("assay check"))
	}
	o.Messagef("`%s` drafts what is missing; `%s` has git check each commit; `%s` takes this back", o.Command("assay build"), o.Command("assay hook install"), o.Command("assay adopt --undo"))
}

// Abandoned writes what taking an adoption back did.
func (o *Out) Abandoned(a *adopt.Abandoned) {
	restored, removed := "restored   ", "removed    "
	if a.DryRun {
		restored, removed = "would restore", "would remove "
	}
	for _, f := range a.Restored {
		o.Printf("%s %s\n", o.Bold(restored), o.Path(f))
	}
	for _, f := range a.Removed {
		o.Printf("%s %s\n", o.Bold(removed), o.Path(f))
	}
	for _, k := range a.Kept {
		o.Printf("%s %s: %s\n", o.Dim("kept       "), o.Path(k.File), k.Why)
	}
}
