package main

import (
	"os"
	"path/filepath"

	"assay/gates"
	"assay/vault"
)

// baseline says what lets the faults of an old vault be, and until when, where there is
// such a thing.
func (d *diagnosis) baseline(today gates.Day) {
	text, err := vault.ReadFile(filepath.Join(d.root, gates.BaselineFile))
	if os.IsNotExist(err) {
		return
	}
	var list *gates.Baseline
	if err == nil {
		list, err = gates.ParseBaseline(text)
	}
	if err != nil {
		d.wrong("baseline", gates.BaselineFile+" cannot be read: "+cause(err).Error(), "restore it from git")
		return
	}
	over, next := list.Over(today)
	switch {
	case list.Len() == 0:
		d.fine("baseline", "%s is empty: it may be deleted", gates.BaselineFile)
	case over == list.Len():
		d.fine("baseline", "all %d entries of %s are over, and count", over, gates.BaselineFile)
	default:
		d.fine("baseline", "%d errors and warnings are let be, the first of them until %s; %d more are over", list.Len()-over, next, over)
	}
}
