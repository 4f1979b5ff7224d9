package index

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/cespare/xxhash/v2"

	"assay/ingest"
	"assay/provenance"
)

// A candidate is a row near to a query.
type candidate struct {
	segment *segment
	row     int
	score   float32
}

// scanBlock is how many rows one core takes at a time.
const scanBlock = 2048

// scan compares q with every live row on all cores and returns the n best and all
// that tie with the last of them.
func (v *view) scan(q []float32, n int, source provenance.SourceID) []candidate {
	type block struct {
		segment  *segment
		from, to int
	}
	var blocks []block
	for _, g := range v.segments {
		for from := 0; from < g.ref.Rows; from += scanBlock {
			blocks = append(blocks, block{g, from, min(g.ref.Rows, from+scanBlock)})
		}
	}
	var want uint64
	if source != "" {
		want = xxhash.Sum64String(string(source))
	}
	var next atomic.Int64
	var mutex sync.Mutex
	var best lowest
	var all []candidate
	var wait sync.WaitGroup
	for range min(len(blocks), runtime.GOMAXPROCS(0)) {
		wait.Go(func() {
			var low lowest
			var kept []candidate
			for i := int(next.Add(1)) - 1; i < len(blocks); i = int(next.Add(1)) - 1 {
				b := blocks[i]
				for row := b.from; row < b.to; row++ {
					if b.segment.dead.has(row) || source != "" && b.segment.source(row) != want {
						continue
					}
					score := dot(q, b.segment.row(row))
					if score >= low.bar(n) { // false for NaN and for zeros
						low.offer(score, n)
						kept = append(kept, candidate{b.segment, row, score})
					}
				}
			}
			mutex.Lock()
			defer mutex.Unlock()
			for _, score := range low {
				best.offer(score, n)
			}
			all = append(all, kept...)
		})
	}
	wait.Wait()
	bar := best.bar(n)
	near := all[:0]
	for _, c := range all {
		if c.score >= bar {
			near = append(near, c)
		}
	}
	return near
}

// dot is the dot product with four accumulators, which a processor adds side by
// side.
func dot(a, b []float32) float32 {
	a, b = a[:ingest.Dims], b[:ingest.Dims]
	var s0, s1, s2, s3 float32
	for i := 0; i+8 <= len(a) && i+8 <= len(b); i += 8 {
		x, y := a[i:i+8:i+8], b[i:i+8:i+8]
		s0 += float32(x[0]*y[0]) + float32(x[4]*y[4])
		s1 += float32(x[1]*y[1]) + float32(x[5]*y[5])
		s2 += float32(x[2]*y[2]) + float32(x[6]*y[6])
		s3 += float32(x[3]*y[3]) + float32(x[7]*y[7])
	}
	return s0 + s1 + s2 + s3
}
