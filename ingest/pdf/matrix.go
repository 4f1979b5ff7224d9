package pdf

import (
	"math"
	"slices"
)

// A matrix maps points: x' = a·x + c·y + e, y' = b·x + d·y + f.
type matrix [6]float64

var unit = matrix{1, 0, 0, 1, 0, 0}

// then is the matrix that maps by m first.
func (m matrix) then(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

func finite(m matrix) bool {
	return !slices.ContainsFunc(m[:], func(v float64) bool { return math.IsNaN(v) || math.Abs(v) > 1e7 })
}
