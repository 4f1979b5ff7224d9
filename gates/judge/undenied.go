package judge

import (
	"slices"
	"strings"
	"unicode/utf8"

	"assay/gates/judge/reading"
	"assay/gates/judge/statement"
	"assay/text"
)

// undenied asks whether the claim without its denial would be held, and by a sentence that
// has all that the claim denies: the two cannot both be right then.
func (l *Lexical) undenied(a *alignment) *finding {
	i := a.c.Negator()
	if i < 0 || a.c.Negations() != 1 || !plainNegators.Has(a.c.Toks[i].Low) && !a.c.Toks[i].Is(text.MarkCJK) || a.c.Contrasts(i) || a.c.InBrackets(i) {
		return nil
	}
	if a.c.Lang == "ja" && a.c.Toks[i].Stem != "ない" {
		return nil // 不 and 無 are parts of words
	}
	b := l.inPlace(a, a.c.Without(i))
	if b == nil || a.limitsAlone(b.single.first) || text.Asks(b.s.Sentence(b.single.first)) || a.c.GoesOn(i) && !a.hasDeniedWord(i, b.single) {
		return nil
	}
	if a.labelBehind(i, b.single.first) || a.deniesBefore(i, b.single) {
		return nil
	}
	j := l.judgeAlignment(b)
	line := deniedLine
	if a.deniesFlatly(i) && a.c.Toks[i].Low != "no" {
		line = wholeLine
	}
	outright := a.q.Whole && b.margin >= line && b.deniesNothing(true) && a.deniesOutright(i)
	if j.Rule != RuleVerbatim {
		if u := b.s.Units[b.single.first]; b.kept < wholeCopy && !outright && !a.hasDenied(b.single) || b.deniesAmong(b.single.first) > 0 || b.s.DeniesIn([2]int32{u.First, u.Last}) || b.s.HasIn([2]int32{u.First, u.Last}, imagined) {
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

// unanswered stands in a denial that no statement of a page answers.
var unanswered = text.Pattern(`(?i)\bnot (?:even|the same as|to be confused with)\b` +
	`|\b(?:sources?|articles?|papers?|posts?|pages?|documents?|authors?) (?:do(?:es)?|did) not (?:state|say|mention|name|specify|report|disclose|give|explain)\b`)

// deniedLine is the margin from which on a page that denies nothing says so much of what a claim
// denies that not each of its words must stand in one sentence.
const deniedLine = 0.7

// labelBehind reports a row of which a sentence has the label only behind what the row denies, and so
// as something else: "Trains: cars do not stop" of "cars stop for trains".
func (a *alignment) labelBehind(negator, unit int32) bool {
	row, ok := a.c.RowOf(0)
	next := a.termFrom(negator + 1)
	if !ok || next == len(a.terms) {
		return false
	}
	first := func(tm term) int32 {
		for _, h := range tm.hits {
			if h.unit == unit {
				return h.tok
			}
		}
		return -1
	}
	denied, labels := first(a.terms[next]), 0
	for _, tm := range a.terms {
		if tm.tok < row.Label[1] {
			if at := first(tm); at < denied {
				return false
			}
			labels++
		}
	}
	return labels > 0 && denied >= 0
}

// deniesBefore reports a denial before a colon of which a sentence has neither the subject nor every word:
// what stands behind the colon may be so.
func (a *alignment) deniesBefore(negator int32, w window) bool {
	u := a.c.Units[a.c.Toks[negator].Unit]
	colon := negator + 1
	for ; colon < u.Last && !strings.ContainsAny(a.c.Gap(colon-1), ":："); colon++ {
		if strings.ContainsAny(a.c.Gap(colon-1), "—–;；") {
			return false
		}
	}
	lacks := func(first, last int32) bool {
		return slices.ContainsFunc(a.terms, func(tm term) bool {
			return tm.tok >= first && tm.tok < last && !slices.ContainsFunc(tm.hits, func(h hit) bool {
				return h.unit >= w.first && h.unit < w.last && h.strength >= asForm
			})
		})
	}
	return colon < u.Last && lacks(negator+1, colon) && (a.termFrom(u.First) == a.termFrom(negator) || lacks(u.First, negator))
}

// deniesOutright reports a claim of some words that says in its first clause, and under no condition,
// that something is not so of which the text speaks.
func (a *alignment) deniesOutright(negator int32) bool {
	c := a.c
	tok := &c.Toks[negator]
	before := c.Toks[c.Units[tok.Unit].First:negator]
	next := a.termFrom(negator + 1)
	return !text.WithoutSpaces(c.Raw) && len(a.terms) >= copyWords && next < len(a.terms) && a.terms[next].anywhere > 0 &&
		outrightNegators.Has(c.Raw[tok.Start:tok.End]) && !strings.ContainsAny(c.Before(negator), ";—–") && !c.Heads(negator) && !c.HasAny(reading.CaseWords) &&
		!slices.ContainsFunc(before, func(tok text.Token) bool {
			return statement.Relatives.Has(tok.Low) || text.ClauseWords.Has(tok.Low) && (tok.Low != "and" || tok.Is(text.MarkBreak))
		})
}

// deniesFlatly reports a denial in a claim that neither says something else first nor how it is
// instead.
func (a *alignment) deniesFlatly(negator int32) bool {
	c := a.c
	before := [2]int32{c.Units[c.Toks[negator].Unit].First, negator}
	return !strings.ContainsAny(c.After(negator), ";；") && !c.HasIn(before, text.Joints) && !strings.HasPrefix(c.After(negator), " what")
}

var outrightNegators = text.WordSet(`not n't cannot no No Not`)

// wholeCopy is the share of a claim's words, without its denial, that a page has in one place and in
// their order for what the claim denies to be among them, however pairs of characters are cut.
const wholeCopy = 0.95

// saysOnly reports a denial in the main clause of a claim, over a sentence of a page that has
// enough words, most of the claim's, and none that denies in another way than "not".
func (a *alignment) saysOnly(negator, unit int32) bool {
	c, u := &a.c.Toks[negator], a.s.Units[unit]
	w := a.c.Raw[c.Start:c.End]
	if text.WithoutSpaces(a.c.Raw) || w == strings.ToUpper(w) || a.c.UnderCondition(negator) ||
		u.Last-u.First < copyWords || a.coverage(window{unit, unit + 1, 0}) < mostCovered {
		return false
	}
	r := [2]int32{u.First, u.Last}
	return !a.s.HasIn(r, reading.Otherwise) && !a.s.HasIn(r, reading.Privatives)
}

// mostCovered is the share of a claim's words that such a sentence must have.
const mostCovered = 0.6

// deniesAlone reports a claim that denies, and not a piece beside what it says, of a text that
// denies nothing where it says most of it.
func (a *alignment) deniesAlone() bool {
	at := a.c.Negator()
	if at < 0 || a.c.Contrasts(at) || at > 0 && strings.ContainsAny(a.c.Gap(at-1), "(（;|") || len(a.s.Units) == 0 {
		return false
	}
	return a.deniesNothing(false)
}

// deniesNothing reports a text that denies nothing, in whatever word, where it says most of a claim;
// among sentences beside one another only those count, where that is asked, that have some of it.
func (a *alignment) deniesNothing(some bool) bool {
	for _, w := range [...]window{a.single, a.window} {
		for u := w.first; u < w.last; u++ {
			items := a.s.Items(u)
			for _, r := range items {
				if (len(items) == 1 && !some || a.placedIn(r)) && (a.s.DeniesIn(r) || a.deniesByWord(r)) {
					return false
				}
			}
		}
	}
	return true
}

// deniesByWord reports a range of the text with a word that denies in itself and that the claim does not have.
func (a *alignment) deniesByWord(r [2]int32) bool {
	return slices.ContainsFunc(a.s.Toks[r[0]:r[1]], func(tok text.Token) bool {
		return (reading.Otherwise.Has(tok.Low) || reading.Privatives.Has(tok.Low)) && len(a.c.PlacesOf(tok.Stem)) == 0
	})
}

// placedIn reports a range in which some of the claim's words are laid over the text's.
func (a *alignment) placedIn(r [2]int32) bool {
	const some = 2
	n := 0
	for i := range a.terms {
		if p := a.terms[i].pos; p >= r[0] && p < r[1] {
			n++
		}
	}
	return n >= min(some, len(a.terms))
}

// hasDenied reports that a sentence has what the claim denies, and first of all the word
// behind the negator.
func (a *alignment) hasDenied(w window) bool {
	found := false
	for i := range a.terms {
		if tm := &a.terms[i]; a.c.Toks[tm.tok].Is(text.MarkNegated) {
			if s := a.strength(tm, w); s < asForm || !found && s < asPart {
				return false
			}
			found = true
		}
	}
	return found
}

// imagined stand in what says what would be.
var imagined = text.WordSet(`would otherwise`)

var plainNegators = text.WordSet(`not no never cannot n't`)

// deniedWhole asks whether a page that denies nothing carries a claim without its denial, and has
// what is denied: the two cannot both be right then.
func (l *Lexical) deniedWhole(a *alignment) *finding {
	i := a.c.Negator()
	if i < 0 || !a.q.Whole || !a.s.IsArticle() || a.c.Negations() != 1 || !a.c.DeniesMainly(i) || !a.deniesFlatly(i) || strings.ContainsAny(a.c.Before(i), ";；—–") || a.c.Heads(i) {
		return nil
	}
	b := l.inPlace(a, a.c.Without(i))
	if b == nil || b.limitsAlone(b.single.first) || text.Asks(b.s.Sentence(b.single.first)) || !b.deniesNothing(true) || !a.hasDeniedWord(i, b.single) {
		return nil
	}
	u := b.s.Units[b.single.first]
	if u.Last-u.First < copyWords || reading.HasAnyOf(b.s.Raw[u.Start:u.End], reading.Elsewise) {
		return nil
	}
	j := l.judgeAlignment(b)
	l.carry(b, &j)
	if f := a.denial(b.single.first); held(&j) && a.isOther(f) {
		return f
	}
	return nil
}

// hasDeniedWord reports that a window has the word which a negator denies, an auxiliary of Chinese apart.
func (a *alignment) hasDeniedWord(i int32, w window) bool {
	k := a.termFrom(i + 1)
	switch tok := &a.c.Toks[i]; tok.Stem {
	case "不":
		r, n := utf8.DecodeRuneInString(a.c.Raw[tok.End:])
		if r == '可' && !strings.HasPrefix(a.c.Raw[int(tok.End)+n:], "以") && !strings.HasPrefix(a.c.Raw[int(tok.End)+n:], "能") {
			return false // 不可用 says how something is
		}
		if r == '有' { // the word behind it, of which a pair of characters may hold one alone
			k = a.termFrom(a.c.TokenFrom(int(tok.End) + n))
			return slices.ContainsFunc(a.terms[min(k, len(a.terms)):min(k+2, len(a.terms))], func(tm term) bool { return a.strength(&tm, w) >= asForm })
		}
		if strings.ContainsRune("可能会會是支需应應", r) {
			return true
		}
	case "ない":
		k = a.termFrom(i) - 1
	}
	return k >= 0 && k < len(a.terms) && slices.ContainsFunc(a.terms[k].hits, func(h hit) bool { return h.unit >= w.first && h.unit < w.last && h.strength >= asForm })
}
