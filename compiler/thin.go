package compiler

import (
	"assay/provenance"
	"maps"
	"path"
	"slices"
	"strconv"
)

func (p *drafter) keepThin() {
	names := slices.Sorted(maps.Keys(p.draftMemo.thin))
	p.results.memo[p.draftMemo.thinOf] = names
	p.results.store.Put(p.draftMemo.thinOf, encodeJSON(names))
}

// recallThin reads on which topics the evidence, as it is and as it is thought of, says too
// little for a draft. To find that out costs more than all else that a plan does with
// topics.
func (p *drafter) recallThin() {
	parts := []string{"thin topics", embedderOf(p.policy), strconv.Itoa(p.policy.Vault.MinNoteWords), p.evidenceDigest()}
	for _, f := range p.stored() {
		if path.Base(f.Path) == provenance.SourceFile {
			id := path.Base(path.Dir(f.Path))
			parts = append(parts, id, p.state(provenance.SourceID(id)).State.String())
		}
	}
	m, k := p.draftMemo, keyOf(parts...)
	if m.thin == nil || m.thinOf != k {
		m.thin, m.thinOf = map[string]bool{}, k
		names, _ := lookup(p.results, k, decodeJSON[[]string])
		for _, name := range names {
			m.thin[name] = true
		}
	}
}
