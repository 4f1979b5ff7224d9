package conflict

import (
	"maps"
	"slices"

	"assay/vault/markdown"
)

// A claimSet is claims of notes: all of some notes, and some of others.
type claimSet struct {
	notes  map[string]bool
	claims map[string]map[markdown.ClaimID]bool
}

func newClaimSet() *claimSet {
	return &claimSet{notes: map[string]bool{}, claims: map[string]map[markdown.ClaimID]bool{}}
}

func (s *claimSet) has(note string, id markdown.ClaimID) bool {
	return s.notes[note] || s.claims[note][id]
}

func (s *claimSet) add(note string, id markdown.ClaimID) {
	if s.claims[note] == nil {
		s.claims[note] = map[markdown.ClaimID]bool{}
	}
	s.claims[note][id] = true
}

func (s *claimSet) empty() bool { return len(s.notes)+len(s.claims) == 0 }

// of are the notes that any of the claims stand in, in order.
func (s *claimSet) of() []string {
	all := maps.Clone(s.notes)
	for note := range s.claims {
		all[note] = true
	}
	return slices.Sorted(maps.Keys(all))
}
