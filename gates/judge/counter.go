package judge

import (
	"slices"
	"strings"

	"assay/gates/judge/align"
	"assay/gates/judge/reading"
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
	if j.Stance == provenance.Contradicts || j.Rule == RuleLanguage || j.Rule == RuleVerbatim || j.Rule == RuleCell {
		return
	}
	var f *finding
	asks := []func(*alignment) *finding{(*alignment).otherSetting, (*alignment).otherPreset, (*alignment).edited, l.slotted, l.displaced, l.deniedWhole, l.undenied, l.opposed, l.renamed, l.revalued}
	if held(j) { // what the text says of another, or denies
		asks = asks[:6]
		if i := a.Claim.Negator(); i >= 0 && a.DeniesOutright(i) {
			asks = asks[:7]
		}
	}
	for _, ask := range asks {
		if f = ask(a); f != nil && !l.off[f.rule] {
			break
		}
		f = nil
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
	if j.Rule == RuleNegation || f != nil && f.copied && !(f.rule == RuleName && a.NoNames(f.mismatch)) || a.differs(j) && !a.inOtherWords(j.Rule, j.Mismatch) {
		j.Stance, j.Score = provenance.Contradicts, refutedScore
	}
}

// differs reports that the sentence which is quoted has another thing where the claim has its.
func (a *alignment) differs(j *provenance.Judgement) bool {
	quoted := slices.IndexFunc(a.Source.Units, func(u text.Unit) bool { return int(u.Start) == j.QuoteStart })
	return quoted < 0 || a.isOther(&finding{rule: j.Rule, mismatch: j.Mismatch, unit: int32(quoted)})
}

// corrected asks whether the claim would be held with the value or opposite word of the text
// that a check has found in the place of the claim's.
func (l *Lexical) corrected(a *alignment, j *provenance.Judgement) bool {
	m := j.Mismatch
	if m == nil || m.Claim == "" || m.Source == "" || strings.Count(a.Claim.Raw, m.Claim) != 1 || a.Claim.UnderCondition(a.Claim.TokenFrom(strings.Index(a.Claim.Raw, m.Claim))) {
		return false // a case that the text does not speak of may hold as well
	}
	score := heldScore
	switch j.Rule {
	case RuleValue, RuleDate:
		c, s := l.claims.get(m.Claim, l.stems), l.claims.get(m.Source, l.stems)
		if len(c.Values) != 1 || len(s.Values) != 1 || !a.OnePlace(&c.Values[0], &s.Values[0]) {
			return false
		}
	case RuleReplaced:
		// A word or two of a longer claim.
		if score = surelyHeld; !a.OpensWithKnown(m.Claim) || len(a.Terms) < align.CopyWords {
			return false
		}
	case RuleAntonym:
	default:
		return false
	}
	_, other := l.instead(a, strings.Replace(a.Claim.Raw, m.Claim, m.Source, 1))
	return held(&other) && other.Score >= score
}

// renamed asks whether the claim would be held with the name that the text has in the place
// of one of which it has no form.
func (l *Lexical) renamed(a *alignment) *finding {
	if !a.IsPage() || len(a.Terms) < align.CopyWords {
		return nil // a passage may call it something else, or not at all
	}
	for _, r := range a.Unheard() {
		start, end := a.Claim.Toks[r[0]].Start, a.Claim.Toks[r[1]].End
		for u := a.Window.First; u < a.Window.Last; u++ {
			at := a.Rival(a.TermFrom(r[0]), a.TermFrom(r[1]), u, a.Claim.Toks[r[0]].Is(text.MarkCode) && !a.Claim.Toks[r[0]].Is(text.MarkName))
			if at < 0 {
				continue
			}
			first, last := a.Source.NameAround(at)
			name := a.Source.Span(first, last)
			b, j := l.instead(a, a.Claim.Raw[:start]+name+a.Claim.Raw[end:])
			if l.carry(b, &j); held(&j) {
				return &finding{rule: RuleName, effect: Refutes, unit: u, mismatch: &provenance.Mismatch{Kind: "name", Claim: a.Claim.Raw[start:end], Source: name}}
			}
		}
	}
	return nil
}

// instead judges other words in the claim's place.
func (l *Lexical) instead(a *alignment, claim string) (*alignment, provenance.Judgement) {
	b := l.inPlace(a, claim)
	if b == nil {
		return a, provenance.Judgement{}
	}
	return b, l.weighed(b)
}

// inPlace lays other words than the claim's over the text, nil where there are none. The text itself
// must have them.
func (l *Lexical) inPlace(a *alignment, claim string) *alignment {
	c := reading.AnalyseIn(claim, a.Claim.Lang, l.stems)
	if len(c.Toks) == 0 {
		return nil
	}
	q := a.Question
	q.About = nil
	return l.align(c, a.Source, a.Around, q)
}

func held(j *provenance.Judgement) bool {
	return j.Stance == provenance.Supports && j.Score >= heldScore && len(j.Missing) == 0
}
