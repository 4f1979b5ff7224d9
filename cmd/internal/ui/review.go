package ui

import (
	"fmt"
	"strings"

	"assay/compiler/author"
	"assay/compiler/reports"
	"assay/compiler/review"
	"assay/gates"
	"assay/provenance"
)

// A ReviewRow is a thing that waits for a person, as `assay review` shows it.
type ReviewRow struct {
	review.Item
	Held string             `json:"held,omitempty"` // of a held draft: what holds it
	Told []gates.Diagnostic `json:"-"`              // what the gates say of the claim, with the other side's words
}

// Review writes what waits for a person.
func (o *Out) Review(rows []ReviewRow) {
	at := newPlaces(o.Texts)
	for _, r := range rows {
		switch {
		case r.Claim.ID != "":
			o.Printf("%s\n", o.Bold(fmt.Sprintf("%s:%d", o.Path(r.Note), r.Claim.Line)))
			if r.Claim.Tier == provenance.T4.String() {
				o.conflict(r, at)
			} else {
				o.claim(r.Claim)
			}
		case r.Held != "":
			o.Printf("%s\n%s %s\n", o.Bold(o.Path(r.Note)), o.style(yellow, "held     "), o.Say(r.Held))
		default:
			o.Printf("%s\n%s every gate passes\n", o.Bold(o.Path(r.Note)), o.style(green, "ready    "))
		}
		if r.Command != "" {
			o.Printf("          %s\n\n", o.Command(r.Command))
		}
	}
	if len(rows) == 0 {
		o.Printf("%s\n", o.Bold("nothing waits for a person"))
		return
	}
	o.Printf("%s\n", o.Bold(reports.Count(len(rows), "thing")+" "+reports.Verb(len(rows), "waits", "wait")+" for a person"))
}

// conflict shows two claims that cannot both hold, and the ways out.
func (o *Out) conflict(r ReviewRow, at *places) {
	o.Printf("%s %s\n", o.style(red, "T4       "), o.Say(r.Claim.Reason))
	o.Printf("          %s %s\n", o.Dim("here: "), o.fit(r.Claim.Text, 17))
	for _, d := range r.Told {
		for _, related := range d.Related {
			span := at.narrow(related)
			from, _ := at.span(span)
			o.Printf("          %s %s\n", o.Dim("there:"), o.fit(related.Quote, 17))
			o.Printf("                 %s\n", o.Dim(fmt.Sprintf("%s:%d", o.Path(span.File), from.Line)))
		}
	}
	if r.Claim.Quote != "" {
		o.Printf("          %s %s\n", o.Dim("rests:"), o.fit(r.Claim.Quote, 17))
		o.Printf("                 %s\n", o.Dim(o.Path(r.Claim.Source)))
	}
	o.advice(r.Advice, "          ")
	o.Printf("          %s\n\n", "edit one of the two, or take the way out that `assay conflicts` proposes:")
}

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
