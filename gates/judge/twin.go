package judge

import (
	"context"
	"slices"

	"assay/gates/judge/reading"
	"assay/provenance"
)

// twinsShare is how many words of meaning and values two statements must have in common, that are one
// sentence but for a run of words, for the one to be held against the other as a source would.
const twinsShare = 3

// twins is a dispute of two statements that are one sentence but for a run of words, and contradict one
// another as sources would. Where such are of two subjects or scopes, decided says that there is none.
func (l *Lexical) twins(p *pairing) (d *Dispute, decided bool) {
	c, s := p.a.Claim, p.b.Claim
	p.skipA, p.skipB = p.differingRuns()
	a, b := p.skipA, p.skipB
	va, vb := c.ValuesIn(a), s.ValuesIn(b)
	values := len(va) > 0 && len(vb) > 0 && slices.Equal(c.WordsBut(a, va), s.WordsBut(b, vb))
	sides := slices.Equal(c.WordsBut(a, nil), s.WordsBut(b, nil))
	differ := values || sides || c.NegationsIn(a[0], a[1]) != s.NegationsIn(b[0], b[1]) || c.Opposes(a, s, b)
	scoped := c.HasIn(a, reading.ScopeWords) || s.HasIn(b, reading.ScopeWords)
	if !differ || c.TellsBeside(a) < twinsShare || !c.AssertsIn(a) || !s.AssertsIn(b) || scoped && !sides || c.OfCase(va) || s.OfCase(vb) {
		return nil, false
	}
	p.a.Laid()
	p.b.Laid()
	if !p.sameScope() || !p.sameSubject(l) {
		return nil, true // asked before the judge is, which takes longer
	}
	x, _ := l.Judge(context.Background(), Question{Claim: c.Raw, Text: s.Raw})
	if x.Stance != provenance.Contradicts {
		return nil, false
	}
	y, _ := l.Judge(context.Background(), Question{Claim: s.Raw, Text: c.Raw})
	if y.Stance != provenance.Contradicts {
		return nil, false
	}
	kind, ok := disputed[x.Rule]
	switch {
	case kind == "number" || kind == "date":
		ok = values
	case x.Rule == RuleName || x.Rule == RuleReplaced:
		ok = sides // two names may both be right; of the same words two have changed sides
	}
	if !ok || !values && (c.InCase(a[0]) || s.InCase(b[0])) {
		return nil, false
	}
	return &Dispute{Kind: kind, Mismatch: x.Mismatch}, true
}

// disputed are the rules that tell what only one of two statements can be right in, and what that is. Two
// limits of one number may both hold.
var disputed = map[string]string{RuleValue: "number", RuleUnit: "number", RuleDate: "date", RuleNegation: "negation", RuleAntonym: "negation",
	RuleDirection: "name", RuleName: "name", RuleReplaced: "name"}

// differingRuns are the words of two statements between what they begin and end with alike.
func (p *pairing) differingRuns() (a, b [2]int32) {
	c, s := p.a.Claim.Toks, p.b.Claim.Toks
	n, m := len(c), len(s)
	first, last := 0, 0
	for first < min(n, m) && c[first].Low == s[first].Low {
		first++
	}
	for last < min(n, m)-first && c[n-1-last].Low == s[m-1-last].Low {
		last++
	}
	return p.a.Claim.WithValues(int32(first), int32(n-last)), p.b.Claim.WithValues(int32(first), int32(m-last))
}
