package judge

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

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
			if r[0] == r[1] && a.c.unmistakable(r[0]) && !a.acronym(span(a.c, r[0], r[1])) {
				j.Rule, j.Missing = RuleNowhere, append(j.Missing, span(a.c, r[0], r[1]))
			}
		}
		return
	}
	for _, r := range a.unheard() {
		name := span(a.c, r[0], r[1])
		switch m := j.Mismatch; {
		case a.c.Toks[r[0]].Is(text.MarkCode) && !(r[0] == r[1] && a.c.unmistakable(r[0])):
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
		if wordsIn(body) >= quotedWords && !text.WithoutSpaces(body) && !text.WithoutSpaces(a.s.Raw) && !a.s.quotes(body) && a.s.nearlyQuotes(l.claims.get(body, l.stems)) < quotedAlike {
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
		if v := &a.c.Values[i]; a.c.told(v) && !a.said(v) {
			values = append(values, a.c.Show(v))
			if near || a.c.exact(v) {
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
	return a.standsBare(a.c.Show(v)) || slices.ContainsFunc([]*reading{a.s, a.around, a.lead}, func(t *reading) bool {
		return t != nil && (t.gives(v, a.c) || t.givesOne(a.c.Show(v)) || t.multiplies(v) || t.measuresApart(v) || text.SpellsIn(t.as.low(), a.c.Show(v)) || t.plainly(v) || t.notates(v, a.c.Show(v)))
	})
}

// givesOne reports a text that says "a month" for "1 month".
func (t *reading) givesOne(shown string) bool {
	number, unit, _ := strings.Cut(shown, " ")
	return (number == "1" || number == "one") && slices.ContainsFunc([]string{"past ", "last ", "a ", "an ", "un ", "une ", "una ", "um ", "uma ", "ein ", "eine ", "einem ", "einer ", "eines ", "en ", "ett "}, func(article string) bool {
		return text.SpellsIn(t.as.low(), article+unit)
	})
}

// multiplies reports a text that has a factor as a verb, "doubled throughput" for 2x, or "a couple".
func (t *reading) multiplies(v *value.Value) bool {
	if v.N == 2 && v.Unit == "" {
		return slices.ContainsFunc(t.Toks, func(tok text.Token) bool { return tok.Low == "couple" })
	}
	words, ok := factors[v.N]
	return ok && (v.Unit == "times" || v.Unit == "x") && slices.ContainsFunc(t.Toks, func(tok text.Token) bool { return words.Has(tok.Low) })
}

var factors = map[float64]text.Set{
	0.5: text.WordSet(`halve halves halved halving half`),
	2:   text.WordSet(`double doubles doubled doubling twice twofold`),
	3:   text.WordSet(`triple triples tripled tripling thrice threefold treble trebled`),
	4:   text.WordSet(`quadruple quadruples quadrupled quadrupling fourfold`),
}

// gives reports a text with a value, less or more exactly. A limit or a range within which the
// value lies is of the same thing: "over 1,000 users" does not give port 8080.
func (t *reading) gives(v *value.Value, of *reading) bool {
	return slices.ContainsFunc(t.Values, func(sv value.Value) bool {
		if v.Kind == value.Number && sv.Kind == value.Number && v.Noun != sv.Noun && !slices.Contains([]float64{sv.N, value.RawNumber(&sv)}, value.RawNumber(v)) && math.Abs(v.N-sv.N) > nearly*math.Abs(v.N) {
			return false
		}
		return t.isValue(v, &sv, of) || t.tabulates(&sv, v, of)
	})
}

// nearly is how far apart two numbers may be that are roughly the same.
const nearly = 0.15

// plainly reports a text that has the number of a value and no unit behind it: 3200 for 3200MHz.
func (t *reading) plainly(v *value.Value) bool {
	return v.Unit != "" && value.RawNumber(v) >= 100 && slices.ContainsFunc(t.Values, func(sv value.Value) bool {
		return sv.Kind == value.Number && sv.Unit == "" && sv.N == value.RawNumber(v) || sv.Kind == value.Dated && strings.HasPrefix(t.Show(&sv), strconv.Itoa(int(value.RawNumber(v))))
	})
}

// measuresApart reports a sentence that has the number of a value and its unit, though not side
// by side: "a number of days (default: 90)".
func (t *reading) measuresApart(v *value.Value) bool {
	return v.Unit != "" && slices.ContainsFunc(t.Values, func(sv value.Value) bool {
		u := t.Units[sv.In]
		return sv.Unit == "" && value.RawNumber(&sv) == value.RawNumber(v) &&
			slices.ContainsFunc(t.Toks[u.First:u.Last], func(tok text.Token) bool { return tok.Low == v.UnitWord && value.UnitOf(tok.Low).Base == v.Unit })
	})
}

// nearlyQuotes is the largest share of the words of meaning of a quotation that a text has in three
// sentences on end.
func (t *reading) nearlyQuotes(quote *reading) float64 {
	near := map[int32]int{}
	best, n := 0, 0
	for i := range quote.Toks {
		tok := &quote.Toks[i]
		if !tok.Content() && !tok.Is(text.MarkNumber) {
			continue
		}
		n++
		last := int32(-1)
		for _, at := range t.placesOf(tok.Stem) {
			for u := max(t.Toks[at].Unit-1, last+1); u <= t.Toks[at].Unit+1; u++ {
				near[u]++
				best, last = max(best, near[u]), u
			}
		}
	}
	return float64(best) / float64(max(n, 1))
}

// spells reports a text that has a name in full where the claim has it short, in part (PAT of
// "access token"), or the other way round.
func (t *reading) spells(name string) bool {
	letters := strings.ToLower(name)
	if words := strings.Fields(letters); len(words) > 1 {
		initials := ""
		for _, w := range words {
			initials += w[:1]
		}
		return t.hasWord(initials) || t.hasWord(initials+"s")
	}
	if t.hasWord(letters + "s") {
		return true
	}
	if text.IsUpperWord(name) && slices.ContainsFunc(t.Toks, func(tok text.Token) bool { return capitals(t.Raw[tok.Start:tok.End]) == name }) {
		return true
	}
	if !text.HasUpper(name) || len(letters) < 2 {
		return false
	}
	if len(letters) == 2 {
		return text.IsUpperWord(name) && (t.Lang == "zh" || t.Lang == "ja" || t.beginWith(letters) > 0)
	}
	tail := t.beginWith(letters[1:])
	return t.beginWith(letters) > 0 || tail > 1 || tail > 0 && (len(letters) > 3 || len(t.Toks) < articleFrom) // any page has two such words once
}

// beginWith counts how often the same words begin with letters, small words left out or not: DK
// and DOK are a dictionary of keys.
func (t *reading) beginWith(letters string) (most int) {
	places := map[string]int{}
	for i := range t.Toks {
		k, end := 0, int32(0)
		for at := i; at < len(t.Toks) && k < len(letters); at++ {
			tok := &t.Toks[at]
			if end = tok.End; tok.Low[0] == letters[k] && (tok.Content() || k > 0 && k < len(letters)-1) {
				k++
			} else if k == 0 || tok.Content() {
				break
			}
		}
		if k == len(letters) {
			words := strings.ToLower(strings.Join(strings.Fields(t.Raw[t.Toks[i].Start:end]), " "))
			places[words]++
			most = max(most, places[words])
		}
	}
	return most
}

func (t *reading) hasWord(low string) bool {
	return slices.ContainsFunc(t.Toks, func(tok text.Token) bool { return tok.Low == low })
}

// capitals are the capital letters of a word: WS of WebSocket.
func capitals(word string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return r
		}
		return -1
	}, word)
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
	if gone > 0 && (!a.c.unmistakable(r[0]) || text.WithoutSpaces(a.c.Raw) || gone > (1-mostOfRest)*all) {
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
		first := a.c.tailFrom(a.terms[i-1].tok+1, a.terms[i].tok)
		if first < 0 || len(a.terms)-i < tailWords {
			continue
		}
		if referring.Has(a.c.Toks[first].Low) || slices.ContainsFunc(a.c.Values, func(v value.Value) bool { return v.First >= first }) {
			return ""
		}
		start, end := a.c.Toks[first].Start, a.c.Toks[n-1].End
		if l.holds(a, strings.TrimRight(a.c.Raw[:start], " ,;")+a.c.Raw[end:]) {
			return span(a.c, a.terms[i].tok, n-1)
		}
	}
	return ""
}

// tailFrom is the first of some tokens that a tail may begin with, -1 for none.
func (t *reading) tailFrom(from, to int32) int32 {
	for i := from; i <= to; i++ {
		if tailLeads.Has(t.Toks[i].Low) || t.parted(i) && strings.ContainsAny(t.Gap(i-1), ",;") {
			return i
		}
	}
	return -1
}

// referring words begin a tail that only says where more is told.
var referring = text.WordSet(`see cf compare siehe vgl vergleiche voir véase vedi zie`)

var tailLeads = text.WordSet(`and which who because since so such while whereas thereby without`)

// unheard are the names of the claim, first and last token, that the text has in no form. A part of a
// longer name is one only if it is unmistakable.
func (a *alignment) unheard() (runs [][2]int32) {
	for i := 0; i < len(a.terms); i++ {
		if !a.c.names(a.terms[i].tok) {
			continue
		}
		first, last := a.nameRun(i)
		if i = last; a.unheardOf(first, last) {
			runs = append(runs, [2]int32{a.terms[first].tok, a.terms[last].tok})
			continue
		}
		for k := first; k <= last; k++ {
			if tok := a.terms[k].tok; a.c.unmistakable(tok) && a.unheardOf(k, k) {
				runs = append(runs, [2]int32{tok, tok})
			}
		}
	}
	return runs
}

// unmistakable reports a name that is written so in any place: three capital letters or more, or
// a sign within a word that no sentence puts there.
func (t *reading) unmistakable(i int32) bool {
	tok := &t.Toks[i]
	word := t.Raw[tok.Start:tok.End]
	return len(word) >= 3 && !kindsOfThings.Has(strings.TrimSuffix(tok.Low, "s")) && (text.IsUpperWord(word) || text.HasUpper(word[1:]) && !text.IsUpperWord(word[:2]) || strings.IndexAny(word, "_.") > 1) // not x_1
}

// kindsOfThings are short for what many things are: who writes them names none.
var kindsOfThings = text.WordSet(`api cli gui url uri http https html json yaml xml csv pdf sql rest sdk ide cpu gpu ram ssd usb dns faq llm nlp etc
	todo readme e2e os ai ml pc id ui ux vm yoy qoq mom ytd cagr ttm roi kpi ceo cfo cto coo`)

// writes reports a text that has a name, or the last part of one with dots, in whatever it is a
// part of. What names a file may be the text itself.
func (t *reading) writes(name string) bool {
	const tellsApart = 5 // "yaml" ends the names of files
	last := name[strings.LastIndexByte(name, '.')+1:]
	if len(last) < tellsApart {
		last = name
	}
	return last == name && fileName.MatchString(name) || text.SpellsIn(t.as.low(), last) || text.SpellsIn(t.as.low(), strings.ReplaceAll(last, "_", " "))
}

// germanNoun reports a word of German with no capital but its first: every noun is written so.
func (t *reading) germanNoun(i int32) bool {
	tok := &t.Toks[i]
	return t.Lang == "de" && !tok.Is(text.MarkCode) && !text.HasUpper(t.Raw[tok.Start+1:tok.End])
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
		if a.c.numbersItem(tm.tok) || tm.led || tm.anywhere > asForm || text.IsDigitByte(tok.Low[0]) || tok.Is(text.MarkCJK|text.MarkNumber) || len(tok.Low) < 2 || kindsOfThings.Has(tok.Low) || len(a.s.placesOf(tok.Stem)) > 0 || len(a.s.placesOf(strings.TrimSuffix(tok.Low, "s"))) > 0 {
			return false
		}
	}
	if !slices.ContainsFunc(a.terms[first:last+1], func(tm term) bool { return !a.c.germanNoun(tm.tok) }) {
		return false
	}
	for k := first; k <= last; k++ {
		if word := span(a.c, a.terms[k].tok, a.terms[k].tok); a.s.spellsAlike(word) || len(word) > leastStem && a.s.spellsTight(word) {
			return false
		}
	}
	before, behind := a.terms[first].tok-1, a.terms[last].tok+1
	if int(behind)+1 < len(a.c.Toks) && ofPlace.Has(a.c.Toks[behind].Low) && a.c.Capital(int(behind)+1) {
		return false // William of Rubruck
	}
	if first == last && a.c.unmistakable(a.terms[first].tok) && (before < 0 || !strings.ContainsAny(a.c.Gap(before), "(/[")) {
		name := span(a.c, a.terms[first].tok, a.terms[last].tok)
		return !a.s.spells(name) && !a.s.writes(name)
	}
	if before >= 0 && strings.ContainsAny(a.c.Gap(before), "(/[") || // a gloss of what stands before it, a part of a path
		before >= 0 && a.c.Capital(int(before)) && a.c.Gap(before) == " " && a.c.Toks[before].Content() || int(behind) < len(a.c.Toks) && a.c.Capital(int(behind)) && a.c.Gap(behind-1) == " " && a.c.Toks[behind].Content() {
		return false
	}
	return a.c.properRun(a.terms[first].tok, a.terms[last].tok) && !a.s.spells(span(a.c, a.terms[first].tok, a.terms[last].tok))
}

// namedElsewhere reports a name of the claim that the text has, but not where it says what
// the claim says, nor above: there it speaks of another.
func (a *alignment) namedElsewhere() bool {
	for i := range a.terms {
		tm := &a.terms[i]
		if tok := &a.c.Toks[tm.tok]; tok.Is(text.MarkName) && !a.c.germanNoun(tm.tok) && (!tok.Is(text.MarkFirst) || text.IsUpperWord(a.c.Raw[tok.Start:tok.End])) && tm.here == 0 && tm.anywhere >= 1 && !tm.led && !a.namedNear(tm) {
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
