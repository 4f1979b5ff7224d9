package ingest

import (
	"cmp"
	"math"
	"slices"

	"github.com/cespare/xxhash/v2"
)

const (
	// SampleSize is how many passages an embedder is trained on at most: beyond
	// it, the directions found change little and the time grows.
	SampleSize = 16384

	// maxVocabulary bounds the terms an embedder knows: 32,768 rows of 191
	// numbers are 25 MB. The rarest are left to hashing.
	maxVocabulary = 32768

	// trainRounds of subspace iteration (Halko, Martinsson and Tropp, SIAM
	// Review 2011, algorithm 4.4); retrieval does not improve with more.
	trainRounds = 3
)

// SampleRank orders passages for the training sample: those with the lowest
// ranks are taken, so that the sample depends on the set of ids alone.
func SampleRank(id string) uint64 { return mix(xxhash.Sum64String(id)) }

// Train learns an embedder from the features of passages. Their order matters
// only for the last bits: callers sort them by id.
func Train(sample [][]Feature) *Embedder {
	e := &Embedder{docs: len(sample)}
	e.vocabulary(sample)
	e.index()
	a, pivot := e.matrix(sample)
	e.pivot = float32(pivot)
	e.rows = make([]float32, len(e.terms)*latentDims)
	k := min(latentDims, a.rows, a.cols) // all of them: then the latent part is exact
	if k > 0 {
		v := rightSpace(a, k, e.terms)
		for i := range e.terms {
			copy(e.rows[i*latentDims:(i+1)*latentDims], v.row(i))
		}
	}
	e.hash = hashOf(e.encode())
	return e
}

// vocabulary takes the terms found in two passages or more, the commonest first
// if they are too many.
func (e *Embedder) vocabulary(sample [][]Feature) {
	df := make(map[uint64]int32)
	for _, features := range sample {
		for _, f := range features {
			df[f.Hash]++
		}
	}
	type entry struct {
		hash uint64
		df   int32
	}
	var kept []entry
	for h, n := range df {
		if n >= 2 {
			kept = append(kept, entry{h, n})
		}
	}
	slices.SortFunc(kept, func(a, b entry) int {
		return cmp.Or(cmp.Compare(b.df, a.df), cmp.Compare(a.hash, b.hash))
	})
	kept = kept[:min(len(kept), maxVocabulary)]
	slices.SortFunc(kept, func(a, b entry) int { return cmp.Compare(a.hash, b.hash) })
	e.terms = make([]uint64, len(kept))
	e.idf = make([]float32, len(kept))
	for i, k := range kept {
		e.terms[i] = k.hash
		e.idf[i] = float32(idf(int(k.df), e.docs))
	}
}

// matrix has a row of weights per passage, each of unit length, and the mean
// length they had, unknown terms included.
func (e *Embedder) matrix(sample [][]Feature) (a sparse, pivot float64) {
	a = sparse{rows: len(sample), cols: len(e.terms), ptr: make([]int, 1, len(sample)+1)}
	type cell struct {
		col int32
		val float32
	}
	var row []cell
	for _, features := range sample {
		row = row[:0]
		all, known := 0.0, 0.0
		for _, f := range features {
			w := tfWeight(int(f.N))
			i, ok := e.find(f.Hash)
			if !ok {
				w *= float32(e.unknown())
				all += float64(float64(w) * float64(w))
				continue
			}
			w *= e.idf[i]
			all += float64(float64(w) * float64(w))
			known += float64(float64(w) * float64(w))
			row = append(row, cell{int32(i), w})
		}
		slices.SortFunc(row, func(a, b cell) int { return cmp.Compare(a.col, b.col) })
		pivot += math.Sqrt(all)
		f := float32(0)
		if known > 0 {
			f = float32(1 / math.Sqrt(known))
		}
		for _, c := range row {
			a.col = append(a.col, c.col)
			a.val = append(a.val, c.val*f)
		}
		a.ptr = append(a.ptr, len(a.col))
	}
	return a, pivot / float64(max(1, len(sample)))
}

// rightSpace is an orthonormal basis of the k leading right singular vectors of
// a, by subspace iteration from signs drawn by the terms' hashes. Any basis of
// the space gives the same cosines, so the singular vectors themselves are never
// computed.
func rightSpace(a sparse, k int, seeds []uint64) dense {
	start := newDense(a.cols, k)
	for i, seed := range seeds {
		x := seed
		row := start.row(i)
		for j := range row {
			if j%64 == 0 {
				x = mix(x)
			}
			row[j] = 1
			if x>>(j%64)&1 == 0 {
				row[j] = -1
			}
		}
	}
	t := a.transpose()
	y := orthonormal(a.times(start))
	for range trainRounds - 1 {
		y = orthonormal(a.times(t.times(y)))
	}
	return orthonormal(t.times(y))
}
