package draft

import (
	"maps"
	"path"
	"slices"
	"strconv"

	"assay/compiler/index"
	"assay/compiler/view"
	"assay/provenance"
)

func (dr *Drafter) KeepThin() {
	names := slices.Sorted(maps.Keys(dr.Memo.Thin))
	dr.Results.Memo[dr.Memo.thinOf] = names
	dr.Results.Store.Put(dr.Memo.thinOf, view.EncodeJSON(names))
}

// RecallThin reads on which topics the evidence, as it is and as it is thought of, says too
// little for a draft. To find that out costs more than all else that a plan does with
// topics.
func (dr *Drafter) RecallThin() {
	parts := []string{"thin topics", index.EmbedderOf(dr.Policy), strconv.Itoa(dr.Policy.Vault.MinNoteWords), dr.EvidenceDigest()}
	for _, f := range dr.Stored() {
		if path.Base(f.Path) == provenance.SourceFile {
			id := path.Base(path.Dir(f.Path))
			parts = append(parts, id, dr.State(provenance.SourceID(id)).State.String())
		}
	}
	m, k := dr.Memo, view.KeyOf(parts...)
	if m.Thin == nil || m.thinOf != k {
		m.Thin, m.thinOf = map[string]bool{}, k
		names, _ := view.Lookup(dr.Results, k, view.DecodeJSON[[]string])
		for _, name := range names {
			m.Thin[name] = true
		}
	}
}
