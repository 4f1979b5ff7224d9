package judge

import (
	"slices"
	"strings"

	"assay/provenance"
	"assay/text"
)

// A place is a run of words of a sentence between others; claim and text are alike around it.
type place struct {
	unit        int32
	first, last int32 // tokens
	around      int   // words of meaning and values on both sides that are alike, counted up to a limit
}

// placesLike finds the places of the text between the words that a run of the claim stands between.
func (a *alignment) placesLike(first, last int32) (found []place) {
	const longest = 3
	cu := a.c.units[a.c.toks[first].Unit]
	c := a.c.withoutArticles(cu)
	i, j := slices.Index(c, first), slices.Index(c, last)
	if i < 0 || j < 0 {
		return nil
	}
	for _, at := range a.order {
		su := a.s.units[at]
		if su.last-su.first > maxSentence {
			continue
		}
		s := a.s.withoutArticles(su)
		for p := range s {
			left, leftEnds := a.alike(c, s, i-1, p-1, -1)
			if left == 0 && !leftEnds {
				continue
			}
			for e := p; e < min(p+longest, len(s)) && (e == p || !a.s.parted(s[e])); e++ {
				right, rightEnds := a.alike(c, s, j+1, e+1, 1)
				if (right > 0 || rightEnds && left > 2) && (left > 0 || right > 2) {
					found = append(found, place{at, s[p], s[e], left + right})
				}
			}
		}
	}
	return found
}

// alike counts the words of meaning of two sentences that are alike from two places on in one
// direction, and reports that both end there.
func (a *alignment) alike(c, s []int32, i, j, step int) (words int, end bool) {
	const far = 6
	n := 0
	if a.c.endsAt(c, i, step) && a.s.endsAt(s, j, step) {
		return 0, true
	}
	for ; i >= 0 && j >= 0 && i < len(c) && j < len(s) && n < far; i, j = i+step, j+step {
		x, y := &a.c.toks[c[i]], &a.s.toks[s[j]]
		if x.Low != y.Low && x.Stem != y.Stem {
			return words, false
		}
		n++
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
	for k := words[i] + 1; i+1 < len(words) && k <= words[i+1]; k++ {
		if t.parted(k) {
			return true
		}
	}
	return false
}

// slotted asks whether the text has, between the same words, another name or value than the claim,
// and the claim would be held with it.
func (l *Lexical) slotted(q Question, a *alignment, around *reading) *finding {
	const least = 2
	if len(a.s.toks) < articleFrom || strings.ContainsRune(a.c.raw, 92) {
		return nil
	}
	try := func(first, last int32, isRival func(p place) (string, *finding)) *finding {
		places := a.placesLike(first, last)
		for _, p := range places {
			if p.around < least || a.saysAsMuch(first, last, p.unit) {
				continue
			}
			other, f := isRival(p)
			if f == nil {
				continue
			}
			claim := q.Claim[:a.c.toks[first].Start] + other + q.Claim[a.c.toks[last].End:]
			if l.wouldHold(q, a, around, claim) {
				f.unit, f.effect = p.unit, Refutes
				return f
			}
		}
		return nil
	}
	for i := range a.c.values {
		v := &a.c.values[i]
		if !a.c.placed(v) || a.c.underCondition(v.first) {
			continue
		}
		f := try(v.first, v.last-1, func(p place) (string, *finding) {
			for k := range a.s.values {
				sv := &a.s.values[k]
				if sv.first == p.first && sv.last == p.last+1 && a.rivals(v, sv) && !a.c.gives(sv, a.s) && a.s.placed(sv) {
					f := &finding{rule: RuleValue, mismatch: &provenance.Mismatch{Kind: "number", Claim: a.c.show(v), Source: a.s.show(sv)}}
					if v.kind == dated {
						f.rule, f.mismatch.Kind = RuleDate, "date"
					}
					return span(a.s, p.first, p.last), f
				}
			}
			return "", nil
		})
		if f != nil {
			return f
		}
	}
	for i := 0; i < len(a.terms); i++ {
		if !a.c.names(a.terms[i].tok) {
			continue
		}
		first, last := a.nameRun(i)
		i = last
		if t := a.terms[first].tok; !a.c.properRun(t, a.terms[last].tok) || a.c.opensPhrase(t) && !a.c.marked(t) || a.c.inBrackets(t) && a.c.toks[t].Is(text.MarkBreak) && a.c.parted(t) && strings.HasSuffix(a.c.gap(t-1), "(") && (int(a.terms[last].tok)+1 >= len(a.c.toks) || a.c.parted(a.terms[last].tok+1)) {
			continue
		}
		f := try(a.terms[first].tok, a.terms[last].tok, func(p place) (string, *finding) {
			for k := p.first; k <= p.last; k++ {
				if !a.s.toks[k].Is(text.MarkName|text.MarkCode) || a.claimHas(a.s.toks[k].Stem) || a.oneThing(first, last, k) {
					return "", nil
				}
			}
			if !a.s.properName(p.first) || a.s.opensPhrase(p.first) && !a.s.marked(p.first) {
				return "", nil
			}
			other := span(a.s, p.first, p.last)
			return other, &finding{rule: RuleName, mismatch: &provenance.Mismatch{Kind: "name", Claim: span(a.c, a.terms[first].tok, a.terms[last].tok), Source: other}}
		})
		if f != nil {
			return f
		}
	}
	return nil
}

// saysAsMuch reports a sentence that has a run of the claim's words, and no less of its others
// than another.
func (a *alignment) saysAsMuch(first, last, unit int32) bool {
	least := a.alignedBut(first, last, unit)
	for u := range a.s.units {
		su := a.s.units[u]
		has := false
		for k := su.first; k < su.last && !has; k++ {
			if a.s.toks[k].Stem == a.c.toks[first].Stem || a.s.toks[k].Low == a.c.toks[first].Low {
				has = true
			}
		}
		if has && (int32(u) == unit || a.alignedBut(first, last, int32(u)) >= least-0.25) {
			return true
		}
	}
	return false
}

// wouldHold reports other words in the claim's place that a text would carry.
func (l *Lexical) wouldHold(q Question, a *alignment, around *reading, claim string) bool {
	b, j := l.instead(q, a, around, claim)
	if !held(&j) && b != a {
		q.Claim = claim
		if joined, ok := l.judgeParts(q, b, around, j.Score); ok {
			j = joined
		}
	}
	if q.Whole {
		l.carry(b, &j)
	}
	return held(&j)
}

func (a *alignment) oneThing(first, last int, s int32) bool {
	for k := first; k <= last; k++ {
		x, y := &a.c.toks[a.terms[k].tok], &a.s.toks[s]
		if x.Stem == y.Stem || similarForm(x.Stem, y.Stem) || strings.HasPrefix(y.Low, x.Low) || strings.HasPrefix(x.Low, y.Low) ||
			oneName(x.Stem, y.Stem) || oneName(x.Low, y.Low) || slices.Contains(a.synonyms[x.Stem], y.Stem) || a.s.isInitial(x.Low, s) || a.c.isInitial(y.Low, a.terms[k].tok) ||
			slices.ContainsFunc(a.terms[k].hits, func(h hit) bool { return h.tok == s }) {
			return true
		}
	}
	return false
}

// isInitial reports a word that is the initials of some words on end, token i among them.
func (t *reading) isInitial(word string, i int32) bool {
	n := int32(len(word))
	if t.initial[word] == 0 {
		return false
	}
	for first := max(0, i-n+1); first <= i && first+n <= int32(len(t.toks)); first++ {
		k := int32(0)
		for k < n && t.toks[first+k].Low[0] == word[k] {
			k++
		}
		if k == n {
			return true
		}
	}
	return false
}

// marked reports a word whose letters alone make it a name.
func (t *reading) marked(i int32) bool {
	w := t.raw[t.toks[i].Start:t.toks[i].End]
	return t.toks[i].Is(text.MarkCode) || isUpperWord(w) || len(w) > 1 && text.HasUpper(w[1:])
}
