package compiler

import (
	"maps"
	"slices"

	"assay/ingest/alike"
	"assay/provenance"
)

// A pageRef names a stored page.
type pageRef struct {
	source provenance.SourceID
	file   string // below the source's folder
}

// mirrors gives each page that has a near-copy in any source held, its own included,
// all of them with itself, in one order: however many there are, they are one
// witness. ok is false while sources are still being looked at.
func (p *auditor) mirrors() (m map[pageRef][]pageRef, ok bool) {
	all := map[provenance.SourceID]inspection{}
	ok = true
	held := p.pagesBySource()
	for _, id := range slices.Sorted(maps.Keys(held)) { // actions are asked for in one order
		files := held[id]
		if p.state(id).State == provenance.Rejected {
			continue
		}
		if in, known := p.inspection(id, files); known {
			all[id] = in
		} else if !p.failed(p.inspectAction(id, files)) {
			ok = false
		}
	}
	if !ok {
		return nil, false
	}
	return mirrorsIn(all), true
}

// mirrorsIn finds near-copies among sources.
func mirrorsIn(all map[provenance.SourceID]inspection) map[pageRef][]pageRef {
	var refs []pageRef
	var sketches []alike.Sketch
	for _, id := range slices.Sorted(maps.Keys(all)) {
		for _, page := range all[id].pages {
			if page.words >= mirrorWords && page.flaw == sound {
				refs = append(refs, pageRef{id, page.file})
				sketches = append(sketches, page.sketch)
			}
		}
	}
	out := map[pageRef][]pageRef{}
	for _, group := range alike.Groups(sketches, nil) {
		same := make([]pageRef, len(group))
		for i, n := range group {
			same[i] = refs[n]
		}
		for _, ref := range same {
			out[ref] = same
		}
	}
	return out
}
