package judge

import (
	"slices"
	"strings"

	"assay/gates/judge/align"
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
	if short && (held(j) || len(a.Source.Toks) < align.WholeFrom) || j.Stance == provenance.Contradicts {
		return
	}
	near := a.margin >= restLine && j.Rule != RuleLanguage
	if short {
		if gone := a.ValuesNowhere(false); near && len(gone) > 0 {
			j.Rule, j.Missing = RuleNowhere, gone
		}
		return
	}
	names := a.Unheard()
	if len(names) > 0 && a.Source.WrittenAsSaid() {
		names = nil
	}
	var gone []string
	if tail := l.madeUpTail(a); tail != "" {
		gone = append(gone, tail)
	} else if held(j) {
		for _, r := range names {
			if r[0] == r[1] && a.Claim.Unmistakable(r[0]) && !a.Acronym(a.Claim.Span(r[0], r[1])) {
				j.Rule, j.Missing = RuleNowhere, append(j.Missing, a.Claim.Span(r[0], r[1]))
			}
		}
		return
	}
	for _, r := range names {
		name := a.Claim.Span(r[0], r[1])
		switch m := j.Mismatch; {
		case a.Claim.Toks[r[0]].Is(text.MarkCode) && !(r[0] == r[1] && a.Claim.Unmistakable(r[0])):
		case a.kept >= copiedRest && m != nil && m.Claim == name && m.Source != "" && (j.Rule == RuleName || j.Rule == RuleReplaced) && len(a.Terms) >= align.CopyWords && a.differs(j):
			j.Stance, j.Score = provenance.Contradicts, refutedScore
			return
		case a.kept >= copiedRest && j.Score >= heldScore,
			!a.Acronym(name) && l.holdsWithout(a, r):
			gone = append(gone, name)
		}
	}
	gone = append(gone, a.ValuesNowhere(near)...)
	for _, body := range align.Quotations(a.Claim.Raw) {
		if align.WordsIn(body) >= quotedWords && !text.WithoutSpaces(body) && !text.WithoutSpaces(a.Source.Raw) && !a.Source.Quotes(body) && a.Source.NearlyQuotes(l.claims.get(body, l.stems)) < quotedAlike {
			gone = append(gone, "“"+strings.TrimSpace(body)+"”")
		}
	}
	if len(gone) > 0 {
		j.Rule, j.Missing = RuleNowhere, gone
	}
}

// mostOfRest is the share of the rest of a claim that a text must have, for a name that no other
// word looks like to be made up.
const mostOfRest = 0.75

// holdsWithout reports a claim that would be held without a run of its words, and of whose other
// words the text has each, or most of them.
func (l *Lexical) holdsWithout(a *alignment, r [2]int32) bool {
	var gone, all float32
	for i := range a.Terms {
		if tm := &a.Terms[i]; tm.Tok < r[0] || tm.Tok > r[1] {
			if all += tm.Weight; tm.Anywhere == 0 && !tm.Led {
				gone += tm.Weight
			}
		}
	}
	if gone > 0 && (!a.Claim.Unmistakable(r[0]) || text.WithoutSpaces(a.Claim.Raw) || gone > (1-mostOfRest)*all) {
		return false
	}
	return l.holdsWith(a, r[0], r[1], "")
}

// tailWords, at least, must the end of a claim have for it to say something of its own.
const tailWords = 3

// madeUpTail is the end of a claim behind a comma or a joining word, of whose words a page that
// carries the rest of the claim has none in any form; empty where there is none.
func (l *Lexical) madeUpTail(a *alignment) string {
	if text.WithoutSpaces(a.Claim.Raw) {
		return ""
	}
	n, own := int32(len(a.Claim.Toks)), 0
	for i := len(a.Terms) - 1; i > 0; i-- {
		if tm := &a.Terms[i]; tm.Anywhere > 0 || tm.Led {
			return ""
		}
		first := a.Claim.TailFrom(a.Terms[i-1].Tok+1, a.Terms[i].Tok)
		if own++; relating.Has(a.Claim.Toks[a.Terms[i].Tok].Low) {
			own--
		}
		if first < 0 || own < tailWords {
			continue
		}
		if referring.Has(a.Claim.Toks[first].Low) || slices.ContainsFunc(a.Claim.Values, func(v value.Value) bool { return v.First >= first }) {
			return ""
		}
		start, end := a.Claim.Toks[first].Start, a.Claim.Toks[n-1].End
		if l.holds(a, strings.TrimRight(a.Claim.Raw[:start], " ,;")+a.Claim.Raw[end:]) {
			return a.Claim.Span(a.Terms[i].Tok, n-1)
		}
	}
	return ""
}

// referring words begin a tail that only says where more is told.
var referring = text.WordSet(`see cf compare siehe vgl vergleiche voir véase vedi zie`)
