package ingest

import (
	"time"

	"assay/provenance"
)

// A Hit is a stored passage that answers a query, with everything a reader needs
// to attribute it. The scores are comparable within one result list only.
type Hit struct {
	Chunk       provenance.ChunkID
	Source      provenance.SourceID
	Score       float64 // what the list is ordered by, best first
	TextScore   float64 // BM25, 0 where the text index did not return the passage
	VectorScore float64 // cosine, 0 where the vector index did not return it
	URL         string
	Title       string   // of the page
	Heading     []string // breadcrumb below the title
	Text        string
	Retrieved   time.Time // zero where unknown
}
