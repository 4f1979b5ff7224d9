package compiler_test

import (
	"testing"

	"assay/gates"
	"assay/ingest/rank"
)

// Search and conflicts give the same address the same authority. The lists are two,
// since neither package may import the other.
func TestAuthorityIsOne(t *testing.T) {
	t.Parallel()
	tiers := rank.Default().Authority.Tiers
	for _, tier := range tiers {
		for _, d := range tier.Domains {
			if got := (gates.Policy{}).Authority("https://" + d + "/x"); got.Weight != tier.Score || got.By != d {
				t.Errorf("%s: %v for conflicts, %v for search", d, got, tier.Score)
			}
		}
	}
	for i, domains := range gates.AuthorityTiers() {
		for _, d := range domains {
			found := false
			for _, listed := range tiers[i].Domains {
				found = found || listed == d
			}
			if !found {
				t.Errorf("%s: of tier %d for conflicts, on no such list of search", d, i+1)
			}
		}
	}
}
