package judge

import (
	"bytes"
	"math"
	"testing"
)

func FuzzReadCalibration(f *testing.F) {
	c := &Calibration{Format: CalibrationFormat, Judge: "http/m", Version: "chat/1", Knots: []Step{{0, 0.1}, {0.5, 0.1}, {0.9, 0.8}}}
	f.Add(c.Print())
	f.Fuzz(func(t *testing.T, source []byte) {
		c, err := ReadCalibration(source)
		if err != nil {
			return
		}
		for _, raw := range []float64{-1, 0, 0.5, 1, 2, math.NaN(), math.Inf(1)} {
			if s := c.Score(raw); !(s >= 0 && s <= 1) {
				t.Fatalf("%v scores %v", raw, s)
			}
		}
		if again, err := ReadCalibration(c.Print()); err != nil || !bytes.Equal(again.Print(), c.Print()) {
			t.Fatalf("printed and read back: %v", err)
		}
	})
}
