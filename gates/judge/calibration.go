package judge

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"sort"
)

// A Calibration turns what a judge says of its own sureness into the share of such
// claims that are truly supported. It is fitted on labelled claims, lies in the vault as
// a file that a review shows, and belongs to one version of one judge: what the judge
// said before counts only as long as this file names it.
type Calibration struct {
	Format    string         `json:"assay"` // CalibrationFormat
	Judge     string         `json:"judge"`
	Version   string         `json:"version"`
	Beside    string         `json:"beside"` // the deterministic judge, which chose the rows
	Method    string         `json:"method"` // isotonic or platt
	Rows      int            `json:"rows"`   // that it was fitted on: labelled, and not settled without the judge
	Supported int            `json:"supported"`
	Sets      []LabelledSet  `json:"sets"`
	Measured  MeasuredScores `json:"measured"` // on rows that took no part in the fit
	Knots     []Step         `json:"knots"`
}

// A LabelledSet is a file that a calibration was fitted on.
type LabelledSet struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
	Rows   int    `json:"rows"`
}

// MeasuredScores say what the scores were worth on rows held out in turn.
type MeasuredScores struct {
	Threshold float64 `json:"threshold"`
	Passed    int     `json:"passed"`    // rows at or above it
	Precision float64 `json:"precision"` // of these, truly supported
	Recall    float64 `json:"recall"`    // of the supported rows, passed
	Brier     float64 `json:"brier"`     // mean squared error of the score
}

// A Step is a point of the curve from raw score to share supported, which is straight
// in between.
type Step struct {
	Raw   float64 `json:"raw"`
	Score float64 `json:"score"`
}

// CalibrationFormat is the first member of a calibration file.
const CalibrationFormat = "calibration/1"

const maxCalibration = 1 << 20 // bytes

// MaxKnots is how many knots a curve may have.
const MaxKnots = 1000

// Identity is the judge that it is for.
func (c *Calibration) Identity() Identity { return Identity{c.Judge, c.Version} }

// Score is the calibrated support of a raw score.
func (c *Calibration) Score(raw float64) float64 {
	k := c.Knots
	if math.IsNaN(raw) {
		return 0
	}
	i := sort.Search(len(k), func(i int) bool { return k[i].Raw > raw }) // the first beyond
	switch {
	case i == 0:
		return k[0].Score
	case i == len(k):
		return k[len(k)-1].Score
	}
	a, b := k[i-1], k[i]
	return a.Score + (b.Score-a.Score)*(raw-a.Raw)/(b.Raw-a.Raw)
}

// Passes reports whether any raw score reaches a threshold.
func (c *Calibration) Passes(threshold float64) bool {
	return c.Knots[len(c.Knots)-1].Score >= threshold
}

// ReadCalibration reads a calibration file.
func ReadCalibration(source []byte) (*Calibration, error) {
	if len(source) > maxCalibration {
		return nil, errors.New("the file is larger than 1 MiB")
	}
	c := &Calibration{}
	dec := json.NewDecoder(bytes.NewReader(source))
	if err := dec.Decode(c); err != nil {
		return nil, fmt.Errorf("no calibration: %w", err)
	}
	switch {
	case c.Format != CalibrationFormat:
		return nil, fmt.Errorf("its format is %q, and this assay reads %q", c.Format, CalibrationFormat)
	case c.Judge == "" || c.Version == "":
		return nil, errors.New("it names no judge")
	case len(c.Knots) == 0 || len(c.Knots) > MaxKnots:
		return nil, fmt.Errorf("it has %d knots", len(c.Knots))
	}
	for i, k := range c.Knots {
		if !(k.Raw >= 0 && k.Raw <= 1 && k.Score >= 0 && k.Score <= 1) {
			return nil, fmt.Errorf("knot %d is not between 0 and 1", i+1)
		}
		if i > 0 && (k.Raw <= c.Knots[i-1].Raw || k.Score < c.Knots[i-1].Score) {
			return nil, fmt.Errorf("knot %d does not rise", i+1)
		}
	}
	return c, nil
}

// Print writes a calibration file, a knot a line, so that a review shows what moved.
func (c *Calibration) Print() []byte {
	var b bytes.Buffer
	head := *c
	head.Knots = nil
	source, _ := json.MarshalIndent(head, "", "  ") // plain values never fail
	b.Write(bytes.TrimSuffix(source, []byte("\"knots\": null\n}")))
	b.WriteString("\"knots\": [")
	for i, k := range c.Knots {
		if i > 0 {
			b.WriteByte(',')
		}
		step, _ := json.Marshal(k)
		b.WriteString("\n    ")
		b.Write(step)
	}
	b.WriteString("\n  ]\n}\n")
	return b.Bytes()
}
