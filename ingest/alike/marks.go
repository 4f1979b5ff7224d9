package alike

import "slices"

// marks is how many of a text's smallest shingles stand for it.
const marks = 8

// Marks are a text's smallest shingles, in order, each once: a sketch of 64 bytes that
// costs one pass over the text (bottom-k, Cohen and Kaplan 2007). Of two texts with a
// Jaccard similarity of 0.8 nearly all agree, of two that have nothing in common none.
// A text with fewer shingles has zeros at the end.
type Marks [marks]uint64

// MarksOf a text in pieces, and how many words it has.
func MarksOf(pieces ...string) (m Marks, words int) {
	var last [width]uint64
	for i := range m {
		m[i] = ^uint64(0)
	}
	for _, text := range pieces {
		eachWord(text, func(h uint64) {
			last = [width]uint64{last[1], last[2], last[3], h}
			if words++; words >= width {
				m.add(join(last[:]))
			}
		})
	}
	for i := range m {
		if m[i] == ^uint64(0) {
			m[i] = 0
		}
	}
	return m, words
}

func (m *Marks) add(h uint64) {
	if h >= m[marks-1] || h == 0 {
		return
	}
	if at, had := slices.BinarySearch(m[:], h); !had {
		copy(m[at+1:], m[at:marks-1])
		m[at] = h
	}
}

// Shared is how many marks two texts have in common.
func (m Marks) Shared(o Marks) int {
	n := 0
	for _, h := range m {
		if h != 0 && slices.Contains(o[:], h) {
			n++
		}
	}
	return n
}
