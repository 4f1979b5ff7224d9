package eval

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"sort"

	"assay/gates/judge"
)

// A Point is what a judge said of a labelled claim.
type Point struct {
	Raw       float64
	Supported bool
	Group     string // points of one group are held out together: the claim's words
}

// FitOptions are the choices of a fit.
type FitOptions struct {
	Method    string  // isotonic, platt; "" for isotonic where there are rows enough for it
	Threshold float64 // 0 for 0.78
}

// Fewer rows than these say nothing of one in twenty; below the other, steps follow
// chance and a curve of two parameters is the better guess.
const (
	leastRows    = 60
	leastOfEach  = 20
	isotonicFrom = 400
	promised     = 0.95 // share of supported rows at and above the threshold
	folds        = 5
)

// A Bin is a line of the calibration table: rows whose scores lie together.
type Bin struct {
	From      float64 `json:"from"`
	To        float64 `json:"to"`
	Rows      int     `json:"rows"`
	Mean      float64 `json:"mean"`      // of the scores
	Supported float64 `json:"supported"` // share
}

// FitCalibration fits the curve, and measures it on rows held out in turn: the bins and
// the measured figures are of scores that were fitted without the row that has them.
// Judge, Version and Sets are the caller's to fill in.
func FitCalibration(points []Point, o FitOptions) (*judge.Calibration, []Bin, error) {
	o.Threshold = cmp.Or(o.Threshold, 0.78)
	supported := 0
	for _, p := range points {
		if p.Supported {
			supported++
		}
	}
	if len(points) < leastRows || supported < leastOfEach || len(points)-supported < leastOfEach {
		return nil, nil, fmt.Errorf("%d rows, %d of them supported, are too few: it takes %d, and %d of each kind", len(points), supported, leastRows, leastOfEach)
	}
	if o.Method == "" {
		o.Method = "platt"
		if len(points) >= isotonicFrom {
			o.Method = "isotonic"
		}
	}
	if o.Method != "platt" && o.Method != "isotonic" {
		return nil, nil, fmt.Errorf("no method %q: isotonic or platt", o.Method)
	}
	c := &judge.Calibration{Format: judge.CalibrationFormat, Method: o.Method, Rows: len(points), Supported: supported, Sets: []judge.LabelledSet{}, Knots: fit(points, o)}
	scores := make([]float64, len(points))
	for fold := range uint32(folds) {
		var others []Point
		for _, p := range points {
			if foldOf(p) != fold {
				others = append(others, p)
			}
		}
		part := judge.Calibration{Knots: fit(others, o)}
		for i, p := range points {
			if foldOf(p) == fold {
				scores[i] = part.Score(p.Raw)
			}
		}
	}
	c.Measured = Measure(points, scores, o.Threshold)
	return c, Bins(points, scores), nil
}

func foldOf(p Point) uint32 {
	h := fnv.New32a()
	h.Write([]byte(p.Group))
	return h.Sum32() % folds
}

// Measure says what scores of points are worth at a threshold.
func Measure(points []Point, scores []float64, threshold float64) judge.MeasuredScores {
	m := judge.MeasuredScores{Threshold: threshold}
	right, supported := 0, 0
	for i, p := range points {
		truth := 0.0
		if p.Supported {
			supported++
			truth = 1
		}
		m.Brier += (scores[i] - truth) * (scores[i] - truth)
		if scores[i] >= threshold {
			m.Passed++
			if p.Supported {
				right++
			}
		}
	}
	if m.Passed > 0 {
		m.Precision = float64(right) / float64(m.Passed)
	}
	if supported > 0 {
		m.Recall = float64(right) / float64(supported)
	}
	if len(points) > 0 {
		m.Brier /= float64(len(points))
	}
	return m
}

// Bins cuts scores into ten bins of one width and leaves out those that are empty.
func Bins(points []Point, scores []float64) []Bin {
	const n = 10
	var bins [n]Bin
	for i, p := range points {
		k := min(n-1, max(0, int(scores[i]*n)))
		bins[k].Rows++
		bins[k].Mean += scores[i]
		if p.Supported {
			bins[k].Supported++
		}
	}
	out := []Bin{}
	for k, b := range bins {
		if b.Rows == 0 {
			continue
		}
		b.From, b.To = float64(k)/n, float64(k+1)/n
		b.Mean /= float64(b.Rows)
		b.Supported /= float64(b.Rows)
		out = append(out, b)
	}
	return out
}

// fit gives the knots. Whatever the curve says, a score reaches the threshold only from
// the raw score on from which the promised share is supported, so that the promise is
// kept by the sum of what passes and not by its middle.
func fit(points []Point, o FitOptions) []judge.Step {
	sorted := slices.Clone(points)
	slices.SortStableFunc(sorted, func(a, b Point) int { return cmp.Compare(a.Raw, b.Raw) })
	var knots []judge.Step
	if o.Method == "platt" {
		knots = platt(sorted)
	} else {
		knots = isotonic(sorted)
	}
	cut := passLine(sorted, promised)
	below := math.Max(0, o.Threshold-0.01)
	var out []judge.Step
	for _, k := range knots {
		if k.Raw >= cut {
			k.Score = math.Max(k.Score, o.Threshold)
		} else {
			k.Score = math.Min(k.Score, below)
		}
		out = append(out, k)
	}
	out = atCut(out, cut, o.Threshold, below)
	return rising(out)
}

// atCut puts a step where the pass line is, so that nothing between two knots slips over
// the threshold before it.
func atCut(knots []judge.Step, cut, threshold, below float64) []judge.Step {
	if math.IsInf(cut, 1) {
		return knots
	}
	curve := judge.Calibration{Knots: knots}
	before := judge.Step{Raw: math.Nextafter(cut, 0), Score: math.Min(below, curve.Score(math.Nextafter(cut, 0)))}
	at := judge.Step{Raw: cut, Score: math.Max(threshold, curve.Score(cut))}
	i := sort.Search(len(knots), func(i int) bool { return knots[i].Raw >= cut })
	rest := knots[i:]
	if len(rest) > 0 && rest[0].Raw == cut {
		rest = rest[1:]
	}
	out := slices.Clone(knots[:i])
	if cut > 0 {
		out = append(out, before)
	}
	return append(append(out, at), rest...)
}

// rising drops knots of one place and keeps the curve from falling.
func rising(knots []judge.Step) []judge.Step {
	var out []judge.Step
	for _, k := range knots {
		k.Score = math.Min(0.99, math.Max(0.01, k.Score))
		if n := len(out); n > 0 {
			k.Score = math.Max(k.Score, out[n-1].Score)
			if k.Raw <= out[n-1].Raw {
				out[n-1].Score = k.Score
				continue
			}
		}
		out = append(out, k)
	}
	if len(out) <= judge.MaxKnots {
		return out
	}
	// More steps than any curve of ours needs: every second goes, the ends stay.
	var thin []judge.Step
	for i, k := range out {
		if i%2 == 0 || i == len(out)-1 {
			thin = append(thin, k)
		}
	}
	return rising(thin)
}

// passLine is the lowest raw score at and above which the share of supported rows, at the
// lower end of its interval (Wilson's, one standard error), is the one asked for; +Inf
// where there is none.
func passLine(sorted []Point, precision float64) float64 {
	line := math.Inf(1)
	right, n := 0.0, 0.0
	for i := len(sorted) - 1; i >= 0; i-- {
		n++
		if sorted[i].Supported {
			right++
		}
		if i > 0 && sorted[i-1].Raw == sorted[i].Raw {
			continue
		}
		p := right / n
		low := (p + 1/(2*n) - math.Sqrt(p*(1-p)/n+1/(4*n*n))) / (1 + 1/n)
		if low >= precision {
			line = sorted[i].Raw
		}
	}
	return line
}

// isotonic pools adjacent violators: the best curve that never falls.
func isotonic(sorted []Point) []judge.Step {
	type block struct{ lo, hi, sum, n float64 }
	var blocks []block
	for i := 0; i < len(sorted); {
		b := block{lo: sorted[i].Raw, hi: sorted[i].Raw}
		for ; i < len(sorted) && sorted[i].Raw == b.lo; i++ {
			b.n++
			if sorted[i].Supported {
				b.sum++
			}
		}
		for len(blocks) > 0 && blocks[len(blocks)-1].sum*b.n >= b.sum*blocks[len(blocks)-1].n {
			last := blocks[len(blocks)-1]
			blocks = blocks[:len(blocks)-1]
			b.lo, b.sum, b.n = last.lo, b.sum+last.sum, b.n+last.n
		}
		blocks = append(blocks, b)
	}
	var knots []judge.Step
	for _, b := range blocks {
		share := b.sum / b.n
		knots = append(knots, judge.Step{Raw: b.lo, Score: share})
		if b.hi > b.lo {
			knots = append(knots, judge.Step{Raw: b.hi, Score: share})
		}
	}
	return knots
}

// platt fits 1/(1+exp(-(a·logit(raw)+b))) by Newton's method, with the targets that keep
// it from being surer than its rows allow (Platt 1999), and gives it as a curve of knots.
func platt(sorted []Point) []judge.Step {
	yes, no := 0.0, 0.0
	for _, p := range sorted {
		if p.Supported {
			yes++
		} else {
			no++
		}
	}
	high, low := (yes+1)/(yes+2), 1/(no+2)
	a, b := 1.0, 0.0
	for range 100 {
		var ga, gb, haa, hab, hbb float64
		for _, p := range sorted {
			x, t := logit(p.Raw), low
			if p.Supported {
				t = high
			}
			q := 1 / (1 + math.Exp(-(a*x + b)))
			w := math.Max(q*(1-q), 1e-9)
			ga, gb = ga+(t-q)*x, gb+(t-q)
			haa, hab, hbb = haa+w*x*x, hab+w*x, hbb+w
		}
		haa, hbb = haa+1e-6, hbb+1e-6
		det := haa*hbb - hab*hab
		if math.Abs(det) < 1e-12 {
			break
		}
		da, db := (ga*hbb-gb*hab)/det, (gb*haa-ga*hab)/det
		step := math.Min(1, 4/math.Max(math.Abs(da), math.Abs(db)+1e-12))
		a, b = a+step*da, b+step*db
		if math.Abs(da)+math.Abs(db) < 1e-9 {
			break
		}
	}
	a = math.Max(a, 0) // a judge that is surer the wronger it is tells nothing
	var knots []judge.Step
	for i := 0; i <= 40; i++ {
		raw := float64(i) / 40
		knots = append(knots, judge.Step{Raw: raw, Score: 1 / (1 + math.Exp(-(a*logit(raw) + b)))})
	}
	return knots
}

func logit(p float64) float64 {
	p = math.Min(0.999, math.Max(0.001, p))
	return math.Log(p / (1 - p))
}
