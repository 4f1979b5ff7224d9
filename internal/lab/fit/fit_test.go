package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
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

// told makes rows of a set: each claim repeats its text, or names what that lacks.
func told(set string, fit bool) []*sample {
	var rows []*sample
	things := strings.Fields("kettle lantern barrel saddle ladder anvil basket hammer bucket candle pulley trowel")
	for i, thing := range things {
		for k, place := range strings.Fields("harbour orchard chapel quarry meadow") {
			other := things[(i+k+1)%len(things)]
			text := fmt.Sprintf("The %s of the %s was mended in spring by two old %s makers, who were paid in flour.", thing, place, other)
			rows = append(rows,
				&sample{set: set, group: uint64(i), claim: fmt.Sprintf("Old %s makers mended the %s of the %s.", other, thing, place), text: text, y: 1, fit: fit},
				&sample{set: set, group: uint64(i), claim: fmt.Sprintf("The %s was sold to a %s trader from the %s.", thing, things[(i+k+5)%len(things)], set), text: text, fit: fit})
		}
	}
	return measure(rows)
}

func TestLeaveOutScoresEachFittedSetWithoutIt(t *testing.T) {
	one, two := told("one", true), told("two", true)
	samples := append(append(append(one, measure(corrupt(one, 1))...), two...), told("three", false)...)
	weigh(samples)
	var signs []int
	for _, f := range judge.Features() {
		signs = append(signs, f.Sign)
	}
	b := boosting{trees: 5, depth: 2, rate: 0.1, minLeaf: 5, lambda: 2, signs: signs}
	_, models := fit(samples, b, 1)
	askFolds(samples, models)
	var out strings.Builder
	table(&out, samples, leaveOut(samples, b, 1))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 6 {
		t.Fatalf("no line for each set:\n%s", out.String())
	}
	for i, want := range []string{"| one | 120 |", "| one+ |", "| two | 120 |", "| three | 120 |"} {
		if line := lines[2+i]; !strings.HasPrefix(line, want) || strings.HasSuffix(line, "| | | | |") != (i%2 == 1) {
			t.Errorf("%s", line)
		}
	}
}

func TestTreesNeverAskWhatIsOff(t *testing.T) {
	samples := noisy(500)
	b := boosting{trees: 10, depth: 3, rate: 0.1, minLeaf: 10, lambda: 2, signs: []int{1, -1, 0}, off: []bool{true, false, false}}
	_, forest := b.grow(samples, cut(samples))
	for _, tree := range forest {
		for _, f := range tree.Feature {
			if f == 0 {
				t.Fatal("a tree asks it")
			}
		}
	}
}
