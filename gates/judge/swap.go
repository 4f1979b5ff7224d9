package judge

import (
	"assay/gates/judge/align"
	"assay/provenance"
	"assay/text"
)

// A swap is two phrases of a sentence that have changed sides: "the caller waits for
// the worker" against "the worker waits for the caller". What stands between them, the
// pivot, is the same in both, word for word, and holds in one direction.
type swap struct {
	a    *alignment
	c, s []int32 // tokens of two sentences, articles left out
}

const (
	swapSide  = 6 // words of a side at most
	swapPivot = 5 // words between the two
)

// checkSwaps looks for a swap in the sentences of the text that have the claim's words.
func (a *alignment) checkSwaps() *finding {
	for u := range a.Claim.Units {
		cu := a.Claim.Units[u]
		if n := cu.Last - cu.First; n < 3 || n > align.EchoSentence {
			continue
		}
		for k, at := range a.Order {
			if k == align.EchoTries {
				break
			}
			su := a.Source.Units[at]
			if su.Last-su.First > 2*align.EchoSentence || a.AlignedIn(at, int32(u)) < alignedForName {
				continue
			}
			w := swap{a: a, c: a.Claim.WithoutArticles(cu), s: a.Source.WithoutArticles(su)}
			if f := w.find(); f != nil {
				f.unit = at
				return f
			}
		}
	}
	return nil
}

func (w *swap) claim(i int) *text.Token  { return &w.a.Claim.Toks[w.c[i]] }
func (w *swap) source(i int) *text.Token { return &w.a.Source.Toks[w.s[i]] }

// find tries each run of words that both sentences have as the pivot.
func (w *swap) find() *finding {
	for i := 1; i < len(w.c)-1; i++ {
		for j := 1; j < len(w.s)-1; j++ {
			for n := 1; n <= swapPivot && i+n < len(w.c) && j+n < len(w.s); n++ {
				if w.claim(i+n-1).Low != w.source(j+n-1).Low || w.a.Claim.Parted(w.c[i+n-1]) || w.a.Source.Parted(w.s[j+n-1]) {
					break
				}
				if w.directs(i, n) && !w.a.Claim.Parted(w.c[i+n]) && !w.a.Source.Parted(w.s[j+n]) {
					if f := w.around(i, j, n); f != nil {
						return f
					}
				}
			}
		}
	}
	return nil
}

// around compares what stands on the two sides of a pivot of n words, at i in the
// claim and at j in the text: each side of the one must be the other side of the
// other, whole.
func (w *swap) around(i, j, n int) *finding {
	left := w.longest(func(k int) bool { return w.same(i-k, j+n, k) })
	right := w.longest(func(k int) bool { return w.same(i+n, j-k, k) })
	if left == 0 || right == 0 || left == right && w.alike(i-left, i+n, left) {
		return nil
	}
	if !w.meet(i-left-1, j-right-1, j-right) || !w.meet(i+n+right, j+n+left, j+n+left) {
		return nil
	}
	if last := w.claim(i + n - 1); i-left-1 >= 0 && w.claim(i-left-1).Low == last.Low && (n == 1 || directions.Has(last.Low)) {
		return nil // "in London in 1950": two circumstances, in any order
	}
	f := &finding{rule: RuleDirection, effect: Refutes, mismatch: &provenance.Mismatch{Kind: "name", Claim: w.a.Claim.Span(w.c[i-left], w.c[i+n+right-1]), Source: w.a.Source.Span(w.s[j-right], w.s[j+n+left-1])}}
	if w.a.Claim.UnderCondition(w.c[i]) {
		f.effect = Caps
	}
	return f
}

// longest is the most words of a side for which ok holds.
func (w *swap) longest(ok func(n int) bool) int {
	for n := swapSide; n > 0; n-- {
		if ok(n) {
			return n
		}
	}
	return 0
}

// same reports that the claim's k words from i are the text's from j, with no mark
// within.
func (w *swap) same(i, j, k int) bool {
	if i < 0 || j < 0 || i+k > len(w.c) || j+k > len(w.s) {
		return false
	}
	for x := range k {
		c, s := w.claim(i+x), w.source(j+x)
		if c.Stem != s.Stem || x > 0 && (w.a.Claim.Parted(w.c[i+x]) || w.a.Source.Parted(w.s[j+x])) || swapJoins.Has(c.Low) {
			return false
		}
	}
	return true
}

// alike reports that the claim's k words from i are those from j.
func (w *swap) alike(i, j, k int) bool {
	return !text.AnyIn(0, int32(k), func(x int32) bool { return w.claim(i+int(x)).Stem != w.claim(j+int(x)).Stem })
}

// meet reports that beyond the sides both go on alike, or that the claim stops there
// and the text's phrase does as well, by a mark before word at.
func (w *swap) meet(i, j, at int) bool {
	cEnds, sEnds := i < 0 || i >= len(w.c), j < 0 || j >= len(w.s)
	if !cEnds && !sEnds && w.claim(i).Stem == w.source(j).Stem {
		return true
	}
	return cEnds && (sEnds || w.source(j).Is(text.MarkStop) || w.a.Source.Parted(w.s[at]))
}

// swapJoins hold two things together in any order.
var swapJoins = text.WordSet(`and or nor plus but und oder et ou y o e и`)

// Words that hold both ways, and those that say nothing by themselves.
var (
	mutual = text.WordSet(`and or nor plus with versus vs equals equal equalled resembles resemble resembled meets meet met marries married marry
		borders border bordered adjacent similar identical equivalent related compatible different differs differ distinct same
		synonymous near beside between among alongside together like unlike correlates correlated intersects overlaps parallel
		opposite interacts interact collaborated joined accompanies neighbours neighbors associated linked connected`)
	copulas = text.WordSet(`is are was were be been being am not also still now remains became become becomes s its their his her as that which it
		und ist sind war et est y es`)
	directions = text.WordSet(`from to into onto by than of on in over before after for under through at via without until against`)
)

// directs reports a pivot that says another thing with its sides changed.
func (w *swap) directs(i, n int) bool {
	directs := false
	for k := i; k < i+n; k++ {
		tok := w.claim(k)
		if mutual.Has(tok.Low) && !(tok.Low == "with" && n > 1) || tok.Is(text.MarkCJK) {
			return false
		}
		directs = directs || directions.Has(tok.Low) || tok.Content() && !copulas.Has(tok.Low)
	}
	return directs
}
