package index

import (
	"slices"
	"testing"
)

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

// The n best are the first n of all, ties by id.
func TestBest(t *testing.T) {
	s := open(t)
	(&stored{Store: s}).Set(t, corpusOf(120))
	r, err := s.read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	for _, query := range []string{"w3x", "page w40x", "w7x w20x w3x"} {
		all, err := r.search(t.Context(), weigh(queryTerms(query)), 1000, "")
		if err != nil || len(all) == 0 {
			t.Fatalf("%d found, %v", len(all), err)
		}
		for n := range min(20, len(all)) {
			if best, err := r.search(t.Context(), weigh(queryTerms(query)), n+1, ""); err != nil || !slices.Equal(best, all[:n+1]) {
				t.Errorf("%q: the %d best are %v, %v", query, n+1, best, err)
			}
		}
	}
}
