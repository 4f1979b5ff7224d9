package ui

import (
	"fmt"

	"assay/compiler/reports"
	"assay/gates"
)

// A LedgerReport is what `assay ledger verify` found.
type LedgerReport struct {
	File        string
	Events      int
	Heads       []string
	Diagnostics []gates.Diagnostic
}

// Ledger writes it as text.
func (o *Out) Ledger(r LedgerReport) {
	o.Diagnostics(r.Diagnostics)
	errs, _, _ := gates.Count(r.Diagnostics)
	verdict := "whole"
	if errs > 0 {
		verdict = "not whole"
	}
	o.Printf("%s\n", o.Bold(fmt.Sprintf("%s: %s, %s", o.Path(r.File), reports.Count(r.Events, "event"), verdict)))
	if errs == 0 {
		o.Messagef("%s", o.Dim("lines cut from the end leave no trace in the ledger itself; git shows them"))
	}
}

// LedgerAnswer is an audit of the ledger, as JSON.
type LedgerAnswer struct {
	Ledger      string       `json:"ledger"`
	OK          bool         `json:"ok"`
	Events      int          `json:"events"` // how many are intact
	Heads       []string     `json:"heads"`  // events that no other names
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// LedgerJSON writes it as JSON.
func (o *Out) LedgerJSON(r LedgerReport) error {
	errs, _, _ := gates.Count(r.Diagnostics)
	return o.Object(LedgerAnswer{r.File, errs == 0, r.Events, list(r.Heads), Rows(r.Diagnostics, o.Texts)})
}
