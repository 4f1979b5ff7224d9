package judge

import (
	"assay/text"
	"assay/text/syntax"
)

// signAt says what leaving out or adding words at a token does to what a sentence says:
// 1 where fewer words say less, -1 where they say more, 0 where they say something else.
// It multiplies what stands before in the same clause and governs the place: denials,
// "every" and "few", limits from above (the monotonicity of natural logic; MacCartney and
// Manning 2007). No tree is asked for the scope, since a sentence is repeated here, and
// what a parser gets wrong in it is wrong twice.
// The place may be the end of the sentence that token of stands in.
func (t *reading) signAt(of, at int32) int8 {
	u := &t.units[t.toks[of].Unit]
	from := at
	for from > u.first && (from == u.last || !t.toks[from].Is(text.MarkBreak) && !t.leavesScope(from)) {
		from--
	}
	sign := int8(1)
	for i := max(from, at-governed); i < at; i++ {
		low, before, next := t.toks[i].Low, t.low(i-1, u.last), t.low(i+1, u.last)
		switch {
		case i > u.first && before == "at" && low == "most", low == "than" && (before == "fewer" || before == "less"), low == "no" && (next == "more" || next == "greater") && t.low(i+2, u.last) == "than":
			sign = -sign
		case low == "no" && (next == "less" || next == "fewer"):
			i += 2 // at least
		case t.toks[i].Is(text.MarkNeg) && t.idleNegator(i, u.last):
		case t.toks[i].Is(text.MarkNeg), deniers.Has(low), low == "without", low == "if", low == "few" && before != "a", forgoing.Has(low) && t.tagAt(i) == syntax.Verb:
			sign = -sign
		case factive.Has(low):
			sign = 1
		case universals.Has(low) && !ofAll.Has(before) && !t.toks[i].Is(text.MarkName) && t.restricts(i, at):
			sign = -sign
		case low == "most" && next != "of" && t.tagAt(i+1) == syntax.Noun && t.restricts(i, at):
			return 0
		case low == "exactly", low == "precisely", low == "only" && next != "to" && before != "not" && before != "if" && t.tagAt(i) == syntax.Adv && !definite.Has(before):
			return 0
		}
	}
	return sign
}

// governed is how far a word that denies reaches, in words: behind more than that a
// sentence mostly goes on with something else.
const governed = 10

var (
	ofAll   = text.WordSet(`at of after above first`)
	factive = text.WordSet(`know knows knew known knowing realize realizes realized realizing realise realised realising notice noticed noticing aware`) // what nobody knew is so
)

// leavesScope reports a joint behind which what was denied before is denied no more.
func (t *reading) leavesScope(i int32) bool {
	switch low := t.toks[i].Low; {
	case low == "but" && i > 0 && nobody.Has(t.toks[i-1].Low):
	case clauseJoints.Has(low):
		return true
	case joins.Has(low) && int(i+1) < len(t.toks) && t.toks[i+1].Unit == t.toks[i].Unit:
		tag := t.tagAt(i + 1)
		return tag == syntax.Verb || tag == syntax.AuxVerb || tag == syntax.Pron
	}
	return false
}

var clauseJoints = text.WordSet(`because although though since while whereas so as but unless until when after before`)

// restricts reports a place within the noun phrase that a quantifier opens: no verb stands
// between but those of its relative clauses.
func (t *reading) restricts(quantifier, at int32) bool {
	if tag := t.tagAt(min(at, int32(len(t.toks))-1)); tag == syntax.Verb || tag == syntax.AuxVerb {
		return false
	}
	verbs, within := 0, false
	for i := quantifier + 1; i < at; i++ {
		tag := t.tagAt(i)
		// What a determiner follows is a verb, whatever the parser took it for.
		verb := tag == syntax.Verb || tag == syntax.AuxVerb || tag == syntax.Noun && i+1 < at && (definite.Has(t.toks[i+1].Low) || indefinite.Has(t.toks[i+1].Low))
		switch {
		case universals.Has(t.toks[i].Low):
			return false // that one does
		case relatives.Has(t.toks[i].Low):
			verbs--
		case verb && !within:
			verbs++
		}
		within = verb || tag == syntax.Part || within && tag == syntax.Adv
	}
	return verbs <= 0
}
