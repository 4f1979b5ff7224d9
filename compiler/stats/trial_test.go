package stats

import (
	"testing"

	"assay/provenance"
)

func TestPassesIsWhatGoesOn(t *testing.T) {
	for tier, want := range map[provenance.Tier]bool{provenance.T0: false, provenance.T1: false, provenance.T2: true, provenance.T3: true,
		provenance.T4: false, provenance.T5: true, provenance.Unchecked: false} {
		if passes(tier) != want {
			t.Errorf("%s: %v", tier, !want)
		}
	}
}
