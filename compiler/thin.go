package compiler

import (
	"assay/provenance"
	"maps"
	"path"
	"slices"
	"strconv"
)

func (p *plan) keepThin() {
	r := p.results
	names := slices.Sorted(maps.Keys(r.thin))
	r.memo[r.thinOf] = names
	r.store.Put(r.thinOf, encodeJSON(names))
}

// recallThin reads on which topics the evidence, as it is and as it is thought of, says too
// little for a draft. To find that out costs more than all else that a plan does with
// topics.
func (p *plan) recallThin() {
	parts := []string{"thin topics", embedderOf(p.policy), strconv.Itoa(p.policy.Vault.MinNoteWords), p.evidenceDigest()}
	for _, f := range p.stored() {
		if path.Base(f.Path) == provenance.SourceFile {
			id := path.Base(path.Dir(f.Path))
			parts = append(parts, id, p.state(provenance.SourceID(id)).State.String())
		}
	}
	r, k := p.results, keyOf(parts...)
	if r.thin == nil || r.thinOf != k {
		r.thin, r.thinOf = map[string]bool{}, k
		names, _ := lookup(r, k, decodeJSON[[]string])
		for _, name := range names {
			r.thin[name] = true
		}
	}
}
