package judge

import (
	"slices"
	"strings"

	"assay/provenance"
)

// revalued asks whether the claim would be held with the value that the text has in the place of
// one of which it has no form, or which it has of something else.
func (l *Lexical) revalued(a *alignment) *finding {
	if len(a.s.toks) < articleFrom || reckons(a.c.raw) {
		return nil // a passage may give it otherwise: its checks go by places
	}
	for i := range a.c.values {
		v := &a.c.values[i]
		if !a.c.placed(v) || strings.Count(a.c.raw, a.c.show(v)) != 1 || a.c.underCondition(v.first) {
			continue
		}
		for k := range a.s.values {
			sv := &a.s.values[k]
			if !a.inWindow(sv.in) && !slices.Contains(a.order, sv.in) || !a.rivals(v, sv) || a.c.gives(sv, a.s) || !a.plainUnit(sv.in) || !a.s.placed(sv) {
				continue
			}
			if a.onlyOther(v, sv) && !a.said(v) && a.checkLanguage() == nil {
				return a.otherThan(v, sv)
			}
			if a.besideOne(v, sv) && (!a.said(v) || l.isMisplaced(a, v, sv)) && l.holdsWith(a, v.first, v.last-1, a.s.show(sv)) {
				return a.otherThan(v, sv)
			}
		}
	}
	return nil
}

// restBeside is the share of what a claim says besides its value that a sentence must have for its
// own value to be the one in that place: from .35 down real claims were accused.
const restBeside = 0.45

// onlyOther reports the one value of its kind in the sentence that has most of the claim, and enough
// of what the claim says besides its own.
func (a *alignment) onlyOther(v, sv *value) bool {
	alike := v.kind == dated || v.unit != "" || v.noun != "" && v.noun == sv.noun
	return alike && sv.in == a.single.first && a.alignedBut(v.first, v.last-1, sv.in) >= restBeside &&
		!slices.ContainsFunc(a.s.values, func(o value) bool { return o.in == sv.in && o.first != sv.first && a.rivals(v, &o) })
}

// isMisplaced reports a claim that is not held, with a value that the text has only of something else
// than what it gives another of the same kind of. A bare number may be of anything, and a page that
// names two versions says which is which in ways of its own.
func (l *Lexical) isMisplaced(a *alignment, v, sv *value) bool {
	bare := func(o value) bool { return o.kind == number && o.unit == "" && o.noun == "" && a.relate(v, &o) == same }
	return v.kind == sv.kind && v.kind != version && a.inWindow(sv.in) && !slices.ContainsFunc(a.s.values, bare) && !a.saysAsMuch(v.first, v.last-1, sv.in) && !l.holdsWith(a, v.first, v.last-1, a.c.show(v))
}

// otherThan is the finding that the text gives another value.
func (a *alignment) otherThan(v, sv *value) *finding {
	f := &finding{rule: RuleValue, effect: Refutes, unit: sv.in, mismatch: &provenance.Mismatch{Kind: "number", Claim: a.c.show(v), Source: a.s.show(sv)}}
	if v.kind == dated {
		f.rule, f.mismatch.Kind = RuleDate, "date"
	}
	return f
}

// placed reports a value that has a place among words: it numbers no item, and is no part of a
// formula, of a time of day or of an address.
func (t *reading) placed(v *value) bool {
	if points(t.raw[:v.start], t.raw[v.end:]) {
		return false
	}
	before, behind := t.before(v.first), t.after(v.last-1)
	if bare, ok := strings.CutSuffix(before, "("); ok && strings.HasPrefix(behind, ")") {
		before, behind = strings.TrimRight(bare, " "), strings.TrimPrefix(behind, ")")
		if bare == before {
			return false // f(3)
		}
	}
	power := strings.TrimRight(before, " ^/") != strings.TrimRight(before, " ")
	return !power && !strings.HasSuffix(before, ":") && strings.TrimLeft(behind, ")）:⁰¹²³⁴⁵⁶⁷⁸⁹⁻") == behind
}

// plainUnit reports a sentence, and no run of code or table that lost its lines.
func (a *alignment) plainUnit(unit int32) bool {
	u := a.s.units[unit]
	return u.last-u.first <= maxSentence
}

// rivals reports two values of one kind of which only one can be right in a place; a number with a
// dot may be a release.
func (a *alignment) rivals(c, s *value) bool {
	if c.kind != s.kind && !(a.c.dotted(c) && a.s.dotted(s)) {
		return false
	}
	return (a.onePlace(c, s) || a.relate(c, s) == otherUnit) && !a.s.inName(s) && !a.s.labels(s)
}

func (t *reading) dotted(v *value) bool {
	return (v.kind == number || v.kind == version) && strings.Contains(t.show(v), ".")
}

// nearWords is how far from a value a word may stand that tells what it is of.
const nearWords = 4

// besideOne reports that a word of meaning near the claim's value stands as near to the text's.
func (a *alignment) besideOne(c, s *value) bool {
	return slices.ContainsFunc(a.terms, func(tm term) bool {
		return a.c.toks[tm.tok].Unit == c.in && tm.tok >= c.first-nearWords && tm.tok < c.last+nearWords &&
			slices.ContainsFunc(tm.hits, func(h hit) bool {
				return h.unit == s.in && h.strength >= asForm && h.tok >= s.first-nearWords && h.tok < s.last+nearWords
			})
	})
}
