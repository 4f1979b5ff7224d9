package alike

import "math/bits"

// A sketch has 16 bands of 6 minimum hashes. Two texts with a Jaccard similarity of
// 0.9 share a band with a chance of 1-(1-0.9⁶)¹⁶, all but 5 in a million; of 0.5,
// with one of 22 %; of 0.3, with one of 1 %.
const (
	bands = 16
	rows  = 6
	Size  = bands * rows
)

// A Sketch stands for a text's shingles in 192 bytes. Its values are the low 16 bits
// of minimum hashes (Li and König 2010), so that texts with nothing in common agree
// in a value once in 65,536.
type Sketch [Size]uint16

// NewSketch of a text's shingles. That of a text without words is the zero Sketch.
func NewSketch(shingles []uint64) (s Sketch) {
	if len(shingles) == 0 {
		return s
	}
	for i := range s {
		a := mix(uint64(i)) | 1
		least := ^uint32(0)
		for _, x := range shingles {
			least = min(least, uint32(x*a>>32))
		}
		s[i] = uint16(least)
	}
	return s
}

// Similarity estimates the Jaccard similarity of two texts: the share of values that
// agree, with a standard error of 0.03 near the threshold.
func (s Sketch) Similarity(t Sketch) float64 {
	if s == (Sketch{}) || t == (Sketch{}) {
		return 0
	}
	n := 0
	for i := range s {
		if s[i] == t[i] {
			n++
		}
	}
	return float64(n) / Size
}

// band is a name for the values of one band.
func (s *Sketch) band(b int) uint64 {
	h := uint64(b + 1)
	for _, v := range s[b*rows : (b+1)*rows] {
		h = mix(bits.RotateLeft64(h, 16) ^ uint64(v))
	}
	return h
}
