package judge

import (
	"slices"
	"strings"

	"assay/text"
)

// tailWords, at least, must the end of a claim have for it to say something of its own.
const tailWords = 2

// madeUpTail is the end of a claim behind a comma or a joining word, of whose words a page that
// carries the rest of the claim has none in any form; empty where there is none.
func (l *Lexical) madeUpTail(a *alignment) string {
	if text.WithoutSpaces(a.c.raw) {
		return ""
	}
	n := int32(len(a.c.toks))
	for i := len(a.terms) - 1; i > 0; i-- {
		if tm := &a.terms[i]; tm.anywhere > 0 || tm.led {
			return ""
		}
		first := a.c.tailFrom(a.terms[i-1].tok+1, a.terms[i].tok)
		if first < 0 || len(a.terms)-i < tailWords {
			continue
		}
		if slices.ContainsFunc(a.c.values, func(v value) bool { return v.first >= first }) {
			return ""
		}
		start, end := a.c.toks[first].Start, a.c.toks[n-1].End
		if l.holds(a, strings.TrimRight(a.c.raw[:start], " ,;")+a.c.raw[end:]) {
			return span(a.c, a.terms[i].tok, n-1)
		}
	}
	return ""
}

// tailFrom is the first of some tokens that a tail may begin with, -1 for none.
func (t *reading) tailFrom(from, to int32) int32 {
	for i := from; i <= to; i++ {
		if tailLeads.Has(t.toks[i].Low) || t.parted(i) && strings.ContainsAny(t.gap(i-1), ",;") {
			return i
		}
	}
	return -1
}

var tailLeads = text.WordSet(`and which who because since so such while whereas thereby without`)
