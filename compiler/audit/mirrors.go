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

// Mirrors gives each page that has a near-copy in any source held, its own included,
// all of them with itself, in one order: however many there are, they are one
// witness. ok is false while sources are still being looked at.
func (au *Auditor) Mirrors() (m map[PageRef][]PageRef, ok bool) {
	all := map[provenance.SourceID]Inspection{}
	ok = true
	held := au.PagesBySource()
	for _, id := range slices.Sorted(maps.Keys(held)) { // actions are asked for in one order
		files := held[id]
		if au.State(id).State == provenance.Rejected {
			continue
		}
		if in, known := au.inspection(id, files); known {
			all[id] = in
		} else if !au.Failed(au.inspectAction(id, files)) {
			ok = false
		}
	}
	if !ok {
		return nil, false
	}
	return MirrorsIn(all), true
}

// MirrorsIn finds near-copies among sources.
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
