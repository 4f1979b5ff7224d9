package main

import (
	"math"
	"sort"

	"assay/gates/judge"
)

// boosting holds the settings of gradient boosting with logistic loss (Friedman,
// Greedy function approximation, 2001) with second-order leaves and monotone
// constraints as in XGBoost.
type boosting struct {
	trees, depth int
	rate, lambda float64
	minLeaf      int
	signs        []int
	off          []bool // features that no tree may ask; nil for none
}

const maxBins = 48

// cut chooses the thresholds of each feature by its quantiles and bins the samples.
func cut(samples []*sample) [][]float64 {
	n := len(samples[0].x)
	bins := make([][]float64, n)
	values := make([]float64, 0, len(samples))
	for f := range n {
		values = values[:0]
		for _, s := range samples {
			values = append(values, s.x[f])
		}
		sort.Float64s(values)
		for k := 1; k < maxBins; k++ {
			v := values[k*(len(values)-1)/maxBins]
			if m := len(bins[f]); m == 0 || v > bins[f][m-1] {
				bins[f] = append(bins[f], math.Round(v*1e4)/1e4)
			}
		}
	}
	for _, s := range samples {
		s.bins = make([]uint8, n)
		for f := range n {
			s.bins[f] = uint8(sort.Search(len(bins[f]), func(k int) bool { return s.x[f] <= bins[f][k] }))
		}
	}
	return bins
}

type node struct {
	members []*sample
	depth   int
	low     float64 // bounds on the value, from monotone splits above
	high    float64
	at      int
}

// grow fits the forest.
func (b *boosting) grow(samples []*sample, bins [][]float64) (bias float64, forest []judge.Tree) {
	var yes, all float64
	for _, s := range samples {
		yes += s.w * s.y
		all += s.w
	}
	bias = math.Log(yes / (all - yes))
	margin := make(map[*sample]float64, len(samples))
	grad := make(map[*sample][2]float64, len(samples))
	for _, s := range samples {
		margin[s] = bias
	}
	for range b.trees {
		for _, s := range samples {
			p := 1 / (1 + math.Exp(-margin[s]))
			grad[s] = [2]float64{s.w * (s.y - p), s.w * p * (1 - p)}
		}
		tree := b.tree(samples, grad, bins)
		for _, s := range samples {
			margin[s] += tree.Leaf(s.x)
		}
		forest = append(forest, tree)
	}
	return bias, forest
}

func (b *boosting) leaf(g, h, low, high float64) float64 {
	return min(max(g/(h+b.lambda), low), high)
}

func (b *boosting) tree(samples []*sample, grad map[*sample][2]float64, bins [][]float64) judge.Tree {
	var t judge.Tree
	add := func() int {
		t.Feature = append(t.Feature, -1)
		t.Threshold = append(t.Threshold, 0)
		t.Left, t.Right = append(t.Left, 0), append(t.Right, 0)
		t.Value = append(t.Value, 0)
		return len(t.Feature) - 1
	}
	queue := []node{{samples, 0, math.Inf(-1), math.Inf(1), add()}}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		var g, h float64
		for _, s := range n.members {
			g, h = g+grad[s][0], h+grad[s][1]
		}
		value := b.leaf(g, h, n.low, n.high)
		t.Value[n.at] = math.Round(value*b.rate*1e5) / 1e5
		if n.depth >= b.depth || len(n.members) < 2*b.minLeaf {
			continue
		}
		f, k, left, right := b.split(n, g, h, grad, bins)
		if f < 0 {
			continue
		}
		var l, r []*sample
		for _, s := range n.members {
			if int(s.bins[f]) <= k {
				l = append(l, s)
			} else {
				r = append(r, s)
			}
		}
		t.Feature[n.at], t.Threshold[n.at] = int8(f), bins[f][k]
		li, ri := add(), add()
		t.Left[n.at], t.Right[n.at] = uint8(li), uint8(ri)
		ln, rn := node{l, n.depth + 1, n.low, n.high, li}, node{r, n.depth + 1, n.low, n.high, ri}
		mid := (left + right) / 2
		switch b.signs[f] {
		case 1:
			ln.high, rn.low = mid, mid
		case -1:
			ln.low, rn.high = mid, mid
		}
		queue = append(queue, ln, rn)
	}
	return t
}

// split finds the feature and bin that part a node best; f < 0 where none helps.
func (b *boosting) split(n node, g, h float64, grad map[*sample][2]float64, bins [][]float64) (f, k int, left, right float64) {
	f = -1
	score := func(g, h, v float64) float64 { return g*v - 0.5*(h+b.lambda)*v*v }
	base := score(g, h, b.leaf(g, h, n.low, n.high))
	bestGain := 0.5
	width := len(b.signs)
	type cell struct {
		g, h float64
		n    int
	}
	hist := make([]cell, width*(maxBins+1))
	for _, s := range n.members {
		d := grad[s]
		for j, bin := range s.bins {
			c := &hist[j*(maxBins+1)+int(bin)]
			c.g += d[0]
			c.h += d[1]
			c.n++
		}
	}
	for j := range width {
		if b.off != nil && b.off[j] {
			continue
		}
		var lg, lh float64
		ln := 0
		for bin := range bins[j] {
			c := hist[j*(maxBins+1)+bin]
			lg, lh, ln = lg+c.g, lh+c.h, ln+c.n
			if ln < b.minLeaf || len(n.members)-ln < b.minLeaf {
				continue
			}
			lv, rv := b.leaf(lg, lh, n.low, n.high), b.leaf(g-lg, h-lh, n.low, n.high)
			if float64(b.signs[j])*(rv-lv) < 0 {
				continue
			}
			if gain := score(lg, lh, lv) + score(g-lg, h-lh, rv) - base; gain > bestGain {
				bestGain, f, k, left, right = gain, j, bin, lv, rv
			}
		}
	}
	return f, k, left, right
}
