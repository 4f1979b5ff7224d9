package judge

import (
	"context"
	"slices"

	"assay/gates/judge/value"
	"assay/provenance"
	"assay/text"
)

// twinsShare is how many words of meaning and values two statements must have in common, that are one
// sentence but for a run of words, for the one to be held against the other as a source would.
const twinsShare = 3

// twins is a dispute of two statements that are one sentence but for a run of words, and contradict one
// another as sources would. Where such are of two subjects or scopes, decided says that there is none.
func (l *Lexical) twins(p *pairing) (d *Dispute, decided bool) {
	c, s := p.a.c, p.b.c
	p.skipA, p.skipB = p.differingRuns()
	a, b := p.skipA, p.skipB
	va, vb := c.valuesIn(a), s.valuesIn(b)
	values := len(va) > 0 && len(vb) > 0 && slices.Equal(c.wordsBut(a, va), s.wordsBut(b, vb))
	sides := slices.Equal(c.wordsBut(a, nil), s.wordsBut(b, nil))
	differ := values || sides || c.negationsIn(a[0], a[1]) != s.negationsIn(b[0], b[1]) || c.opposes(a, s, b)
	scoped := c.hasIn(a, scopeWords) || s.hasIn(b, scopeWords)
	if !differ || c.tellsBeside(a) < twinsShare || !c.assertsIn(a) || !s.assertsIn(b) || scoped && !sides || c.ofCase(va) || s.ofCase(vb) {
		return nil, false
	}
	p.a.laid()
	p.b.laid()
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
	if !ok || !values && (c.inCase(a[0]) || s.inCase(b[0])) {
		return nil, false
	}
	return &Dispute{Kind: kind, Mismatch: x.Mismatch}, true
}

// opposes reports a word of a run whose opposite a run of another text has.
func (t *reading) opposes(run [2]int32, other *reading, at [2]int32) bool {
	return slices.ContainsFunc(t.Toks[run[0]:run[1]], func(tok text.Token) bool {
		return slices.ContainsFunc(text.Antonyms()[tok.Low], func(word string) bool {
			return slices.ContainsFunc(other.Toks[at[0]:at[1]], func(tok text.Token) bool { return tok.Low == word })
		})
	})
}

// disputed are the rules that tell what only one of two statements can be right in, and what that is. Two
// limits of one number may both hold.
var disputed = map[string]string{RuleValue: "number", RuleUnit: "number", RuleDate: "date", RuleNegation: "negation", RuleAntonym: "negation",
	RuleDirection: "name", RuleName: "name", RuleReplaced: "name"}

// differingRuns are the words of two statements between what they begin and end with alike.
func (p *pairing) differingRuns() (a, b [2]int32) {
	c, s := p.a.c.Toks, p.b.c.Toks
	n, m := len(c), len(s)
	first, last := 0, 0
	for first < min(n, m) && c[first].Low == s[first].Low {
		first++
	}
	for last < min(n, m)-first && c[n-1-last].Low == s[m-1-last].Low {
		last++
	}
	return p.a.c.withValues(int32(first), int32(n-last)), p.b.c.withValues(int32(first), int32(m-last))
}

// withValues is a run of tokens, with the whole of the values that it has a part of.
func (t *reading) withValues(first, last int32) [2]int32 {
	run := [2]int32{first, last}
	for i := range t.Values {
		if v := &t.Values[i]; v.First < last && v.Last > first {
			run = [2]int32{min(run[0], v.First), max(run[1], v.Last)}
		}
	}
	return run
}

// ofCase reports values among which is one that says of which case, version or time the rest holds: beside
// another case it may hold.
func (t *reading) ofCase(values []*value.Value) bool {
	return slices.ContainsFunc(values, func(v *value.Value) bool { return t.labels(v) || v.Bound == value.Exactly && t.inCase(v.First) })
}

// wordsBut are the words of meaning of a run that belong to none of some values, in alphabetical order.
func (t *reading) wordsBut(run [2]int32, values []*value.Value) []string {
	var words []string
	for i := run[0]; i < run[1]; i++ {
		if t.Toks[i].Content() && !slices.ContainsFunc(values, func(v *value.Value) bool { return i >= v.First && i < v.Last }) {
			words = append(words, t.Toks[i].Stem)
		}
	}
	slices.Sort(words)
	return words
}

// tellsBeside counts the words of meaning and the values of a statement outside a run. Two characters of
// a text without spaces are half a word.
func (t *reading) tellsBeside(run [2]int32) int {
	n := 0
	for i := range t.Toks {
		switch tok := &t.Toks[i]; {
		case int32(i) >= run[0] && int32(i) < run[1] || !tok.Content() && !tok.Is(text.MarkNumber):
		case tok.Is(text.MarkCJK):
			n++
		default:
			n += 2
		}
	}
	return n / 2
}

// inCase reports a token of a clause that says of which case the rest holds.
func (t *reading) inCase(i int32) bool {
	i = min(i, int32(len(t.Toks))-1)
	for j := i; j >= t.Units[t.Toks[i].Unit].First; j-- {
		switch low := t.Toks[j].Low; {
		case low == "within", low == "until", j > 0 && t.parted(j):
			return false
		case caseWords.Has(low):
			return true
		}
	}
	return false
}
