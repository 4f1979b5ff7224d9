package judge

import (
	"slices"

	"assay/text"
	"assay/text/syntax"
)

// pruned reports a claim that is a sentence of the text with whole constituents left
// out, and nothing else changed: what the sentence asserts, the claim asserts. This is
// sentence compression by pruning of the dependency tree (Filippova and Strube 2008),
// read backwards: no word that the claim keeps may depend on one that it drops.
func (a *alignment) pruned() bool {
	b := a.binder()
	if b == nil || len(a.c.toks) < 3 {
		return false
	}
	return slices.ContainsFunc(b.sources, b.prunes)
}

func (x *binder) prunes(src *tree) bool {
	c, s := x.c.toks, x.s.toks[src.first:int(src.first)+len(src.at)]
	if len(c) > weaveClaim || len(s) > weaveWindow {
		return false
	}
	kept := make([]bool, len(src.nodes))
	for i, at := range x.runThrough(c, s) {
		switch {
		case at >= 0 && src.at[at] >= 0:
			kept[src.at[at]] = true
		case at >= 0 || !articles.Has(c[i].Low):
			return false
		}
	}
	top := int32(-1)
	for i := range kept {
		if n := int32(i); kept[n] && !src.hangs(n, kept) {
			if top >= 0 {
				return false
			}
			top = n
		}
	}
	if top < 0 || src.nodes[top].mood&^moodDenied != 0 {
		return false
	}
	for i := range kept {
		if d := &src.nodes[i]; !kept[i] && d.Head >= 0 && kept[d.Head] && d.tok >= 0 && !x.mayGo(src, int32(i), kept) {
			return false
		}
	}
	return true
}

// hangs reports a kept word whose head is kept, or whose part somebody else plays: the
// last name for the full one, the second of two that "and" joins, the subject of a
// clause that leaves it out.
func (x *tree) hangs(n int32, kept []bool) bool {
	for at := n; x.nodes[at].Head >= 0; at = x.nodes[at].Head {
		if kept[x.nodes[at].Head] {
			return true
		}
		if r := x.nodes[at].Rel; r != syntax.Flat && r != syntax.Compound && r != syntax.Appos && r != syntax.Conj {
			break
		}
	}
	return slices.ContainsFunc(x.states, func(s statement) bool {
		return kept[s.pred] && slices.ContainsFunc(s.args, func(a argument) bool { return a.node == n && a.core() })
	})
}

// mayGo reports a word that depends on a kept one and can be left out with all that
// depends on it, so that what remains still holds.
func (x *binder) mayGo(src *tree, n int32, kept []bool) bool {
	d := &src.nodes[n]
	switch {
	case text.Hedges.Has(d.low), weakenings.Has(d.low), deniers.Has(d.low), nobody.Has(d.low), orWords.Has(d.low), noWord.Has(d.low):
		return false
	}
	switch d.Rel {
	case syntax.Det, syntax.Punct, syntax.Cc, syntax.Discourse, syntax.Vocative, syntax.Parataxis, syntax.Appos, syntax.Flat, syntax.Compound, syntax.Nummod, syntax.NmodPoss:
		return true
	case syntax.Conj:
		return !src.has(n, orWords, syntax.Cc) && !src.has(d.Head, bothWords, syntax.Cc, syntax.Advmod, syntax.Det, syntax.Case)
	case syntax.Amod, syntax.Nmod, syntax.Obl, syntax.Relcl, syntax.Acl, syntax.Advmod:
		return x.s.signAt(d.tok, d.tok) > 0 && !src.superlative(d.Head)
	case syntax.Advcl:
		return x.s.signAt(d.tok, d.tok) > 0 && src.nodes[n].mood&moodIf == 0 && !src.conditional(n)
	}
	return false
}

var bothWords = text.WordSet(`both either neither between`)
