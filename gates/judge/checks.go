package judge

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"assay/gates/judge/reading"
	"assay/gates/judge/statement"
	"assay/gates/judge/value"
	"assay/provenance"
	"assay/text"
	"assay/text/syntax"
)

// check makes all comparisons of an alignment.
func (a *alignment) check() checks {
	echoes := a.echoes()
	c := checks{values: a.checkValues(), polarity: a.checkPolarity(), name: a.checkNames(), roles: a.checkSwaps(), nuance: a.checkNuance(echoes),
		stated: a.checkStatements(), width: a.checkPieces(echoes), across: a.checkStretches()}
	c.settle()
	for _, f := range [...]**finding{&c.polarity.worst, &c.nuance} {
		switch {
		case *f == nil || (*f).rule != RuleNegation:
		case a.deniedBeside(*f):
			*f = nil
		case !a.deniedAbove(c.polarity.claim):
		case a.c.Lang == "en" && a.c.Predicates():
			(*f).effect = Caps // a sentence below what is not so may say how it is
		default:
			*f = nil
		}
	}
	for _, f := range [...]*finding{c.polarity.worst, c.values.worst, c.nuance} {
		if f != nil && f.rule == RuleNegation && (a.limitsAlone(f.unit) || !a.differsByDenial(f.unit)) {
			f.effect = Caps
		}
	}
	for _, f := range [...]*finding{c.values.worst, c.name, c.nuance} {
		if f != nil && a.otherScript(f.unit) {
			f.effect = min(f.effect, Caps)
		}
	}
	if f := a.deniedCopy(); f != nil && !a.limitsAlone(f.unit) && (a.c.Negations() > 0 || !a.deniedAbove(c.polarity.claim)) {
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
		if *f != nil && (*f).rule == RuleNegation && (*f).effect == Caps && a.deniesAlike((*f).unit) {
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
	if !a.q.Whole || !a.s.IsArticle() || f.unit < 0 || f.mismatch == nil {
		return false
	}
	u := a.s.Units[f.unit]
	switch f.rule {
	case RuleReplaced:
		if strings.ContainsFunc(f.mismatch.Claim, func(r rune) bool { return unicode.IsUpper(r) || unicode.IsDigit(r) }) {
			return false
		}
		start := strings.Index(a.c.Raw, f.mismatch.Claim)
		at := slices.IndexFunc(a.c.Toks, func(tok text.Token) bool { return int(tok.Start) == start })
		if at < 0 || !statement.Parses(a.c.Lang) {
			return text.WithoutSpaces(a.c.Raw)
		}
		tag := a.c.TagAt(int32(at)) // a gas kiln is no electric one
		return tag != syntax.Noun && tag != syntax.Propn && tag != syntax.Adj
	case RuleHedge:
		said := [2]int32{u.First, u.Last}
		return !a.s.HasIn(said, text.Hedges) && !a.s.HasIn(said, exceptions)
	}
	return false
}

// otherScript reports a sentence of the text that has no sign of the script that the claim is
// written in: a value or name there is of what the claim's words cannot be compared with.
func (a *alignment) otherScript(unit int32) bool {
	if unit < 0 {
		return false
	}
	u := a.s.Units[unit]
	return text.WithoutSpaces(a.c.Raw) && !text.WithoutSpaces(a.s.Raw[u.Start:u.End])
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
		cv := &a.c.Values[i]
		if t.stands != owned || !t.sole || cv.First > f.claimAt+1 || f.claimAt >= cv.Last {
			continue
		}
		sv := &a.s.Values[t.at]
		return v.binder.source.All[t.in].Unit == f.unit && (equalValues(cv, sv) || cv.Bound == value.Exactly && sv.Bound == value.Exactly && value.Relate(cv, sv) == value.Same)
	}
	return false
}

func (c *checks) all() [9]*finding {
	return [...]*finding{c.values.worst, c.polarity.worst, c.name, c.roles, c.nuance, c.stated.worst, c.width, c.across, c.rows}
}

// How much of a claim's sentence, or of its own, a sentence of a page must share with the
// other for what differs to be a contradiction.
const (
	sharesClaim  = 0.6
	sharesSource = 0.7
)

// shows reports that the sentence of a page which a finding quotes shows that it says otherwise.
func (a *alignment) shows(f *finding) bool {
	return f.unit < 0 || !a.ofAnother(f) && (!a.s.IsArticle() || a.isOther(f) && (f.vouched || a.shares(f.unit)))
}

// isOther reports that what a finding holds against a claim is another thing of one kind.
func (a *alignment) isOther(f *finding) bool {
	u := a.s.Units[f.unit]
	quote := a.s.Raw[u.Start:u.End]
	switch m := f.mismatch; {
	case f.rule == RuleNegation && a.c.Negations() > 0 && (a.c.Negations() == a.s.NegationsIn(u.First, u.Last) || a.s.HasIn([2]int32{u.First, u.Last}, drawbacks) || a.s.HasIn([2]int32{u.First, u.Last}, statement.Forgoing) && a.c.HasAny(onlyWord)):
		return false // both deny: only what they cannot find, not what they can
	case f.rule == RuleNegation && a.s.IsArticle() && (a.deniesOtherwise(u) || !f.copied && !text.WithoutSpaces(a.c.Raw) && a.c.Negator() >= 0 && !a.c.DeniesMainly(a.c.Negator())):
		return false
	case f.rule == RuleNegation && a.s.IsArticle() && u.Last-u.First < fullSentence && int32(len(a.c.Toks)) > u.Last-u.First && !a.headedByFirst(u):
		return false // "Thread-safe.", of something else
	case f.rule == RuleNegation && (unanswered().MatchString(a.c.Raw) || u.Kind == text.Prose && text.Timed(quote)):
		return false // nobody knows yet; captions are cut anywhere, also behind a "not"
	case f.rule == RuleNegation && a.c.Lang == "ja" && (strings.Contains(quote, "なし") || strings.Contains(a.c.Raw, "でなく") || strings.Contains(a.c.Raw, "ではなく")):
		return false // the same, or "not the one but the other"
	case m == nil:
	case a.ofAnother(f):
		return false
	case f.rule == RuleValue && (reckons(a.c.Raw) || reckons(quote)):
		return false // a number of a sum, of which the other may give a step or the result
	case a.s.IsArticle() && a.noRival(f.rule, m, quote):
		return false
	case a.s.IsArticle() && (u.Kind == text.Heading && strings.HasPrefix(quote, "# ") || a.saysItself(f)):
		return false // a title says nothing
	case f.rule == RuleReplaced && a.c.Lang == "en" && a.c.TagAt(0) == syntax.Verb && strings.HasPrefix(a.c.Raw, m.Claim):
		return false // "Supported on Linux.", of what stands over it
	case f.rule == RuleDirection:
		return !strings.Contains(m.Source, "\n") // of lines of a menu each stands by itself
	case f.rule == RuleName && a.noNames(m):
		return false
	case f.rule == RuleName && (reading.Alike(text.PlainLetters(m.Claim), text.PlainLetters(m.Source)) || sameSurname(a.c.Raw, m.Claim, quote, m.Source)):
		return false
	case f.rule == RuleReplaced && a.c.Unread():
		return false
	case (f.rule == RuleName || f.rule == RuleReplaced) && a.c.Lang == "de" && a.s.IsArticle() && m.Claim != "" && !text.HasUpper(m.Claim[1:]):
		return false // a noun
	case a.s.IsArticle() && !f.vouched && a.sharesNone(f):
		return false
	case f.rule == RuleValue && (a.countsOff(f) || a.standsBare(m.Claim) || a.s.IsArticle() && a.ofOtherName(f)):
		return false
	case f.rule == RuleValue && a.multipliesOther(f):
		return false
	case f.rule == RuleDate && a.standsOver(f.unit, m.Claim):
		return false // the day of an entry
	case f.rule == RuleName, f.rule == RuleReplaced:
		return !(strings.Contains(m.Claim, ":") && strings.Contains(m.Source, "|")) && !hasWords(quote, m.Claim) && !hasWords(a.c.Raw, m.Source) && !a.shortForOther(m) && !cutPhrase(m.Claim) && !cutPhrase(m.Source)
	case f.rule == RuleValue:
		return !pointer(a.c.Raw, m.Claim) && !pointer(quote, m.Source) && (m.Claim != "0" || !hasWords(quote, "zero"))
	}
	return true
}

// inOtherWords reports a name, or the number in a name, held against a claim that a page says in other
// words: it may call the thing something else, or speak of another.
func (a *alignment) inOtherWords(rule string, m *provenance.Mismatch) bool {
	numbered := rule == RuleValue && m != nil && slices.ContainsFunc(a.c.Values, func(v value.Value) bool { return v.Of != "" && a.c.Show(&v) == m.Claim })
	return (rule == RuleName || rule == RuleReplaced || numbered) && a.s.IsArticle() && a.kept < copiedName
}

// copiedName is the share of a claim's words that a page must have in one place and in their order for
// another name there to be another thing.
const copiedName = 0.4

// fullSentence is how many words say of something that it is so.
const fullSentence = 4

// headedByFirst reports a unit right below a heading that has the first word of the claim with a meaning.
func (a *alignment) headedByFirst(u text.Unit) bool {
	return u.Above >= 0 && len(a.terms) > 0 && slices.ContainsFunc(a.terms[0].hits, func(h hit) bool { return h.unit == u.Above })
}

// deniesOtherwise reports that of a claim and a sentence the one that has no negator denies in other
// words ("untaxed", "disables", "unless"), that a claim of what may not be meets a sentence of what
// is, or that the claim says in the same breath what is so instead.
func (a *alignment) deniesOtherwise(u text.Unit) bool {
	in := [2]int32{u.First, u.Last}
	i := a.c.Negator()
	if i < 0 {
		return slices.ContainsFunc(a.terms, func(tm term) bool {
			tok := &a.c.Toks[tm.tok]
			return tm.anywhere < 1 && (reading.Otherwise.Has(tok.Low) || reading.Privatives.Has(tok.Low) || a.s.HasBase(tok.Stem, in))
		})
	}
	if i > 0 && demands.Has(a.c.Toks[i-1].Low) && !a.s.HasIn(in, norms) {
		return true
	}
	return a.deniesByWord(in) || a.s.HasIn(in, otherCases)
}

var (
	demands    = text.WordSet(`may must should shall`)
	norms      = text.WordSet(`may must should shall can could might need allowed able`)
	otherCases = text.WordSet(`unless except exception exceptions disable disables disabling`)
)

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

// shares reports that a sentence has most of a sentence of the claim, or the claim most of it.
func (a *alignment) shares(unit int32) bool {
	u := a.s.Units[unit]
	for i := range a.c.Units {
		if a.alignedIn(unit, int32(i)) >= sharesClaim {
			return true
		}
	}
	words, said := 0, 0
	for i := u.First; i < u.Last; i++ {
		if a.s.Toks[i].Content() {
			words++
			if slices.ContainsFunc(a.terms, func(tm term) bool { return slices.ContainsFunc(tm.hits, func(h hit) bool { return h.tok == i }) }) {
				said++
			}
		}
	}
	return float32(said) >= sharesSource*float32(words)
}

// hasWords reports words that stand in a text, in any case.
func hasWords(t, words string) bool {
	return words != "" && strings.Contains(strings.ToLower(t), strings.ToLower(words))
}

// cutPhrase reports words that begin or end within a phrase: "and code", "reactivity to".
func cutPhrase(words string) bool {
	w := strings.Fields(strings.ToLower(words))
	return len(w) > 1 && (isStopword(w[0]) || text.Articles.Has(w[0]) || isStopword(w[len(w)-1]))
}

// shortForOther reports that one of two names is short for the other, or for what one of the texts
// has in full: TVB of The Virtual Brain.
func (a *alignment) shortForOther(m *provenance.Mismatch) bool {
	return reading.ShortFor(m.Claim, m.Source) || reading.ShortFor(m.Source, m.Claim) || a.s.SpelledOut(m.Claim, m.Source) || a.c.SpelledOut(m.Source, m.Claim)
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

// limitsAlone reports a denial up to a time, in the one of the two that denies: "not until noon" is
// "at noon".
func (a *alignment) limitsAlone(unit int32) bool {
	if unit < 0 {
		return false
	}
	u := a.s.Units[unit]
	claim := [2]int32{0, int32(len(a.c.Toks))}
	return a.c.DeniesUntil(claim[0], claim[1]) != a.s.DeniesUntil(u.First, u.Last) && !(a.c.HasIn(claim, reading.Untils) && a.s.HasIn([2]int32{u.First, u.Last}, reading.Untils))
}

// differsByDenial reports a claim that has nothing but the denial which a sentence of the
// text has not, or the other way round. In a long text, what has other words besides
// denies another thing.
func (a *alignment) differsByDenial(unit int32) bool {
	if !a.s.IsArticle() {
		return true
	}
	if unit < 0 || strings.ContainsAny(a.c.Raw, ";；") {
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
