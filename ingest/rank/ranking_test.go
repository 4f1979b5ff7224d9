package rank

import (
	"cmp"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A judged question: what each source found, and how well it answers.
type judged struct {
	question string
	streams  []Stream
	grades   map[string]float64 // by canonical address
}

func readJudged(t *testing.T, w *Weights) []judged {
	t.Helper()
	text, err := os.ReadFile("testdata/ranking.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out []judged
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if q, ok := strings.CutPrefix(line, "? "); ok {
			out = append(out, judged{question: q, grades: map[string]float64{}})
			continue
		}
		f := strings.Split(line, "|")
		if len(f) != 7 || strings.HasPrefix(line, "#") {
			continue
		}
		j := &out[len(out)-1]
		days, err := strconv.Atoi(f[5])
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		c := Candidate{Source: f[0], Item: Item{Title: f[3], Text: f[4], URL: "https://" + f[2], Date: today.AddDate(0, 0, -days)}}
		for _, s := range strings.Split(f[6], ",") {
			if k, v, ok := strings.Cut(s, "="); ok {
				n, _ := strconv.ParseFloat(v, 64)
				if c.Signals == nil {
					c.Signals = map[string]float64{}
				}
				c.Signals[k] = n
			}
		}
		j.grades[w.Fusion.Canonical(c.URL)], _ = strconv.ParseFloat(f[1], 64)
		if n := len(j.streams); n == 0 || j.streams[n-1].Source != f[0] {
			j.streams = append(j.streams, Stream{Source: f[0], Weight: 1})
		}
		s := &j.streams[len(j.streams)-1]
		s.Hits = append(s.Hits, c)
	}
	return out
}

// ndcg of a list at ten, with gains of 2^grade - 1 (Järvelin, Kekäläinen 2002).
func (j judged) ndcg(w *Weights, list []Candidate) float64 {
	sum := func(grades []float64) (s float64) {
		for i, g := range grades[:min(len(grades), 10)] {
			s += (math.Exp2(g) - 1) / math.Log2(float64(i)+2)
		}
		return s
	}
	var got, best []float64
	for _, c := range list {
		got = append(got, j.grades[w.Fusion.Canonical(c.URL)])
	}
	for _, g := range j.grades {
		best = append(best, g)
	}
	slices.SortFunc(best, func(a, b float64) int { return cmp.Compare(b, a) })
	return sum(got) / sum(best)
}

// Over 40 judged questions the fused list is better than that of any single source, and
// better than reciprocal rank fusion alone.
func TestRankingIsWorthIt(t *testing.T) {
	w := Default()
	list := readJudged(t, w)
	if len(list) != 40 {
		t.Fatalf("%d questions", len(list))
	}
	fused, plain, single, of := 0.0, 0.0, map[string]float64{}, map[string]float64{}
	for _, j := range list {
		i := w.Intent(j.question)
		q := Question{Text: j.question, Also: w.Also(j.question), Entity: w.Entity(j.question, i), Intent: i, Shape: w.Shape(j.question, i), Now: today}
		for _, s := range j.streams {
			single[s.Source] += j.ndcg(w, s.Hits)
			of[s.Source]++
		}
		p := j.ndcg(w, w.merge(j.streams))
		f := j.ndcg(w, w.Fuse(q, j.streams, w.Planning.Depths["default"]))
		if f < p-.05 {
			t.Logf("%s (%s): %.3f, by ranks alone %.3f", j.question, i, f, p)
		}
		plain += p / 40
		fused += f / 40
	}
	t.Logf("fused %.3f, reciprocal ranks alone %.3f", fused, plain)
	for _, s := range sorted(single) {
		t.Logf("%s alone %.3f over %.0f questions", s, single[s]/of[s], of[s])
		if single[s]/of[s] >= fused {
			t.Errorf("%s alone is better", s)
		}
	}
	if fused <= plain {
		t.Error("ranks alone are better")
	}
}
