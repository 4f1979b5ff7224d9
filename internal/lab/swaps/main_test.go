package main

import (
	"reflect"
	"testing"
)

// The rows are the same for a seed, come in pairs, and the false one of a pair has a value
// that the source gives to another.
func TestRows(t *testing.T) {
	all := rows(1)
	if len(all) < 1000 || !reflect.DeepEqual(all, rows(1)) || reflect.DeepEqual(all, rows(2)) {
		t.Fatalf("%d rows, or they do not go by the seed", len(all))
	}
	seen := map[string]bool{}
	for i := 0; i < len(all); i += 2 {
		right, wrong := all[i], all[i+1]
		if right.Label != "supported" || wrong.Label != "refuted" || right.Claim == wrong.Claim || right.Evidence != wrong.Evidence || seen[right.ID] {
			t.Fatalf("%+v\n%+v", right, wrong)
		}
		seen[right.ID] = true
	}
}
