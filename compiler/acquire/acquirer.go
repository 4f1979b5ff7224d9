// Package acquire takes sources in: files that are here, and pages that a person let be
// crawled. Start with intake.go; sources on the web begin in remote.go, then crawl.go and take.go.
package acquire

import (
	"time"

	"assay/compiler/index"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/ingest/web"
	"assay/provenance"
)

// An Acquirer takes sources in: files that are here, and pages of the web.
type Acquirer struct {
	*view.View
	Index *index.Indexer

	Trails      *Trails
	Recrawl     map[provenance.SourceID]Reread
	RequestedBy string // who runs this: an agent, a client, or a person who said who they are
	IntakeOnly  bool
	Waiting     []reports.Waiting
	crawls      []crawlDone
	Graphs      map[provenance.SourceID]*web.Graph // of sources that this plan proposes
	tried       []provenance.SourceID              // that could not be mapped
	NextTry     time.Time                          // when what could not be read is tried again
}
