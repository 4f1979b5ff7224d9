package compiler_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/compiler/review"
)

// Drafts of one build link to each other and back to who asked; what is promoted, or
// forgotten with .assay, changes neither.
func TestDraftLinksSettle(t *testing.T) {
	t.Parallel()
	v := newVault(t, map[string]string{
		"pipeline-policy.yaml": "version: 1.0\nvault: {evidence: [raw], min_note_words: 20}\n",
		"01_Wiki/Home.md":      "# Home\n\nStart with [[Oolong]] and with [[Theanine]].\n",
		"raw/half-black.md": "# Oolong\n\nOolong is a tea that has been partly oxidised. Oolong comes from Fujian and from Taiwan. " +
			"Oolong is steeped in a small pot at ninety degrees. The leaves of oolong are rolled into tight beads or long twists.\n",
		"raw/amino-acids.md": "# Theanine\n\nTheanine is an amino acid that tea makes. Theanine gives oolong much of its savoury taste. " +
			"Sunlight turns theanine into catechins in the leaf. A cup of tea holds about twenty milligrams of theanine.\n",
	})
	v.build()
	const draft = "02_Drafts/Theanine.md"
	for _, want := range []string{"Theanine gives [[Oolong|oolong]] much", "## See also\n\n- [[Home]]\n"} {
		if !strings.Contains(v.read(draft), want) {
			t.Fatalf("lacks %q:\n%s", want, v.read(draft))
		}
	}
	settled := func(when string) {
		t.Helper()
		before := v.files()
		if r := v.build(); r.Actions.Planned != 0 && when != "forgotten" || r.Claims.T5 != 8 {
			t.Errorf("%s: %+v, %+v", when, r.Actions, r.Claims)
		}
		if d := cmp.Diff(before, v.files()); d != "" {
			t.Errorf("%s: %s", when, d)
		}
	}
	settled("again")
	if _, err := review.Promote(t.Context(), v.open(), "02_Drafts/Oolong.md", "person:ada"); err != nil {
		t.Fatal(err)
	}
	settled("promoted")
	v.remove(".assay")
	settled("forgotten")
}
