package stats

import (
	"math"
	"testing"
)

func TestHundredths(t *testing.T) {
	t.Parallel()
	for _, x := range [][3]float64{{.3, .5, .2}, {1. / 3, 1. / 3, 1. / 3}, {.29, .57, .14}, {1, 0, 0}, {.005, .005, .99}, {.2145, .5963, .1892}} {
		h := hundredths(x)
		if sum := math.Round(100*(h[0]+h[1]+h[2])) / 100; sum != 1 {
			t.Errorf("%v → %v adds up to %v", x, h, sum)
		}
		for i := range x {
			if math.Abs(h[i]-x[i]) > .011 {
				t.Errorf("%v → %v", x, h)
			}
		}
	}
}
