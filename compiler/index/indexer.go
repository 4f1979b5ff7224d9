// Package index keeps the index of stored passages and their vectors, and searches it.
package index

import (
	"sync"

	"assay/compiler/view"
	"assay/provenance"
)

// An Indexer keeps the index of stored passages what the vault says.
type Indexer struct {
	*view.View
	Memo *Memo

	Digest     string // of the passages that the index should hold; "" for none
	indexed    []indexedPage
	unembedded bool // some of them have no vectors
	indexing   sync.Mutex
}

// Memo is what was read of stored pages, kept over the plans of a process.
type Memo struct {
	pages view.ReadMemo[pageKey, provenance.PageFile]
}
