package ingest

import (
	"time"

	"assay/provenance"
)

// Page lays a document out as the page file of a source.
func Page(source provenance.SourceID, doc Document, retrieved time.Time, o SplitOptions) provenance.PageFile {
	p := provenance.PageFile{
		Source:    source,
		Title:     doc.Title,
		URL:       doc.URL,
		Author:    doc.Author,
		Published: doc.Published,
		Language:  doc.Language,
		Licence:   doc.Licence,
		Hash:      doc.Hash,
		Retrieved: retrieved,
	}
	for _, c := range Split(doc, source, o) {
		p.Chunks = append(p.Chunks, provenance.Passage{ID: c.ID, Heading: c.Heading, Text: c.Text, Intact: true})
	}
	return p
}

// Repage lays out a page that is already stored, as it was fetched again. Passages
// that still stand in it keep their cut and so their ids; those that it no longer
// has and that are cited are kept as superseded.
func Repage(old provenance.PageFile, doc Document, retrieved time.Time, o SplitOptions, cited func(provenance.ChunkID) bool) provenance.PageFile {
	o.Keep = nil
	for _, c := range old.Chunks {
		if c.Intact {
			o.Keep = append(o.Keep, c.Text)
		}
	}
	return old.Renew(Page(old.Source, doc, retrieved, o), cited)
}
