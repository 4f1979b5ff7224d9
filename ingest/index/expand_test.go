package index

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/ingest"
	"assay/provenance"
)

// A long question on a subject finds what speaks of it in other words; where one passage
// answers it, or one page has all that does, words alone decide.
func TestSubjectInOtherWords(t *testing.T) {
	t.Parallel()
	const question = "how does the shape of a slender wing change drag, lift and heating when an aircraft flies very fast"
	about := func(i int) string {
		asked := []string{"slender wing drag", "wing lift heating", "aircraft drag shape", "wing shape heating", "lift drag aircraft"}[i%5]
		return fmt.Sprintf("Tests number%d measured %s with hypersonic boundary layers and shock waves on a delta planform.", i, asked)
	}
	const other = "Shock waves thicken hypersonic boundary layers over a delta planform."
	const stranger = "Sourdough bread rises slowly in a cool larder over two nights."
	for _, c := range []struct {
		name    string
		title   func(i int) string
		extra   string // an answer that has far more of the question's words
		subject bool
	}{
		{"many passages", func(i int) string { return fmt.Sprint("Report ", i) }, "", true},
		{"one page", func(int) string { return "Wings" }, "", false},
		{"one clear answer", func(i int) string { return fmt.Sprint("Report ", i) }, strings.Repeat(question+". ", 3), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var docs []ingest.Doc
			add := func(title, text string) {
				docs = append(docs, ingest.Doc{ID: provenance.ChunkID(fmt.Sprintf("chk-%02d", len(docs))), Title: title, Text: text})
			}
			for i := range 12 {
				add(c.title(i), about(i))
			}
			add("Other", other)
			for i := range 40 {
				add(fmt.Sprint("Bread ", i), fmt.Sprintf("%s Loaf%d is baked.", stranger, i))
			}
			if c.extra != "" {
				add("Answer", c.extra)
			}
			s := &stored{Store: open(t)}
			s.Set(t, docs)
			hits, err := s.Store.Search(t.Context(), asks(ingest.Query{Text: question, K: 60}, docs))
			if err != nil {
				t.Fatal(err)
			}
			r, err := s.Store.read(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer r.close()
			terms := queryTerms(question)
			first, err := r.search(t.Context(), weigh(terms), 60, "")
			if err != nil {
				t.Fatal(err)
			}
			all, err := r.again(t.Context(), terms, first, 60, "")
			if err != nil {
				t.Fatal(err)
			}
			if found := slices.ContainsFunc(all, func(m match) bool { return m.id == "chk-12" }); found != c.subject { // "Other"
				t.Errorf("found in other words: %v", found)
			}
			if c.extra != "" && hits[0].Title != "Answer" {
				t.Errorf("first is %q", hits[0].Title)
			}
		})
	}
}
