package judge

import (
	"slices"
	"strings"

	"assay/provenance"
	"assay/text"
)

// checkParallel finds a claim that takes its words from two clauses which say the same of
// two things: "the host of A is X, while the host of B is Y" does not say that the host
// of A is Y. Values are read by their entries; this is for names and words.
func (a *alignment) checkParallel() *finding {
	const (
		enough  = 0.85 // of the claim's words that the sentence must have
		longest = 24   // words of such a claim
	)
	if len(a.c.Values) > 0 || len(a.c.Units) != 1 || len(a.terms) < 2 || len(a.c.Toks) > longest || len(a.c.ClausesAt(a.c.Units[0])) > 1 {
		return nil
	}
	for _, at := range a.order {
		u := a.s.Units[at]
		if u.Last-u.First > maxSentence || a.alignedIn(at, 0) < enough {
			continue
		}
		if f := a.crossesClauses(a.s.ClausesAt(u)); f != nil {
			f.unit = at
			return f
		}
	}
	return nil
}

// crossesClauses compares the claim with two clauses that share words: each must lack one
// that the other has.
func (a *alignment) crossesClauses(clauses [][2]int32) *finding {
	if len(clauses) != 2 || !a.s.Alike(clauses[0], clauses[1]) {
		return nil
	}
	var only [2][]int32 // places of the claim's words that one clause alone has
	shared := 0
	for i := range a.terms {
		tm := &a.terms[i]
		var at [2]int32
		for k, c := range clauses {
			at[k] = -1
			for _, h := range tm.hits {
				if h.strength >= asForm && h.tok >= c[0] && h.tok < c[1] {
					at[k] = h.tok
				}
			}
		}
		switch {
		case at[0] >= 0 && at[1] >= 0:
			shared++
		case at[0] >= 0:
			only[0] = append(only[0], at[0])
		case at[1] >= 0:
			only[1] = append(only[1], at[1])
		case !isStopword(a.c.Toks[tm.tok].Low) && !text.Light.Has(a.c.Toks[tm.tok].Low) && !a.c.Toks[tm.tok].Is(text.MarkCJK):
			return nil
		}
	}
	if shared == 0 || len(only[0]) == 0 || len(only[1]) == 0 {
		return nil
	}
	f := doubt(RuleSpliced)
	// What is said of the two stands last in its clause: the claim has one's and the
	// other's subject.
	for k := range clauses {
		own, foreign := a.lastWords(clauses[k]), a.lastWords(clauses[1-k])
		if own[1] > own[0] && foreign[1] > foreign[0] && !touches(only[k], own) && touches(only[1-k], foreign) && a.s.AllNames(own) && a.s.AllNames(foreign) {
			f.rule, f.effect = RuleName, Refutes
			f.mismatch = &provenance.Mismatch{Kind: "name", Claim: a.s.Raw[a.s.Toks[foreign[0]].Start:a.s.Toks[foreign[1]-1].End],
				Source: a.s.Raw[a.s.Toks[own[0]].Start:a.s.Toks[own[1]-1].End]}
			return f
		}
	}
	return f
}

// lastWords is the run of words of meaning at the end of a clause, behind its verb.
func (a *alignment) lastWords(c [2]int32) [2]int32 {
	end := c[1]
	for end > c[0] && !a.s.Toks[end-1].Content() || end > c[0] && text.Finite.Has(a.s.Toks[end-1].Low) {
		end--
	}
	first := end
	for first > c[0] && a.s.Toks[first-1].Content() && !text.Finite.Has(a.s.Toks[first-1].Low) && !text.Light.Has(a.s.Toks[first-1].Low) && !(first < end && a.s.Toks[first].Is(text.MarkBreak)) {
		first--
	}
	if first == c[0] {
		return [2]int32{}
	}
	return [2]int32{first, end}
}

func touches(at []int32, r [2]int32) bool {
	return slices.ContainsFunc(at, func(i int32) bool { return i >= r[0] && i < r[1] })
}

// A stretch is a clause of a sentence of the text that stands by itself, and what it takes
// from the rest: what the sentence speaks of, where it names no subject of its own.
type stretch struct {
	own   [2]int32
	lent  [][2]int32
	leans bool // it is of what the text spoke of before
}

// stretches cuts a sentence where a semicolon parts two clauses: what is said in one is not
// said in the other.
func (a *alignment) stretches(u text.Unit) []stretch {
	t := a.s
	first, last := u.First, u.Last
	lent := [][2]int32{t.Opening(first, last)}
	if open, closed := t.Brackets(u); closed-open >= 2*stretchWords && strings.ContainsAny(t.Raw[t.Toks[open].Start:t.Toks[closed-1].End], ";；") {
		first, last, lent = open, closed, [][2]int32{{u.First, open}, {closed, u.Last}}
	}
	var parts []stretch
	from := first
	cut := func(to int32) {
		s := stretch{own: [2]int32{from, to}, leans: thirdPersons.Has(t.Toks[from].Low)}
		if first > u.First || from > first && !t.NamesSubject(from, to) {
			s.lent = lent
		}
		parts, from = append(parts, s), to
	}
	for i := first + 1; i < last; i++ {
		if i-from >= stretchWords && last-i >= stretchWords && strings.ContainsAny(t.Gap(i-1), ";；") && (first == u.First || t.VerbLike(i) || t.HasVerb(i, last) || t.Toks[i].Low == "died") {
			cut(i)
		}
	}
	cut(last)
	return parts
}

const stretchWords = 3 // of a stretch at least

// checkStretches finds a claim of one clause whose words only several stretches of a sentence
// have, each of them some that no other has: "tokens last 12 hours; refresh tokens 30 days"
// does not say how long refresh tokens last.
func (a *alignment) checkStretches() *finding {
	if len(a.c.Units) != 1 || a.c.Lang != "en" || a.single.score < statedFloor || strings.ContainsAny(a.c.Raw, ";,:—–") || a.c.HasAny(text.Joints) || a.c.HasAny(text.Contrasts) {
		return nil
	}
	u := a.single.first
	if su := a.s.Units[u]; su.Last-su.First > 2*echoSentence || len(a.stretches(su)) < 2 {
		return nil
	}
	for _, other := range a.order[:min(len(a.order), echoTries)] {
		if a.alignedIn(other, 0) >= statedFloor && a.joinedIn(a.s.Units[other]) {
			return nil
		}
	}
	return &finding{rule: RuleSpliced, effect: Caps, unit: u}
}

// joinedIn reports a stretch of a sentence that has all of the claim which the sentence has.
func (a *alignment) joinedIn(u text.Unit) bool {
	whole := [2]int32{u.First, u.Last}
	subject := a.c.Opening(0, int32(len(a.c.Toks)))
	for _, s := range a.stretches(u) {
		if !slices.ContainsFunc(a.terms, func(tm term) bool {
			return termIn(&tm, whole) && !(s.leans && tm.tok < subject[1] && (tm.context > 0 || slices.ContainsFunc(tm.hits, func(h hit) bool { return h.tok < u.First || h.tok >= u.Last }))) && !termIn(&tm, s.own) &&
				!slices.ContainsFunc(s.lent, func(r [2]int32) bool { return termIn(&tm, r) })
		}) {
			return true
		}
	}
	return false
}

func termIn(tm *term, r [2]int32) bool {
	return slices.ContainsFunc(tm.hits, func(h hit) bool { return h.tok >= r[0] && h.tok < r[1] && h.strength >= asForm })
}
