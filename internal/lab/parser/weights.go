package main

import (
	"math"
	"slices"

	"assay/text/syntax/arc"
)

// weights are those of a table while they are trained: an averaged perceptron's.
type weights struct {
	bits  uint
	width int
	check []int16 // of each slot, -1 where it is not in use
	now   []float32
	late  []float64 // each change times when it was made, for the average
	clock float64
}

// counter counts features, to keep those that are frequent enough to be trained.
type counter struct {
	bits uint
	seen []uint8 // by slot and check
}

func newCounter(bits uint) *counter { return &counter{bits, make([]uint8, 256<<bits)} }

func (c *counter) add(f uint32) {
	if p := &c.seen[f>>(32-c.bits)<<8|f&0xff]; *p < 255 {
		*p++
	}
}

// weights gives each slot to the most frequent of its features seen least times or more.
func (c *counter) weights(width int, least uint8) *weights {
	w := &weights{bits: c.bits, width: width, check: make([]int16, 1<<c.bits)}
	for i := range w.check {
		w.check[i] = -1
		top := least - 1
		for k, n := range c.seen[i<<8 : i<<8+256] {
			if n > top {
				top = n
				w.check[i] = int16(k)
			}
		}
	}
	w.now = make([]float32, width<<c.bits)
	w.late = make([]float64, width<<c.bits)
	return w
}

// at is where the feature's weights begin, -1 if it has none.
func (w *weights) at(f uint32) int {
	i := int(f >> (32 - w.bits))
	if w.check[i] != int16(f&0xff) {
		return -1
	}
	return i * w.width
}

// sums adds up the weights of the features: one sum for each column.
func (w *weights) sums(features []uint32, sums []float32) {
	clear(sums)
	for _, f := range features {
		if i := w.at(f); i >= 0 {
			for k := range sums {
				sums[k] += w.now[i+k]
			}
		}
	}
}

func (w *weights) add(features []uint32, column int, by float32) {
	for _, f := range features {
		if i := w.at(f); i >= 0 {
			w.now[i+column] += by
			w.late[i+column] += float64(by) * w.clock
		}
	}
}

// average is a copy with the averages over all steps.
func (w *weights) average() *weights {
	a := *w
	a.now = make([]float32, len(w.now))
	for i := range a.now {
		a.now[i] = w.now[i] - float32(w.late[i]/max(1, w.clock))
	}
	return &a
}

// best is the class with the highest score among those in the set, where each class of
// a feature is a feature of its own.
func (w *weights) best(features []uint32, among uint64) (found int, score float32) {
	found, score = -1, float32(math.Inf(-1))
	for k := range 64 {
		if among>>k&1 == 0 {
			continue
		}
		sum := float32(0)
		for _, f := range features {
			if i := w.at(arc.Class(f, k)); i >= 0 {
				sum += w.now[i]
			}
		}
		if sum > score {
			found, score = k, sum
		}
	}
	return found, score
}

func classes(features []uint32, k int, into []uint32) []uint32 {
	into = into[:0]
	for _, f := range features {
		into = append(into, arc.Class(f, k))
	}
	return into
}

// table keeps the most weights, the heaviest, in eight bits each. A table of moves has
// two columns: what speaks for Left and for Right rather than for Shift.
func (w *weights) table(most int) *arc.Table {
	type row struct {
		slot int
		v    [2]float64
	}
	var rows []row
	var sizes []float64
	for i, c := range w.check {
		if c < 0 {
			continue
		}
		r := row{slot: i}
		if w.width == 1 {
			r.v[0] = float64(w.now[i])
		} else {
			r.v[0] = float64(w.now[3*i+1] - w.now[3*i])
			r.v[1] = float64(w.now[3*i+2] - w.now[3*i])
		}
		if size := max(math.Abs(r.v[0]), math.Abs(r.v[1])); size > 0 {
			rows = append(rows, r)
			sizes = append(sizes, size)
		}
	}
	slices.Sort(sizes)
	t := arc.NewTable(int(w.bits))
	if len(sizes) == 0 {
		return t
	}
	scale := 127 / sizes[len(sizes)-1-len(sizes)/500]
	floor := 0.0
	if len(sizes) > most {
		floor = sizes[len(sizes)-most]
	}
	for _, r := range rows {
		if max(math.Abs(r.v[0]), math.Abs(r.v[1])) < floor {
			continue
		}
		round := func(x float64) int8 { return int8(max(-127, min(127, math.Round(x*scale)))) }
		f := uint32(r.slot)<<(32-w.bits) | uint32(uint8(w.check[r.slot]))
		t.Set(f, round(r.v[0]), round(r.v[1]))
	}
	return t
}
