package ingest

import (
	"encoding/binary"
	"math"

	"github.com/cespare/xxhash/v2"
)

// Embedder names the built-in embedding: it changes when the same passage gets another
// vector.
const Embedder = "builtin/3"

// Dims is the length of a built-in vector. Retrieval is worse below it, by chance
// agreements of unlike words, and hardly better above.
const Dims = 384

// A Passage is what one vector or one row of the text index stands for.
type Passage struct {
	Title   string
	Heading []string
	Text    string
}

// A Count is a term of a passage with its weighted number of occurrences.
type Count struct {
	Term string
	N    int
}

// Counts are the terms of a passage in order of first appearance, and its length:
// the sum of the counts. A term of the title counts twice, as BM25F does it
// (Robertson, Zaragoza and Taylor, CIKM 2004), so that one field serves for all.
// Title and headings keep their stop words, for the sake of names made of them.
func (p Passage) Counts() (counts []Count, length int) {
	t := termers.Get().(*termer)
	defer termers.Put(t)
	seen := make(map[string]int32, 64+len(p.Text)/12)
	counts = make([]Count, 0, 32+len(p.Text)/12)
	add := func(text string, weight int, stops bool) {
		t.out = t.out[:0]
		t.text(text, stops)
		for _, term := range t.out {
			i, ok := seen[term]
			if !ok {
				i = int32(len(counts))
				seen[term] = i
				counts = append(counts, Count{Term: term})
			}
			counts[i].N += weight
		}
		length += weight * len(t.out)
	}
	add(p.Title, 2, true)
	for i, h := range p.Heading {
		if i == 0 && h == p.Title {
			continue // a breadcrumb that begins with the page
		}
		add(h, 1, true)
	}
	add(p.Text, 1, false)
	return counts, length
}

// Embed is the built-in embedding: a random projection of a passage's words (Achlioptas,
// JCSS 2003) by their hashes. It needs no model and no training, so a vector depends on its
// passage alone, and is the same on every machine. How rare a word is enters by the query,
// see [Project]; what is said in other words is found by way of the passages that a query
// is steered towards, see [Steer]. It is nil for a passage without words.
func Embed(p Passage) []float32 {
	counts, _ := p.Counts()
	return Project(counts, func(string) float64 { return 1 })
}

// Project is the unit vector of weighted terms, nil where there are none.
func Project(counts []Count, weight func(term string) float64) []float32 {
	v := make([]float32, Dims)
	for _, c := range counts {
		w := float32((1 + log(float64(c.N))) * weight(c.Term))  // repetition is damped
		for x := xxhash.Sum64String(c.Term); x != 0; x >>= 16 { // four dimensions, each with a sign
			if at := x & 0x7fff % Dims; x&0x8000 != 0 {
				v[at] += w
			} else {
				v[at] -= w
			}
		}
	}
	if !unit(v) {
		return nil
	}
	return v
}

// Steer moves a query's vector towards passages that are believed to answer it
// (Rocchio 1971): weight 1 puts the query half way to their mean.
func Steer(query []float32, answers [][]float32, weight float32) []float32 {
	mean := make([]float32, len(query))
	for _, a := range answers {
		for i, x := range a {
			mean[i] += x
		}
	}
	if !unit(mean) {
		return query
	}
	for i, x := range query {
		mean[i] = float32(mean[i]*weight) + x
	}
	unit(mean)
	return mean
}

// Pack writes a vector as a byte per dimension, by which no rank changes that a reader
// looks at. It is empty for nil, and for what has no length: NaN and infinity would be
// nearest to every query.
func Pack(v []float32) []byte {
	largest, sum := 0.0, 0.0
	for _, x := range v {
		largest = max(largest, math.Abs(float64(x)))
		sum += float64(x)
	}
	if largest == 0 || math.IsNaN(sum) || math.IsInf(largest, 0) {
		return nil
	}
	b := make([]byte, scaleBytes, scaleBytes+len(v))
	squares := 0
	for _, x := range v {
		n := int8(math.Round(float64(x) / largest * math.MaxInt8))
		squares += int(n) * int(n)
		b = append(b, byte(n))
	}
	binary.LittleEndian.PutUint32(b, math.Float32bits(float32(1/math.Sqrt(float64(squares)))))
	return b
}

// scaleBytes hold the number that makes the bytes after it a unit vector.
const scaleBytes = 4

// Unpack gives what [Pack] wrote as a unit vector.
func Unpack(b []byte) []float32 {
	if len(b) <= scaleBytes {
		return nil
	}
	f := math.Float32frombits(binary.LittleEndian.Uint32(b))
	v := make([]float32, 0, len(b)-scaleBytes)
	for _, x := range b[scaleBytes:] {
		v = append(v, float32(int8(x))*f)
	}
	return v
}

// log is the natural logarithm rounded to the precision in which every machine
// agrees: math.Log is written in assembly on some and may differ in the last bit.
func log(x float64) float64 { return float64(float32(math.Log(x))) }

// unit scales v to length 1 and reports whether it had one. The conversions keep
// compilers from fusing a multiplication into an addition, which rounds differently by
// machine.
func unit(v []float32) bool {
	sum := 0.0
	for _, x := range v {
		sum += float64(float64(x) * float64(x))
	}
	if !(sum > 1e-20) || math.IsInf(sum, 1) {
		return false
	}
	f := float32(1 / math.Sqrt(sum))
	for i := range v {
		v[i] *= f
	}
	return true
}
