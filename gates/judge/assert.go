package judge

import (
	"assay/text"
)

// assertsNothing reports a claim that no text can support: a question, or a word or
// two without a verb. Values are left to their own comparison.
func (a *alignment) assertsNothing() bool {
	if text.Asks(a.c.Raw) {
		return true
	}
	if a.c.Lang != "en" && a.c.Lang != "" || len(a.c.Units) != 1 {
		return false
	}
	toks := a.c.Toks
	for len(toks) > 0 && (toks[0].Low == "and" || toks[0].Low == "but" || toks[0].Low == "or" || toks[0].Low == "so") {
		toks = toks[1:]
	}
	if len(toks) > 1 && toks[0].Low == "no" {
		return false // "No lamps" says that there are none
	}
	if len(toks) > 1 && toks[0].Low == "that" && len(toks) < len(a.c.Toks) {
		return true // "But that he …": the clause that governs it is gone
	}
	for i := range a.terms {
		if a.c.Toks[a.terms[i].tok].Is(text.MarkCJK | text.MarkCode) {
			return false
		}
	}
	if len(a.terms) > 2 || len(a.c.Values) > 0 {
		return false
	}
	x := a.c.Tree(0)
	for i := int32(0); x != nil && int(i) < len(x.Nodes); i++ {
		if x.Verb(i) {
			return false
		}
	}
	return !a.c.HasVerb(0, int32(len(a.c.Toks)))
}
