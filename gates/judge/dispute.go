package judge

import "assay/provenance"

// A Dispute is why two statements cannot both hold.
type Dispute struct {
	Kind     string // number, date, negation, name, superlative
	Mismatch *provenance.Mismatch
}

// How much two statements must have in common, each of the other, to be about one
// thing.
const (
	disputeCoverage = 0.80
	disputeReverse  = 0.70
)

// Dispute compares two statements of equal standing and returns why they cannot
// both hold, nil where they can. It wants both to say nearly the same with one
// thing different: a page's other sentences are no conflict.
//
// Where one of them says more besides, its clauses are compared each by itself.
func (l *Lexical) Dispute(claim, other string) *Dispute {
	c, s := l.texts.get(claim, l.stems), l.texts.get(other, l.stems)
	if len(c.toks) == 0 || len(s.units) == 0 {
		return nil
	}
	if d := l.dispute(c, s); d != nil {
		return d
	}
	cs, ss := l.clausesOf(c), l.clausesOf(s)
	if len(cs)*len(ss) == 1 {
		return nil
	}
	for _, c := range cs {
		for _, s := range ss {
			if d := l.dispute(c, s); d != nil {
				return d
			}
		}
	}
	return nil
}

// clausesOf is the clauses of a statement, or the statement itself.
func (l *Lexical) clausesOf(t *text) []*text {
	parts := t.clauseParts()
	if len(parts) < 2 || len(parts) > 3 {
		return []*text{t}
	}
	var out []*text
	for _, p := range parts {
		if c := l.texts.get(p.text, l.stems); len(c.units) > 0 && len(c.toks) > 0 {
			out = append(out, c)
		}
	}
	return out
}

func (l *Lexical) dispute(c, s *text) *Dispute {
	a := l.align(c, s, nil, Question{})
	b := l.align(s, c, nil, Question{})
	if a.total < 1.5 || a.single.score < 0.6 || b.single.score < 0.5 {
		return nil
	}
	if d := a.disputeSuperlative(b); d != nil {
		return d
	}
	ch := a.check()
	finding := ch.worst()
	if finding == nil || finding.effect != Refutes || finding.mismatch == nil {
		return nil
	}
	if back := b.check(); finding.rule != RuleName {
		// "About 50" and "49.6" differ one way only.
		if f := back.worst(); f == nil || f.effect != Refutes {
			return nil
		}
	}
	covers, reverse := a.alignedBut(finding), b.alignedBut(finding)
	if covers < disputeCoverage || reverse < disputeReverse || a.conditioned(b, finding) || a.ownSubject(finding) && b.ownSubject(finding) {
		return nil
	}
	if a.otherCase(finding) {
		return nil
	}
	if finding.rule == RuleName && ch.name == nil {
		return nil // another name in one place is wrong of a source, yet two statements may name one each
	}
	if finding.rule == RuleName && !a.sameSlot(finding, min(covers, reverse)) {
		return nil
	}
	kind := finding.mismatch.Kind
	switch kind {
	case "unit", "boundary":
		kind = "number"
	case "number", "date", "name":
	default:
		kind = "negation"
	}
	return &Dispute{Kind: kind, Mismatch: finding.mismatch}
}

// otherCase reports that what differs is when each of the two holds.
func (a *alignment) otherCase(f *finding) bool {
	for i := range a.terms {
		tok := &a.c.toks[a.terms[i].tok]
		if a.c.raw[tok.start:tok.end] == f.mismatch.Claim {
			return a.c.underCondition(a.terms[i].tok)
		}
	}
	return false
}

var placeWords = wordSet(`in at on near from to off beside within inside outside into onto`)

// sameSlot reports names that stand behind the same word, so that only one can. Of
// two places one may lie in the other, and a thing may happen at many: they exclude
// each other only where all else is the same.
func (a *alignment) sameSlot(f *finding, covers float32) bool {
	before := func(t *text, i int32) string {
		if i <= 0 || t.toks[i-1].unit != t.toks[i].unit {
			return ""
		}
		return t.toks[i-1].low
	}
	c, s := before(a.c, f.claimAt), before(a.s, f.sourceAt)
	if c != s && (placeWords.has(c) || placeWords.has(s)) {
		return false
	}
	return !placeWords.has(c) || covers >= 0.95 && c != "at"
}

// alignedBut is the coverage, leaving out terms that are part of what differs.
func (a *alignment) alignedBut(f *finding) float32 {
	var sum, total float32
	for i := range a.terms {
		tm := &a.terms[i]
		tok := &a.c.toks[tm.tok]
		if word := a.c.raw[tok.start:tok.end]; f.rule != RuleNegation && (containsWord(f.mismatch.Claim, word) || containsWord(f.mismatch.Source, word)) {
			continue
		}
		total += tm.weight
		sum += tm.weight * tm.here
	}
	if total == 0 {
		return 0
	}
	return sum / total
}

// ownSubject reports that a statement begins with a word that the other does not
// have. Where both do, they are about two things: one says it of ash, the other of
// beech.
func (a *alignment) ownSubject(f *finding) bool {
	const subject = 3 // words of meaning within which a sentence has named what it is about
	for i := range a.terms[:min(subject, len(a.terms))] {
		tm := &a.terms[i]
		tok := &a.c.toks[tm.tok]
		word := a.c.raw[tok.start:tok.end]
		if tm.here < 0.5 && !containsWord(f.mismatch.Claim, word) && !containsWord(f.mismatch.Source, word) {
			return true
		}
	}
	return false
}

func containsWord(s, word string) bool { return len(word) > 0 && containsFolded(s, word) }

// conditioned reports that the statements differ in a condition besides: a version,
// date or place that only one has or that both have differently.
func (a *alignment) conditioned(b *alignment, f *finding) bool {
	return a.loneValue(f.mismatch.Claim, f.mismatch.Source) || b.loneValue(f.mismatch.Claim, f.mismatch.Source) || a.loneCondition(f) || b.loneCondition(f)
}

// loneValue finds a date or version, or a name behind a preposition of place, that
// the other statement does not have and that is not what differs.
func (a *alignment) loneValue(differ, differ2 string) bool {
	for i := range a.c.values {
		v := &a.c.values[i]
		if v.of != "" {
			continue // SHA-1 and SHA-256 are two names, no releases of one thing
		}
		shown := a.c.show(v)
		if containsWord(differ, shown) || containsWord(differ2, shown) {
			if v.kind == version || v.kind == dated && a.conditionBefore(v) {
				return true // versions and dates as conditions: both may hold
			}
			continue
		}
		if v.kind != dated && v.kind != version && v.kind != ordinal {
			continue
		}
		if !a.elsewhere(v) {
			return true
		}
	}
	return false
}

// conditionBefore reports a date that opens its sentence or stands in brackets: it
// says when the rest holds.
func (a *alignment) conditionBefore(v *value) bool {
	u := a.c.units[v.in]
	return v.first-u.first <= 2 && u.last-v.last > 3
}

var conditionWords = wordSet(`in on at for with under within when if during unless using via inside outside for among bei für in mit wenn
	dans pour en si con para cuando`)

// loneCondition finds a term that stands behind a word of condition and that the
// other statement lacks.
func (a *alignment) loneCondition(f *finding) bool {
	for i := range a.terms {
		tm := &a.terms[i]
		tok := &a.c.toks[tm.tok]
		if tm.here >= 0.5 || tm.tok == 0 || containsWord(f.mismatch.Claim, a.c.raw[tok.start:tok.end]) || containsWord(f.mismatch.Source, a.c.raw[tok.start:tok.end]) {
			continue
		}
		for back := int32(1); back <= 3 && tm.tok-back >= 0; back++ {
			if conditionWords.has(a.c.toks[tm.tok-back].low) {
				return true
			}
		}
	}
	return false
}

var superlatives = wordSet(`first last largest smallest biggest highest lowest longest shortest fastest slowest oldest youngest newest
	earliest latest greatest best worst most least only sole tallest deepest richest`)

// disputeSuperlative finds two subjects that both are said to be the one: "A is the
// largest city", "B is the largest city".
func (a *alignment) disputeSuperlative(b *alignment) *Dispute {
	if len(a.terms) < 3 || len(a.c.units) != 1 || len(a.s.units) != 1 || len(a.c.values) != len(a.s.values) {
		return nil
	}
	shared := ""
	for i := range a.c.values {
		if v := &a.c.values[i]; v.kind == ordinal && v.n == 1 && a.elsewhere(v) {
			shared = "first"
		}
	}
	for i := range a.terms {
		if tok := &a.c.toks[a.terms[i].tok]; superlatives.has(tok.low) && a.terms[i].found == 1 && a.c.toks[max(0, a.terms[i].tok-1)].low == "the" {
			shared = tok.low
		}
	}
	if shared == "" || quantifierOne(a.c) || quantifierOne(a.s) {
		return nil
	}
	// The subject is the run of names that opens each; all else must be the same.
	ac, as := a.opening(), b.opening()
	if ac == 0 || as == 0 || !a.restSame(ac) || !b.restSame(as) {
		return nil
	}
	return &Dispute{Kind: "superlative", Mismatch: &provenance.Mismatch{Kind: "name", Claim: a.openingText(ac), Source: b.openingText(as)}}
}

// quantifierOne reports "one of the largest", which several can be.
func quantifierOne(t *text) bool {
	for i := range t.toks {
		if t.toks[i].low == "one" && i+1 < len(t.toks) && t.toks[i+1].low == "of" || t.toks[i].low == "among" {
			return true
		}
	}
	return false
}

// opening counts the terms of the name that opens the claim; 0 where the other
// statement has all of them.
func (a *alignment) opening() int {
	n, unknown := 0, false
	for n < len(a.terms) && a.opens(n) && a.c.toks[a.terms[n].tok].is(markName|markFirst|markCode) {
		unknown = unknown || a.terms[n].anywhere == 0
		n++
	}
	if !unknown {
		return 0
	}
	return n
}

func (a *alignment) openingText(n int) string {
	return a.c.raw[a.c.toks[a.terms[0].tok].start:a.c.toks[a.terms[n-1].tok].end]
}

// restSame reports all terms but the first n found, and all values equal.
func (a *alignment) restSame(n int) bool {
	for i := n; i < len(a.terms); i++ {
		if a.terms[i].here < asSynonym {
			return false
		}
	}
	for i := range a.c.values {
		if !a.elsewhere(&a.c.values[i]) {
			return false
		}
	}
	return len(a.terms)-n >= 2
}
