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

// OK reports a ledger that is whole.
func (r LedgerReport) OK() bool {
	errs, _, _ := gates.Count(r.Diagnostics)
	return errs == 0
}

// Ledger writes it as text.
func (o *Out) Ledger(r LedgerReport) {
	o.Diagnostics(r.Diagnostics)
	verdict := "whole"
	if !r.OK() {
		verdict = "not whole"
	}
	o.Printf("%s\n", o.Bold(fmt.Sprintf("%s: %s, %s", o.Path(r.File), reports.Count(r.Events, "event"), verdict)))
	if r.OK() {
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
	return o.Object(LedgerAnswer{r.File, r.OK(), r.Events, list(r.Heads), Rows(r.Diagnostics, o.Texts)})
}
