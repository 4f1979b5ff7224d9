package judge

import (
	"strings"

	"assay/text"
)

// check makes all comparisons of an alignment.
func (a *alignment) check() checks {
	c := checks{values: a.checkValues(), polarity: a.checkPolarity(), name: a.checkNames(), roles: a.checkSwaps(), nuance: a.checkNuance(),
		stated: a.checkStatements(), width: a.checkPieces(), across: a.checkStretches()}
	c.settle()
	for _, f := range [...]**finding{&c.polarity.worst, &c.nuance} {
		if *f != nil && (*f).rule == RuleNegation && (a.deniedAbove(c.polarity.claim) || a.deniedBeside(*f)) {
			*f = nil
		}
	}
	for _, f := range [...]*finding{c.polarity.worst, c.values.worst, c.nuance} {
		if f != nil && f.rule == RuleNegation && (a.deniesInPart() || !a.differsByDenial(f.unit)) {
			f.effect = Caps
		}
	}
	for _, f := range [...]*finding{c.values.worst, c.name, c.nuance} {
		if f != nil && a.otherScript(f.unit) {
			f.effect = min(f.effect, Caps)
		}
	}
	if f := a.deniedCopy(); f != nil && (a.c.negations() > 0 || !a.deniedAbove(c.polarity.claim)) {
		c.polarity.worst = f
	}
	if f := c.nuance; f != nil && (f.rule == RuleValue || f.rule == RuleDate) && a.ownedIn(&c.values, f) {
		c.nuance = nil
	}
	return c
}

// otherScript reports a sentence of the text that has no sign of the script that the claim is
// written in: a value or name there is of what the claim's words cannot be compared with.
func (a *alignment) otherScript(unit int32) bool {
	if unit < 0 {
		return false
	}
	u := a.s.units[unit]
	return text.WithoutSpaces(a.c.raw) && !text.WithoutSpaces(a.s.raw[u.start:u.end])
}

// settle lets what a sentence states overrule what its words look like.
func (c *checks) settle() {
	for _, f := range [...]**finding{&c.polarity.worst, &c.nuance} {
		if *f == nil || (*f).rule != RuleNegation {
			continue
		}
		switch {
		case c.stated.alike, c.stated.forgone:
			*f = nil
		case c.stated.verbless, c.stated.lacks:
			(*f).effect = min((*f).effect, Caps) // what says nothing of anything contradicts nothing
		}
	}
	if c.polarity.worst == nil {
		c.polarity.worst = c.stated.opposite
	}
	if c.stated.full && c.stated.converse && c.polarity.worst != nil && c.polarity.worst.rule == RuleAntonym {
		c.polarity.worst = nil
	}
	if c.stated.tied && c.stated.worst == nil {
		c.roles = nil
	}
}

// ownedIn reports that the value which a finding holds against the claim stands in the
// same sentence, under what the claim says it of.
func (a *alignment) ownedIn(v *valueCheck, f *finding) bool {
	for i, t := range v.ties {
		cv := &a.c.values[i]
		if t.stands != owned || !t.sole || cv.first > f.claimAt+1 || f.claimAt >= cv.last {
			continue
		}
		sv := &a.s.values[t.at]
		return v.binder.source.all[t.in].unit == f.unit && (equalValues(cv, sv) || cv.bound == exactly && sv.bound == exactly && relate(cv, sv) == same)
	}
	return false
}

// worst is the finding that decides: one that refutes before one that caps, values
// before words.
func (c *checks) worst(off map[string]bool) *finding {
	var worst *finding
	for _, f := range []*finding{c.values.worst, c.polarity.worst, c.name, c.roles, c.nuance, c.stated.worst, c.width, c.across} {
		if f != nil && !off[f.rule] && !f.abroad() && (worst == nil || f.effect > worst.effect) {
			worst = f
		}
	}
	return worst
}

// abroad reports a finding that holds a word of one script against a word of another:
// 警告 may be what the text calls warn.
func (f *finding) abroad() bool {
	m := f.mismatch
	return m != nil && m.Kind != "negation" && !strings.ContainsAny(m.Claim, "0123456789") && m.Source != "" && text.WithoutSpaces(m.Claim) != text.WithoutSpaces(m.Source)
}

// differsByDenial reports a claim that has nothing but the denial which a sentence of the
// text has not, or the other way round. In a long text, what has other words besides
// denies another thing.
func (a *alignment) differsByDenial(unit int32) bool {
	if len(a.s.toks) < articleFrom {
		return true
	}
	if unit < 0 || strings.ContainsAny(a.c.raw, ";；") {
		return false
	}
	w := window{first: unit, last: unit + 1}
	for i := range a.terms {
		if a.strength(&a.terms[i], w) < asForm {
			return false
		}
	}
	return true
}
