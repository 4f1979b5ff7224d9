package index

import (
	"fmt"

	"assay/ingest"
)

// A model is an embedder on a mapped file.
type model struct {
	*ingest.Embedder
	close func() error
}

func openModel(path, hash string, verify bool) (*model, error) {
	b, unmap, err := mapFile(path)
	if err != nil {
		return nil, fmt.Errorf("open embedder: %w: %w", errCorrupt, err)
	}
	e, err := ingest.ReadEmbedder(hash, b, verify)
	if err != nil {
		unmap()
		return nil, fmt.Errorf("open embedder %s: %w: %w", path, errCorrupt, err)
	}
	return &model{e, unmap}, nil
}
