package judge

import (
	"cmp"
	"slices"
	"strings"

	"assay/text"
)

// unheard are the names of the claim, first and last token, that the text has in no form and
// that are no part of a longer name.
func (a *alignment) unheard() (runs [][2]int32) {
	for i := 0; i < len(a.terms); i++ {
		if !a.c.names(a.terms[i].tok) {
			continue
		}
		first, last := a.nameRun(i)
		if i = last; a.unheardOf(first, last) {
			runs = append(runs, [2]int32{a.terms[first].tok, a.terms[last].tok})
		}
	}
	return runs
}

// termFrom is the first term that is a token or stands behind it.
func (a *alignment) termFrom(tok int32) int {
	i, _ := slices.BinarySearchFunc(a.terms, tok, func(tm term, tok int32) int { return cmp.Compare(tm.tok, tok) })
	return i
}

// unheardOf reports a run of names that neither the text nor what stands over the claim has
// in any form.
func (a *alignment) unheardOf(first, last int) bool {
	for k := first; k <= last; k++ {
		tm := &a.terms[k]
		tok := &a.c.toks[tm.tok]
		if tm.led || tm.anywhere > asForm || text.IsDigitByte(tok.Low[0]) || tok.Is(text.MarkCJK|text.MarkNumber) || len(tok.Low) < 2 || len(a.s.index[tok.Stem]) > 0 || len(a.s.index[strings.TrimSuffix(tok.Low, "s")]) > 0 {
			return false
		}
	}
	if tok := &a.c.toks[a.terms[first].tok]; a.c.lang == "de" && first == last && !tok.Is(text.MarkCode) && !text.HasUpper(a.c.raw[tok.Start+1:tok.End]) {
		return false // every noun is written so
	}
	before, behind := a.terms[first].tok-1, a.terms[last].tok+1
	if before >= 0 && strings.ContainsAny(a.c.gap(before), "(/[") || // a gloss of what stands before it, a part of a path
		before >= 0 && a.c.capital(int(before)) && a.c.gap(before) == " " && a.c.toks[before].Content() || int(behind) < len(a.c.toks) && a.c.capital(int(behind)) && a.c.gap(behind-1) == " " && a.c.toks[behind].Content() {
		return false
	}
	return a.c.properRun(a.terms[first].tok, a.terms[last].tok) && !a.s.spells(span(a.c, a.terms[first].tok, a.terms[last].tok))
}

// namedElsewhere reports a name of the claim that the text has, but not where it says what
// the claim says, nor above: there it speaks of another.
func (a *alignment) namedElsewhere() bool {
	for i := range a.terms {
		tm := &a.terms[i]
		if tok := &a.c.toks[tm.tok]; tok.Is(text.MarkName) && (!tok.Is(text.MarkFirst) || isUpperWord(a.c.raw[tok.Start:tok.End])) && tm.here == 0 && tm.anywhere >= 1 && !tm.led && !a.namedNear(tm) {
			return true
		}
	}
	return false
}

// namedNear reports a name within a few sentences before the window: they speak of one thing.
func (a *alignment) namedNear(tm *term) bool {
	const near = 3
	for _, h := range tm.hits {
		if u := a.s.toks[h.tok].Unit; u >= a.window.first-near && u <= a.window.last+near || a.over(u, a.window) {
			return true
		}
	}
	return false
}
