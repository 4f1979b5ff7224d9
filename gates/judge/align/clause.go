package align

import (
	"math"
	"slices"
	"strings"

	"assay/gates/judge/reading"
	"assay/gates/judge/value"
	"assay/text"
)

// How much of the claim the sentence has that says it but for the value, and how much less of
// it the one has where the value stands.
const (
	saysIt    = 0.6
	saysOther = 0.25
)

// SaysClause reports a sentence that has each word of meaning of the clause in which a value of the
// claim stands, if the claim has others.
func (a *Alignment) SaysClause(cv *value.Value, unit int32) bool {
	u := a.Claim.Units[cv.In]
	first, last := cv.First, cv.Last
	for first > u.First && !a.Claim.Parted(first) {
		first--
	}
	for last < u.Last && !a.Claim.Parted(last) {
		last++
	}
	if first == u.First && last == u.Last {
		return false
	}
	has := 0
	for i := range a.Terms {
		tm := &a.Terms[i]
		if low := a.Claim.Toks[tm.Tok].Low; tm.Tok < first || tm.Tok >= last || reading.Emphasis.Has(low) || text.Quantifiers()[low] > 0 {
			continue
		}
		if !slices.ContainsFunc(tm.Hits, func(h Hit) bool { return h.Unit == unit && h.Strength >= AsForm }) {
			return false
		}
		has++
	}
	return has > 0
}

// Laid lays one of the statements over the other, once. What it says is also looked for in what the
// other stands under.
func (a *Alignment) Laid() *Alignment {
	if len(a.Terms) == 0 {
		a.Run()
	}
	return a
}

// Opening counts the terms of the name that opens the claim; 0 where the other
// statement has all of them.
func (a *Alignment) Opening() int {
	n, unknown := 0, false
	for n < len(a.Terms) && a.Opens(n) && a.Claim.Toks[a.Terms[n].Tok].Is(text.MarkName|text.MarkFirst|text.MarkCode) {
		unknown = unknown || a.Terms[n].Anywhere == 0
		n++
	}
	if !unknown {
		return 0
	}
	return n
}

// Rest are the claim's words, but for some tokens, that the other statement has neither
// itself nor in what it stands under.
func (a *Alignment) Rest(but [2]int32) (out []int32) {
	for i := range a.Terms {
		tm := &a.Terms[i]
		if at := tm.Tok; at >= but[0] && at < but[1] || tm.Here >= AsForm && !a.turned(i) || connectives.Has(a.Claim.Toks[at].Low) || a.Claim.Ending(at) || a.Claim.Edge(at, but) || a.Claim.Spread(at, a.Source.Raw) {
			continue
		}
		out = append(out, tm.Tok)
	}
	return out
}

// turned reports a comparative of which the other statement has the opposite, behind the
// same word: where that stands on the other side, both say the same.
func (a *Alignment) turned(i int) bool {
	tm := &a.Terms[i]
	return i > 0 && tm.Pos >= 0 && a.Terms[i-1].Pos >= 0 && a.Terms[i-1].Pos < tm.Pos && slices.Contains(text.Antonyms()[a.Claim.Toks[tm.Tok].Low], a.Source.Toks[tm.Pos].Low)
}

// connectives may be left out without a change of what is said.
var connectives = text.WordSet(`also however therefore thus hence moreover furthermore additionally note itself auch jedoch außerdem daher also
	aussi cependant además también inoltre`)

// Clauses is the support of the worst and the last clause of the claim, each judged
// in the window or wherever one unit has more of it.
func (a *Alignment) Clauses() (worst, tail, count float64) {
	worst, tail = 1, 1
	var sum, have float32
	terms := 0
	flush := func() {
		if terms == 0 || sum == 0 {
			return
		}
		count++
		tail = float64(have / sum)
		worst = math.Min(worst, tail)
		sum, have, terms = 0, 0, 0
	}
	t := 0
	for i := range a.Claim.Toks {
		tok := &a.Claim.Toks[i]
		if (tok.Is(text.MarkBreak) || text.ClauseWords.Has(tok.Low) || tok.Unit != a.Claim.Toks[max(0, i-1)].Unit) && terms >= 2 {
			flush()
		}
		if t < len(a.Terms) && a.Terms[t].Tok == int32(i) {
			tm := &a.Terms[t]
			sum += tm.Weight
			have += tm.Weight * max(tm.Here, 0.5*tm.Anywhere)
			terms++
			t++
		}
	}
	flush()
	if count == 0 {
		return 0, 0, 0
	}
	return worst, tail, count
}

// Exclusive counts words that lift the claim above its source.
func (a *Alignment) Exclusive() float64 {
	n := 0.0
	for i := range a.Claim.Toks {
		tok := &a.Claim.Toks[i]
		if !text.Exclusives.Has(tok.Low) {
			continue
		}
		if !slices.ContainsFunc(a.Source.PlacesOf(tok.Stem), func(at int32) bool { return a.InWindow(a.Source.Toks[at].Unit) }) {
			n++
		}
	}
	return n
}

// LastWords is the run of words of meaning at the end of a clause, behind its verb.
func (a *Alignment) LastWords(c [2]int32) [2]int32 {
	end := c[1]
	for end > c[0] && !a.Source.Toks[end-1].Content() || end > c[0] && text.Finite.Has(a.Source.Toks[end-1].Low) {
		end--
	}
	first := end
	for first > c[0] && a.Source.Toks[first-1].Content() && !text.Finite.Has(a.Source.Toks[first-1].Low) && !text.Light.Has(a.Source.Toks[first-1].Low) && !(first < end && a.Source.Toks[first].Is(text.MarkBreak)) {
		first--
	}
	if first == c[0] {
		return [2]int32{}
	}
	return [2]int32{first, end}
}

// Touches reports that one of some places lies in a stretch.
func Touches(at []int32, r [2]int32) bool {
	return slices.ContainsFunc(at, func(i int32) bool { return i >= r[0] && i < r[1] })
}

// A stretch is a clause of a sentence of the text that stands by itself, and what it takes
// from the rest: what the sentence speaks of, where it names no subject of its own.
type stretch struct {
	own   [2]int32
	lent  [][2]int32
	leans bool // it is of what the text spoke of before
}

// Stretches cuts a sentence where a semicolon parts two clauses: what is said in one is not
// said in the other.
func (a *Alignment) Stretches(u text.Unit) []stretch {
	t := a.Source
	first, last := u.First, u.Last
	lent := [][2]int32{t.Opening(first, last)}
	if open, closed := t.Brackets(u); closed-open >= 2*stretchWords && strings.ContainsAny(t.Raw[t.Toks[open].Start:t.Toks[closed-1].End], ";；") {
		first, last, lent = open, closed, [][2]int32{{u.First, open}, {closed, u.Last}}
	}
	var parts []stretch
	from := first
	cut := func(to int32) {
		s := stretch{own: [2]int32{from, to}, leans: ThirdPersons.Has(t.Toks[from].Low)}
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

// JoinedIn reports a stretch of a sentence that has all of the claim which the sentence has.
func (a *Alignment) JoinedIn(u text.Unit) bool {
	whole := [2]int32{u.First, u.Last}
	subject := a.Claim.Opening(0, int32(len(a.Claim.Toks)))
	for _, s := range a.Stretches(u) {
		if !slices.ContainsFunc(a.Terms, func(tm Term) bool {
			return termIn(&tm, whole) && !(s.leans && tm.Tok < subject[1] && (tm.Context > 0 || slices.ContainsFunc(tm.Hits, func(h Hit) bool { return h.Tok < u.First || h.Tok >= u.Last }))) && !termIn(&tm, s.own) &&
				!slices.ContainsFunc(s.lent, func(r [2]int32) bool { return termIn(&tm, r) })
		}) {
			return true
		}
	}
	return false
}

func termIn(tm *Term, r [2]int32) bool {
	return slices.ContainsFunc(tm.Hits, func(h Hit) bool { return h.Tok >= r[0] && h.Tok < r[1] && h.Strength >= AsForm })
}

// AlternativeLeft reports one of two alternatives left out, where the text asserts one or
// the other and not both. What may be either may be each, what is not either is neither,
// and what is called the one or the other is called both.
func (a *Alignment) AlternativeLeft(e *Echo, at int32) bool {
	if strings.Contains(a.Source.Gap(at-1), "(") || a.Source.Toks[at-1].Low == "with" {
		return false // another name in brackets, "with or without"
	}
	for i := at - 1; i >= e.Text[0] && !a.Source.LeavesScope(i); i-- {
		if f := reading.Forces[a.Source.Toks[i].Low]; f == reading.Possible || f == reading.Able || calling.Has(a.Source.Toks[i].Low) {
			return false
		}
	}
	return a.Source.SignAt(at, at-1) >= 0
}

var calling = text.WordSet(`known called named termed dubbed titled`)

// What share of a claim's words a row must have to say it.
const (
	rowSays = 0.9
	ownSays = 0.5 // at most, of what its own row says
)

// RowsOf finds the one row that has a label, and reports that another one of its table, and no other,
// says what the claim says under that.
func (a *Alignment) RowsOf(label, says [2]int32) (own reading.LabelledRow, other bool) {
	var said, near, named []reading.LabelledRow
	for unit := range a.Source.Units {
		if k := a.Source.Units[unit].Kind; k != text.Row && k != text.Item {
			continue
		}
		r, ok := a.Source.RowOf(int32(unit))
		if !ok {
			continue
		}
		has := a.Claim.ShareWith(says, a.Source, r.Says) >= rowSays
		switch names := a.Source.ShareWith(r.Label, a.Claim, label) == 1; {
		case names && has:
			return own, false
		case has && (a.Claim.ShareWith(label, a.Source, r.Label) > 0 || a.Claim.ShareWith(label, a.Source, r.Says) > a.Claim.ShareWith(label, a.Claim, says)):
			near = append(near, r) // it may be that of the claim
		case names:
			if long := r.Label[1] - r.Label[0]; len(named) > 0 && named[0].Label[1]-named[0].Label[0] < long {
				named = named[:0] // of "bind" and "bind address" the longer is meant
			} else if len(named) > 0 && named[0].Label[1]-named[0].Label[0] > long {
				break
			}
			named = append(named, r)
		case has:
			said = append(said, r)
		}
	}
	if len(named) == 1 && strings.EqualFold(a.Source.Span(named[0].Label[0], named[0].Label[1]-1), a.Claim.Span(label[0], label[1]-1)) {
		said, near = append(said, near...), nil
	}
	if len(said) != 1 || len(near) > 0 || len(named) != 1 || said[0].Table != named[0].Table || a.Claim.ShareWith(says, a.Source, named[0].Says) > ownSays || a.Source.Units[said[0].Unit].Kind != a.Source.Units[named[0].Unit].Kind {
		return own, false
	}
	return named[0], true
}

// Tells reports words that say something by themselves: not "yes", nor one short word.
func (a *Alignment) Tells(r [2]int32) bool {
	words := 0
	for i := r[0]; i < r[1]; i++ {
		switch tok := &a.Claim.Toks[i]; {
		case tok.Is(text.MarkNumber), tok.Content() && !tok.Is(text.MarkCJK):
			words += 2
		case tok.Content():
			words++
		}
	}
	return words >= 4
}

// Leans reports a claim that has words, but for what differs, which stand only over the
// other statement.
func (a *Alignment) Leans(but [2]int32) bool {
	return slices.ContainsFunc(a.Terms, func(tm Term) bool {
		return tm.Found < AsForm && tm.Context > 0 && tm.Here >= AsForm && (tm.Tok < but[0] || tm.Tok >= but[1])
	})
}

// OpensAlike reports that the claim has the first words of the sentence that carries
// it: what that sentence speaks of.
func (a *Alignment) OpensAlike() bool {
	u, n := a.Source.Units[a.Single.First], 0
	for k := u.First; k < u.Last && n < 2; k++ {
		if tok := &a.Source.Toks[k]; tok.Content() {
			if !a.ClaimHas(tok.Stem) {
				return false
			}
			n++
		}
	}
	return true
}

// Cohesion is how much of what the window has one sentence of it has. Words gathered
// from neighbours may be said of different things.
func (a *Alignment) Cohesion() float32 {
	whole := a.Coverage(a.Window)
	if whole <= 0 {
		return 0
	}
	unit := a.Single
	one := a.Coverage(unit)
	if u := a.Source.Units[unit.First]; u.First < u.Last && text.Pronouns.Has(a.Source.Toks[u.First].Low) && unit.First > 0 && a.Source.Units[unit.First-1].Block == u.Block {
		// "It was moved": its subject stands in the sentence before.
		one = max(one, a.Coverage(Window{First: unit.First - 1, Last: unit.Last}))
	}
	return min(1, one/whole)
}
