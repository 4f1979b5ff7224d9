package provenance

import "testing"

func TestFindQuote(t *testing.T) {
	const wikitext = "= Kites =\n\nThe '''[[box kite|box kites]]''' flew<ref name=\"a\">Smith, p. 3</ref> in {{circa|1893}} near [https://example.org the coast].<ref name=b/> They were '''red'''.\n"
	tests := []struct{ text, quote, found string }{
		{wikitext, "The box kites flew in near the coast.", "The '''[[box kite|box kites]]''' flew<ref name=\"a\">Smith, p. 3</ref> in {{circa|1893}} near [https://example.org the coast"},
		{wikitext, "the coast. They were red", "the coast].<ref name=b/> They were '''red"},
		{wikitext, "The box kites … were red.", "The '''[[box kite|box kites]]''' flew<ref name=\"a\">Smith, p. 3</ref> in {{circa|1893}} near [https://example.org the coast].<ref name=b/> They were '''red"},
		{wikitext, "They were red ... The box kites", ""}, // not in this order
		{wikitext, "They were blue.", ""},
		{"A *very* [warm](x.md) `cache`, it is.", "a very warm cache, it is", "A *very* [warm](x.md) `cache`, it is"},
		{"缓存是**热**的。", "缓存是热的", "缓存是**热**的"},
		{"if a < b and c > d then stop", "a < b and c > d then", "a < b and c > d then"},
		{"f {{ not closed", "f not closed", "f {{ not closed"},
		{"", "anything", ""},
		{"some text", "…", ""},
	}
	for _, test := range tests {
		r, ok := FindQuote(test.text, test.quote)
		if got := test.text[r.Start:r.End]; got != test.found || ok != (test.found != "") {
			t.Errorf("%q is found as %q (%v), want %q", test.quote, got, ok, test.found)
		}
	}
}

func FuzzFindQuote(f *testing.F) {
	f.Add("The '''[[a|b]]''' <ref>x</ref> {{c}} [https://d e](f).", "b … e")
	f.Add("<ref", "ref")
	f.Fuzz(func(t *testing.T, text, quote string) {
		if r, ok := FindQuote(text, quote); ok && (r.Start < 0 || r.End > len(text) || r.IsEmpty()) {
			t.Errorf("%+v in %d bytes", r, len(text))
		}
	})
}
