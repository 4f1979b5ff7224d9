package judge

import (
	"strings"

	"assay/gates/judge/align"
	"assay/gates/judge/reading"
	"assay/text"
)

// undenied asks whether the claim without its denial would be held, and by a sentence that
// has all that the claim denies: the two cannot both be right then.
func (l *Lexical) undenied(a *alignment) *finding {
	i := a.Claim.Negator()
	if i < 0 || a.Claim.Negations() != 1 || !plainNegators.Has(a.Claim.Toks[i].Low) && !a.Claim.Toks[i].Is(text.MarkCJK) || a.Claim.Contrasts(i) || a.Claim.InBrackets(i) {
		return nil
	}
	if a.Claim.Lang == "ja" && a.Claim.Toks[i].Stem != "ない" {
		return nil // 不 and 無 are parts of words
	}
	b := l.inPlace(a, a.Claim.Without(i))
	if b == nil || a.LimitsAlone(b.Single.First) || text.Asks(b.Source.Sentence(b.Single.First)) || a.Claim.GoesOn(i) && !a.HasDeniedWord(i, b.Single) {
		return nil
	}
	if a.LabelBehind(i, b.Single.First) || a.DeniesBefore(i, b.Single) {
		return nil
	}
	j := l.judgeAlignment(b)
	line := deniedLine
	if a.DeniesFlatly(i) && a.Claim.Toks[i].Low != "no" {
		line = wholeLine
	}
	outright := a.Question.Whole && b.margin >= line && b.DeniesNothing(true) && a.DeniesOutright(i)
	if j.Rule != RuleVerbatim {
		if u := b.Source.Units[b.Single.First]; b.kept < wholeCopy && !outright && !a.HasDenied(b.Single) || b.DeniesAmong(b.Single.First) > 0 || b.Source.DeniesIn([2]int32{u.First, u.Last}) || b.Source.HasIn([2]int32{u.First, u.Last}, imagined) {
			return nil
		}
	}
	if a.Question.Whole && !held(&j) && (outright || a.SaysOnly(i, b.Single.First)) {
		b.nearEnough(line)
		l.carry(b, &j)
	}
	if !held(&j) {
		return nil
	}
	f := a.denial(b.Single.First)
	if j.Rule != RuleVerbatim && !a.isOther(f) {
		return nil
	}
	return f
}

// unanswered stands in a denial that no statement of a page answers.
var unanswered = text.Pattern(`(?i)\bnot (?:even|the same as|to be confused with)\b` +
	`|\b(?:sources?|articles?|papers?|posts?|pages?|documents?|authors?) (?:do(?:es)?|did) not (?:state|say|mention|name|specify|report|disclose|give|explain)\b`)

// deniedLine is the margin from which on a page that denies nothing says so much of what a claim
// denies that not each of its words must stand in one sentence.
const deniedLine = 0.7

// wholeCopy is the share of a claim's words, without its denial, that a page has in one place and in
// their order for what the claim denies to be among them, however pairs of characters are cut.
const wholeCopy = 0.95

// imagined stand in what says what would be.
var imagined = text.WordSet(`would otherwise`)

var plainNegators = text.WordSet(`not no never cannot n't`)

// deniedWhole asks whether a page that denies nothing carries a claim without its denial, and has
// what is denied: the two cannot both be right then.
func (l *Lexical) deniedWhole(a *alignment) *finding {
	i := a.Claim.Negator()
	if i < 0 || !a.Question.Whole || !a.Source.IsArticle() || a.Claim.Negations() != 1 || !a.Claim.DeniesMainly(i) || !a.DeniesFlatly(i) || strings.ContainsAny(a.Claim.Before(i), ";；—–") || a.Claim.Heads(i) {
		return nil
	}
	b := l.inPlace(a, a.Claim.Without(i))
	if b == nil || b.LimitsAlone(b.Single.First) || text.Asks(b.Source.Sentence(b.Single.First)) || !b.DeniesNothing(true) || !a.HasDeniedWord(i, b.Single) {
		return nil
	}
	u := b.Source.Units[b.Single.First]
	if u.Last-u.First < align.CopyWords || reading.HasAnyOf(b.Source.Raw[u.Start:u.End], reading.Elsewise) {
		return nil
	}
	j := l.judgeAlignment(b)
	l.carry(b, &j)
	if f := a.denial(b.Single.First); held(&j) && a.isOther(f) {
		return f
	}
	return nil
}
