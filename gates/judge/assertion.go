package judge

import (
	"assay/text"
	"strings"
)

// assertsNothing reports a claim that no text can support: a question, or a word or
// two without a verb. Values are left to their own comparison.
func (a *alignment) assertsNothing() bool {
	raw := strings.TrimRight(a.c.raw, " \n\r\t\"'”’*_)")
	if strings.HasSuffix(raw, "?") || strings.HasSuffix(raw, "？") {
		return true
	}
	if a.c.lang != "en" && a.c.lang != "" || len(a.c.units) != 1 {
		return false
	}
	toks := a.c.toks
	for len(toks) > 0 && (toks[0].Low == "and" || toks[0].Low == "but" || toks[0].Low == "or" || toks[0].Low == "so") {
		toks = toks[1:]
	}
	if len(toks) > 1 && toks[0].Low == "no" {
		return false // "No lamps" says that there are none
	}
	if len(toks) > 1 && toks[0].Low == "that" && len(toks) < len(a.c.toks) {
		return true // "But that he …": the clause that governs it is gone
	}
	for i := range a.terms {
		if a.c.toks[a.terms[i].tok].Is(text.MarkCJK | text.MarkCode) {
			return false
		}
	}
	if len(a.terms) > 2 || len(a.c.values) > 0 {
		return false
	}
	x := a.c.tree(0)
	for i := int32(0); x != nil && int(i) < len(x.nodes); i++ {
		if x.verb(i) {
			return false
		}
	}
	return !a.c.hasVerb(0, int32(len(a.c.toks)))
}
