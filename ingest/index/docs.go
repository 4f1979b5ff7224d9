package index

import (
	"iter"

	"assay/provenance"
)

// Docs makes the arguments of [Store.Sync] from passages in memory.
func Docs(docs []Doc) (wanted iter.Seq[Ref], load func(provenance.ChunkID) (Doc, error)) {
	byID := make(map[provenance.ChunkID]int, len(docs))
	for i, d := range docs {
		if _, twice := byID[d.ID]; !twice {
			byID[d.ID] = i
		}
	}
	wanted = func(yield func(Ref) bool) {
		for _, d := range docs {
			if !yield(Ref{d.ID, d.Tag()}) {
				return
			}
		}
	}
	return wanted, func(id provenance.ChunkID) (Doc, error) { return docs[byID[id]], nil }
}
