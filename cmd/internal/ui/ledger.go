package ui

import (
	"fmt"

	"assay/compiler/reports"
	"assay/gates"
)

// LedgerAnswer is an audit of the ledger, as JSON.
type LedgerAnswer struct {
	Ledger      string       `json:"ledger"`
	OK          bool         `json:"ok"`
	Events      int          `json:"events"` // how many are intact
	Heads       []string     `json:"heads"`  // events that no other names
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// Ledger writes it as text.
func (o *Out) Ledger(r LedgerAnswer, ds []gates.Diagnostic) {
	o.Diagnostics(ds)
	verdict := "whole"
	if !r.OK {
		verdict = "not whole"
	}
	o.Printf("%s\n", o.Bold(fmt.Sprintf("%s: %s, %s", o.Path(r.Ledger), reports.Count(r.Events, "event"), verdict)))
	if r.OK {
		o.Messagef("%s", o.Dim("lines cut from the end leave no trace in the ledger itself; git shows them"))
	}
}
