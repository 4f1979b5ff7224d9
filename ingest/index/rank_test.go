package index

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The lowest that is kept is the n-th best of what was offered.
func TestLowest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := rapid.SliceOf(rapid.Float32Range(0.001, 9)).Draw(t, "scores")
		n := rapid.IntRange(1, 20).Draw(t, "n")
		var l lowest
		for _, s := range scores {
			l.offer(s, n)
		}
		slices.Sort(scores)
		slices.Reverse(scores)
		if len(l) != min(n, len(scores)) || len(scores) >= n && l[0] != scores[n-1] {
			t.Fatalf("kept %v of %v", l, scores)
		}
	})
}

func TestFuse(t *testing.T) {
	text := []match{{"a", 9}, {"b", 8}, {"c", 7}}
	vector := []match{{"c", 0.9}, {"d", 0.8}}
	var got []string
	for _, m := range fuse(text, vector, builtinShare, 10) {
		got = append(got, m.id)
	}
	if want := []string{"c", "a", "b", "d"}; !slices.Equal(got, want) {
		t.Errorf("fused %v, want %v", got, want)
	}
	if tie := cutMatches([]match{{"z", 1}, {"y", 1}, {"x", 1}}, 2); tie[0].id != "x" || tie[1].id != "y" {
		t.Errorf("ties not in the order of ids: %v", tie)
	}
}
