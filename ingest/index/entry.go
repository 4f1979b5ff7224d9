package index

import (
	"github.com/blevesearch/bleve/v2/document"
	bleve "github.com/blevesearch/bleve_index_api"

	"assay/ingest"
)

// newEntry is a passage as the text index takes it, ready counted; shown is what a hit shows
// of it.
func newEntry(d ingest.Doc, shown []byte, counts []ingest.Count, length int) *document.Document {
	e := document.NewDocument(string(d.ID))
	e.AddField(document.NewTextFieldCustom(fieldSource, nil, []byte(d.Source), bleve.IndexField, nil))
	e.AddField(&terms{document.NewTextFieldCustom(fieldTerms, nil, nil, bleve.IndexField, nil), counts, length, nil})
	e.AddField(document.NewTextFieldCustom(fieldDoc, nil, shown, bleve.StoreField, nil))
	e.SetIndexed()
	return e
}

// terms are a field of terms that are counted already.
type terms struct {
	*document.TextField
	counts []ingest.Count
	length int
	freqs  bleve.TokenFrequencies
}

func (t *terms) AnalyzedLength() int { return max(1, t.length) }

func (t *terms) AnalyzedTokenFrequencies() bleve.TokenFrequencies { return t.freqs }

// Analyze gives bleve the counts in its own terms.
func (t *terms) Analyze() {
	t.freqs = make(bleve.TokenFrequencies, len(t.counts))
	backing := make([]bleve.TokenFreq, len(t.counts))
	for i, c := range t.counts {
		backing[i].Term = []byte(c.Term)
		backing[i].SetFrequency(c.N)
		t.freqs[c.Term] = &backing[i]
	}
}
