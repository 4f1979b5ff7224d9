package ingest

import (
	"math"
	"sort"

	"github.com/cespare/xxhash/v2"
)

// Dims is the length of a vector: latent dimensions learnt from the corpus, then
// hashed ones for what the corpus did not teach, then one that carries the
// passage's length.
const Dims = latentDims + hashedDims + 1

const (
	latentDims = 191
	hashedDims = 64

	// hashedShare weighs the hashed dimensions against the latent ones. Below it
	// names that the training sample lacks are lost, above it the noise of 64
	// dimensions drowns the latent ones.
	hashedShare = 0.7

	// lengthSlope is the slope of pivoted length normalisation (Singhal, Buckley
	// and Mitra, SIGIR 1996). Plain cosine (1) prefers short passages too much.
	lengthSlope = 0.5

	// hashedSigns is how many of the hashed dimensions a term touches.
	hashedSigns = 4
)

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

// A Feature is a term as an embedder sees it: by its hash, with its weighted
// number of occurrences.
type Feature struct {
	Hash uint64
	N    uint32
}

// Features hashes counted terms.
func Features(counts []Count) []Feature {
	features := make([]Feature, len(counts))
	for i, c := range counts {
		features[i] = Feature{xxhash.Sum64String(c.Term), uint32(c.N)}
	}
	return features
}

// An Embedder turns passages and queries into unit vectors whose dot product says
// how near they are in subject. It is trained on the corpus it serves by latent
// semantic analysis (Deerwester et al., JASIS 1990), then frozen: passages that
// come later are placed with what it learnt, and terms it never saw are hashed.
// It needs no model file from elsewhere and gives the same bits on every machine.
// An Embedder is safe for concurrent use.
type Embedder struct {
	hash   string
	docs   int       // passages of the training sample
	pivot  float32   // mean norm of their term weights
	terms  []uint64  // hashes of the known terms, ascending
	idf    []float32 // of each term
	rows   []float32 // of each term: latentDims numbers
	starts []int32   // index into terms by the hash's upper 12 bits
}

// Hash names the embedder: vectors of two embedders cannot be compared.
func (e *Embedder) Hash() string { return e.hash }

// Embed returns the vector of a passage, or nil where it has no terms.
func (e *Embedder) Embed(p Passage) []float32 {
	counts, _ := p.Counts()
	return e.EmbedFeatures(Features(counts))
}

// EmbedFeatures is Embed for a passage already counted.
func (e *Embedder) EmbedFeatures(features []Feature) []float32 {
	v, norm := e.place(features)
	if v == nil {
		return nil
	}
	// Pivoted normalisation within a unit vector: the rest of the length goes
	// into the last dimension, where queries have nothing.
	long := float64(lengthSlope * norm)
	f := long / (float64((1-lengthSlope)*float64(e.pivot)) + long)
	for i := range v {
		v[i] *= float32(f)
	}
	v[Dims-1] = float32(math.Sqrt(max(0, 1-float64(f*f))))
	return v
}

// EmbedQuery returns the vector of a query, or nil where it has no terms.
func (e *Embedder) EmbedQuery(query string) []float32 {
	counts, _ := Passage{Text: query}.Counts()
	v, _ := e.place(Features(counts))
	return v
}

// Steer moves a query's vector towards passages that are believed to answer it
// (Rocchio 1971): weight 1 puts the query half way to their mean.
func Steer(query []float32, answers [][]float32, weight float64) []float32 {
	mean := make([]float32, Dims)
	for _, a := range answers {
		axpy(mean[:Dims-1], 1, a[:Dims-1])
	}
	if !unit(mean, 1) {
		return query
	}
	v := append([]float32(nil), query...)
	axpy(v, float32(weight), mean)
	if !unit(v, 1) {
		return query
	}
	return v
}

// place sums the vectors of terms: a unit vector with an empty last dimension,
// and the norm of the weights that went in.
func (e *Embedder) place(features []Feature) (v []float32, norm float64) {
	v = make([]float32, Dims)
	latent, hashed := v[:latentDims], v[latentDims:Dims-1]
	for _, f := range features {
		w := float32(e.unknown())
		i, ok := e.find(f.Hash)
		if ok {
			w = e.idf[i]
		}
		w *= tfWeight(int(f.N))
		norm += float64(float64(w) * float64(w))
		if ok {
			axpy(latent, w, e.rows[i*latentDims:(i+1)*latentDims])
		}
		x := f.Hash
		for range hashedSigns {
			x = mix(x)
			if x&(1<<32) != 0 {
				hashed[x%hashedDims] += w
			} else {
				hashed[x%hashedDims] -= w
			}
		}
	}
	unit(latent, 1)
	unit(hashed, hashedShare)
	if !unit(v, 1) {
		return nil, 0
	}
	return v, math.Sqrt(norm)
}

// unknown is the weight of a term the sample does not have.
func (e *Embedder) unknown() float64 { return idf(1, e.docs) }

// find looks a term up by its hash.
func (e *Embedder) find(h uint64) (int, bool) {
	if len(e.terms) == 0 {
		return 0, false
	}
	bucket := h >> (64 - bucketBits)
	lo, hi := int(e.starts[bucket]), int(e.starts[bucket+1])
	i := lo + sort.Search(hi-lo, func(i int) bool { return e.terms[lo+i] >= h })
	return i, i < hi && e.terms[i] == h
}

// bucketBits cuts the term table into 4096 ranges of a few terms each.
const bucketBits = 12

// index fills starts.
func (e *Embedder) index() {
	e.starts = make([]int32, 1<<bucketBits+1)
	for _, h := range e.terms {
		e.starts[h>>(64-bucketBits)+1]++
	}
	for i := 1; i < len(e.starts); i++ {
		e.starts[i] += e.starts[i-1]
	}
}

// mix is one step of splitmix64 (Steele, Lea and Flood, OOPSLA 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// idf is BM25's inverse document frequency.
func idf(df, docs int) float64 {
	return log(1 + (float64(docs-df)+0.5)/(float64(df)+0.5))
}

// tfWeight damps repetition: 1 + ln n.
func tfWeight(n int) float32 {
	if n < len(tfWeights) {
		return tfWeights[n]
	}
	return float32(1 + log(float64(n)))
}

var tfWeights = func() (w [64]float32) {
	for n := 1; n < len(w); n++ {
		w[n] = float32(1 + log(float64(n)))
	}
	return w
}()

// log is the natural logarithm rounded to the precision in which every machine
// agrees: math.Log is written in assembly on some and may differ in the last bit.
func log(x float64) float64 { return float64(float32(math.Log(x))) }

// unit scales v to the given norm and reports whether it had one.
func unit(v []float32, to float64) bool {
	sum := 0.0
	for _, x := range v {
		sum += float64(float64(x) * float64(x))
	}
	if !(sum > 1e-20) || math.IsInf(sum, 1) {
		clear(v)
		return false
	}
	f := float32(to / math.Sqrt(sum))
	for i := range v {
		v[i] *= f
	}
	return true
}

// axpy adds a times x to y. The conversion keeps compilers from fusing the
// multiplication into the addition, which would round differently by machine.
func axpy(y []float32, a float32, x []float32) {
	x = x[:len(y)]
	i := 0
	for ; i+4 <= len(y); i += 4 {
		y4, x4 := y[i:i+4:i+4], x[i:i+4:i+4]
		y4[0] += float32(a * x4[0])
		y4[1] += float32(a * x4[1])
		y4[2] += float32(a * x4[2])
		y4[3] += float32(a * x4[3])
	}
	for ; i < len(y); i++ {
		y[i] += float32(a * x[i])
	}
}
