package index

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"assay/ingest"
)

// A piece is a segment of a new index whose vectors wait for the embedder. Its
// terms lie beside it on disk, so that memory does not grow with the index.
type piece struct {
	path string // without extension
	rows []row  // id and tag only
}

// newPiece writes the .doc file of rows, and their features: a count, then hash
// and number of each.
func newPiece(folder string, n int, rows []row, features [][]ingest.Feature) (piece, error) {
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(rows[a].doc.ID, rows[b].doc.ID) })
	sorted := make([]row, len(rows))
	var spool []byte
	for i, at := range order {
		sorted[i] = rows[at]
		spool = binary.LittleEndian.AppendUint32(spool, uint32(len(features[at])))
		for _, f := range features[at] {
			spool = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint64(spool, f.Hash), f.N)
		}
	}
	g := piece{path: filepath.Join(folder, fmt.Sprintf("piece-%d", n))}
	if err := writeDocs(g.path+".doc", sorted); err != nil {
		return g, fmt.Errorf("write segment: %w", err)
	}
	if err := os.WriteFile(g.path+".terms", spool, 0o644); err != nil {
		return g, fmt.Errorf("write segment: %w", err)
	}
	g.rows = make([]row, len(sorted))
	for i, r := range sorted {
		g.rows[i].doc.ID, g.rows[i].tag = r.doc.ID, r.tag
	}
	return g, nil
}

// finish writes the vectors and moves both files to their final names.
func (g piece) finish(ctx context.Context, folder string, e *ingest.Embedder) (segmentRef, error) {
	ref := segmentRef{Name: segmentName(e.Hash(), g.rows), Rows: len(g.rows)}
	if err := ctx.Err(); err != nil {
		return ref, err
	}
	spool, unmap, err := mapFile(g.path + ".terms")
	if err != nil {
		return ref, fmt.Errorf("write segment: %w", err)
	}
	defer unmap()
	starts := make([][]byte, len(g.rows))
	for i := range starts {
		size := 4 + 12*int(binary.LittleEndian.Uint32(spool))
		starts[i], spool = spool[4:size], spool[size:]
	}
	vectors := make([][]float32, len(g.rows))
	parallel(len(vectors), func(i int) { vectors[i] = e.EmbedFeatures(readFeatures(starts[i])) })
	if err := writeVectors(g.path+".f32", len(vectors), func(i int) []float32 { return vectors[i] }); err != nil {
		return ref, fmt.Errorf("write segment: %w", err)
	}
	for _, ext := range []string{".doc", ".f32"} {
		if err := os.Rename(g.path+ext, filepath.Join(folder, ref.Name+ext)); err != nil {
			return ref, fmt.Errorf("write segment: %w", err)
		}
	}
	return ref, nil
}

func readFeatures(b []byte) []ingest.Feature {
	features := make([]ingest.Feature, len(b)/12)
	for i := range features {
		features[i].Hash = binary.LittleEndian.Uint64(b[12*i:])
		features[i].N = binary.LittleEndian.Uint32(b[12*i+8:])
	}
	return features
}
