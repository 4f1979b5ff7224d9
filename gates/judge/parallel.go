package judge

import (
	"slices"
	"strings"

	"assay/gates/judge/statement"
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
	if len(a.c.Values) > 0 || len(a.c.Units) != 1 || len(a.terms) < 2 || len(a.c.Toks) > longest || len(a.c.clausesAt(a.c.Units[0])) > 1 {
		return nil
	}
	for _, at := range a.order {
		u := a.s.Units[at]
		if u.Last-u.First > maxSentence || a.alignedIn(at, 0) < enough {
			continue
		}
		if f := a.crossesClauses(a.s.clausesAt(u)); f != nil {
			f.unit = at
			return f
		}
	}
	return nil
}

// clausesAt cuts a sentence at joints that have a verb on both sides.
func (t *reading) clausesAt(u text.Unit) [][2]int32 {
	var clauses [][2]int32
	from := u.First
	for i := u.First + 1; i < u.Last; i++ {
		between := t.Gap(i - 1)
		low := t.Toks[i].Low
		joint := text.Joints.Has(low) || text.Contrasts.Has(low) || strings.ContainsAny(between, ";；，、") && (t.Toks[i].Is(text.MarkCJK) || strings.ContainsAny(between, ";；"))
		if joint && t.mayBeClause(from, i) && t.mayBeClause(i, u.Last) {
			clauses = append(clauses, [2]int32{from, i})
			from = i
		}
	}
	return append(clauses, [2]int32{from, u.Last})
}

// mayBeClause reports a run of words that may be a clause: two words of meaning, and a verb.
func (t *reading) mayBeClause(first, last int32) bool {
	if t.WordsIn(first, last) < 2 {
		return false
	}
	if t.Toks[first].Is(text.MarkCJK) || t.Toks[last-1].Is(text.MarkCJK) {
		run := t.Raw[t.Toks[first].Start:t.Toks[last-1].End]
		return strings.ContainsAny(run, "是为はが") || strings.Contains(run, "位于")
	}
	return text.AnyIn(first, last, func(i int32) bool {
		return text.Finite.Has(t.Toks[i].Low) || text.Light.Has(t.Toks[i].Low) || i > first && t.VerbLike(i)
	})
}

// crossesClauses compares the claim with two clauses that share words: each must lack one
// that the other has.
func (a *alignment) crossesClauses(clauses [][2]int32) *finding {
	if len(clauses) != 2 || !a.s.alike(clauses[0], clauses[1]) {
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
		if own[1] > own[0] && foreign[1] > foreign[0] && !touches(only[k], own) && touches(only[1-k], foreign) && a.s.allNames(own) && a.s.allNames(foreign) {
			f.rule, f.effect = RuleName, Refutes
			f.mismatch = &provenance.Mismatch{Kind: "name", Claim: a.s.Raw[a.s.Toks[foreign[0]].Start:a.s.Toks[foreign[1]-1].End],
				Source: a.s.Raw[a.s.Toks[own[0]].Start:a.s.Toks[own[1]-1].End]}
			return f
		}
	}
	return f
}

// alike reports two clauses of one form: about as long, with words that both have.
func (t *reading) alike(x, y [2]int32) bool {
	const (
		share = 0.33 // of the words of meaning of the shorter
		apart = 2
	)
	m, n, both := t.WordsIn(x[0], x[1]), t.WordsIn(y[0], y[1]), 0
	for i := x[0]; i < x[1]; i++ {
		for k := y[0]; k < y[1] && t.Toks[i].Content(); k++ {
			if t.Toks[k].Content() && t.Toks[k].Stem == t.Toks[i].Stem {
				both++
				break
			}
		}
	}
	return m-n <= apart && n-m <= apart && float32(both) >= share*float32(min(m, n))
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

// allNames reports a run of names, or of signs of a script that does not mark them.
func (t *reading) allNames(r [2]int32) bool {
	return !slices.ContainsFunc(t.Toks[r[0]:r[1]], func(tok text.Token) bool { return !tok.Is(text.MarkName | text.MarkCode | text.MarkCJK) })
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
	if open, closed := t.brackets(u); closed-open >= 2*stretchWords && strings.ContainsAny(t.Raw[t.Toks[open].Start:t.Toks[closed-1].End], ";；") {
		first, last, lent = open, closed, [][2]int32{{u.First, open}, {closed, u.Last}}
	}
	var parts []stretch
	from := first
	cut := func(to int32) {
		s := stretch{own: [2]int32{from, to}, leans: thirdPersons.Has(t.Toks[from].Low)}
		if first > u.First || from > first && !t.namesSubject(from, to) {
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

// brackets are the tokens that the first brackets of a sentence hold, 0, 0 for none.
func (t *reading) brackets(u text.Unit) (first, last int32) {
	depth := 0
	for i := u.First + 1; i < u.Last; i++ {
		gap := t.Gap(i - 1)
		opens, closes := statement.Bracket(t.Toks[i].Low)
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
	for first < last && (text.Joints.Has(t.Toks[first].Low) || text.Contrasts.Has(t.Toks[first].Low)) {
		first++
	}
	return first < last && !text.Pronouns.Has(t.Toks[first].Low) && !text.WhoseWords.Has(t.Toks[first].Low) && !t.VerbLike(first) && t.Opening(first, last)[1] > first
}

// checkStretches finds a claim of one clause whose words only several stretches of a sentence
// have, each of them some that no other has: "tokens last 12 hours; refresh tokens 30 days"
// does not say how long refresh tokens last.
func (a *alignment) checkStretches() *finding {
	if len(a.c.Units) != 1 || a.c.Lang != "en" || a.single.score < statedFloor || strings.ContainsAny(a.c.Raw, ";,:—–") || a.c.hasAny(text.Joints) || a.c.hasAny(text.Contrasts) {
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
