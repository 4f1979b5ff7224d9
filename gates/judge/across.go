package judge

import (
	"slices"
	"strings"

	"assay/text"
)

// A stretch is a clause of a sentence of the text that stands by itself, and what it takes
// from the rest: what the sentence speaks of, where it names no subject of its own.
type stretch struct {
	own   [2]int32
	lent  [][2]int32
	leans bool // it is of what the text spoke of before
}

// stretches cuts a sentence where a semicolon parts two clauses: what is said in one is not
// said in the other.
func (a *alignment) stretches(u unit) []stretch {
	t := a.s
	first, last := u.first, u.last
	lent := [][2]int32{t.opening(first, last)}
	if open, closed := t.brackets(u); closed-open >= 2*stretchWords && strings.ContainsAny(t.raw[t.toks[open].Start:t.toks[closed-1].End], ";；") {
		first, last, lent = open, closed, [][2]int32{{u.first, open}, {closed, u.last}}
	}
	var parts []stretch
	from := first
	cut := func(to int32) {
		s := stretch{own: [2]int32{from, to}, leans: thirdPersons.Has(t.toks[from].Low)}
		if first > u.first || from > first && !t.namesSubject(from, to) {
			s.lent = lent
		}
		parts, from = append(parts, s), to
	}
	for i := first + 1; i < last; i++ {
		if i-from >= stretchWords && last-i >= stretchWords && strings.ContainsAny(t.gap(i-1), ";；") && (first == u.first || t.verbLike(i) || t.hasVerb(i, last) || t.toks[i].Low == "died") {
			cut(i)
		}
	}
	cut(last)
	return parts
}

// brackets are the tokens that the first brackets of a sentence hold, 0, 0 for none.
func (t *reading) brackets(u unit) (first, last int32) {
	depth := 0
	for i := u.first + 1; i < u.last; i++ {
		gap := t.gap(i - 1)
		opens, closes := bracket(t.toks[i].Low)
		up, down := strings.Count(gap, "("), strings.Count(gap, ")")
		if opens {
			up++
		}
		if closes {
			down++
		}
		if first == 0 && up > down {
			first = i
		}
		if depth += up - down; first > 0 && depth <= 0 {
			return first, i
		}
	}
	return 0, 0
}

const stretchWords = 3 // of a stretch at least

// namesSubject reports a stretch with a subject of its own: words before its first verb, and
// no pronoun that stands for what was before.
func (t *reading) namesSubject(first, last int32) bool {
	for first < last && (joints.Has(t.toks[first].Low) || contrasts.Has(t.toks[first].Low)) {
		first++
	}
	return first < last && !text.Pronouns.Has(t.toks[first].Low) && !whoseWords.Has(t.toks[first].Low) && !t.verbLike(first) && t.opening(first, last)[1] > first
}

// checkStretches finds a claim of one clause whose words only several stretches of a sentence
// have, each of them some that no other has: "tokens last 12 hours; refresh tokens 30 days"
// does not say how long refresh tokens last.
func (a *alignment) checkStretches() *finding {
	if len(a.c.units) != 1 || a.c.lang != "en" || a.single.score < statedFloor || strings.ContainsAny(a.c.raw, ";,:—–") || a.c.hasAny(joints) || a.c.hasAny(contrasts) {
		return nil
	}
	u := a.single.first
	if su := a.s.units[u]; su.last-su.first > 2*echoSentence || len(a.stretches(su)) < 2 {
		return nil
	}
	for _, other := range a.order[:min(len(a.order), echoTries)] {
		if a.alignedIn(other, 0) >= statedFloor && a.joinedIn(a.s.units[other]) {
			return nil
		}
	}
	return &finding{rule: RuleSpliced, effect: Caps, unit: u}
}

// joinedIn reports a stretch of a sentence that has all of the claim which the sentence has.
func (a *alignment) joinedIn(u unit) bool {
	whole := [2]int32{u.first, u.last}
	subject := a.c.opening(0, int32(len(a.c.toks)))
	for _, s := range a.stretches(u) {
		if !slices.ContainsFunc(a.terms, func(tm term) bool {
			return a.termIn(&tm, whole) && !(s.leans && tm.tok < subject[1] && (tm.context > 0 || slices.ContainsFunc(tm.hits, func(h hit) bool { return h.tok < u.first || h.tok >= u.last }))) && !a.termIn(&tm, s.own) &&
				!slices.ContainsFunc(s.lent, func(r [2]int32) bool { return a.termIn(&tm, r) })
		}) {
			return true
		}
	}
	return false
}

func (a *alignment) termIn(tm *term, r [2]int32) bool {
	return slices.ContainsFunc(tm.hits, func(h hit) bool { return h.tok >= r[0] && h.tok < r[1] && h.strength >= asForm })
}
