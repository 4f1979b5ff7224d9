package ingest

import (
	"math"
	"runtime"
	"sync"
	"sync/atomic"
)

// dense is a matrix stored by rows.
type dense struct {
	rows, cols int
	val        []float32
}

func newDense(rows, cols int) dense {
	return dense{rows, cols, make([]float32, rows*cols)}
}

func (d dense) row(i int) []float32 { return d.val[i*d.cols : (i+1)*d.cols] }

// sparse is a matrix in compressed rows: row i holds the entries ptr[i] to
// ptr[i+1] of col and val.
type sparse struct {
	rows, cols int
	ptr        []int
	col        []int32
	val        []float32
}

func (s sparse) transpose() sparse {
	t := sparse{s.cols, s.rows, make([]int, s.cols+1), make([]int32, len(s.col)), make([]float32, len(s.val))}
	for _, c := range s.col {
		t.ptr[c+1]++
	}
	for i := range s.cols {
		t.ptr[i+1] += t.ptr[i]
	}
	next := append([]int(nil), t.ptr...)
	for i := range s.rows {
		for k := s.ptr[i]; k < s.ptr[i+1]; k++ {
			at := &next[s.col[k]]
			t.col[*at], t.val[*at] = int32(i), s.val[k]
			*at++
		}
	}
	return t
}

// times is s · x.
func (s sparse) times(x dense) dense {
	y := newDense(s.rows, x.cols)
	const batch = 256
	parallel((s.rows+batch-1)/batch, func(b int) {
		for i := b * batch; i < min(s.rows, (b+1)*batch); i++ {
			row := y.row(i)
			for k := s.ptr[i]; k < s.ptr[i+1]; k++ {
				axpy(row, s.val[k], x.row(int(s.col[k])))
			}
		}
	})
	return y
}

// orthonormal gives x an orthonormal basis of its columns in place, by the
// Cholesky factor of its Gram matrix. Columns that depend on earlier ones become
// zero. One pass is enough: the columns come from a product with an orthonormal
// matrix, so their condition is that of the spectrum kept.
func orthonormal(x dense) dense {
	k := x.cols
	inverse := inverseFactor(gram(x), k)
	const batch = 256
	parallel((x.rows+batch-1)/batch, func(b int) {
		out := make([]float32, k)
		for i := b * batch; i < min(x.rows, (b+1)*batch); i++ {
			row := x.row(i)
			clear(out)
			for j, v := range row {
				if v != 0 {
					axpy(out[j:], v, inverse[j*k+j:(j+1)*k])
				}
			}
			copy(row, out)
		}
	})
	return x
}

// gramBlocks is fixed, so that the sums are the same on any number of cores.
const gramBlocks = 16

// gram is the upper half of xᵀ · x.
func gram(x dense) []float64 {
	k := x.cols
	parts := make([][]float64, gramBlocks)
	parallel(gramBlocks, func(b int) {
		sum := make([]float64, k*k)
		for i := b * x.rows / gramBlocks; i < (b+1)*x.rows/gramBlocks; i++ {
			row := x.row(i)
			for j, v := range row {
				if v == 0 {
					continue
				}
				f, to, from := float64(v), sum[j*k+j:(j+1)*k], row[j:]
				for c, u := range from[:len(to)] {
					to[c] += float64(f * float64(u))
				}
			}
		}
		parts[b] = sum
	})
	for _, p := range parts[1:] {
		for i, v := range p {
			parts[0][i] += v
		}
	}
	return parts[0]
}

// inverseFactor is the inverse of the upper triangular r with rᵀ · r = g, where g
// gives the upper half. Directions without substance have zero columns.
func inverseFactor(g []float64, k int) []float32 {
	r := make([]float64, k*k)
	largest := 0.0
	for i := range k {
		largest = max(largest, g[i*k+i])
	}
	zero := make([]bool, k)
	for i := range k {
		d := g[i*k+i]
		for p := range i {
			d -= float64(r[p*k+i] * r[p*k+i])
		}
		if !(d > 1e-10*largest) {
			zero[i] = true
			continue
		}
		d = math.Sqrt(d)
		r[i*k+i] = d
		for j := i + 1; j < k; j++ {
			s := g[i*k+j]
			for p := range i {
				s -= float64(r[p*k+i] * r[p*k+j])
			}
			r[i*k+j] = s / d
		}
	}
	inverse := make([]float32, k*k)
	column := make([]float64, k)
	for j := range k {
		if zero[j] {
			continue
		}
		clear(column)
		column[j] = 1 / r[j*k+j]
		for i := j - 1; i >= 0; i-- {
			if zero[i] {
				continue
			}
			s := 0.0
			for p := i + 1; p <= j; p++ {
				s += float64(r[i*k+p] * column[p])
			}
			column[i] = -s / r[i*k+i]
		}
		for i := range j + 1 {
			inverse[i*k+j] = float32(column[i])
		}
	}
	return inverse
}

// parallel calls f for 0 to n-1 on all cores; results must not depend on which
// call runs first.
func parallel(n int, f func(i int)) {
	workers := min(n, runtime.GOMAXPROCS(0))
	if workers <= 1 {
		for i := range n {
			f(i)
		}
		return
	}
	var next atomic.Int64
	var wait sync.WaitGroup
	for range workers {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(i)
			}
		})
	}
	wait.Wait()
}
