package judge

import (
	"slices"
	"strings"

	"assay/provenance"
	"assay/text"
)

// Words that must be alike around a slot: of meaning on both sides together, and on one side where
// the phrase ends on the other.
const (
	aroundSlot = 2
	besideSlot = 3
)

// slotted asks whether the text has another name or value in the slot that the claim has its in,
// and the claim would be held with it.
func (l *Lexical) slotted(a *alignment) *finding {
	if len(a.s.toks) < articleFrom || strings.Contains(a.c.raw, `\`) {
		return nil // a passage may say it otherwise; the letters of a formula are no names
	}
	for i := range a.c.values {
		v := &a.c.values[i]
		if !a.c.placed(v) || a.c.underCondition(v.first) {
			continue
		}
		for _, p := range a.fillsOf(v.first, v.last-1) {
			in := a.s.valuesIn([2]int32{p[0], p[1] + 1})
			if len(in) != 1 || in[0].first != p[0] || in[0].last != p[1]+1 {
				continue
			}
			if sv := in[0]; a.rivals(v, sv) && !a.c.gives(sv, a.s) && a.s.placed(sv) && !a.saysAsMuch(v.first, v.last-1, a.s.toks[p[0]].Unit) && l.holdsWith(a, v.first, v.last-1, a.s.show(sv)) {
				return a.otherThan(v, sv)
			}
		}
	}
	for i := 0; i < len(a.terms); i++ {
		if !a.c.names(a.terms[i].tok) {
			continue
		}
		from, to := a.nameRun(i)
		i = to
		first, last := a.terms[from].tok, a.terms[to].tok
		if !a.c.isNamed(first) {
			continue
		}
		called := span(a.c, first, last)
		for _, p := range a.fillsOf(first, last) {
			name := span(a.s, p[0], p[1])
			if a.s.isNamed(p[0]) && a.otherNames(from, to, p) && !shortFor(called, name) && !shortFor(name, called) && !a.saysAsMuch(first, last, a.s.toks[p[0]].Unit) && l.holdsWith(a, first, last, name) {
				return &finding{rule: RuleName, effect: Refutes, unit: a.s.toks[p[0]].Unit, mismatch: &provenance.Mismatch{Kind: "name", Claim: called, Source: name}}
			}
		}
	}
	return nil
}

// fillsOf finds what sentences of the text have between the words that a run of the claim stands
// between: first and last tokens.
func (a *alignment) fillsOf(first, last int32) (found [][2]int32) {
	const longest = 3
	c := a.c.withoutArticles(a.c.units[a.c.toks[first].Unit])
	i, j := slices.Index(c, first), slices.Index(c, last)
	if i < 0 || j < 0 {
		return nil
	}
	for _, at := range a.order {
		if !a.plainUnit(at) {
			continue
		}
		s := a.s.withoutArticles(a.s.units[at])
		for p := range s {
			left, leftEnds := a.alike(c, s, i-1, p-1, -1)
			if left == 0 && !leftEnds {
				continue
			}
			for e := p; e < min(p+longest, len(s)) && (e == p || !a.s.parted(s[e])); e++ {
				right, rightEnds := a.alike(c, s, j+1, e+1, 1)
				both := left > 0 && right > 0 && left+right >= aroundSlot
				if both || leftEnds && right >= besideSlot || rightEnds && left >= besideSlot {
					found = append(found, [2]int32{s[p], s[e]})
				}
			}
		}
	}
	return found
}

// alike counts the words of meaning and values that two sentences share from two places on, in one
// direction and without a gap, and reports that a phrase ends there in both.
func (a *alignment) alike(c, s []int32, i, j, step int) (words int, end bool) {
	const far = 6
	if a.c.endsAt(c, i, step) && a.s.endsAt(s, j, step) {
		return 0, true
	}
	for n := 0; n < far && i >= 0 && j >= 0 && i < len(c) && j < len(s); n, i, j = n+1, i+step, j+step {
		x, y := &a.c.toks[c[i]], &a.s.toks[s[j]]
		if x.Low != y.Low && x.Stem != y.Stem {
			break
		}
		if x.Content() || x.Is(text.MarkNumber) {
			words++
		}
	}
	return words, false
}

// endsAt reports that a phrase ends before the word at i, in a direction.
func (t *reading) endsAt(words []int32, i, step int) bool {
	if i < 0 || i >= len(words) {
		return true
	}
	if step > 0 {
		return t.parted(words[i])
	}
	return i+1 < len(words) && anyIn(words[i]+1, words[i+1]+1, t.parted)
}

// saysAsMuch reports a sentence with the first word of a run of the claim's, and not much less of
// its others than another.
func (a *alignment) saysAsMuch(first, last, than int32) bool {
	const much = 0.25
	tok, least := &a.c.toks[first], a.alignedBut(first, last, than)-much
	for at, u := range a.s.units {
		if slices.ContainsFunc(a.s.toks[u.first:u.last], func(s text.Token) bool { return s.Stem == tok.Stem || s.Low == tok.Low }) &&
			(int32(at) == than || a.alignedBut(first, last, int32(at)) >= least) {
			return true
		}
	}
	return false
}

// holdsWith reports that the text would carry the claim with other words in the place of a run.
func (l *Lexical) holdsWith(a *alignment, first, last int32, words string) bool {
	return l.holds(a, a.c.raw[:a.c.toks[first].Start]+words+a.c.raw[a.c.toks[last].End:])
}

// holds reports that the text would carry other words than the claim's.
func (l *Lexical) holds(a *alignment, claim string) bool {
	b, j := l.instead(a, claim)
	if a.q.Whole {
		l.carry(b, &j)
	}
	return held(&j)
}

// isNamed reports a name that is one by its letters, or by where it stands.
func (t *reading) isNamed(i int32) bool {
	w := t.raw[t.toks[i].Start:t.toks[i].End]
	return t.toks[i].Is(text.MarkCode) || isUpperWord(w) || text.HasUpper(w[1:]) || t.properName(i) && !t.opensPhrase(i)
}

// otherNames reports names of the text of which none may be another form of the claim's.
func (a *alignment) otherNames(from, to int, p [2]int32) bool {
	for k := p[0]; k <= p[1]; k++ {
		s := &a.s.toks[k]
		if !s.Is(text.MarkName|text.MarkCode) || a.claimHas(s.Stem) {
			return false
		}
		for i := from; i <= to; i++ {
			c := &a.c.toks[a.terms[i].tok]
			if similarForm(c.Stem, s.Stem) || strings.HasPrefix(s.Low, c.Low) || strings.HasPrefix(c.Low, s.Low) || oneName(c.Stem, s.Stem) || oneName(c.Low, s.Low) ||
				slices.Contains(synonyms()[c.Stem], s.Stem) ||
				slices.ContainsFunc(a.terms[i].hits, func(h hit) bool { return h.tok == k }) {
				return false
			}
		}
	}
	return true
}
