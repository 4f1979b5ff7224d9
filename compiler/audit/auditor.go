// Package audit looks at the pages of a source as stored, for what reading them lost
// or spoilt. A source that fails it is no source of drafts.
package audit

import (
	"assay/compiler/acquire"
	"assay/compiler/index"
	"assay/compiler/view"
)

// An Auditor looks at the pages of sources as they were stored.
type Auditor struct {
	*view.View
	Index   *index.Indexer
	Acquire *acquire.Acquirer
}
