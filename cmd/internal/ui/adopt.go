package ui

import (
	"cmp"
	"fmt"
	"strings"

	"assay/compiler/adopt"
	"assay/compiler/reports"
	"assay/gates"
)

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
