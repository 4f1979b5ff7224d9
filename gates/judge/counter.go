package judge

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"assay/provenance"
	"assay/text"
)

// heldScore is the score from which on what a claim might have said instead counts as
// said by the text.
const heldScore = 0.78

// surelyHeld is the score of what the text has nearly word for word.
const surelyHeld = 0.95

// contradicted asks what the claim would have to say to be held. Where that is the claim
// without its denial, or with the text's value or word in the place of its own, the text says
// otherwise; a check that found the difference may have been in doubt about the rest.
func (l *Lexical) contradicted(a *alignment, j *provenance.Judgement) {
	if j.Stance == provenance.Contradicts || j.Rule == RuleLanguage || j.Rule == RuleVerbatim {
		return
	}
	var f *finding
	asks := []func(*alignment) *finding{(*alignment).otherPreset, l.slotted, l.displaced, l.undenied, l.opposed, l.renamed, l.revalued}
	if held(j) { // what the text says of another, or denies
		asks = asks[:3]
		if i := a.c.negator(); i >= 0 && a.deniesOutright(i) {
			asks = asks[:4]
		}
	}
	for _, ask := range asks {
		if f = ask(a); f != nil && !l.off[f.rule] {
			break
		}
		f = nil
	}
	if f == nil && a.q.Whole && !l.off[RuleNegation] {
		f = l.deniedWhole(a)
	}
	if f == nil && held(j) {
		return
	}
	if f != nil {
		j.Rule, j.Mismatch = f.rule, f.mismatch
		a.quote(j, f.unit)
	} else if !l.corrected(a, j) {
		return
	}
	if j.Rule == RuleNegation || a.differs(j) && !a.inOtherWords(j.Rule) {
		j.Stance, j.Score = provenance.Contradicts, refutedScore
	}
}

// differs reports that the sentence which is quoted has another thing where the claim has its.
func (a *alignment) differs(j *provenance.Judgement) bool {
	quoted := slices.IndexFunc(a.s.units, func(u unit) bool { return int(u.start) == j.QuoteStart })
	return quoted < 0 || a.isOther(&finding{rule: j.Rule, mismatch: j.Mismatch, unit: int32(quoted)})
}

// corrected asks whether the claim would be held with the value or opposite word of the text
// that a check has found in the place of the claim's.
func (l *Lexical) corrected(a *alignment, j *provenance.Judgement) bool {
	m := j.Mismatch
	if m == nil || m.Claim == "" || m.Source == "" || strings.Count(a.c.raw, m.Claim) != 1 || a.c.underCondition(a.c.tokenFrom(strings.Index(a.c.raw, m.Claim))) {
		return false // a case that the text does not speak of may hold as well
	}
	score := heldScore
	switch j.Rule {
	case RuleValue, RuleDate:
		c, s := l.claims.get(m.Claim, l.stems), l.claims.get(m.Source, l.stems)
		if len(c.values) != 1 || len(s.values) != 1 || !a.onePlace(&c.values[0], &s.values[0]) {
			return false
		}
	case RuleReplaced:
		// A word or two of a longer claim.
		if score = surelyHeld; !a.opensWithKnown(m.Claim) || len(a.terms) < copyWords {
			return false
		}
	case RuleAntonym:
	default:
		return false
	}
	_, other := l.instead(a, strings.Replace(a.c.raw, m.Claim, m.Source, 1))
	return held(&other) && other.Score >= score
}

// renamed asks whether the claim would be held with the name that the text has in the place
// of one of which it has no form.
func (l *Lexical) renamed(a *alignment) *finding {
	if len(a.s.toks) < articleFrom || len(a.terms) < copyWords {
		return nil // a passage may call it something else, or not at all
	}
	for _, r := range a.unheard() {
		start, end := a.c.toks[r[0]].Start, a.c.toks[r[1]].End
		for u := a.window.first; u < a.window.last; u++ {
			at := a.rival(a.termFrom(r[0]), a.termFrom(r[1]), u, a.c.toks[r[0]].Is(text.MarkCode) && !a.c.toks[r[0]].Is(text.MarkName))
			if at < 0 {
				continue
			}
			first, last := a.s.nameAround(at)
			name := span(a.s, first, last)
			b, j := l.instead(a, a.c.raw[:start]+name+a.c.raw[end:])
			if l.carry(b, &j); held(&j) {
				return &finding{rule: RuleName, effect: Refutes, unit: u, mismatch: &provenance.Mismatch{Kind: "name", Claim: a.c.raw[start:end], Source: name}}
			}
		}
	}
	return nil
}

// onePlace reports two values of which only one can be right in a place.
func (a *alignment) onePlace(c, s *value) bool {
	plain := func(v *value) bool {
		return v.kind == dated || v.kind == version || v.kind == number && v.unit == "" && !v.spelled
	}
	how := a.relate(c, s)
	return how == different || how == unlike && plain(c) && plain(s)
}

// opensWithKnown reports a piece of a word or two that the claim begins with, an article apart,
// that a verb follows, and that the text has elsewhere, but not as a name, which may be another
// name of the same thing: the text speaks of both, and says this of the other.
func (a *alignment) opensWithKnown(piece string) bool {
	const most = 2
	at := int32(strings.Index(a.c.raw, piece))
	first := a.c.tokenFrom(int(at))
	next := a.c.tokenFrom(int(at) + len(piece))
	if first > 1 || first == 1 && !articles.Has(a.c.toks[0].Low) || next > first+most || int(next) >= len(a.c.toks) || a.c.parted(next) {
		return false
	}
	n := 0
	for i := range a.terms {
		tm := &a.terms[i]
		if tm.tok >= next {
			break
		}
		if n++; tm.anywhere < 1 || tm.led || !slices.ContainsFunc(tm.hits, func(h hit) bool { return !a.s.properHere(h.tok) }) {
			return false
		}
	}
	return n > 0
}

// tokenFrom is the first token that begins at a byte or behind it.
func (t *reading) tokenFrom(at int) int32 {
	i, _ := slices.BinarySearchFunc(t.toks, int32(at), func(tok text.Token, at int32) int { return cmp.Compare(tok.Start, at) })
	return int32(i)
}

// instead judges other words in the claim's place.
func (l *Lexical) instead(a *alignment, claim string) (*alignment, provenance.Judgement) {
	b := l.inPlace(a, claim)
	if b == nil {
		return a, provenance.Judgement{}
	}
	return b, l.weighed(b)
}

// inPlace lays other words than the claim's over the text, nil where there are none.
func (l *Lexical) inPlace(a *alignment, claim string) *alignment {
	c := analyseIn(claim, a.c.lang, l.stems)
	if len(c.toks) == 0 {
		return nil
	}
	return l.align(c, a.s, a.around, a.q)
}

// undenied asks whether the claim without its denial would be held, and by a sentence that
// has all that the claim denies: the two cannot both be right then.
func (l *Lexical) undenied(a *alignment) *finding {
	i := a.c.negator()
	if i < 0 || a.c.negations() != 1 || !plainNegators.Has(a.c.toks[i].Low) && !a.c.toks[i].Is(text.MarkCJK) || a.c.contrasts(i) || a.c.inBrackets(i) {
		return nil
	}
	if a.c.lang == "ja" && a.c.toks[i].Stem != "ない" {
		return nil // 不 and 無 are parts of words
	}
	b := l.inPlace(a, a.c.without(i))
	if b == nil || a.limitsAlone(b.single.first) {
		return nil
	}
	j := l.judgeAlignment(b)
	line := deniedLine
	if a.deniesFlatly(i) {
		line = wholeLine
	}
	outright := a.q.Whole && b.margin >= line && b.deniesNothing() && a.deniesOutright(i)
	if j.Rule != RuleVerbatim {
		if u := b.s.units[b.single.first]; b.kept < wholeCopy && !outright && !a.hasDenied(b.single) || b.deniesAmong(b.single.first) > 0 || b.s.deniesIn(b.single.first) || b.s.hasIn([2]int32{u.first, u.last}, imagined) {
			return nil
		}
	}
	if a.q.Whole && !held(&j) && (outright || a.saysOnly(i, b.single.first)) {
		b.nearEnough(line)
		l.carry(b, &j)
	}
	if !held(&j) {
		return nil
	}
	f := a.denial(b.single.first)
	if j.Rule != RuleVerbatim && !a.isOther(f) {
		return nil
	}
	return f
}

// deniedLine is the margin from which on a page that denies nothing says so much of what a claim
// denies that not each of its words must stand in one sentence.
const deniedLine = 0.7

// deniesOutright reports a claim of some words that says in its first clause, and under no condition,
// that something is not so of which the text speaks.
func (a *alignment) deniesOutright(negator int32) bool {
	c := a.c
	tok := &c.toks[negator]
	before := c.toks[c.units[tok.Unit].first:negator]
	next := a.termFrom(negator + 1)
	return !text.WithoutSpaces(c.raw) && len(a.terms) >= copyWords && next < len(a.terms) && a.terms[next].anywhere > 0 &&
		outrightNegators.Has(c.raw[tok.Start:tok.End]) && !strings.ContainsAny(c.before(negator), ";—–") && !c.hasAny(caseWords) &&
		!slices.ContainsFunc(before, func(tok text.Token) bool {
			return relatives.Has(tok.Low) || text.ClauseWords.Has(tok.Low) && (tok.Low != "and" || tok.Is(text.MarkBreak))
		})
}

// deniesFlatly reports a denial by "not" in a claim that neither says something else first nor how it
// is instead.
func (a *alignment) deniesFlatly(negator int32) bool {
	c := a.c
	before := [2]int32{c.units[c.toks[negator].Unit].first, negator}
	return c.toks[negator].Low != "no" && !strings.ContainsAny(c.after(negator), ";；") && !c.hasIn(before, joints) && !strings.HasPrefix(c.after(negator), " what")
}

var outrightNegators = text.WordSet(`not n't cannot no No Not`)

// wholeCopy is the share of a claim's words, without its denial, that a page has in one place and in
// their order for what the claim denies to be among them, however pairs of characters are cut.
const wholeCopy = 0.95

// saysOnly reports a denial in the main clause of a claim, over a sentence of a page that has
// enough words, most of the claim's, and none that denies in another way than "not".
func (a *alignment) saysOnly(negator, unit int32) bool {
	c, u := &a.c.toks[negator], a.s.units[unit]
	w := a.c.raw[c.Start:c.End]
	if text.WithoutSpaces(a.c.raw) || w == strings.ToUpper(w) || a.c.underCondition(negator) ||
		u.last-u.first < copyWords || a.coverage(window{unit, unit + 1, 0}) < mostCovered {
		return false
	}
	r := [2]int32{u.first, u.last}
	return !a.s.hasIn(r, otherwise) && !a.s.hasIn(r, privatives)
}

// mostCovered is the share of a claim's words that such a sentence must have.
const mostCovered = 0.6

var otherwise = text.WordSet(`instead rather whether ignore ignores ignored exceed exceeded exceeds avoid avoids avoided prevent prevents
	fail fails failed stop stops stopped refuse refuses deny denies denied disallow disallows disallowed too non forbid forbids forbidden prohibit prohibits against
	evitar evita impedir impide éviter évite empêcher empêche vermeiden vermeidet verhindern verhindert`)

// deniesIn reports a sentence with a word that denies: in Japanese it stands at the end.
func (t *reading) deniesIn(unit int32) bool {
	u := t.units[unit]
	return slices.ContainsFunc(t.toks[u.first:u.last], func(tok text.Token) bool { return tok.Is(text.MarkNeg) })
}

// contrasts reports a negator that denies a piece beside the statement, or answers a
// question, and not the statement: "the gate, not the wall", "not a gate but a wall", "Optional: No; a name".
func (t *reading) contrasts(i int32) bool {
	for k := i + 1; int(k) < len(t.toks) && !t.parted(k); k++ {
		if t.toks[k].Low == "but" {
			return true
		}
	}
	return !t.toks[i].Is(text.MarkCJK) && i > 0 && t.toks[i].Is(text.MarkBreak) || int(i)+1 < len(t.toks) && t.parted(i+1)
}

// inBrackets reports a token within brackets.
func (t *reading) inBrackets(i int32) bool {
	before := t.before(i)
	return strings.LastIndexAny(before, "(（") > strings.LastIndexAny(before, ")）")
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

// imagined stand in what says what would be.
var imagined = text.WordSet(`would otherwise`)

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

// deniedWhole asks whether a page that denies nothing carries a claim without its denial, and has
// what is denied: the two cannot both be right then.
func (l *Lexical) deniedWhole(a *alignment) *finding {
	i := a.c.negator()
	if i < 0 || len(a.s.toks) < articleFrom || a.c.negations() != 1 || !a.c.deniesMainly(i) || !a.deniesFlatly(i) || strings.ContainsAny(a.c.before(i), ";；—–") {
		return nil
	}
	b := l.inPlace(a, a.c.without(i))
	if b == nil || b.limitsAlone(b.single.first) || !b.deniesNothing() || !a.hasDeniedWord(i, b.single) {
		return nil
	}
	u := b.s.units[b.single.first]
	if u.last-u.first < copyWords || hasAnyOf(b.s.raw[u.start:u.end], elsewise) {
		return nil
	}
	j := l.judgeAlignment(b)
	l.carry(b, &j)
	if f := a.denial(b.single.first); held(&j) && a.isOther(f) {
		return f
	}
	return nil
}

// deniesMainly reports a negator of a claim's main clause, if the claim says neither how it is instead
// nor in which case.
func (t *reading) deniesMainly(i int32) bool {
	tok := &t.toks[i]
	if t.contrasts(i) || t.inBrackets(i) || t.underCondition(i) || hasAnyOf(t.raw, elsewise) {
		return false
	}
	if text.WithoutSpaces(t.raw) {
		switch tok.Stem {
		case "ない":
			return strings.HasSuffix(tok.Low, "ない") && (int(i)+1 == len(t.toks) || t.parted(i+1))
		case "不":
			return t.lang == "zh" && verbNegators.Has(tok.Low) && !strings.ContainsAny(t.before(i), "若如")
		}
		return false
	}
	if next := t.contentFrom(i + 1); next >= 0 && slices.ContainsFunc(t.toks, func(tok text.Token) bool { return tok.Stem == t.toks[next].Stem && !tok.Is(text.MarkNegated) }) {
		return false // "signed and not signed ones"
	}
	return !adverbial.Has(tok.Low) && !slices.ContainsFunc(t.toks[t.units[tok.Unit].first:i], func(tok text.Token) bool {
		return relatives.Has(tok.Low) || caseWords.Has(tok.Low) || text.ClauseWords.Has(tok.Low) && !coordinating.Has(tok.Low)
	})
}

var coordinating = text.WordSet(`and und et y e и`)

// contentFrom is the first token with a meaning from one on, -1 for none.
func (t *reading) contentFrom(i int32) int32 {
	for ; int(i) < len(t.toks); i++ {
		if t.toks[i].Content() {
			return i
		}
	}
	return -1
}

var (
	verbNegators = text.WordSet(`不 没 沒`) // the others begin words
	// adverbial negators deny a piece of a sentence, which goes on to say something.
	adverbial = text.WordSet(`instead rather without neither nor none lack lacks lacking unable ohne weder sin ni sans senza sem zonder utan без`)
	// elsewise stand in what says how it is instead, or denies in words of its own.
	elsewise = []string{"而是", "而非", "除了", "ではなく", "でなく", "だけ", "のみ", "以外", "スキップ", "除外", "代わり", "かわり", "sondern ", " sino ", "beyond", "other than", "except"}
)

func hasAnyOf(s string, of []string) bool {
	return slices.ContainsFunc(of, func(w string) bool { return strings.Contains(s, w) })
}

// hasDeniedWord reports that a window has the word which a negator denies, an auxiliary of Chinese apart.
func (a *alignment) hasDeniedWord(i int32, w window) bool {
	k := a.termFrom(i + 1)
	switch tok := &a.c.toks[i]; tok.Stem {
	case "不":
		if r, _ := utf8.DecodeRuneInString(a.c.raw[tok.End:]); strings.ContainsRune("可能会會是有支需应應", r) {
			return true
		}
	case "ない":
		k = a.termFrom(i) - 1
	}
	return k >= 0 && k < len(a.terms) && a.strength(&a.terms[k], w) >= asForm
}
