// Package assess says what came of the notes of a vault: what is told of each, counted, and the
// figures of a run.
package assess

import (
	"assay/compiler/acquire"
	"assay/compiler/conflict"
	"assay/compiler/draft"
	"assay/compiler/grade"
	"assay/compiler/view"
)

// An Assessor says what came of the notes.
type Assessor struct {
	*view.View
	Acquire  *acquire.Acquirer
	Conflict *conflict.Finder
	Grade    *grade.Grader
	Draft    *draft.Drafter

	promoted *promotions // what the ledger has; nil until it was looked through

	Brief bool // not all that there is to tell is asked for
}
