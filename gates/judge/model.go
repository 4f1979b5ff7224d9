package judge

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"

	"assay/gates/judge/reading"
)

// weights.json is written by the program in package fit and read at start.
//
//go:embed weights.json
var weightsJSON []byte

// Weights are a fitted model: small trees whose values add up to a margin, and the
// knots that turn a margin into a probability.
type Weights struct {
	Version  string   `json:"version"`
	Features []string `json:"features"` // as fitted, to be checked against the code
	Bias     float64  `json:"bias"`
	Trees    []Tree   `json:"trees"`
	Knots    []Knot   `json:"knots"` // ascending
	// KnotsCJK are those of claims in scripts without spaces, whose words are bigrams.
	KnotsCJK []Knot `json:"knots_cjk"`
	// KnotsArticle and KnotsPage are those of longer texts: many sentences let a claim find
	// its words by chance, and a whole page says the same thing in more than one way.
	KnotsArticle []Knot `json:"knots_article"`
	KnotsPage    []Knot `json:"knots_page"`
}

// inOneSentence is the share of what a short text has of a claim that one sentence of it must have.
const inOneSentence = 0.9

// Kinds of evidence, each with an operating point of its own.
const (
	KindPassage = "passage"
	KindCJK     = "cjk"
	KindArticle = "article"
	KindPage    = "page"
)

// pairsOfWord is how many pairs of characters, in scripts without spaces, are one word elsewhere.
const pairsOfWord = 3

// Kind says which knots score a row of features.
func Kind(x []float64) string {
	words, short := math.Expm1(x[featureLength])+0.5, KindPassage
	if x[featureCJK] > 0 {
		words, short = words/pairsOfWord, KindCJK
	}
	switch {
	case words < reading.ArticleFrom:
		return short
	case words < reading.PageFrom:
		return KindArticle
	}
	return KindPage
}

// knots are those of a kind.
func (w *Weights) knots(kind string) *[]Knot {
	switch kind {
	case KindCJK:
		return &w.KnotsCJK
	case KindArticle:
		return &w.KnotsArticle
	case KindPage:
		return &w.KnotsPage
	}
	return &w.Knots
}

// SetKnots sets the knots of a kind.
func (w *Weights) SetKnots(kind string, knots []Knot) { *w.knots(kind) = knots }

// A Tree is a decision tree in arrays: node i sends x to Left[i] where x[Feature[i]]
// is at most Threshold[i], else to Right[i]; Feature[i] < 0 marks a leaf of Value[i].
type Tree struct {
	Feature   []int8    `json:"f"`
	Threshold []float64 `json:"t"`
	Left      []uint8   `json:"l"`
	Right     []uint8   `json:"r"`
	Value     []float64 `json:"v"`
}

// A Knot pins a margin to a calibrated score; between knots the score is linear.
type Knot struct {
	Margin float64 `json:"m"`
	Score  float64 `json:"s"`
}

// Leaf is the value of the leaf that x falls into.
func (t *Tree) Leaf(x []float64) float64 {
	i := 0
	for t.Feature[i] >= 0 {
		if x[t.Feature[i]] <= t.Threshold[i] {
			i = int(t.Left[i])
		} else {
			i = int(t.Right[i])
		}
	}
	return t.Value[i]
}

// Margin is the uncalibrated sum of the trees.
func (w *Weights) Margin(x []float64) float64 {
	m := w.Bias
	for i := range w.Trees {
		m += w.Trees[i].Leaf(x)
	}
	return m
}

// nearness says how closely a place of a text says what a claim says: which share of the place the
// claim uses, how many of the claim's words it has in their order, and how many neighbours are
// neighbours. On whole pages that tells claims that are supported from others better than the trees
// do, which are fitted to passages, and in each language by one line. See docs/judge.md for what
// that was measured on.
func nearness(f *features) float64 {
	switch {
	case f[featureWindow] < leastCovered: // a place of few words that has two of the claim's
		return 0
	case f[featureInverted] > mostInverted, f[featureSourceDenies] > 0 && f[featureDenies] == 0 && f[featureFlipped] > mostFlipped:
		return 0 // it has the words the other way round, or denies some
	}
	return 4*f[featureUsed] + 3*f[featureKept] + 2*f[featurePairs]
}

// nearLine is the nearness from which on a text of 200 words or more carries a claim whose author
// cites all of it, and nearest the most there is.
const (
	nearLine = 2.9
	// nearInShort is that of a shorter one, all of it in one sentence.
	nearInShort = 3.7
	nearest     = 9.0
)

// leastCovered is the share of a claim's words, by weight, that the place must have.
const leastCovered = 0.55

// mostInverted is the share of pairs of words that may stand the other way round, mostFlipped that of
// the words, by weight, that the place may deny.
const (
	mostInverted = 0.45
	mostFlipped  = 0.15
)

// nearScore is the score of a claim that is carried so.
func nearScore(near float64) float64 {
	return heldScore + (verbatim-heldScore)*(near-nearLine)/(nearest-nearLine)
}

// wholeLine is the margin from which on a page says so much of a claim that what it has in the place
// of a word of it, or says of what the claim denies, is of the same thing.
const wholeLine = 0.3

// Score is the calibrated probability of support.
func (w *Weights) Score(x []float64) float64 {
	return w.scoreAt(w.Margin(x), *w.knots(Kind(x)))
}

// scoreAt is the probability that knots give a margin.
func (w *Weights) scoreAt(m float64, k []Knot) float64 {
	if len(k) == 0 {
		return 1 / (1 + math.Exp(-m))
	}
	if m <= k[0].Margin {
		return k[0].Score
	}
	for i := 1; i < len(k); i++ {
		if m <= k[i].Margin {
			part := (m - k[i-1].Margin) / (k[i].Margin - k[i-1].Margin)
			return k[i-1].Score + part*(k[i].Score-k[i-1].Score)
		}
	}
	return k[len(k)-1].Score
}

// ReadWeights reads a fitted model and refuses one fitted for other features: its
// trees would look at the wrong numbers.
func ReadWeights(data []byte) (*Weights, error) {
	w := &Weights{}
	if err := json.Unmarshal(data, w); err != nil {
		return nil, fmt.Errorf("read weights of the judge: %w", err)
	}
	if len(w.Features) != featureCount {
		return nil, fmt.Errorf("read weights of the judge: fitted for %d features, there are %d", len(w.Features), featureCount)
	}
	for i, f := range Features() {
		if name := w.Features[i]; name != f.Name {
			return nil, fmt.Errorf("read weights of the judge: feature %d is %q, fitted as %q", i, f.Name, name)
		}
	}
	for i := range w.Trees {
		if err := w.Trees[i].check(); err != nil {
			return nil, fmt.Errorf("read weights of the judge: tree %d: %w", i, err)
		}
	}
	return w, nil
}

func (t *Tree) check() error {
	n := len(t.Feature)
	if n == 0 || len(t.Threshold) != n || len(t.Left) != n || len(t.Right) != n || len(t.Value) != n {
		return fmt.Errorf("arrays of unlike length")
	}
	for i, f := range t.Feature {
		if f >= 0 && (int(f) >= featureCount || int(t.Left[i]) <= i || int(t.Right[i]) <= i || int(t.Left[i]) >= n || int(t.Right[i]) >= n) {
			return fmt.Errorf("node %d leads nowhere", i)
		}
	}
	return nil
}
