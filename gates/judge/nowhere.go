package judge

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

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
	if a.kind != KindArticle && a.kind != KindPage || j.Stance == provenance.Contradicts {
		return
	}
	var gone []string
	if tail := l.madeUpTail(a); tail != "" {
		gone = append(gone, tail)
	} else if held(j) {
		for _, r := range a.unheard() {
			if r[0] == r[1] && a.c.unmistakable(r[0]) {
				j.Rule, j.Missing = RuleNowhere, append(j.Missing, span(a.c, r[0], r[1]))
			}
		}
		return
	}
	for _, r := range a.unheard() {
		name := span(a.c, r[0], r[1])
		switch m := j.Mismatch; {
		case a.c.toks[r[0]].Is(text.MarkCode) && !(r[0] == r[1] && a.c.unmistakable(r[0])):
		case a.kept >= copiedRest && m != nil && m.Claim == name && m.Source != "" && (j.Rule == RuleName || j.Rule == RuleReplaced) && len(a.terms) >= copyWords && a.differs(j):
			j.Stance, j.Score = provenance.Contradicts, refutedScore
			return
		case a.kept >= copiedRest && j.Score >= heldScore,
			!(isUpperWord(name) && len(name) < 4 && text.WithoutSpaces(a.s.raw)) && l.holdsWithout(a, r): // DB may be データベース
			gone = append(gone, name)
		}
	}
	near := a.margin >= restLine && j.Rule != RuleLanguage
	var values, sure []string
	for i := range a.c.values {
		if v := &a.c.values[i]; a.c.told(v) && !a.said(v) {
			values = append(values, a.c.show(v))
			if near || a.c.exact(v) {
				sure = append(sure, a.c.show(v))
			}
		}
	}
	if len(values) >= manyValues && 4*len(values) >= 3*len(a.c.values) {
		sure = values
	}
	gone = append(gone, sure...)
	for _, body := range quotations(a.c.raw) {
		if wordsIn(body) >= quotedWords && !text.WithoutSpaces(body) && !text.WithoutSpaces(a.s.raw) && !a.s.quotes(body) && a.s.nearlyQuotes(l.claims.get(body, l.stems)) < quotedAlike {
			gone = append(gone, "“"+strings.TrimSpace(body)+"”")
		}
	}
	if len(gone) > 0 {
		j.Rule, j.Missing = RuleNowhere, gone
	}
}

// told reports a value that a page must have if it is the source of it: not a date, which may be
// when the page was published, a count, a number of slides or in an address, and the size of a file.
func (t *reading) told(v *value) bool {
	before, behind := strings.TrimRight(t.before(v.first), " "), t.after(v.last-1)
	switch {
	case v.n == 1 && v.unit == "", strings.HasPrefix(t.show(v), "0") && v.unit == "" && v.n >= 1:
		return false // "one", "only", "the first"; a permission
	case points(t.raw[:v.start], t.raw[v.end:]), strings.Contains(t.show(v), ":"), strings.HasSuffix(t.show(v), "'s"), strings.HasSuffix(t.show(v), "’s"):
		return false // it numbers an item; a time of day; "2026's"
	case strings.HasSuffix(before, "-") && strings.HasPrefix(behind, "-"), strings.HasPrefix(behind, ".md"):
		return false // a part of an address
	case v.unit == "s" && strings.HasPrefix(v.unitWord, "s") && (strings.HasPrefix(behind, ".") || v.n >= 100 && strings.HasPrefix(behind, " of")):
		return false // "s. 11" is a slide, "100s of" are hundreds
	case v.kind == dated:
		return v.date.day == 0 && v.date.month > 0 && v.date.from > 0
	case v.spelled && (v.unit == "" || v.unit == "%" || v.unit == "x"), t.labels(v) && !t.literal(v), strings.HasSuffix(before, "/"), v.unit == "" && strings.HasPrefix(behind, "/"), v.of != "", t.sizes(v):
		return false
	case strings.HasPrefix(strings.TrimLeft(behind, " "), "×"), strings.ContainsRune(t.raw, '='), v.unit == "" && v.first > 0 && t.toks[v.first-1].Is(text.MarkName):
		return false // it was reckoned, or is a part of a name: "Software 2.0"
	case v.kind == number && v.unit == "" && strings.HasSuffix(before, ":") && strings.HasPrefix(behind, ";"):
		return false // a cell that counts what the next one lists
	case v.kind == number && v.unit == "":
		return v.n < 1e5 || strings.ContainsAny(t.show(v), ", ")
	}
	return true
}

// sizes reports a value that is as long or large as a file that the text names.
func (t *reading) sizes(v *value) bool {
	lines := int(v.last) < len(t.toks) && lineWords.Has(t.toks[v.last].Low)
	return (lines || v.unit == "B" && v.n < 1e6) && fileName.MatchString(t.raw)
}

var (
	lineWords = text.WordSet("line lines loc 줄 行")
	fileName  = regexp.MustCompile(`\w\.[A-Za-z]\w`)
)

// literal reports a value that is looked up as it is written: an address, a port, a version in full.
func (t *reading) literal(v *value) bool {
	return t.exact(v) && v.kind != ordinal && (v.first == 0 || !labelWords.Has(t.toks[v.first-1].Low) || v.kind == version)
}

// exact reports a value that nobody writes by chance: with a unit, or of three digits.
func (t *reading) exact(v *value) bool {
	digits := 0
	for _, r := range t.show(v) {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	return v.kind != dated && (digits >= 3 || digits > 0 && v.unit != "")
}

// said reports a value that the text or what stands over text and claim has in any form, be
// it as digits.
func (a *alignment) said(v *value) bool {
	return slices.ContainsFunc([]*reading{a.s, a.around, a.lead}, func(t *reading) bool {
		return t != nil && (t.gives(v, a.c) || t.measuresApart(v) || text.Spells(t.raw, a.c.show(v)) || t.plainly(v))
	})
}

// gives reports a text with a value, less or more exactly. A limit or a range within which the
// value lies is of the same thing: "over 1,000 users" does not give port 8080.
func (t *reading) gives(v *value, of *reading) bool {
	return slices.ContainsFunc(t.values, func(sv value) bool {
		if v.kind == number && sv.kind == number && v.noun != sv.noun && !slices.Contains([]float64{sv.n, rawNumber(&sv)}, rawNumber(v)) && math.Abs(v.n-sv.n) > nearly*math.Abs(v.n) {
			return false
		}
		return t.isValue(v, &sv, of)
	})
}

// nearly is how far apart two numbers may be that are roughly the same.
const nearly = 0.15

// plainly reports a text that has the number of a value and no unit behind it: 3200 for 3200MHz.
func (t *reading) plainly(v *value) bool {
	return v.unit != "" && rawNumber(v) >= 100 && slices.ContainsFunc(t.values, func(sv value) bool {
		return sv.kind == number && sv.unit == "" && sv.n == rawNumber(v) || sv.kind == dated && strings.HasPrefix(t.show(&sv), strconv.Itoa(int(rawNumber(v))))
	})
}

// measuresApart reports a sentence that has the number of a value and its unit, though not side
// by side: "a number of days (default: 90)".
func (t *reading) measuresApart(v *value) bool {
	return v.unit != "" && slices.ContainsFunc(t.values, func(sv value) bool {
		u := t.units[sv.in]
		return sv.unit == "" && rawNumber(&sv) == rawNumber(v) &&
			slices.ContainsFunc(t.toks[u.first:u.last], func(tok text.Token) bool { return units()[tok.Low].base == v.unit && tok.Low == v.unitWord })
	})
}

// nearlyQuotes is the largest share of the words of meaning of a quotation that a text has in three
// sentences on end.
func (t *reading) nearlyQuotes(quote *reading) float64 {
	near := map[int32]int{}
	best, n := 0, 0
	for i := range quote.toks {
		tok := &quote.toks[i]
		if !tok.Content() && !tok.Is(text.MarkNumber) {
			continue
		}
		n++
		last := int32(-1)
		for _, at := range t.placesOf(tok.Stem) {
			for u := max(t.toks[at].Unit-1, last+1); u <= t.toks[at].Unit+1; u++ {
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
	if isUpperWord(name) && slices.ContainsFunc(t.toks, func(tok text.Token) bool { return capitals(t.raw[tok.Start:tok.End]) == name }) {
		return true
	}
	if !text.HasUpper(name) || len(letters) < 3 {
		return false
	}
	tail := t.beginWith(letters[1:])
	return t.beginWith(letters) > 0 || tail > 1 || tail > 0 && (len(letters) > 3 || len(t.toks) < articleFrom) // any page has two such words once
}

// beginWith counts the places where words begin with letters, small words left out or not: DK and
// DOK are a dictionary of keys.
func (t *reading) beginWith(letters string) (places int) {
	for i := range t.toks {
		k := 0
		for at := i; at < len(t.toks) && k < len(letters); at++ {
			tok := &t.toks[at]
			if tok.Low[0] == letters[k] && (tok.Content() || k > 0 && k < len(letters)-1) {
				k++
			} else if k == 0 || tok.Content() {
				break
			}
		}
		if k == len(letters) {
			places++
		}
	}
	return places
}

func (t *reading) hasWord(low string) bool {
	return slices.ContainsFunc(t.toks, func(tok text.Token) bool { return tok.Low == low })
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
	if gone > 0 && (!a.c.unmistakable(r[0]) || text.WithoutSpaces(a.c.raw) || gone > (1-mostOfRest)*all) {
		return false
	}
	return l.holdsWith(a, r[0], r[1], "")
}
