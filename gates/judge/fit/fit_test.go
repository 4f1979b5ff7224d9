package main

import (
	"math/rand/v2"
	"testing"

	"assay/gates/judge"
)

// noisy makes samples whose answer grows with the first feature and shrinks with
// the second, both with noise.
func noisy(n int) []*sample {
	r := rand.New(rand.NewPCG(3, 4))
	var out []*sample
	for i := range n {
		x := []float64{r.Float64(), r.Float64(), r.Float64()}
		s := &sample{set: "s", group: uint64(i), x: x, w: 1, fit: true, free: true}
		if x[0]-x[1]+0.6*r.NormFloat64() > 0 {
			s.y = 1
		}
		out = append(out, s)
	}
	return out
}

func TestTreesAreMonotone(t *testing.T) {
	samples := noisy(2000)
	b := boosting{trees: 40, depth: 3, rate: 0.1, minLeaf: 10, lambda: 2, signs: []int{1, -1, 0}}
	bias, forest := b.grow(samples, cut(samples))
	margin := func(x ...float64) float64 {
		w := judge.Weights{Bias: bias, Trees: forest}
		return w.Margin(x)
	}
	for v := 0.0; v < 1; v += 0.02 {
		for _, other := range []float64{0.1, 0.5, 0.9} {
			if margin(v+0.02, other, 0.5) < margin(v, other, 0.5) || margin(other, v+0.02, 0.5) > margin(other, v, 0.5) {
				t.Fatalf("not monotone at %.2f, %.2f", v, other)
			}
		}
	}
	if margin(0.9, 0.1, 0.5) < margin(0.1, 0.9, 0.5)+1 {
		t.Error("nothing was learnt")
	}
}

func TestCrossValidationKeepsGroupsTogether(t *testing.T) {
	samples := noisy(300)
	for i, s := range samples {
		s.claim, s.text = string(rune('a'+i%10)), string(rune('a'+i/30))
	}
	group(samples[:30])
	assign(samples[:30], 5, 1)
	for _, s := range samples[:30] {
		if s.text == samples[0].text && s.fold != samples[0].fold {
			t.Fatal("rows of one text in two folds")
		}
	}
}

func TestCorruptedClaimsDiffer(t *testing.T) {
	rows := []*sample{
		{set: "s", y: 1, claim: "The harbour office keeps wooden crates near the gate.", text: "The harbour office keeps wooden crates near the gate, which is locked at night. The crates are counted each spring by two clerks of the town."},
		{set: "s", claim: "Another claim entirely.", text: "Several orchards along the river were planted by monks in the north. Their apples travel badly and must be eaten within a week of picking."},
	}
	made := corrupt(rows, 1)
	if len(made) == 0 {
		t.Fatal("none made")
	}
	for _, m := range made {
		if m.y != 0 || m.claim == "" || m.claim == rows[0].claim || m.set != "s+" {
			t.Errorf("%+v", m)
		}
	}
}
