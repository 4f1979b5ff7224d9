package ui

import (
	"fmt"
	"strings"

	"assay/compiler/author"
	"assay/compiler/reports"
	"assay/compiler/review"
)

// Conflicts writes the claims that cannot both hold, each pair with its way out.
func (o *Out) Conflicts(rows []review.ConflictRow) {
	for _, r := range rows {
		o.Printf("%s %s\n", o.Bold(string(r.ID)), o.Dim(r.Kind))
		o.side("new", r.New)
		o.side("existing", r.Existing)
		o.Printf("  %s %s\n", o.style(green, fmt.Sprintf("%-11s", r.Proposal.Way)), o.Say(r.Proposal.Reason))
		o.Printf("              %s\n", o.Command(r.Command))
		o.advice(r.Advice, "  ")
		o.Printf("\n")
	}
	if len(rows) == 0 {
		o.Printf("%s\n", o.Bold("no claims contradict each other"))
		return
	}
	o.Printf("%s\n", o.Bold(reports.Count(len(rows), "conflict")))
}

// advice writes what an agent says of a conflict.
func (o *Out) advice(a *author.Advice, indent string) {
	switch {
	case a == nil:
		return
	case a.Refused != "":
		o.Printf("%s%s %s\n", indent, o.Dim("no advice: "), o.fit(a.Refused, len(indent)+12))
		return
	}
	o.Printf("%s%s %s: %s\n", indent, o.Dim(a.By+" says"), strings.TrimSpace(string(a.Way)+" "+a.Keep), a.Reason)
	for _, q := range [][2]string{{"new", a.New}, {"existing", a.Existing}} {
		if q[1] != "" {
			o.Printf("%s            %s %s\n", indent, o.Dim(q[0]+":"), o.fit("“"+q[1]+"”", len(indent)+22))
		}
	}
}

func (o *Out) side(name string, s review.ConflictSide) {
	o.Printf("  %-8s %s\n", name, o.Dim(fmt.Sprintf("%s:%d", o.Path(s.Note), s.Line)))
	o.Printf("           %s\n", o.fit(s.Text, 11))
	if s.Quote == "" {
		o.Printf("           %s\n", o.Dim("no evidence of it is held"))
		return
	}
	o.Printf("           %s %s\n", o.Dim("source:"), o.fit("“"+s.Quote+"”", 19))
	about := []string{s.Class}
	if s.Authority > 0 {
		about = append(about, fmt.Sprintf("authority %g", s.Authority))
	}
	if s.URL != "" {
		about = append([]string{s.URL}, about...)
	}
	o.Printf("           %s\n", o.Dim(strings.Join(append(about, dated(s)...), " · ")))
}

// Resolution writes how a conflict ends, or ended.
func (o *Out) Resolution(r *review.Resolution) {
	if r.Done {
		o.Printf("%s %s was settled as %s on %s by %s: %s\n", o.Bold("nothing to do:"), r.ID, r.As, day(r.At), r.By, r.Reason)
		return
	}
	o.Diff(r.Diff)
	if r.Diff == "" {
		o.Printf("no note changes\n")
	}
	for _, c := range r.Claims {
		o.Printf("%s %s\n", c.Tier, o.fit(c.Text, 3))
	}
	o.Printf("%s %s\n", o.Dim("why:"), o.Say(r.Reason))
	switch {
	case r.Applied:
		o.Printf("%s %s as %s; git undoes it: restore %s together\n", o.Bold("resolved"), r.ID, r.As, strings.Join(r.Written, ", "))
	case r.Needs != "":
		o.Printf("AUTH_REQUIRED: %s\n", o.Say(r.Needs))
	}
}
