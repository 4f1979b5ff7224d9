package draft

import (
	"testing"

	"assay/templates"
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
