package index

import (
	bleve "github.com/blevesearch/bleve_index_api"

	"assay/ingest"
)

// An entry is a passage as the text index takes it: ready counted.
type entry struct {
	id     string
	counts []ingest.Count
	length int
	fields [4]field
}

// newEntry prepares a passage; shown is what a hit shows of it.
func newEntry(d ingest.Doc, shown []byte, counts []ingest.Count, length int) *entry {
	e := &entry{id: string(d.ID), counts: counts, length: length}
	e.fields[0] = field{name: fieldID, value: e.id, options: bleve.IndexField | bleve.StoreField}
	e.fields[1] = field{name: fieldSource, value: string(d.Source), options: bleve.IndexField}
	e.fields[2] = field{name: fieldTerms, counts: counts, length: length, options: bleve.IndexField}
	e.fields[3] = field{name: fieldDoc, value: string(shown), options: bleve.StoreField}
	return e
}

// The methods of a bleve document.

func (e *entry) ID() string                                 { return e.id }
func (e *entry) Size() int                                  { return 64 + 48*len(e.counts) }
func (e *entry) VisitComposite(bleve.CompositeFieldVisitor) {}
func (e *entry) HasComposite() bool                         { return false }
func (e *entry) NumPlainTextBytes() uint64                  { return uint64(8 * e.length) }
func (e *entry) AddIDField()                                {}
func (e *entry) StoredFieldsBytes() uint64                  { return uint64(len(e.id) + len(e.fields[3].value)) }
func (e *entry) Indexed() bool                              { return true }

func (e *entry) VisitFields(visit bleve.FieldVisitor) {
	for i := range e.fields {
		visit(&e.fields[i])
	}
}

// A field is one field of an entry: a single value, or counted terms.
type field struct {
	name    string
	value   string
	options bleve.FieldIndexingOptions
	counts  []ingest.Count
	length  int
	freqs   bleve.TokenFrequencies
}

func (f *field) Name() string              { return f.name }
func (f *field) Value() []byte             { return []byte(f.value) }
func (f *field) ArrayPositions() []uint64  { return nil }
func (f *field) EncodedFieldType() byte    { return 't' }
func (f *field) NumPlainTextBytes() uint64 { return uint64(len(f.value)) }
func (f *field) AnalyzedLength() int       { return max(1, f.length) }

func (f *field) Options() bleve.FieldIndexingOptions { return f.options }

func (f *field) AnalyzedTokenFrequencies() bleve.TokenFrequencies { return f.freqs }

// Analyze gives bleve the counts in its own terms.
func (f *field) Analyze() {
	if f.counts == nil && f.value != "" {
		one := &bleve.TokenFreq{Term: []byte(f.value)}
		one.SetFrequency(1)
		f.freqs = bleve.TokenFrequencies{f.value: one}
		return
	}
	f.freqs = make(bleve.TokenFrequencies, len(f.counts))
	backing := make([]bleve.TokenFreq, len(f.counts))
	for i, c := range f.counts {
		backing[i].Term = []byte(c.Term)
		backing[i].SetFrequency(c.N)
		f.freqs[c.Term] = &backing[i]
	}
}
