package judge

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"assay/gates/judge/align"
	"assay/gates/judge/reading"
	"assay/gates/judge/statement"
	"assay/gates/judge/value"
	"assay/provenance"
	"assay/text"
	"assay/text/syntax"
)

// check makes all comparisons of an alignment.
func (a *alignment) check() checks {
	echoes := a.Echoes()
	c := checks{values: a.checkValues(), polarity: a.checkPolarity(), name: a.checkNames(), roles: a.checkSwaps(), nuance: a.checkNuance(echoes),
		stated: a.checkStatements(), width: a.checkPieces(echoes), across: a.checkStretches()}
	c.settle()
	for _, f := range [...]**finding{&c.polarity.worst, &c.nuance} {
		switch {
		case *f == nil || (*f).rule != RuleNegation:
		case a.deniedBeside(*f):
			*f = nil
		case !a.DeniedAbove(c.polarity.claim):
		case a.Claim.Lang == "en" && a.Claim.Predicates():
			(*f).effect = Caps // a sentence below what is not so may say how it is
		default:
			*f = nil
		}
	}
	for _, f := range [...]*finding{c.polarity.worst, c.values.worst, c.nuance} {
		if f != nil && f.rule == RuleNegation && (a.LimitsAlone(f.unit) || !a.DiffersByDenial(f.unit)) {
			f.effect = Caps
		}
	}
	for _, f := range [...]*finding{c.values.worst, c.name, c.nuance} {
		if f != nil && a.OtherScript(f.unit) {
			f.effect = min(f.effect, Caps)
		}
	}
	if f := a.deniedCopy(); f != nil && !a.LimitsAlone(f.unit) && (a.Claim.Negations() > 0 || !a.DeniedAbove(c.polarity.claim)) {
		c.polarity.worst = f
	}
	if f := c.nuance; f != nil && (f.rule == RuleValue || f.rule == RuleDate) && a.ownedIn(&c.values, f) {
		c.nuance = nil
	}
	for _, f := range c.all() {
		if f != nil && f.effect == Refutes && (!a.shows(f) || f.rule == RuleValue && a.remarks(f)) {
			f.effect = Caps
		}
	}
	for _, f := range [...]**finding{&c.polarity.worst, &c.nuance, &c.stated.worst, &c.width} {
		if *f != nil && (*f).rule == RuleNegation && (*f).effect == Caps && a.DeniesAlike((*f).unit) {
			*f = nil
		}
	}
	for _, f := range [...]**finding{&c.polarity.worst, &c.name, &c.nuance, &c.stated.worst, &c.width, &c.across} {
		if *f != nil && (*f).effect == Caps && a.reworded(*f) {
			*f = nil
		}
	}
	c.rows = a.checkRow()
	return c
}

// reworded reports a page that is cited whole of which a claim has a sentence with another word in a
// place, and no name or number, or without a reservation that is none of doubt: "or", "should". Nine of
// ten such claims on real wikis say what the page says.
func (a *alignment) reworded(f *finding) bool {
	if !a.Question.Whole || !a.Source.IsArticle() || f.unit < 0 || f.mismatch == nil {
		return false
	}
	u := a.Source.Units[f.unit]
	switch f.rule {
	case RuleReplaced:
		if strings.ContainsFunc(f.mismatch.Claim, func(r rune) bool { return unicode.IsUpper(r) || unicode.IsDigit(r) }) {
			return false
		}
		start := strings.Index(a.Claim.Raw, f.mismatch.Claim)
		at := slices.IndexFunc(a.Claim.Toks, func(tok text.Token) bool { return int(tok.Start) == start })
		if at < 0 || !statement.Parses(a.Claim.Lang) {
			return text.WithoutSpaces(a.Claim.Raw)
		}
		tag := a.Claim.TagAt(int32(at)) // a gas kiln is no electric one
		return tag != syntax.Noun && tag != syntax.Propn && tag != syntax.Adj
	case RuleHedge:
		said := [2]int32{u.First, u.Last}
		return !a.Source.HasIn(said, text.Hedges) && !a.Source.HasIn(said, exceptions)
	}
	return false
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
		cv := &a.Claim.Values[i]
		if t.stands != owned || !t.sole || cv.First > f.claimAt+1 || f.claimAt >= cv.Last {
			continue
		}
		sv := &a.Source.Values[t.at]
		return v.binder.source.All[t.in].Unit == f.unit && (equalValues(cv, sv) || cv.Bound == value.Exactly && sv.Bound == value.Exactly && value.Relate(cv, sv) == value.Same)
	}
	return false
}

func (c *checks) all() [9]*finding {
	return [...]*finding{c.values.worst, c.polarity.worst, c.name, c.roles, c.nuance, c.stated.worst, c.width, c.across, c.rows}
}

// shows reports that the sentence of a page which a finding quotes shows that it says otherwise.
func (a *alignment) shows(f *finding) bool {
	return f.unit < 0 || !a.ofAnother(f) && (!a.Source.IsArticle() || a.isOther(f) && (f.vouched || a.Shares(f.unit)))
}

// isOther reports that what a finding holds against a claim is another thing of one kind.
func (a *alignment) isOther(f *finding) bool {
	u := a.Source.Units[f.unit]
	quote := a.Source.Raw[u.Start:u.End]
	switch m := f.mismatch; {
	case f.rule == RuleNegation && a.Claim.Negations() > 0 && (a.Claim.Negations() == a.Source.NegationsIn(u.First, u.Last) || a.Source.HasIn([2]int32{u.First, u.Last}, drawbacks) || a.Source.HasIn([2]int32{u.First, u.Last}, statement.Forgoing) && a.Claim.HasAny(onlyWord)):
		return false // both deny: only what they cannot find, not what they can
	case f.rule == RuleNegation && a.Source.IsArticle() && (a.DeniesOtherwise(u) || !f.copied && !text.WithoutSpaces(a.Claim.Raw) && a.Claim.Negator() >= 0 && !a.Claim.DeniesMainly(a.Claim.Negator())):
		return false
	case f.rule == RuleNegation && a.Source.IsArticle() && u.Last-u.First < fullSentence && int32(len(a.Claim.Toks)) > u.Last-u.First && !a.HeadedByFirst(u):
		return false // "Thread-safe.", of something else
	case f.rule == RuleNegation && (unanswered().MatchString(a.Claim.Raw) || u.Kind == text.Prose && text.Timed(quote)):
		return false // nobody knows yet; captions are cut anywhere, also behind a "not"
	case f.rule == RuleNegation && a.Claim.Lang == "ja" && (strings.Contains(quote, "なし") || strings.Contains(a.Claim.Raw, "でなく") || strings.Contains(a.Claim.Raw, "ではなく")):
		return false // the same, or "not the one but the other"
	case m == nil:
	case a.ofAnother(f):
		return false
	case f.rule == RuleValue && (reckons(a.Claim.Raw) || reckons(quote)):
		return false // a number of a sum, of which the other may give a step or the result
	case a.Source.IsArticle() && a.noRival(f.rule, m, quote):
		return false
	case a.Source.IsArticle() && (u.Kind == text.Heading && strings.HasPrefix(quote, "# ") || a.saysItself(f)):
		return false // a title says nothing
	case f.rule == RuleReplaced && a.Claim.Lang == "en" && a.Claim.TagAt(0) == syntax.Verb && strings.HasPrefix(a.Claim.Raw, m.Claim):
		return false // "Supported on Linux.", of what stands over it
	case f.rule == RuleDirection:
		return !strings.Contains(m.Source, "\n") // of lines of a menu each stands by itself
	case f.rule == RuleName && a.NoNames(m):
		return false
	case f.rule == RuleName && (reading.Alike(text.PlainLetters(m.Claim), text.PlainLetters(m.Source)) || sameSurname(a.Claim.Raw, m.Claim, quote, m.Source)):
		return false
	case f.rule == RuleReplaced && a.Claim.Unread():
		return false
	case (f.rule == RuleName || f.rule == RuleReplaced) && a.Claim.Lang == "de" && a.Source.IsArticle() && m.Claim != "" && !text.HasUpper(m.Claim[1:]):
		return false // a noun
	case a.Source.IsArticle() && !f.vouched && a.sharesNone(f):
		return false
	case f.rule == RuleValue && (a.countsOff(f) || a.StandsBare(m.Claim) || a.Source.IsArticle() && a.ofOtherName(f)):
		return false
	case f.rule == RuleValue && a.multipliesOther(f):
		return false
	case f.rule == RuleDate && a.StandsOver(f.unit, m.Claim):
		return false // the day of an entry
	case f.rule == RuleName, f.rule == RuleReplaced:
		return !(strings.Contains(m.Claim, ":") && strings.Contains(m.Source, "|")) && !align.HasWords(quote, m.Claim) && !align.HasWords(a.Claim.Raw, m.Source) && !a.ShortForOther(m) && !cutPhrase(m.Claim) && !cutPhrase(m.Source)
	case f.rule == RuleValue:
		return !pointer(a.Claim.Raw, m.Claim) && !pointer(quote, m.Source) && (m.Claim != "0" || !align.HasWords(quote, "zero"))
	}
	return true
}

// inOtherWords reports a name, or the number in a name, held against a claim that a page says in other
// words: it may call the thing something else, or speak of another.
func (a *alignment) inOtherWords(rule string, m *provenance.Mismatch) bool {
	numbered := rule == RuleValue && m != nil && slices.ContainsFunc(a.Claim.Values, func(v value.Value) bool { return v.Of != "" && a.Claim.Show(&v) == m.Claim })
	return (rule == RuleName || rule == RuleReplaced || numbered) && a.Source.IsArticle() && a.kept < copiedName
}

// copiedName is the share of a claim's words that a page must have in one place and in their order for
// another name there to be another thing.
const copiedName = 0.4

// fullSentence is how many words say of something that it is so.
const fullSentence = 4

// reckons reports a formula.
func reckons(s string) bool {
	return sums().MatchString(s) || strings.ContainsAny(s, "=≈∝") && (strings.Contains(s, " / ") || strings.ContainsAny(s, "×÷√∑∏∫^") || strings.Contains(s, `\frac`) ||
		strings.ContainsFunc(s, func(r rune) bool { return r >= 0x1D400 && r <= 0x1D7FF })) // mathematical alphanumeric symbols
}

// sums are of two numbers, or say that they are reckoned.
var sums = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\d%? [/÷] \d|[x×] \d[\d.]*%|\b[Cc]alculat(?:ed|ion)\b`)
})

// drawbacks stand over what is missing.
var drawbacks = text.WordSet(`disadvantage disadvantages drawback drawbacks limitation limitations cons weaknesses`)

// cutPhrase reports words that begin or end within a phrase: "and code", "reactivity to".
func cutPhrase(words string) bool {
	w := strings.Fields(strings.ToLower(words))
	return len(w) > 1 && (isStopword(w[0]) || text.Articles.Has(w[0]) || isStopword(w[len(w)-1]))
}

// pointer reports a number that points into a text, or numbers an item: "(s. 20)", "as follows: 1."
func pointer(t, number string) bool {
	before, behind, found := strings.Cut(t, number)
	return found && reading.Points(before, behind)
}

// worst is the finding that decides: one that refutes before one that caps, values
// before words.
func (c *checks) worst(off map[string]bool) *finding {
	var worst *finding
	for _, f := range c.all() {
		if f != nil && !off[f.rule] && !f.abroad() {
			worst = worse(worst, f)
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
