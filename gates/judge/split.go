package judge

import (
	"slices"
	"strings"

	"assay/provenance"
	"assay/text"
)

// A part is one of the statements that a claim joins. One that leaves out its subject gets that
// of the first.
type part struct {
	text  string
	leans bool // it may have left out its subject, and nothing tells
}

const maxParts = 6

// joining words begin a statement of its own behind a comma; those of hardJoin do
// without one.
var (
	joining  = text.WordSet(`and but while whereas und aber während et mais y pero e ma mas en maar och men и а но`)
	hardJoin = text.WordSet(`while whereas`)
	// finite verbs end a subject, whatever their form.
	finite = text.WordSet(`is are was were be been has have had does do did can could may might must will would shall should
		became began came fell found gave gets goes got grew held kept knew led left lost made met ran rose said saw sent set
		spoke stood took told went won wrote uses use needs need sits lies broke brought bought built caught chose drew drove ate
		fed felt fought flew froze hid hit hung cut paid put read rode sang sank shot shut sold sent slept spent struck swam swept
		taught threw wore woke bore blew dug fled lent meant ought rang sought shook sprang stole swore tore wove bound bred dealt
		ist sind war waren wird hat est sont était a es son era fue è sono`)
)

// clauseParts cuts a claim into the statements that it joins: at semicolons, at ends of
// sentences, and before joining words where both sides have enough to be statements. It is nil
// where the claim says one thing.
func (t *reading) clauseParts() []part {
	var cuts [][2]int32 // the last token before, the first after
	n := int32(len(t.toks))
	for i := int32(1); i < n; i++ {
		tok := &t.toks[i]
		gap, before := t.gap(i-1), int32(0)
		if len(cuts) > 0 {
			before = cuts[len(cuts)-1][1]
		}
		switch {
		case tok.Unit != t.toks[i-1].Unit, strings.ContainsAny(gap, ";；"):
			next := i
			if joining.Has(tok.Low) {
				next++
			}
			cuts = append(cuts, [2]int32{i, next})
		case joining.Has(tok.Low) && (tok.Is(text.MarkBreak) || hardJoin.Has(tok.Low) || t.opensClause(before, i+1) || t.opensPredicate(before, i+1)):
			cuts = append(cuts, [2]int32{i, i + 1})
		case tok.Is(text.MarkBreak) && !tok.Is(text.MarkCJK) && strings.TrimSpace(gap) == "," && t.opensClause(before, i):
			// "The mill was built in 1820, the forge in 1850, and …"
			cuts = append(cuts, [2]int32{i, i})
		case tok.Is(text.MarkCJK) && strings.ContainsAny(gap, "，、"):
			cuts = append(cuts, [2]int32{i, i})
		}
	}
	if len(cuts) == 0 || len(cuts) >= maxParts {
		return nil
	}
	subject := t.subjectOf(0, cuts[0][0])
	var parts []part
	first := int32(0)
	for k := 0; k <= len(cuts); k++ {
		end, next := n, n
		if k < len(cuts) {
			end, next = cuts[k][0], cuts[k][1]
		}
		if end <= first || t.says(first, end) < 2 {
			return nil
		}
		if t.toks[first].Start > t.endOf(end) || first+1 < end && t.toks[first+1].Start > t.endOf(end) {
			return nil // the tokens of a broken contraction overlap
		}
		s := strings.TrimRight(strings.TrimSpace(t.raw[t.toks[first].Start:t.endOf(end)]), ",;，；、. ")
		leans := false
		if k > 0 {
			switch {
			case t.toks[first].Is(text.MarkCJK):
				leans = true
			case text.Pronouns.Has(t.toks[first].Low) && first+1 < end && subject != "":
				s = subject + " " + strings.TrimSpace(t.raw[t.toks[first+1].Start:t.endOf(end)])
			case !t.ownSubject(first, end) && subject != "":
				s = subject + " " + s
			}
		}
		parts = append(parts, part{text: strings.TrimRight(s, ".。") + ".", leans: leans})
		first = next
	}
	return parts
}

// endOf is where the text before token i ends.
func (t *reading) endOf(i int32) int32 {
	if int(i) >= len(t.toks) {
		return int32(len(t.raw))
	}
	return t.toks[i].Start
}

// says counts the words of weight and the values of a run of tokens.
func (t *reading) says(first, end int32) int {
	n := 0
	for i := first; i < end; i++ {
		if t.toks[i].Content() || t.toks[i].Is(text.MarkNumber) {
			n++
		}
	}
	return n
}

var ownSubjects = text.WordSet(`the a an its his her their this these that those each every some most all no one two three many both other another
	in on at by after before during since until under over from within for
	der die das ein eine le la les un une el los las il lo`)

// opensClause reports that what follows is a statement where no word or mark says
// so: it names a subject, and both sides have a verb. "The pump was built in 1800 and
// the mill burned in 1820" are two, "between the pump and the mill" is none.
func (t *reading) opensClause(before, i int32) bool {
	n := int32(len(t.toks))
	if i >= n || !ownSubjects.Has(t.toks[i].Low) && !t.toks[i].Is(text.MarkName) && !text.Pronouns.Has(t.toks[i].Low) {
		return false
	}
	return t.hasVerb(i, n) && t.hasVerb(before, i-1)
}

// opensPredicate reports a verb with its object behind a joining word: "and writes
// the log".
func (t *reading) opensPredicate(before, i int32) bool {
	if i+1 >= int32(len(t.toks)) || !t.hasVerb(before, i-1) || t.toks[i].Is(text.MarkName|text.MarkNumber) {
		return false
	}
	low, next := t.toks[i].Low, &t.toks[i+1]
	form := finite.Has(low) || len(low) > 3 && (strings.HasSuffix(low, "ed") || strings.HasSuffix(low, "s") && !strings.HasSuffix(low, "ss"))
	return form && (ownSubjects.Has(next.Low) || next.Is(text.MarkStop)) && next.Low != "of" && !next.Is(text.MarkBreak)
}

func (t *reading) hasVerb(first, end int32) bool { return anyIn(first+1, end, t.verbLike) }

// anyIn reports that something holds of one from first up to last.
func anyIn(first, last int32, holds func(i int32) bool) bool {
	for i := first; i < last; i++ {
		if holds(i) {
			return true
		}
	}
	return false
}

// verbLike guesses by form: an auxiliary, a past tense, or a third person behind a noun.
func (t *reading) verbLike(i int32) bool {
	tok := &t.toks[i]
	if tok.Is(text.MarkName|text.MarkNumber|text.MarkCode) || i == 0 {
		return false
	}
	if finite.Has(tok.Low) || len(tok.Low) > 4 && strings.HasSuffix(tok.Low, "ed") {
		return true
	}
	before := &t.toks[i-1]
	return len(tok.Low) > 3 && strings.HasSuffix(tok.Low, "s") && !strings.HasSuffix(tok.Low, "ss") && !tok.Is(text.MarkStop) && before.Content() && !strings.HasSuffix(before.Low, "s")
}

// ownSubject reports that a clause names what it speaks of.
func (t *reading) ownSubject(first, end int32) bool {
	tok := &t.toks[first]
	if tok.Is(text.MarkCJK) {
		return false
	}
	if ownSubjects.Has(tok.Low) || tok.Is(text.MarkName) {
		return true
	}
	// "forests cover the rest" has its own; "covers the rest" and "covered by moss" lean.
	return !finite.Has(tok.Low) && !strings.HasSuffix(tok.Low, "ed") && !(strings.HasSuffix(tok.Low, "s") && first+1 < end && !t.verbLike(first+1)) &&
		t.hasVerb(first, end)
}

// subjectOf is the text from the first word to before the first verb.
func (t *reading) subjectOf(first, end int32) string {
	content := 0
	for i := first; i < end; i++ {
		tok := &t.toks[i]
		if content > 0 && (t.verbLike(i) || tok.Is(text.MarkStop) && tok.Low != "of" && tok.Low != "the" && tok.Low != "and" || tok.Is(text.MarkBreak) || tok.Is(text.MarkCJK) && content >= 2) {
			return strings.TrimSpace(t.raw[t.toks[first].Start:max(t.toks[first].Start, t.toks[i-1].End)])
		}
		if tok.Content() || tok.Is(text.MarkNumber) {
			content++
		}
	}
	return ""
}

// judgeParts judges each statement of a claim by its own place in the text, and
// accepts the claim where all are supported, each by a sentence that says what it
// speaks of. ok is false where the claim says one thing, a part falls, or the score would not
// be above a floor: what no part can mend any more is not judged.
func (l *Lexical) judgeParts(a *alignment, floor float64) (provenance.Judgement, bool) {
	var none provenance.Judgement
	parts := a.c.clauseParts()
	if len(parts) < 2 {
		return none, false
	}
	lowest, first, last := 1.0, int32(len(a.s.units)), int32(0)
	var quote provenance.Judgement
	for k, p := range parts {
		claim := l.claims.get(p.text, l.stems)
		if len(claim.toks) == 0 {
			return none, false
		}
		b := l.align(claim, a.s, a.around, a.q)
		cohesion := float64(b.cohesion())
		if p.leans && !b.opensAlike() || !b.valuesInOne() || cohesion <= floor {
			return none, false
		}
		j := l.judgeAlignment(b)
		if j.Stance != provenance.Supports || len(j.Missing) > 0 || j.Mismatch != nil {
			return none, false
		}
		if lowest = min(lowest, j.Score*cohesion); lowest <= floor {
			return none, false
		}
		first, last = min(first, b.single.first), max(last, b.single.first)
		if k == 0 {
			quote = j
		}
	}
	if first == last && a.window.last-a.window.first < 2 || len(a.s.toks) >= pageFrom && last-first > together {
		return none, false // one sentence, against which the whole claim was weighed, or two far apart
	}
	quote.Score = lowest
	return quote, true
}

// valuesInOne reports all values of a clause in the sentence that carries it: one
// from the sentence beside it belongs to that.
func (a *alignment) valuesInOne() bool {
	return !slices.ContainsFunc(a.c.values, func(v value) bool {
		return !slices.ContainsFunc(a.s.values, func(sv value) bool {
			return (sv.in == a.single.first || a.over(sv.in, a.single)) && relate(&v, &sv) == same
		})
	})
}

// opensAlike reports that the claim has the first words of the sentence that carries
// it: what that sentence speaks of.
func (a *alignment) opensAlike() bool {
	u, n := a.s.units[a.single.first], 0
	for k := u.first; k < u.last && n < 2; k++ {
		if tok := &a.s.toks[k]; tok.Content() {
			if !a.claimHas(tok.Stem) {
				return false
			}
			n++
		}
	}
	return true
}

// together is how many sentences of a page may lie between the places that carry a
// claim's clauses: on a whole page some sentence somewhere has the words of almost any.
const together = 12

// cohesion is how much of what the window has one sentence of it has. Words gathered
// from neighbours may be said of different things.
func (a *alignment) cohesion() float32 {
	whole := a.coverage(a.window)
	if whole <= 0 {
		return 0
	}
	unit := a.single
	one := a.coverage(unit)
	if u := a.s.units[unit.first]; u.first < u.last && text.Pronouns.Has(a.s.toks[u.first].Low) && unit.first > 0 && a.s.units[unit.first-1].block == u.block {
		// "It was moved": its subject stands in the sentence before.
		one = max(one, a.coverage(window{first: unit.first - 1, last: unit.last}))
	}
	return min(1, one/whole)
}
