package main

import (
	"math"
	"slices"

	"assay/text/syntax/arc"
)

// weights are those of a table while they are trained: an averaged perceptron's.
type weights struct {
	bits  uint
	check []int16 // of each slot, -1 where it is not in use
	rows  [][]cell
	clock float64
}

type cell struct {
	class uint8
	seen  uint8
	now   float32
	late  float64 // each change times when it was made, for the average
}

// counter counts features, to keep those that are frequent enough to be trained.
type counter struct {
	bits uint
	seen []uint8 // by slot and check
}

func newCounter(bits uint) *counter { return &counter{bits, make([]uint8, 256<<bits)} }

func (c *counter) count(features []uint32) {
	for _, f := range features {
		if p := &c.seen[f>>(32-c.bits)<<8|f&0xff]; *p < 255 {
			*p++
		}
	}
}

// weights gives each slot to the most frequent of its features seen least times or more.
func (c *counter) weights(least uint8) *weights {
	w := &weights{bits: c.bits, check: make([]int16, 1<<c.bits), rows: make([][]cell, 1<<c.bits)}
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
	return w
}

// sums adds up the weights of the features for each class.
func (w *weights) sums(features []uint32, sums *[256]float32) {
	clear(sums[:])
	for _, f := range features {
		i := f >> (32 - w.bits)
		if w.check[i] == int16(f&0xff) {
			for _, c := range w.rows[i] {
				sums[c.class] += c.now
			}
		}
	}
}

// open makes room for the weights of the features with a class that was right.
func (w *weights) open(features []uint32, class uint8) {
	for _, f := range features {
		i := f >> (32 - w.bits)
		if w.check[i] != int16(f&0xff) {
			continue
		}
		k := slices.IndexFunc(w.rows[i], func(c cell) bool { return c.class == class })
		if k < 0 {
			k = len(w.rows[i])
			w.rows[i] = append(w.rows[i], cell{class: class})
		}
		w.rows[i][k].seen = min(w.rows[i][k].seen+1, 100)
	}
}

// settle drops the classes seen fewer than least times with their feature.
func (w *weights) settle(least uint8) {
	for i, row := range w.rows {
		w.rows[i] = slices.Clip(slices.DeleteFunc(row, func(c cell) bool { return c.seen < least }))
	}
}

// add changes the weights that there is room for: of classes that were never right with
// a feature none are kept, which costs nothing and halves the tables.
func (w *weights) add(features []uint32, class uint8, by float32) {
	for _, f := range features {
		i := f >> (32 - w.bits)
		if w.check[i] != int16(f&0xff) {
			continue
		}
		for k := range w.rows[i] {
			if c := &w.rows[i][k]; c.class == class {
				c.now += by
				c.late += float64(by) * w.clock
				break
			}
		}
	}
}

// grain is the step between the codes in use: finer ones cost room and gain nothing.
const grain = 3

// table keeps the most weights, the heaviest averages, as codes of eight bits.
func (w *weights) table(most int) *arc.Table {
	var sizes []float64
	for _, row := range w.rows {
		for _, c := range row {
			sizes = append(sizes, math.Abs(w.average(c)))
		}
	}
	t := arc.NewTable(int(w.bits))
	if len(sizes) == 0 {
		return t
	}
	slices.Sort(sizes)
	floor := sizes[max(0, len(sizes)-most)]
	scale := float64(arc.Widen(126)) / sizes[len(sizes)-1]
	for i, row := range w.rows {
		var kept []arc.Weight
		for _, c := range row {
			code := grain * arc.Code(w.average(c)*scale/(grain*grain))
			if code != 0 && math.Abs(w.average(c)) >= floor {
				kept = append(kept, arc.Weight{Class: c.class, Code: code})
			}
		}
		slices.SortFunc(kept, func(a, b arc.Weight) int { return int(a.Class) - int(b.Class) })
		t.Set(uint32(i)<<(32-w.bits)|uint32(uint8(w.check[i])), kept)
	}
	return t
}

// average is a weight's average over all steps.
func (w *weights) average(c cell) float64 { return float64(c.now) - c.late/max(1, w.clock) }
