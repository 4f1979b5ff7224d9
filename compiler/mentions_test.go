package compiler

import (
	"assay/templates"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDraftLinksToOtherNotes(t *testing.T) {
	t.Parallel()
	names := titles{byStart: map[string][]title{}, files: map[string]map[string]bool{}}
	for _, n := range []string{"Tea", "Green tea", "MVCC", "Lu Yu", "绿茶", "Twice"} {
		names.add(n, "01_Wiki/"+n+".md")
	}
	names.hold("00_Inbox/Twice.md")
	names.order()
	for text, want := range map[string]string{
		"The green tea of Lu Yu is no other tea.": "The [[Green tea|green tea]] of [[Lu Yu]] is no other [[Tea|tea]].",
		"Teas and teapots are many.":              "Teas and teapots are many.",
		"A `tea` in code, tea in prose, and tea.": "A `tea` in code, [[Tea|tea]] in prose, and tea.",
		"An MVCC-compliant one, mvcc or MVCC.":    "An MVCC-compliant one, mvcc or [[MVCC]].",
		"他喜欢绿茶和水。":                                "他喜欢[[绿茶]]和水。",
		"Twice is the name of two files.":         "Twice is the name of two files.",
		"It is about Self and *Green tea*.":       "It is about Self and *[[Green tea]]*.",
	} {
		d := templates.Draft{Title: "Self", Lead: []templates.Cited{{Text: text}}}
		if got := names.link(d, "02_Drafts/Self.md").Lead[0].Text; got != want {
			t.Errorf("%q is linked as %q, want %q", text, got, want)
		}
		if d.Lead[0].Text != text {
			t.Error("the stored draft was changed")
		}
	}
}

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
	if _, err := v.open().Promote(t.Context(), "02_Drafts/Oolong.md", "person:ada"); err != nil {
		t.Fatal(err)
	}
	settled("promoted")
	v.remove(".assay")
	settled("forgotten")
}
