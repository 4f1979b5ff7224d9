package judge

import (
	"context"
	"math"
	"slices"
	"strings"
	"sync"

	"assay/gates/judge/align"
	"assay/gates/judge/reading"
	"assay/provenance"
	"assay/text"
)

// Lexical judges by words and values, without a model and without a network. The
// same question always has the same answer. It is safe for concurrent use.
type Lexical struct {
	model   string
	weights func() *Weights // read when first asked for: most commands judge nothing anew
	stems   *text.Stems
	claims  textCache
	texts   textCache
	off     map[string]bool // rules that are not asked
}

// NewLexical returns the judge that is built in.
func NewLexical() *Lexical { return NewFitted(nil) }

// builtIn are the weights of that judge; nobody changes them.
var builtIn = sync.OnceValue(func() *Weights {
	w, err := ReadWeights(weightsJSON)
	if err != nil {
		panic(err) // the weights are compiled in, and a test reads them
	}
	return w
})

// NewFitted returns a judge with weights of one's own, nil for those that are built in, that
// never asks some rules: to fit weights, and to measure what each rule is worth. See [Rules].
func NewFitted(w *Weights, without ...string) *Lexical {
	l := &Lexical{model: LexicalModel, weights: builtIn, stems: text.NewStems(), off: map[string]bool{}, texts: textCache{lives: true}}
	if w != nil {
		l.model, l.weights = "lexical/"+w.Version, func() *Weights { return w }
	}
	for _, r := range without {
		l.off[r] = true
	}
	return l
}

// LexicalModel is what Model of a judge from [NewLexical] says, for those who only
// want the name: reading the weights takes milliseconds.
const LexicalModel = "lexical/13"

// Model names the judge and the version of its weights.
func (l *Lexical) Model() string { return l.model }

// Scores between which a judgement says "a person should look": above the default
// reject_below of 0.20, below the default threshold of 0.78.
const (
	capScore        = 0.70
	refutedScore    = 0.03
	verbatim        = 0.99
	sameClauseScore = 0.90
	offSubject      = 0.10 // at most, where the text does not speak of what the claim says
	passageWords    = 40   // a shorter text may say it in words all its own
	shortText       = 150  // words of a text that may say the same in other words throughout
	longText        = 200  // of one that would not
	onTopic         = 0.22 // at least, where it does
	weakest         = 0.30 // of a judgement that abstains
)

// Judge never fails.
func (l *Lexical) Judge(_ context.Context, q Question) (provenance.Judgement, error) {
	j := provenance.Judgement{Judge: l.Model(), Rule: RuleSilent}
	claim, source := l.claims.get(q.Claim, l.stems), l.source(q)
	if len(claim.Toks) == 0 || len(source.Units) == 0 {
		return j, nil
	}
	claim = l.asIn(claim, source, q.Written)
	a := l.align(claim, source, l.context(q.Context), q)
	j = l.weighed(a)
	l.contradicted(a, &j)
	l.agreed(a, &j)
	if q.Whole {
		l.carry(a, &j)
		l.nowhere(a, &j)
		a.acronyms(&j)
	}
	a.allow(&j)
	j.QuoteStart, j.QuoteEnd = source.QuoteLives(j.QuoteStart, j.QuoteEnd)
	j.Missing = slices.Compact(j.Missing) // "2,000 of the one, 2,000 of the other"
	return j, nil
}

// weighed judges a claim as a whole, and by its clauses where that is better.
func (l *Lexical) weighed(a *alignment) provenance.Judgement {
	j := l.judgeAlignment(a)
	if j.Score >= verbatim && j.Stance == provenance.Supports && len(j.Missing) == 0 || j.Rule == RuleLanguage || j.Rule == RuleQuotation || l.off[RuleClauses] || a.Coverage(align.Window{Last: int32(len(a.Source.Units))}) < partsCoverage {
		return j
	}
	floor := j.Score
	if j.Stance == provenance.Contradicts {
		floor = math.Max(floor, capScore)
	}
	if joined, ok := l.judgeParts(a, floor); ok {
		joined.Rule, joined.Absent, joined.Similarity = RuleClauses, j.Absent, j.Similarity
		return joined
	}
	return j
}

// source is a question's text as it is read, and as it stands where the claim has dates in brackets
// as well.
func (l *Lexical) source(q Question) *reading.Text {
	if len(reading.LivesIn(q.Claim)) > 0 {
		return l.claims.get(q.Text, l.stems)
	}
	return l.texts.get(q.Text, l.stems)
}

// acronyms withdraws that a long text carries a claim with an acronym that it has in no form.
// The claim itself may say what it is short for.
func (a *alignment) acronyms(j *provenance.Judgement) {
	if !held(j) || !a.Source.IsArticle() {
		return
	}
	for _, r := range a.Unheard() {
		if name := a.Claim.Span(r[0], r[1]); len(name) > 1 && reading.Capitals(name) == name && a.Claim.BeginWith(strings.ToLower(name)) == 0 && a.Claim.Gap(r[1]) != "." {
			j.Missing = append(j.Missing, name)
			j.Stance, j.Score, j.Rule = provenance.Silent, capScore, RuleMissing
		}
	}
}

// asIn reads a claim once more in the language of a text, where the claim was taken
// for English for want of a word that tells, or for a language near to the text's, and has
// the text's words: one sentence has few small words, a page has many. Else it may be in the
// language of its note.
func (l *Lexical) asIn(claim, source *reading.Text, written string) *reading.Text {
	if in := l.asInText(claim, source); in != claim {
		return in
	}
	if claim.Lang == "en" && written != "en" && (written == text.Undetermined || slices.Contains(text.LatinLanguages, written)) && text.MaySay(claim.Raw, written) {
		return reading.AnalyseIn(claim.Raw, written, l.stems)
	}
	return claim
}

func (l *Lexical) asInText(claim, source *reading.Text) *reading.Text {
	if claim.Lang == source.Lang || !slices.Contains(text.LatinLanguages, claim.Lang) || !slices.Contains(text.LatinLanguages[1:], source.Lang) ||
		claim.Lang == "en" && text.SaysEnglish(claim.Raw) {
		return claim
	}
	words, there := 0, 0
	has := make(map[string]bool, len(source.Toks))
	for i := range source.Toks {
		has[source.Toks[i].Low] = true
	}
	for i := range claim.Toks {
		if t := &claim.Toks[i]; !t.Is(text.MarkNumber) {
			words++
			if has[t.Low] {
				there++
			}
		}
	}
	if 2*there < words || words == 0 || claim.Lang != "en" && 4*there < 3*words {
		return claim
	}
	return reading.AnalyseIn(claim.Raw, source.Lang, l.stems)
}

// copies reports a page that has the words of a claim, and not just a few, in the claim's order: who does
// what is the same then. Of 39 claims on real wikis that were read otherwise 37 say what the page says.
func (a *alignment) copies(f *features) bool {
	return a.Question.Whole && a.Source.IsArticle() && f[featureKept] >= copied && len(a.Terms) > align.CopyWords
}

// partsCoverage is the share of a claim's words that a text must have for a look at
// its clauses to be worth while.
const partsCoverage = 0.6

// judgeAlignment judges a claim as one statement.
func (l *Lexical) judgeAlignment(a *alignment) provenance.Judgement {
	j := provenance.Judgement{Judge: l.Model(), Rule: RuleSilent}
	a.quote(&j, -1)
	j.Similarity = float64(min(1, a.Coverage(a.Window)))
	empty := a.AssertsNothing()
	if !empty && !l.off[RuleVerbatim] && a.sameSentence(&j) {
		return j
	}
	ch := a.check()
	j.Absent = a.Absent()
	j.Missing = ch.values.missing
	if !empty && !l.off[RuleCell] && a.repeatsCell(&ch.values, &j) {
		return j
	}
	if f := a.misscaled(); f != nil && !l.off[RuleValue] {
		j.Stance, j.Score, j.Rule, j.Mismatch, j.Missing = provenance.Contradicts, refutedScore, RuleValue, f.mismatch, nil
		a.quote(&j, f.unit)
		return j
	}
	if a.OtherLanguage() && (ch.values.worst == nil || ch.values.worst.effect < Refutes) {
		a.judgeAbroad(&j, ch)
		return j
	}
	f := a.features(&ch)
	a.margin, a.kind, a.kept, a.near = l.weights().Margin(f[:]), Kind(f[:]), f[featureKept], nearness(&f)
	j.Score = l.weights().scoreAt(a.margin, *l.weights().knots(a.kind))
	if a.invented(&f) && !l.off[RuleSilent] {
		j.Score = math.Min(j.Score, offSubject)
	} else {
		j.Score = math.Max(j.Score, onTopic) // the same thing in other words is for a person to see, not to be rejected
	}
	j.Rule = scoreRule(j.Score, &f)
	finding := ch.worst(l.off)
	switch {
	case finding != nil && a.changesAmount(finding):
		finding.effect = Refutes
	case finding != nil && finding.rule == RulePart && a.copies(&f):
		finding = nil
	case finding != nil && a.inOtherWords(finding.rule, finding.mismatch):
		finding.effect = min(finding.effect, Caps)
	case finding != nil:
	case empty && !l.off[RuleNothing]:
		finding = doubt(RuleNothing)
	case (f[featureAgents] > 0 && !a.copies(&f) || !(a.Question.Whole && f[featureKept] >= copied) && a.NamedElsewhere()) && !l.off[RulePart]:
		finding = doubt(RulePart)
	case !a.Question.Whole && a.spliced(&f) && !l.off[RuleSpliced] && !a.pruned():
		finding = doubt(RuleSpliced)
	}
	if quoted := a.checkQuotations(); quoted != nil && !l.off[RuleQuotation] && (finding == nil || finding.effect < Refutes) {
		finding = quoted
	}
	if finding == nil {
		switch {
		case len(j.Missing) > 0:
		case !l.off[RuleVerbatim] && a.pruned():
			j.Score, j.Rule = math.Max(j.Score, sameClauseScore), RuleVerbatim
		case len(a.Terms) == 0 && len(a.Claim.Values) > 0 && ch.values.here == len(a.Claim.Values) && len(a.Claim.Toks) > 1,
			ch.stated.forgone && ch.stated.verbless && a.Forbidden():
			j.Score = math.Max(j.Score, sameClauseScore) // nothing but a value with its unit; "no flag" for "avoid the flag"
		case ch.stated.full && ch.stated.converse && f[featureText] >= statedFloor:
			j.Score = math.Max(j.Score, sameClauseScore)
		}
		if j.Score >= 0.5 {
			j.Stance = provenance.Supports
		}
		if j.Score >= heldScore && a.Source.IsArticle() {
			for _, r := range a.Unheard() {
				j.Missing = append(j.Missing, a.Claim.Span(r[0], r[1]))
			}
		}
		if len(j.Missing) > 0 {
			j.Rule = RuleMissing
		}
		return j
	}
	j.Rule, j.Mismatch = finding.rule, finding.mismatch
	j.Missing = append(j.Missing, finding.missing...)
	if finding.unit >= 0 {
		a.quote(&j, finding.unit)
	}
	if finding.effect == Refutes {
		j.Stance, j.Score = provenance.Contradicts, math.Min(j.Score, refutedScore)
	} else {
		j.Score = math.Min(j.Score, capScore)
	}
	return j
}

// Features describes how a claim lies over a text, in the order of [Features].
// The judge's weights are fitted to them. ok is false where no weights decide: the
// text has the sentence itself, or a check vetoes.
func (l *Lexical) Features(q Question) (x []float64, ok bool) {
	claim, source := l.claims.get(q.Claim, l.stems), l.source(q)
	if len(claim.Toks) == 0 || len(source.Units) == 0 {
		return make([]float64, featureCount), false
	}
	a := l.align(claim, source, l.context(q.Context), q)
	ch := a.check()
	f := a.features(&ch)
	finding := ch.worst(nil)
	var j provenance.Judgement
	decided := finding != nil || a.AssertsNothing() || len(ch.values.missing) > 0 || a.checkQuotations() != nil || a.OtherLanguage() || a.sameSentence(&j)
	return f[:], !decided
}

func (l *Lexical) align(claim, source, around *reading.Text, q Question) *alignment {
	a := l.unlaid(claim, source, around, q)
	a.Run()
	return a
}

// unlaid is an alignment that was not run.
func (l *Lexical) unlaid(claim, source, around *reading.Text, q Question) *alignment {
	return &alignment{Alignment: align.Alignment{Claim: claim, Source: source, Question: q, Around: around, About: l.context(q.About), Lead: l.context(q.Lead), Stems: l.stems}}
}

func (l *Lexical) context(lines []string) *reading.Text {
	if len(lines) == 0 {
		return nil
	}
	return l.claims.get(strings.Join(lines, "\n\n"), l.stems)
}

// sameSentence accepts a claim that the text has as a sentence of its own.
func (a *alignment) sameSentence(j *provenance.Judgement) bool {
	for _, u := range a.Order {
		unit := a.Source.Units[u]
		if slices.EqualFunc(a.Claim.Toks, a.Source.Toks[unit.First:unit.Last], func(x, y text.Token) bool { return x.Low == y.Low }) {
			j.Stance, j.Score, j.Similarity, j.Rule = provenance.Supports, verbatim, 1, RuleVerbatim
			a.quote(j, u)
			return true
		}
	}
	return false
}

// quote points at a unit, or at the window.
func (a *alignment) quote(j *provenance.Judgement, unit int32) {
	first, last := a.Window.First, a.Window.Last
	if unit >= 0 {
		first, last = unit, unit+1
	}
	if last > first && int(last) <= len(a.Source.Units) {
		j.QuoteStart, j.QuoteEnd = int(a.Source.Units[first].Start), int(a.Source.Units[last-1].End)
	}
}

// scoreRule names what the score rests on.
func scoreRule(score float64, f *features) string {
	switch {
	case score < 0.2:
		return RuleSilent
	case score < 0.78 && f[featureClause] < 0.5 && f[featureWindow] > 0.5:
		return RuleTail
	}
	return RuleCoverage
}

// judgeAbroad weighs what crosses languages: numbers, dates, names, symbols. It
// abstains whatever it finds.
func (a *alignment) judgeAbroad(j *provenance.Judgement, ch checks) {
	j.Rule = RuleLanguage
	if text.WithoutSpaces(a.Claim.Raw) { // 第一时间 is no number
		j.Missing = slices.DeleteFunc(j.Missing, func(v string) bool { return !strings.ContainsAny(v, "0123456789") })
	}
	total, found := float64(len(a.Claim.Values)), float64(ch.values.here+ch.values.away)
	for i := range a.Terms {
		if a.Claim.Toks[a.Terms[i].Tok].Is(text.MarkName | text.MarkCode) {
			total++
			found += float64(a.Terms[i].Anywhere)
		}
	}
	j.Score = weakest
	if total > 0 {
		j.Score += (capScore - weakest) * math.Min(1, found/total)
	}
}

// Bears reads the texts as Judge does, and as a rule after it.
func (l *Lexical) Bears(claim string, texts, quotes []string) []bool {
	c := l.claims.get(claim, l.stems)
	of := l.subjectStems(c)
	if len(of) == 0 { // every text has what is not named
		return slices.Repeat([]bool{true}, len(texts))
	}
	read := make([]*reading.Text, len(texts))
	for i, s := range texts {
		read[i] = l.texts.get(s, l.stems)
	}
	out := make([]bool, len(texts))
	for i, t := range read {
		out[i] = t.HasAll(of)
		if out[i] {
			continue
		}
		its := l.subjectStems(reading.Analyse(quotes[i], l.stems))
		out[i] = c.HasAll(its)
		for k, other := range read {
			out[i] = out[i] || k != i && other.HasAll(its)
		}
	}
	return out
}

// subjectStems are the words of what a text speaks of first; none where that is not plain.
func (l *Lexical) subjectStems(t *reading.Text) (out []string) {
	subject := reading.Analyse(t.SubjectOf(0, int32(len(t.Toks))), l.stems)
	for i := range subject.Toks {
		if tok := &subject.Toks[i]; tok.Content() {
			out = append(out, tok.Stem)
		}
	}
	return out
}
