package markdown

import (
	"bytes"
	"slices"

	"assay/vault"
)

// prose is the readable text of one block with the way back to the file. A scan
// fills it; it is used again for the next block.
type prose struct {
	text  []byte  // markup removed; a line end is one space
	from  []int32 // where in the file each byte of it comes from; a line end or an entity from one place
	atoms []atom
	marks []mark
	maybe []maybe
	links []Link
	tags  []string
	lines []int // offsets into text where a new source line begins
	cuts  []int // offsets into text where a sentence that has a stop ends; where negative, one without too

	words   int // of text outside links and code
	blockID BlockID
	related bool    // it stands under a heading such as Related pages
	quotes  [][]int // what of text is quoted, once looked for; see quoted

	problems []vault.Problem

	src    []byte      // the block's bytes as scanned
	places []int32     // where in the file each of them stands
	pairs  map[int]int // of square brackets of src: the one that closes, by the one that opens
	drops  []stretch   // emphasis delimiters of src that are markup and not text
	buf    []byte
}

// A stretch of delimiters of emphasis.
type stretch struct{ from, to int }

// An atom is a stretch of prose that is never cut: code, math, a link's text, an
// address. start and end are its whole markup in the file.
type atom struct {
	from, to   int
	start, end int
	kind       atomKind
}

type atomKind uint8

const (
	atomCode atomKind = iota
	atomMath
	atomLink
	atomURL
)

// A mark is something between the words: a citation, or a marker of inference.
type mark struct {
	at         int // where in text it stands
	start, end int
	label      string // of a footnote, still to be looked up
	cites      []Cite
	inferred   bool
}

// newMark is a mark whose citations stand where it does.
func newMark(start, end int, cites []Cite) mark {
	for i := range cites {
		cites[i].Start, cites[i].End = start, end
	}
	return mark{start: start, end: end, cites: cites}
}

func (p *prose) reset() {
	*p = prose{text: p.text[:0], from: p.from[:0], places: p.places[:0], buf: p.buf[:0], related: p.related}
}

// lie says that the next n of the bytes to scan stand in the file one after the other.
func (p *prose) lie(start, n int) {
	for i := range n {
		p.places = append(p.places, int32(start+i))
	}
}

// file is the place in the file of offset i of the scanned bytes.
func (p *prose) file(i int) int {
	if n := len(p.places); i >= n && n > 0 {
		return int(p.places[n-1]) + 1 + i - n
	}
	return int(p.places[i])
}

// fileEnd is the place in the file right after offset i-1.
func (p *prose) fileEnd(i int) int {
	if i == 0 {
		return p.file(0)
	}
	return p.file(i-1) + 1
}

// at is the offset in the file of byte i of text.
func (p *prose) at(i int) int { return int(p.from[i]) }

// emit appends the scanned bytes from..to as text.
func (p *prose) emit(from, to int) {
	p.from = append(p.from[:len(p.text)], p.places[from:to]...) // text may have been trimmed
	p.text = append(p.text, p.src[from:to]...)
}

// emitAs appends text that stands for the scanned byte at i.
func (p *prose) emitAs(s string, i int) {
	p.from = p.from[:len(p.text)]
	for range len(s) {
		p.from = append(p.from, int32(p.file(i)))
	}
	p.text = append(p.text, s...)
}

// linkOf is the link that an atom is of.
func (p *prose) linkOf(a atom) (Link, bool) {
	i, ok := slices.BinarySearchFunc(p.links, a.start, func(l Link, start int) int { return l.Start - start })
	if a.kind != atomLink || !ok {
		return Link{}, false
	}
	return p.links[i], true
}

// linkIn is the first atom that ends within or behind a sentence, where that is a link that begins
// in the sentence; -1 for none.
func (p *prose) linkIn(s [2]int) int {
	a := p.firstAtom(s[0])
	if a == len(p.atoms) || p.atoms[a].from >= s[1] || p.atoms[a].kind != atomLink {
		return -1
	}
	return a
}

// eachLine gives the range of text of each source line that has any left.
func (p *prose) eachLine(yield func(from, to int) bool) {
	for i, from := range p.lines {
		to := len(p.text)
		if i+1 < len(p.lines) {
			to = min(to, p.lines[i+1])
		}
		if from < to && !yield(from, to) {
			return
		}
	}
}

// trimSpace drops white space at the end of text. What stood behind it stands at the end now.
func (p *prose) trimSpace() {
	n := len(bytes.TrimRight(p.text, " \t"))
	p.text = p.text[:n]
	for k := len(p.marks) - 1; k >= 0 && p.marks[k].at > n; k-- {
		p.marks[k].at = n
	}
	for k := len(p.maybe) - 1; k >= 0 && p.maybe[k].at > n; k-- {
		p.maybe[k].at = n
	}
}

// span is the range in the file of text[from:to], with the markup that opens and
// closes around it.
func (p *prose) span(file []byte, from, to, floor, ceil int) (start, end int) {
	if from >= to {
		return floor, floor
	}
	start = p.at(from)
	end = p.at(to-1) + 1
	for i := p.firstAtom(from); i < len(p.atoms); i++ {
		a := &p.atoms[i]
		if a.from == from && a.to > a.from {
			start = min(start, a.start)
		}
		if a.to == to && a.to > a.from {
			end = max(end, a.end)
		}
		if a.from > to {
			break
		}
	}
	start = min(start, floor+len(bytes.TrimRight(file[floor:max(floor, start)], emphasis)))
	end = max(end, ceil-len(bytes.TrimLeft(file[min(end, ceil):ceil], emphasis)))
	return start, end
}

// emphasis are the characters of markup that opens and closes beside words.
const emphasis = "*_~="
