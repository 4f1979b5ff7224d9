package judge

import (
	"assay/text"
	"slices"
)

// stems are those of all judges.
var stems = text.NewStems()

// Bears reports for each of several texts whether it may carry a claim with the others: it has
// what the claim speaks of, or what it speaks of itself is in the claim or in another text.
// What another tower is like says nothing of this one, though it has the words that are
// lacking. quotes are the places in the texts that are nearest to the claim.
func Bears(claim string, texts, quotes []string) []bool {
	of := subjectStems(claim)
	if len(of) == 0 { // every text has what is not named
		return slices.Repeat([]bool{true}, len(texts))
	}
	has := make([]map[string]bool, len(texts))
	for i, s := range texts {
		has[i] = stemsOf(s)
	}
	said := stemsOf(claim)
	out := make([]bool, len(texts))
	for i := range texts {
		out[i] = all(of, has[i])
		if out[i] {
			continue
		}
		its := subjectStems(quotes[i])
		out[i] = all(its, said)
		for k := range texts {
			out[i] = out[i] || k != i && all(its, has[k])
		}
	}
	return out
}

// subjectStems are the words of what a text speaks of first; none where that is not plain.
func subjectStems(s string) (out []string) {
	t := analyse(s, stems)
	for stem := range stemsOf(t.subjectOf(0, int32(len(t.toks)))) {
		out = append(out, stem)
	}
	return out
}

func stemsOf(s string) map[string]bool {
	t, out := scan(s, text.Language(s), stems), map[string]bool{}
	for i := range t.toks {
		if tok := &t.toks[i]; tok.Content() {
			out[tok.Stem] = true
		}
	}
	return out
}

func all(some []string, has map[string]bool) bool {
	for _, stem := range some {
		if !has[stem] {
			return false
		}
	}
	return true
}
