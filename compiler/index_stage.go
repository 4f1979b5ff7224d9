package compiler

import (
	"assay/provenance"
	"sync"
)

// An indexer keeps the index of stored passages what the vault says.
type indexer struct {
	*view
	indexMemo *indexMemo

	digest     string // of the passages that the index should hold; "" for none
	indexed    []indexedPage
	unembedded bool // some of them have no vectors
	indexing   sync.Mutex
}

// indexMemo is what was read of stored pages, kept over the plans of a process.
type indexMemo struct {
	pages readMemo[pageKey, provenance.PageFile]
}
