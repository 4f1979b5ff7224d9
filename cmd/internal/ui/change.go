package ui

import (
	"assay/compiler/reports"
	"assay/gates"
)

// unchanged says that a change is none of the vault's, if it is none.
func (o *Out) unchanged(r *reports.CheckReport) bool {
	c := r.Change
	if c == nil {
		return false
	}
	for _, remark := range c.Remarks {
		o.Messagef("%s", o.Say(remark))
	}
	if len(c.Touched)+len(r.Diagnostics) > 0 { // what became a link is no file of the vault
		return false
	}
	if c.Staged {
		o.Messagef("nothing of the vault is staged")
	} else {
		o.Messagef("nothing of the vault changed since %s", c.Since)
	}
	return true
}

// faults writes diagnostics; of a change, those of places that it did not touch by
// themselves.
func (o *Out) faults(ds []gates.Diagnostic, c *reports.ChangeReport) {
	if c == nil || c.Elsewhere == 0 {
		o.Diagnostics(ds, Limits{})
		return
	}
	var here, elsewhere []gates.Diagnostic
	for _, d := range ds {
		if d.Elsewhere {
			elsewhere = append(elsewhere, d)
		} else {
			here = append(here, d)
		}
	}
	o.Diagnostics(here, Limits{})
	o.Printf("%s\n\n", o.Bold("not touched, but broken by the change:"))
	o.Diagnostics(elsewhere, Limits{})
}
