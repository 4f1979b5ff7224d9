package judge

import "assay/text"

// forbidden reports that the window has all the words of what the claim says there is
// none of. What is to be avoided is so in any place and at any time that the claim adds.
func (a *alignment) forbidden() bool {
	if first := a.c.toks[0].Low; first != "no" && !avoiding.Has(first) {
		return false
	}
	n := 0
	for i := range a.terms {
		tok := a.terms[i].tok
		if tok > 0 && n > 0 && restricting.Has(a.c.toks[tok-1].Low) {
			break
		}
		if a.terms[i].here < 1 {
			return false
		}
		n++
	}
	return n > 0
}

// privatives deny what they stand before or are said of.
var privatives = text.WordSet(`missing absent devoid omit omits omitted skip skips skipped forgot forgotten disabled unavailable unsupported`)

var restricting = text.WordSet(`in on at within during inside for from when while`)

var avoiding = text.WordSet(`avoid avoids avoided avoiding forbid forbids forbidden prohibit prohibits prohibited ban bans banned prevent prevents prevented refrain refrains`)
