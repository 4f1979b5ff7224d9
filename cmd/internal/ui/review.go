package ui

import (
	"fmt"

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
