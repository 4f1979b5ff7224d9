package compiler

import (
	"assay/ingest/web"
	"assay/provenance"
	"time"
)

// An acquirer takes sources in: files that are here, and pages of the web.
type acquirer struct {
	*view
	index *indexer

	trails      *trails
	recrawl     map[provenance.SourceID]reread
	requestedBy string // by whom, where an agent or a client asked
	intakeOnly  bool
	waiting     []Waiting
	crawls      []crawlDone
	graphs      map[provenance.SourceID]*web.Graph // of sources that this plan proposes
	tried       []provenance.SourceID              // that could not be mapped
	nextTry     time.Time                          // when what could not be read is tried again
}
