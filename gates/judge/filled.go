package judge

import (
	"cmp"
	"slices"
	"strings"

	"assay/provenance"
	"assay/text"
)

// Words beside a name that claim and text must share, for both names to stand in one place,
// and the share of the claim's other words that the sentence must have, or it and its
// neighbours.
const (
	filledWords = 2
	filledShare = 0.70
)

// checkFilled finds a name that the text has nowhere, between words between which the text
// has another: "the Orrin option of the gate" against "the Vell option of the gate". It goes
// by the words on both sides, and so finds places in sentences that go on in other words.
func (a *alignment) checkFilled() *finding {
	for _, r := range a.unheard() {
		if f := a.fillerOf(a.termFrom(r[0]), a.termFrom(r[1])); f != nil {
			return f
		}
	}
	return nil
}

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
	before, behind := a.terms[first].tok-1, a.terms[last].tok+1
	if before >= 0 && strings.ContainsAny(a.c.gap(before), "(/[") || // a gloss of what stands before it, a part of a path
		before >= 0 && a.c.capital(int(before)) && a.c.gap(before) == " " && a.c.toks[before].Content() || int(behind) < len(a.c.toks) && a.c.capital(int(behind)) && a.c.gap(behind-1) == " " && a.c.toks[behind].Content() {
		return false
	}
	return a.c.properRun(a.terms[first].tok, a.terms[last].tok)
}

// fillerOf is the finding that another name stands in the place of a run.
func (a *alignment) fillerOf(first, last int) *finding {
	c := [2]int32{a.terms[first].tok, a.terms[last].tok}
	next := c[1] + 1
	if int(next) >= len(a.c.toks) || a.c.toks[next].Unit != a.c.toks[c[1]].Unit || !a.c.toks[next].Content() || a.c.parted(next) {
		return nil
	}
	for _, p := range a.s.index[a.c.toks[next].Stem] {
		at := p - 1
		if at < 0 || a.s.toks[at].Unit != a.s.toks[p].Unit || a.s.parted(p) || !a.s.names(at) || !a.s.properName(at) || a.claimHas(a.s.toks[at].Stem) || a.s.listsReferences(a.s.toks[at].Unit) {
			continue
		}
		start, end := a.s.nameAround(at)
		left, leads := a.alongLeft(c[0], start)
		right := a.alongRight(next, p)
		if !leads || left+right < filledWords || a.kinToRun(first, last, at) || a.alignedOutside(first, last, a.s.beside(a.s.toks[at].Unit)) < filledShare {
			continue
		}
		return &finding{rule: RuleName, effect: Refutes, unit: a.s.toks[at].Unit, claimAt: c[0], sourceAt: start,
			mismatch: &provenance.Mismatch{Kind: "name", Claim: span(a.c, c[0], c[1]), Source: span(a.s, start, end)}}
	}
	return nil
}

// alongLeft counts words of meaning that both have before two places, without a gap; ok where
// the word next to them is the same, or both open a sentence.
func (a *alignment) alongLeft(c, s int32) (n int, ok bool) {
	for i, j := c-1, s-1; ; i, j = i-1, j-1 {
		for i >= 0 && articles.Has(a.c.toks[i].Low) {
			i--
		}
		for j >= 0 && articles.Has(a.s.toks[j].Low) {
			j--
		}
		cOpens, sOpens := i < 0 || a.c.toks[i].Unit != a.c.toks[c].Unit, j < 0 || a.s.toks[j].Unit != a.s.toks[s].Unit
		if cOpens || sOpens {
			return n, ok || cOpens && sOpens
		}
		if a.c.toks[i].Stem != a.s.toks[j].Stem {
			return n, ok
		}
		ok = true
		if a.c.toks[i].Content() {
			n++
		}
	}
}

// alongRight counts them behind two places.
func (a *alignment) alongRight(c, s int32) (n int) {
	for i, j := c, s; int(i) < len(a.c.toks) && int(j) < len(a.s.toks); i, j = i+1, j+1 {
		if a.c.toks[i].Stem != a.s.toks[j].Stem || a.c.toks[i].Unit != a.c.toks[c].Unit || a.s.toks[j].Unit != a.s.toks[s].Unit {
			break
		}
		if a.c.toks[i].Content() {
			n++
		}
	}
	return n
}

// beside is a sentence and those before and behind it.
func (t *reading) beside(unit int32) window {
	return window{first: max(0, unit-1), last: min(unit+2, int32(len(t.units)))}
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
