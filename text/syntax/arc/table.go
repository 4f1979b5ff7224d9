package arc

import (
	"math"
	"math/bits"
)

// A Table holds the weights of features: of each, a row of classes with their weights.
// A feature's slot is given by the top bits of its hash, and its low byte says whether
// the slot is its own: a feature that was dropped, or never seen, mostly finds nothing.
type Table struct {
	shift uint8
	slots []uint32 // check in the low byte, above it where the row begins
	cells []uint32 // class in the low byte, then whether the row goes on, weight in the upper half
}

// more is set in the cells of a row but for the last.
const more = 1 << 8

// A Weight is the code of one class's weight.
type Weight struct {
	Class uint8
	Code  int8
}

// NewTable has 1<<size slots.
func NewTable(size int) *Table {
	return &Table{shift: uint8(32 - size), slots: make([]uint32, 1<<size), cells: []uint32{0}}
}

// Set gives a feature its row. A slot takes one feature only.
func (t *Table) Set(feature uint32, row []Weight) {
	if len(row) == 0 {
		return
	}
	t.slots[feature>>t.shift] = feature&0xff | uint32(len(t.cells))<<8
	for i, w := range row {
		c := uint32(w.Class) | uint32(uint16(Widen(w.Code)))<<16
		if i < len(row)-1 {
			c |= more
		}
		t.cells = append(t.cells, c)
	}
}

// row is what lies in a slot, without weights of nothing.
func (t *Table) row(slot int) (check uint8, row []Weight) {
	for at := t.slots[slot] >> 8; at != 0; at++ {
		c := t.cells[at]
		if c>>16 != 0 {
			row = append(row, Weight{uint8(c), Code(float64(int16(c >> 16)))})
		}
		if c&more == 0 {
			break
		}
	}
	return uint8(t.slots[slot]), row
}

// size is the power of two that the number of slots is.
func (t *Table) size() int { return bits.Len(uint(len(t.slots))) - 1 }

// sums adds up the weights of the features for each class, and writes over the features. The
// rows are all looked up first, without a branch: the tables are larger than the caches, and no
// look-up is to wait for the one before.
func (t *Table) sums(features []uint32, sums *[256]int32) {
	clear(sums[:])
	slots, cells, shift := t.slots, t.cells, t.shift&31
	n := 0
	for _, f := range features {
		e := slots[f>>shift]
		features[n] = e >> 8
		if (e^f)&0xff == 0 {
			n++
		}
	}
	for _, at := range features[:n] {
		for ; ; at++ {
			c := cells[at]
			sums[uint8(c)] += int32(c) >> 16
			if c&more == 0 {
				break
			}
		}
	}
}

// Widen is the weight that a code stands for. Light weights are many and heavy ones few,
// so the steps between codes grow with the weight.
func Widen(code int8) int16 {
	c := int16(code)
	if c < 0 {
		return -c * c / 2
	}
	return c * c / 2
}

// Code is the code nearest to a weight.
func Code(weight float64) int8 {
	c := math.Min(127, math.Round(math.Sqrt(2*math.Abs(weight))))
	return int8(math.Copysign(c, weight))
}
