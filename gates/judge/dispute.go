package judge

import (
	"assay/gates/judge/reading"
	"assay/gates/judge/statement"
	"assay/gates/judge/value"
	"assay/provenance"
	"assay/text"
)

// A Dispute is why two statements cannot both hold.
type Dispute struct {
	Kind     string // number, date, negation, name, superlative
	Mismatch *provenance.Mismatch
}

// A pairing is two statements laid over one another, each way, once that is asked for.
type pairing struct {
	a, b   *alignment // the one over the other and what that stands under, the other over the one; see laid
	one    *Said
	other  *Said
	skipA  [2]int32 // tokens of what differs, last exclusive
	skipB  [2]int32
	differ [2]string
}

// Dispute compares two statements of equal standing and returns why they cannot both
// hold, nil where they can. Both must say the same of the same thing in the same scope,
// with one thing different that only one of them can be right in.
//
// Where one of them says more besides, its clauses are compared each by itself.
func (l *Lexical) Dispute(one, other Said) *Dispute {
	if apart(&one, &other) {
		return nil
	}
	c, s := l.claims.get(one.Text, l.stems), l.claims.get(other.Text, l.stems)
	over := [2]*reading.Text{l.context(one.over()), l.context(other.over())}
	p := l.pair(c, s, &one, &other, over)
	if d, decided := l.twins(p); decided {
		return d
	}
	cs, ss := l.statesOf(c), l.statesOf(s)
	if cs == nil || ss == nil {
		return nil
	}
	if d := l.dispute(c, s, &one, &other, over); d != nil {
		return d
	}
	if len(cs)*len(ss) == 1 {
		return nil
	}
	for _, c := range cs {
		for _, s := range ss {
			if d := l.dispute(c, s, &one, &other, over); d != nil {
				return d
			}
		}
	}
	return nil
}

// statesOf is the clauses of a statement, or the statement itself; nil where it asserts
// nothing. They are found once, however many statements it is compared with.
func (l *Lexical) statesOf(t *reading.Text) []*reading.Text {
	t.Cutting.Do(func() {
		if t.Asserts() {
			t.States = l.clausesOf(t)
		}
	})
	return t.States
}

// clausesOf is the clauses of a statement, or the statement itself.
func (l *Lexical) clausesOf(t *reading.Text) []*reading.Text {
	parts := t.Clauses()
	if len(parts) < 2 || len(parts) > 3 || t.HasAny(reading.CaseWords) {
		return []*reading.Text{t}
	}
	out := []*reading.Text{}
	for i := range parts {
		if parts[i].Leans {
			continue // nothing tells what it is said of
		}
		if c := l.claims.get(parts[i].Text, l.stems); c.Asserts() {
			out = append(out, c)
		}
	}
	return out
}

func (l *Lexical) dispute(c, s *reading.Text, one, other *Said, over [2]*reading.Text) *Dispute {
	va := c.LoneValues(s, over[1])
	if len(va) > 1 {
		return nil // more than one thing: so are most that are looked at
	}
	vb := s.LoneValues(c, over[0])
	if len(va) != len(vb) {
		return nil
	}
	p := l.pair(c, s, one, other, over)
	d := p.differing(va, vb)
	if d == nil || len(p.a.Terms) == 0 || len(p.b.Terms) == 0 || !p.sameScope() {
		return nil
	}
	if d.Kind != "superlative" && !p.sameSubject(l) {
		return nil
	}
	return d
}

func (l *Lexical) pair(c, s *reading.Text, one, other *Said, over [2]*reading.Text) *pairing {
	return &pairing{a: l.unlaid(c, s, over[1], Question{}), b: l.unlaid(s, c, over[0], Question{}), one: one, other: other}
}

// differing finds the one thing that the two say otherwise, nil where there is none or
// more than one. va and vb are their lone values, one each at most.
func (p *pairing) differing(va, vb []*value.Value) *Dispute {
	if len(va) == 0 {
		if d := p.superlative(); d != nil {
			return d
		}
	}
	na, nb := p.a.Claim.Negations(), p.b.Claim.Negations()
	switch {
	case p.a.Claim.Allows() != p.b.Claim.Allows():
		return nil
	case len(va) == 1 && na == nb:
		return p.otherValue(va[0], vb[0])
	case len(va) == 1 || p.a.Claim.Allows():
		return nil
	case na+nb == 1 || (na-nb == 1 || nb-na == 1) && !p.a.Claim.Toks[0].Is(text.MarkCJK):
		return p.denied()
	case na == nb:
		if d := p.opposite(); d != nil {
			return d
		}
		return p.otherName()
	}
	return nil
}

// otherValue is a dispute over two values of one kind that each statement gives for the
// same thing.
func (p *pairing) otherValue(x, y *value.Value) *Dispute {
	if x.Of != y.Of || x.Of != "" && !p.a.Claim.HasAny(reading.Defaulting) {
		return nil // SHA-1 and SHA-256 are two things, of which one can be the default
	}
	if p.a.Claim.Labels(x) || p.b.Claim.Labels(y) || p.a.Claim.UnderCondition(x.First) || p.b.Claim.UnderCondition(y.First) {
		return nil
	}
	for _, r := range [...]value.Relation{value.Relate(x, y), value.Relate(y, x)} {
		if r != value.Different && r != value.OtherUnit {
			return nil
		}
	}
	if (x.Bound == value.Exactly || x.Bound == value.About) != (y.Bound == value.Exactly || y.Bound == value.About) {
		return nil // a limit and a value
	}
	p.skip(x.First, x.Last, y.First, y.Last)
	if !p.restSame() {
		return nil
	}
	kind := "number"
	if x.Kind == value.Dated {
		kind = "date"
	}
	m := &provenance.Mismatch{Kind: kind, Claim: p.a.Claim.ShowBound(x), Source: p.b.Claim.ShowBound(y)}
	if value.Relate(x, y) == value.OtherUnit {
		m.Kind = "unit"
	}
	return &Dispute{Kind: kind, Mismatch: m}
}

// denied is a dispute where one statement denies what the other says.
func (p *pairing) denied() *Dispute {
	t := p.a.Claim
	if t.Negations() < p.b.Claim.Negations() {
		t = p.b.Claim
	}
	at := t.Negator()
	if t.Lang == "ja" && t.Toks[at].Stem != "ない" {
		return nil // 不 and 無 are parts of words
	}
	if int(at) == len(t.Toks)-1 && !t.Toks[at].Is(text.MarkCJK) {
		return nil // "The other does not.": of what, stands before it
	}
	if t.Toks[at].Low == "no" && int(at)+1 < len(t.Toks) && t.Toks[at+1].Low == "longer" {
		return nil // what held once
	}
	if t == p.a.Claim {
		p.skipA = [2]int32{at, at + 1}
	} else {
		p.skipB = [2]int32{at, at + 1}
	}
	if t.UnderCondition(at) || !p.restSame() {
		return nil
	}
	return &Dispute{Kind: "negation", Mismatch: quoteDenials(p.a.Claim, p.b.Claim, [2]int32{0, int32(len(p.a.Claim.Toks))}, [2]int32{0, int32(len(p.b.Claim.Toks))})}
}

// opposite is a dispute where one statement has the opposite of a word of the other.
func (p *pairing) opposite() *Dispute {
	for _, tok := range p.a.Laid().Rest([2]int32{}) {
		word := &p.a.Claim.Toks[tok]
		at := p.a.Opposite(word)
		if at < 0 || p.a.ClaimHas(p.a.Source.Toks[at].Stem) || word.Is(text.MarkNegated) != p.a.Source.Toks[at].Is(text.MarkNegated) || p.a.Claim.UnderCondition(tok) || p.a.Claim.LimitsValue(tok+1) {
			continue
		}
		p.skip(tok, tok+1, at, at+1)
		if !p.restSame() || p.a.Claim.Attributive(tok) || p.b.Claim.Attributive(at) {
			return nil
		}
		return &Dispute{Kind: "negation", Mismatch: &provenance.Mismatch{Kind: "negation", Claim: p.differ[0], Source: p.differ[1]}}
	}
	return nil
}

// otherName is a dispute over the name of what there is one of: who wrote it, what its
// capital is, what is the default.
func (p *pairing) otherName() *Dispute {
	ra, rb := p.a.Laid().Rest([2]int32{}), p.b.Laid().Rest([2]int32{})
	x, ok := p.a.Claim.NameOf(ra)
	y, ok2 := p.b.Claim.NameOf(rb)
	if !ok || !ok2 || !p.a.Claim.HoldsOne(x) || !p.b.Claim.HoldsOne(y) || p.a.Claim.Toks[x[0]-1].Low != p.b.Claim.Toks[y[0]-1].Low {
		return nil
	}
	for i := x[0]; i < x[1]; i++ {
		for j := y[0]; j < y[1]; j++ {
			if p.a.Akin(i, j) {
				return nil
			}
		}
	}
	p.skip(x[0], x[1], y[0], y[1])
	if p.one.isCalled(p.differ[0]) || p.other.isCalled(p.differ[1]) {
		return nil // each of two notes says it of itself
	}
	return &Dispute{Kind: "name", Mismatch: &provenance.Mismatch{Kind: "name", Claim: p.differ[0], Source: p.differ[1]}}
}

// superlative finds two subjects that both are said to be the one: "A is the largest
// city of Norland", "B is the largest city of Norland".
func (p *pairing) superlative() *Dispute {
	a, b := p.a, p.b
	if len(a.Claim.Units) != 1 || len(a.Source.Units) != 1 || len(a.Claim.Values) != len(a.Source.Values) || a.Claim.Negations()+b.Claim.Negations() > 0 || !a.Claim.MayRank() {
		return nil
	}
	if a.Laid(); len(a.Terms) < 3 {
		return nil
	}
	b.Laid()
	shared := false
	for i := range a.Claim.Values {
		v := &a.Claim.Values[i]
		shared = shared || v.Kind == value.Ordinal && v.N == 1 && a.Elsewhere(v, nil)
	}
	for i := range a.Terms {
		tok := &a.Claim.Toks[a.Terms[i].Tok]
		shared = shared || statement.Superlatives.Has(tok.Low) && a.Terms[i].Found == 1 && a.Claim.Toks[max(0, a.Terms[i].Tok-1)].Low == "the"
	}
	if !shared || quantifierOne(a.Claim) || quantifierOne(a.Source) {
		return nil
	}
	// The subject is the run of names that opens each; all else must be the same.
	ac, as := a.Opening(), b.Opening()
	if ac == 0 || as == 0 || len(a.Terms)-ac < 2 || len(b.Terms)-as < 2 {
		return nil
	}
	p.skip(0, a.Terms[ac-1].Tok+1, 0, b.Terms[as-1].Tok+1)
	if !p.restSame() {
		return nil
	}
	return &Dispute{Kind: "superlative", Mismatch: &provenance.Mismatch{Kind: "name", Claim: a.Claim.Span(a.Terms[0].Tok, a.Terms[ac-1].Tok), Source: b.Claim.Span(b.Terms[0].Tok, b.Terms[as-1].Tok)}}
}

// quantifierOne reports "one of the largest", which several can be.
func quantifierOne(t *reading.Text) bool {
	n := int32(len(t.Toks))
	return text.AnyIn(0, n, func(i int32) bool { return t.Toks[i].Low == "one" && t.Low(i+1, n) == "of" || t.Toks[i].Low == "among" })
}

// skip names the tokens that differ.
func (p *pairing) skip(a, aEnd, b, bEnd int32) {
	p.skipA, p.skipB = [2]int32{a, aEnd}, [2]int32{b, bEnd}
	p.differ = [2]string{p.a.Claim.Span(a, aEnd-1), p.b.Claim.Span(b, bEnd-1)}
}

// restSame reports that but for what differs each says what the other says.
func (p *pairing) restSame() bool {
	return len(p.a.Laid().Rest(p.skipA)) == 0 && len(p.b.Laid().Rest(p.skipB)) == 0
}
