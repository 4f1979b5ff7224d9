package ingest

import (
	"iter"
	"time"

	"assay/provenance"
)

// A Doc is a passage to be found.
type Doc struct {
	ID        provenance.ChunkID
	Source    provenance.SourceID
	Title     string // of the page
	URL       string
	Heading   []string // breadcrumb; may begin with the title
	Text      string
	Retrieved time.Time // zero where unknown
}

// Passage is what of it has words to be found by.
func (d Doc) Passage() Passage { return Passage{Title: d.Title, Heading: d.Heading, Text: d.Text} }

// A Query asks an index for passages: by words, and by vectors where it has some.
type Query struct {
	Text    string
	K       int                 // hits wanted; 10 if zero
	Source  provenance.SourceID // only passages of this source; "" for all
	Meaning bool                // by vectors alone

	// Vectors are those of all passages, and Set is their name: they are read where the
	// index has not read a set of that name before.
	Set     string
	Vectors iter.Seq2[Vector, error]
	// Vector is that of the query, by the model that made Vectors; nil for [Embed].
	Vector []float32
}

// A Vector is that of one passage, see [Pack].
type Vector struct {
	Chunk  provenance.ChunkID
	Source provenance.SourceID
	Packed []byte
}

// A Hit is a stored passage that answers a query, with everything a reader needs
// to attribute it. The scores are comparable within one result list only.
type Hit struct {
	Chunk     provenance.ChunkID
	Source    provenance.SourceID
	Score     float64 // what the list is ordered by, best first
	URL       string
	Title     string   // of the page
	Heading   []string // breadcrumb below the title
	Text      string
	Retrieved time.Time // zero where unknown
}
