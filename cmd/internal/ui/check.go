package ui

import (
	"assay/compiler"
	"assay/gates"
)

// Check writes what `assay check` found, as text: diagnostics, then how many, then
// the line that answers.
func (o *Out) Check(r *compiler.CheckReport, l Limits) {
	ds := r.Diagnostics
	if r.Guest {
		ds = gates.WorstFirst(ds)
	}
	o.Diagnostics(ds, l)
	if line := faultsLine(r.Summary); line != "" {
		o.Printf("%s\n", line)
	}
	o.Printf("%s\n", o.Bold(claimsLine(r.Summary)))
	if r.Guest && r.Files > 0 {
		o.Messagef("%s", o.Dim("this vault has no "+gates.PolicyFile+", so nothing is required of it; `assay gaps` lists what is missing, `assay init` sets a bar"))
	}
}

// CheckJSON writes it as JSON.
func (o *Out) CheckJSON(r *compiler.CheckReport) error {
	return o.Object(struct {
		Vault       string           `json:"vault"`
		Guest       bool             `json:"guest,omitempty"`
		Claims      compiler.Tally   `json:"claims"`
		Summary     compiler.Summary `json:"summary"`
		Diagnostics []Diagnostic     `json:"diagnostics"`
	}{r.Vault, r.Guest, r.Claims, r.Summary, Rows(r.Diagnostics, o.Texts)})
}
