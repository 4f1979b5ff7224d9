package audit

import (
	"maps"
	"slices"

	"assay/compiler/view"
	"assay/ingest/alike"
	"assay/provenance"
)

// A PageRef names a stored page.
type PageRef struct {
	source provenance.SourceID
	file   string // below the source's folder
}

// Mirrors asks for the inspections of all sources held, and finds the near-copies among them. ok
// is false while sources are still being looked at.
func (au *Auditor) Mirrors() (all map[provenance.SourceID]Inspection, copies map[PageRef][]PageRef, ok bool) {
	ok = true
	all = au.inspections(func(id provenance.SourceID, files []string) (Inspection, bool) {
		a := au.inspectAction(id, files)
		in, known := view.Need[Inspection](au.View, a)
		ok = ok && (known || au.Failed(a))
		return in, known
	})
	if !ok {
		return nil, nil, false
	}
	return all, MirrorsIn(all), true
}

// MirrorsIn gives each page that has a near-copy in any source, its own included, all of them with
// itself, in one order: however many there are, they are one witness.
func MirrorsIn(all map[provenance.SourceID]Inspection) map[PageRef][]PageRef {
	var refs []PageRef
	var sketches []alike.Sketch
	for _, id := range slices.Sorted(maps.Keys(all)) {
		for _, page := range all[id].Pages {
			if page.words >= view.MirrorWords && page.flaw == sound {
				refs = append(refs, PageRef{id, page.file})
				sketches = append(sketches, page.sketch)
			}
		}
	}
	out := map[PageRef][]PageRef{}
	for _, group := range alike.Groups(sketches, nil) {
		same := make([]PageRef, len(group))
		for i, n := range group {
			same[i] = refs[n]
		}
		for _, ref := range same {
			out[ref] = same
		}
	}
	return out
}
