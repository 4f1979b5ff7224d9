package eval

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"

	"assay/gates/judge"
)

// A CalibrationReport says what a judge's scores are worth on labelled claims.
type CalibrationReport struct {
	Judge    string               `json:"judge"`
	Rows     int                  `json:"rows"`     // labelled supported, refuted or nei
	Scored   int                  `json:"scored"`   // of these, those that the judge answered
	Bins     []Bin                `json:"bins"`     // of calibrated scores, each fitted without its row
	RawBins  []Bin                `json:"raw_bins"` // of the scores as the judge gives them
	Measured judge.MeasuredScores `json:"measured"`
	Cost     *Cost                `json:"cost,omitempty"`
	Missing  string               `json:"missing,omitempty"` // why rows had no answer, where some had none

	Calibration *judge.Calibration `json:"calibration,omitempty"` // of a judge that is asked
}

// CalibrateOptions are the choices of a calibration.
type CalibrateOptions struct {
	FitOptions
	Jobs     int // rows judged at once; 0 for all cores
	Progress func(done, total int)
}

// Calibrate fits the curve of a judge that is asked, on the rows that the deterministic
// judge leaves to it. Of the deterministic judge itself, whose curve is built in, it only
// measures.
func Calibrate(ctx context.Context, files []string, j judge.Judge, o CalibrateOptions) (CalibrationReport, error) {
	o.Threshold = cmp.Or(o.Threshold, 0.78)
	r := CalibrationReport{Judge: j.Model(), Bins: []Bin{}, RawBins: []Bin{}}
	var rows []ClaimRow
	var sets []judge.LabelledSet
	for _, file := range files {
		more, err := ReadClaims(file)
		if err != nil {
			return r, err
		}
		raw, err := os.ReadFile(file)
		if err != nil {
			return r, fmt.Errorf("read claims: %w", err)
		}
		sum := sha256.Sum256(raw)
		set := judge.LabelledSet{Name: filepath.Base(file), SHA256: hex.EncodeToString(sum[:])}
		for _, row := range more {
			if row.Label == labelSupported || row.Label == labelRefuted || row.Label == labelNEI {
				set.Rows++
				rows = append(rows, row)
			}
		}
		sets = append(sets, set)
	}
	r.Rows = len(rows)
	points, err := pointsOf(ctx, rows, j, o.Jobs, o.Progress)
	if err != nil {
		return r, err
	}
	r.Scored = len(points)
	raw := make([]float64, len(points))
	for i, p := range points {
		raw[i] = p.Raw
	}
	r.RawBins = Bins(points, raw)
	second, asked := j.(*Second)
	if !asked {
		r.Bins, r.Measured = r.RawBins, Measure(points, raw, o.Threshold)
		return r, nil
	}
	cost, why := second.Cost()
	r.Cost, r.Missing = &cost, why
	c, bins, err := FitCalibration(points, o.FitOptions)
	if err != nil {
		if why != "" {
			return r, fmt.Errorf("calibrate %s: %w; %d rows had no answer: %s", j.Model(), err, cost.Unanswered, why)
		}
		return r, fmt.Errorf("calibrate %s: %w; %d of %d rows were settled without it", j.Model(), err, cost.Settled, r.Rows)
	}
	who := second.Asker.Identity()
	c.Judge, c.Version, c.Beside, c.Sets = who.Name, who.Version, second.First.Model(), sets
	r.Calibration, r.Bins, r.Measured = c, bins, c.Measured
	return r, nil
}

// pointsOf asks for the raw score of each row. Rows without one are left out.
func pointsOf(ctx context.Context, rows []ClaimRow, j judge.Judge, jobs int, progress func(done, total int)) ([]Point, error) {
	points := make([]*Point, len(rows))
	err := eachRow(ctx, len(rows), jobs, progress, func(i int) error {
		score, ok, err := scoreOf(ctx, &rows[i], j)
		if ok {
			points[i] = &Point{Raw: score, Supported: rows[i].Label == labelSupported, Group: rows[i].Claim}
		}
		return err
	})
	var out []Point
	for _, p := range points {
		if p != nil {
			out = append(out, *p)
		}
	}
	return out, err
}

func scoreOf(ctx context.Context, row *ClaimRow, j judge.Judge) (score float64, ok bool, err error) {
	q := judge.Question{Claim: row.Claim, Text: string(row.Evidence)}
	if s, asked := j.(*Second); asked {
		_, a, err := s.ask(ctx, q)
		if err != nil || a == nil {
			return 0, false, err
		}
		return a.Score, true, nil
	}
	answer, err := j.Judge(ctx, q)
	if err != nil {
		return 0, false, fmt.Errorf("row %s: %w", row.ID, err)
	}
	return answer.Score, true, nil
}
