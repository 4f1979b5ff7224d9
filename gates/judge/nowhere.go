package judge

import (
	"cmp"
	"slices"
	"strings"

	"assay/gates/judge/reading"
	"assay/gates/judge/value"
	"assay/provenance"
	"assay/text"
)

// restLine is the margin from which on a page says so much of a claim that a value which
// stands nowhere in it is no part of another statement.
const restLine = 0.0

// copiedRest is the share of a claim's words that a page must have in one place, in their order,
// for a name in their midst to be made up: in other words it may be another name of the same thing.
const copiedRest = 0.6

// manyValues, most of a claim's, that stand nowhere in a page are made up whatever else it says.
const manyValues = 3

// Of a quotation of so many words a page must have this share of the words in one place; who
// quotes a talk mends what was said. In Chinese and Japanese such marks are put around any phrase.
const (
	quotedWords = 5
	quotedAlike = 0.6
)

// nowhere finds values, names and quotations of a claim of which a text that is cited as a whole
// has no form; the rest of the claim it must have, unless nobody writes such a value by chance. Where the text has another in the place of such a name, it says otherwise.
// Whether the rest is made up hangs on what else the claim cites.
func (l *Lexical) nowhere(a *alignment, j *provenance.Judgement) {
	short := a.kind != KindArticle && a.kind != KindPage
	if short && (held(j) || len(a.s.Toks) < wholeFrom) || j.Stance == provenance.Contradicts {
		return
	}
	near := a.margin >= restLine && j.Rule != RuleLanguage
	if short {
		if gone := a.valuesNowhere(false); near && len(gone) > 0 {
			j.Rule, j.Missing = RuleNowhere, gone
		}
		return
	}
	var gone []string
	if tail := l.madeUpTail(a); tail != "" {
		gone = append(gone, tail)
	} else if held(j) {
		for _, r := range a.unheard() {
			if r[0] == r[1] && a.c.Unmistakable(r[0]) && !a.acronym(a.c.Span(r[0], r[1])) {
				j.Rule, j.Missing = RuleNowhere, append(j.Missing, a.c.Span(r[0], r[1]))
			}
		}
		return
	}
	for _, r := range a.unheard() {
		name := a.c.Span(r[0], r[1])
		switch m := j.Mismatch; {
		case a.c.Toks[r[0]].Is(text.MarkCode) && !(r[0] == r[1] && a.c.Unmistakable(r[0])):
		case a.kept >= copiedRest && m != nil && m.Claim == name && m.Source != "" && (j.Rule == RuleName || j.Rule == RuleReplaced) && len(a.terms) >= copyWords && a.differs(j):
			j.Stance, j.Score = provenance.Contradicts, refutedScore
			return
		case a.kept >= copiedRest && j.Score >= heldScore,
			!a.acronym(name) && l.holdsWithout(a, r):
			gone = append(gone, name)
		}
	}
	gone = append(gone, a.valuesNowhere(near)...)
	for _, body := range quotations(a.c.Raw) {
		if wordsIn(body) >= quotedWords && !text.WithoutSpaces(body) && !text.WithoutSpaces(a.s.Raw) && !a.s.Quotes(body) && a.s.NearlyQuotes(l.claims.get(body, l.stems)) < quotedAlike {
			gone = append(gone, "“"+strings.TrimSpace(body)+"”")
		}
	}
	if len(gone) > 0 {
		j.Rule, j.Missing = RuleNowhere, gone
	}
}

// valuesNowhere are the values of a claim that a page must have, and has in no form: all, where it has the
// rest of the claim or lacks many, else those that nobody writes by chance.
func (a *alignment) valuesNowhere(near bool) []string {
	var values, sure []string
	for i := range a.c.Values {
		if v := &a.c.Values[i]; a.c.Told(v) && !a.said(v) {
			values = append(values, a.c.Show(v))
			if near || a.c.Exact(v) {
				sure = append(sure, a.c.Show(v))
			}
		}
	}
	if len(values) >= manyValues && 4*len(values) >= 3*len(a.c.Values) {
		return values
	}
	return sure
}

// acronym reports one that a text in Chinese or Japanese may have by its words: DB is データベース, CAPEX 资本支出.
func (a *alignment) acronym(name string) bool {
	return text.IsUpperWord(name) && !strings.ContainsAny(name, "0123456789") && text.WithoutSpaces(a.s.Raw)
}

// said reports a value that the text or what stands over text and claim has in any form, be
// it as digits.
func (a *alignment) said(v *value.Value) bool {
	return a.standsBare(a.c.Show(v)) || slices.ContainsFunc([]*reading.Text{a.s, a.around, a.lead}, func(t *reading.Text) bool {
		return t != nil && (t.Gives(v, a.c) || t.GivesOne(a.c.Show(v)) || t.Multiplies(v) || t.MeasuresApart(v) || text.SpellsIn(t.As.Low(), a.c.Show(v)) || t.Plainly(v) || t.Notates(v, a.c.Show(v)))
	})
}

// mostOfRest is the share of the rest of a claim that a text must have, for a name that no other
// word looks like to be made up.
const mostOfRest = 0.75

// holdsWithout reports a claim that would be held without a run of its words, and of whose other
// words the text has each, or most of them.
func (l *Lexical) holdsWithout(a *alignment, r [2]int32) bool {
	var gone, all float32
	for i := range a.terms {
		if tm := &a.terms[i]; tm.tok < r[0] || tm.tok > r[1] {
			if all += tm.weight; tm.anywhere == 0 && !tm.led {
				gone += tm.weight
			}
		}
	}
	if gone > 0 && (!a.c.Unmistakable(r[0]) || text.WithoutSpaces(a.c.Raw) || gone > (1-mostOfRest)*all) {
		return false
	}
	return l.holdsWith(a, r[0], r[1], "")
}

// tailWords, at least, must the end of a claim have for it to say something of its own.
const tailWords = 3

// madeUpTail is the end of a claim behind a comma or a joining word, of whose words a page that
// carries the rest of the claim has none in any form; empty where there is none.
func (l *Lexical) madeUpTail(a *alignment) string {
	if text.WithoutSpaces(a.c.Raw) {
		return ""
	}
	n := int32(len(a.c.Toks))
	for i := len(a.terms) - 1; i > 0; i-- {
		if tm := &a.terms[i]; tm.anywhere > 0 || tm.led {
			return ""
		}
		first := a.c.TailFrom(a.terms[i-1].tok+1, a.terms[i].tok)
		if first < 0 || len(a.terms)-i < tailWords {
			continue
		}
		if referring.Has(a.c.Toks[first].Low) || slices.ContainsFunc(a.c.Values, func(v value.Value) bool { return v.First >= first }) {
			return ""
		}
		start, end := a.c.Toks[first].Start, a.c.Toks[n-1].End
		if l.holds(a, strings.TrimRight(a.c.Raw[:start], " ,;")+a.c.Raw[end:]) {
			return a.c.Span(a.terms[i].tok, n-1)
		}
	}
	return ""
}

// referring words begin a tail that only says where more is told.
var referring = text.WordSet(`see cf compare siehe vgl vergleiche voir véase vedi zie`)

// unheard are the names of the claim, first and last token, that the text has in no form. A part of a
// longer name is one only if it is unmistakable.
func (a *alignment) unheard() (runs [][2]int32) {
	for i := 0; i < len(a.terms); i++ {
		if !a.c.Names(a.terms[i].tok) {
			continue
		}
		first, last := a.nameRun(i)
		if i = last; a.unheardOf(first, last) {
			runs = append(runs, [2]int32{a.terms[first].tok, a.terms[last].tok})
			continue
		}
		for k := first; k <= last; k++ {
			if tok := a.terms[k].tok; a.c.Unmistakable(tok) && a.unheardOf(k, k) {
				runs = append(runs, [2]int32{tok, tok})
			}
		}
	}
	return runs
}

// termFrom is the first term that is a token or stands behind it.
func (a *alignment) termFrom(tok int32) int {
	i, _ := slices.BinarySearchFunc(a.terms, tok, func(tm term, tok int32) int { return cmp.Compare(tm.tok, tok) })
	return i
}

var ofPlace = text.WordSet(`of de von van di da del`)

// unheardOf reports a run of names that neither the text nor what stands over the claim has
// in any form.
func (a *alignment) unheardOf(first, last int) bool {
	for k := first; k <= last; k++ {
		tm := &a.terms[k]
		tok := &a.c.Toks[tm.tok]
		if a.c.NumbersItem(tm.tok) || tm.led || tm.anywhere > asForm || text.IsDigitByte(tok.Low[0]) || tok.Is(text.MarkCJK|text.MarkNumber) || len(tok.Low) < 2 || reading.KindsOfThings.Has(tok.Low) || len(a.s.PlacesOf(tok.Stem)) > 0 || len(a.s.PlacesOf(strings.TrimSuffix(tok.Low, "s"))) > 0 {
			return false
		}
	}
	if !slices.ContainsFunc(a.terms[first:last+1], func(tm term) bool { return !a.c.GermanNoun(tm.tok) }) {
		return false
	}
	for k := first; k <= last; k++ {
		if word := a.c.Span(a.terms[k].tok, a.terms[k].tok); a.s.SpellsAlike(word) || len(word) > shortName && a.s.SpellsTight(word) {
			return false
		}
	}
	before, behind := a.terms[first].tok-1, a.terms[last].tok+1
	if int(behind)+1 < len(a.c.Toks) && ofPlace.Has(a.c.Toks[behind].Low) && a.c.Capital(int(behind)+1) {
		return false // William of Rubruck
	}
	if first == last && a.c.Unmistakable(a.terms[first].tok) && (before < 0 || !strings.ContainsAny(a.c.Gap(before), "(/[")) {
		name := a.c.Span(a.terms[first].tok, a.terms[last].tok)
		return !a.s.Spells(name) && !a.s.Writes(name)
	}
	if before >= 0 && strings.ContainsAny(a.c.Gap(before), "(/[") || // a gloss of what stands before it, a part of a path
		before >= 0 && a.c.Capital(int(before)) && a.c.Gap(before) == " " && a.c.Toks[before].Content() || int(behind) < len(a.c.Toks) && a.c.Capital(int(behind)) && a.c.Gap(behind-1) == " " && a.c.Toks[behind].Content() {
		return false
	}
	return a.c.ProperRun(a.terms[first].tok, a.terms[last].tok) && !a.s.Spells(a.c.Span(a.terms[first].tok, a.terms[last].tok))
}

// namedElsewhere reports a name of the claim that the text has, but not where it says what
// the claim says, nor above: there it speaks of another.
func (a *alignment) namedElsewhere() bool {
	for i := range a.terms {
		tm := &a.terms[i]
		if tok := &a.c.Toks[tm.tok]; tok.Is(text.MarkName) && !a.c.GermanNoun(tm.tok) && (!tok.Is(text.MarkFirst) || text.IsUpperWord(a.c.Raw[tok.Start:tok.End])) && tm.here == 0 && tm.anywhere >= 1 && !tm.led && !a.namedNear(tm) {
			return true
		}
	}
	return false
}

// namedNear reports a name within a few sentences before the window: they speak of one thing.
func (a *alignment) namedNear(tm *term) bool {
	const near = 3
	return slices.ContainsFunc(tm.hits, func(h hit) bool {
		return h.unit >= a.window.first-near && h.unit <= a.window.last+near || a.over(h.unit, a.window)
	})
}
