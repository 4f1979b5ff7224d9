package eval

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/gates/judge"

	"pgregory.net/rapid"
)

// drawn are points of a judge who is surer than it should be: of claims at raw score r,
// r² are supported.
func drawn(seed uint64, n int) []Point {
	r := rand.New(rand.NewPCG(seed, 1))
	points := make([]Point, n)
	for i := range points {
		raw := float64(r.IntN(101)) / 100
		points[i] = Point{Raw: raw, Supported: r.Float64() < math.Pow(raw, 2), Group: fmt.Sprint(seed, i)}
	}
	return points
}

// Whoever passes is supported as often as was promised, and the bins tell the truth.
func TestCalibrationKeepsItsPromise(t *testing.T) {
	for _, method := range []string{"isotonic", "platt"} {
		c, bins, err := FitCalibration(drawn(1, 4000), FitOptions{Method: method})
		if err != nil {
			t.Fatal(err)
		}
		fresh := drawn(2, 20000)
		scores := make([]float64, len(fresh))
		for i, p := range fresh {
			scores[i] = c.Score(p.Raw)
		}
		if m := Measure(fresh, scores, 0.78); m.Precision < 0.94 || m.Passed == 0 {
			t.Errorf("%s: of fresh rows %+v", method, m)
		}
		if c.Measured.Precision < 0.93 {
			t.Errorf("%s: of rows held out in turn %+v", method, c.Measured)
		}
		for _, b := range bins {
			if b.Rows > 200 && b.To <= 0.7 && math.Abs(b.Mean-b.Supported) > 0.1 {
				t.Errorf("%s: scores of %.2f, supported %.2f of %d", method, b.Mean, b.Supported, b.Rows)
			}
		}
	}
}

// A judge whose word means nothing passes nothing, whatever it says.
func TestJudgeThatGuessesPassesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	var points []Point
	for i := range 1000 {
		points = append(points, Point{Raw: r.Float64(), Supported: r.IntN(2) == 0, Group: fmt.Sprint(i)})
	}
	c, _, err := FitCalibration(points, FitOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if c.Passes(0.78) || c.Measured.Passed > 0 {
		t.Errorf("it passes %d rows", c.Measured.Passed)
	}
}

func TestTooFewRowsAreNotFitted(t *testing.T) {
	for _, points := range [][]Point{nil, drawn(1, 40), make([]Point, 500)} {
		if _, _, err := FitCalibration(points, FitOptions{}); err == nil || !strings.Contains(err.Error(), "too few") {
			t.Errorf("%d rows: %v", len(points), err)
		}
	}
}

func TestCalibrationProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points := drawn(rapid.Uint64().Draw(t, "seed"), rapid.IntRange(100, 900).Draw(t, "n"))
		if rapid.Bool().Draw(t, "clumped") {
			for i := range points {
				points[i].Raw = math.Round(points[i].Raw*3) / 3
			}
		}
		c, _, err := FitCalibration(points, FitOptions{Method: rapid.SampledFrom([]string{"", "isotonic", "platt"}).Draw(t, "method")})
		if err != nil {
			t.Skip(err)
		}
		c.Judge, c.Version = "http/m", "chat/1"
		read, err := judge.ReadCalibration(c.Print())
		if err != nil {
			t.Fatalf("%v\n%s", err, c.Print())
		}
		if diff := cmp.Diff(c, read); diff != "" {
			t.Fatal(diff)
		}
		last := 0.0
		for i := range 1001 {
			score := read.Score(float64(i) / 1000)
			if score < last-1e-12 || score > 1 {
				t.Fatalf("the curve falls from %v to %v at %v", last, score, float64(i)/1000)
			}
			last = score
		}
	})
}

func TestCalibrationThatIsNone(t *testing.T) {
	c, _, err := FitCalibration(drawn(1, 500), FitOptions{})
	if err != nil {
		t.Fatal(err)
	}
	c.Judge, c.Version = "http/m", "chat/1"
	good := string(c.Print())
	for name, source := range map[string]string{
		"empty": "", "cut": good[:len(good)/2], "format": strings.Replace(good, "calibration/1", "calibration/9", 1),
		"nobody": strings.Replace(good, "http/m", "", 1), "no knots": `{"assay":"calibration/1","judge":"j","version":"1"}`,
		"falls":  `{"assay":"calibration/1","judge":"j","version":"1","knots":[{"raw":0,"score":0.9},{"raw":1,"score":0.1}]}`,
		"beyond": `{"assay":"calibration/1","judge":"j","version":"1","knots":[{"raw":0,"score":9}]}`,
		"large":  strings.Repeat(" ", 1<<20+1),
	} {
		if _, err := judge.ReadCalibration([]byte(source)); err == nil {
			t.Errorf("%s: read", name)
		}
	}
}
