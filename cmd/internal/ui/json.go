package ui

import (
	"encoding/json"
	"fmt"

	"assay/compiler/reports"
	"assay/gates"
)

// Diagnostic is a diagnostic as JSON: paths of the vault with '/', lines and
// columns from 1, columns in code points, ends exclusive.
type Diagnostic struct {
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Tier     string `json:"tier,omitempty"`
	Message  string `json:"message"`
	Hint     string `json:"hint,omitempty"`
	reports.ClaimPlace
	Claim     string    `json:"claim,omitempty"` // id of the claim that it is about
	Related   []Related `json:"related"`         // other places that matter, such as the quote
	Fix       *Fix      `json:"fix,omitempty"`
	Elsewhere bool      `json:"elsewhere,omitempty"` // in a check of a change: it did not touch this place, and broke it

	Witnesses *gates.WitnessCount `json:"witnesses,omitempty"` // of a claim with too few
}

// Related is another place that matters, as JSON.
type Related struct {
	reports.ClaimPlace
	Message string `json:"message"`
}

// Fix is a change to accept, as JSON.
type Fix struct {
	Title string `json:"title"`
	Edits []Edit `json:"edits"`
}

// Edit replaces a range of a file, as JSON.
type Edit struct {
	reports.ClaimPlace
	Text string `json:"text"`
}

// Rows renders diagnostics for JSON. It is never nil: an empty list is [].
func Rows(ds []gates.Diagnostic, texts Texts) []Diagnostic { return rows(ds, newPlaces(texts)) }

func rows(ds []gates.Diagnostic, at *places) []Diagnostic {
	rows := make([]Diagnostic, 0, len(ds))
	for _, d := range ds {
		row := Diagnostic{
			Code: string(d.Code), Severity: d.Severity.String(), Message: d.Message, Hint: d.Hint, ClaimPlace: at.place(d.Span),
			Claim: string(d.Claim), Related: make([]Related, 0, len(d.Related)), Witnesses: d.Witnesses, Elsewhere: d.Elsewhere,
		}
		if d.Graded {
			row.Tier = d.Tier.String()
		}
		for _, r := range d.Related {
			row.Related = append(row.Related, Related{at.place(at.narrow(r)), r.Message})
		}
		if d.Fix != nil {
			row.Fix = &Fix{Title: d.Fix.Title}
			for _, e := range d.Fix.Edits {
				row.Fix.Edits = append(row.Fix.Edits, Edit{at.place(e.Span), e.Text})
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// Object writes a command's answer as JSON.
func (o *Out) Object(v any) error {
	o.progress.hide()
	e := json.NewEncoder(o.Stdout)
	e.SetEscapeHTML(false)
	if !o.Lines {
		e.SetIndent("", "  ")
	}
	if err := e.Encode(v); err != nil {
		return fmt.Errorf("write answer: %w", err)
	}
	return nil
}
