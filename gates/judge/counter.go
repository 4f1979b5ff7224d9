package judge

import (
	"strings"

	"assay/provenance"
	"assay/text"
)

// heldScore is the score from which on what a claim might have said instead counts as
// said by the text.
const heldScore = 0.78

// undenied asks whether the claim without its denial would be held, and by a sentence that
// has all that the claim denies: the two cannot both be right then.
func (l *Lexical) undenied(q Question, a *alignment, around *reading) *finding {
	i := a.c.negator()
	if i < 0 || a.c.negations() != 1 || !plainNegators.Has(a.c.toks[i].Low) && !a.c.toks[i].Is(text.MarkCJK) || a.c.contrasts(i) || a.deniesInPart() || a.deniedNearby(true) {
		return nil
	}
	claim := analyseIn(a.c.without(i), a.c.lang, l.stems)
	if len(claim.toks) == 0 {
		return nil
	}
	q.Claim = claim.raw
	b := l.align(claim, a.s, around, q)
	if j := l.judgeAlignment(b, around); !held(&j) || !a.hasDenied(b.single) {
		return nil
	}
	u := a.s.units[b.single.first]
	return &finding{rule: RuleNegation, effect: Refutes, unit: b.single.first, mismatch: &provenance.Mismatch{Kind: "negation",
		Claim: a.c.around(text.MarkNeg, 0, int32(len(a.c.toks))), Source: a.s.around(text.MarkNeg, u.first, u.last)}}
}

// contrasts reports a negator that denies a piece beside the statement, or answers a
// question, and not the statement: "the gate, not the wall", "Optional: No; a name".
func (t *reading) contrasts(i int32) bool {
	return !t.toks[i].Is(text.MarkCJK) && i > 0 && t.toks[i].Is(text.MarkBreak) || int(i)+1 < len(t.toks) && t.parted(i+1)
}

// hasDenied reports that a sentence has what the claim denies, and first of all the word
// behind the negator.
func (a *alignment) hasDenied(w window) bool {
	found := false
	for i := range a.terms {
		if tm := &a.terms[i]; a.c.toks[tm.tok].Is(text.MarkNegated) {
			if s := a.strength(tm, w); s < asForm || !found && s < asPart {
				return false
			}
			found = true
		}
	}
	return found
}

func held(j *provenance.Judgement) bool {
	return j.Stance == provenance.Supports && j.Score >= heldScore && len(j.Missing) == 0
}

var plainNegators = text.WordSet(`not no never cannot n't`)

// without is the text without a negator.
func (t *reading) without(i int32) string {
	tok := &t.toks[i]
	before, behind, between := t.raw[:tok.Start], t.raw[tok.End:], ""
	switch {
	case tok.Low == "cannot":
		between = "can"
	case tok.Low == "n't":
		switch {
		case strings.HasSuffix(before, "ca"), strings.HasSuffix(before, "Ca"):
			between = "n"
		case strings.HasSuffix(before, "wo"):
			before, between = before[:len(before)-1], "ill"
		}
	case strings.HasPrefix(behind, "有"):
		behind = behind[len("有"):]
	}
	return before + between + behind
}
