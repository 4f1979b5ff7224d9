package align

import (
	"slices"
	"strings"

	"assay/gates/judge/lexicon"
	"assay/gates/judge/reading"
	"assay/provenance"
	"assay/text"
)

// How many words a sentence has at most that is read by clauses: a longer one is code or a list
// that lost its line ends.
const MaxSentence = 60

// Unnamed reports a name, not of the word that a sentence begins with, that neither the text
// nor what stands over the claim has.
func (a *Alignment) Unnamed(tm Term) bool {
	tok := &a.Claim.Toks[tm.Tok]
	return tok.Is(text.MarkName) && !tok.Is(text.MarkFirst) && tm.Anywhere == 0 && !tm.Led && !a.Claim.GermanNoun(tm.Tok)
}

// shortName is how many letters any run of words may have by chance.
const shortName = 3

// NameRun is the run of name terms around term i.
func (a *Alignment) NameRun(i int) (first, last int) {
	isName := func(k int) bool { return a.Claim.Toks[a.Terms[k].Tok].Is(text.MarkName | text.MarkCode) }
	first, last = i, i
	for first > 0 && isName(first-1) && a.Terms[first-1].Tok == a.Terms[first].Tok-1 && !a.Claim.Toks[a.Terms[first].Tok].Is(text.MarkBreak) {
		first--
	}
	for last+1 < len(a.Terms) && isName(last+1) && a.Terms[last+1].Tok == a.Terms[last].Tok+1 && !a.Claim.Toks[a.Terms[last+1].Tok].Is(text.MarkBreak) {
		last++
	}
	return first, last
}

// Opens reports that nothing but names stands before term i.
func (a *Alignment) Opens(i int) bool {
	return !text.AnyIn(0, a.Terms[i].Tok, func(k int32) bool {
		return !a.Claim.Toks[k].Is(text.MarkName|text.MarkCode|text.MarkFirst) || a.Claim.Toks[k+1].Is(text.MarkBreak)
	})
}

// Rival finds a name in unit best that the claim does not have, standing where the
// claim's should: next to the aligned word before it, or the one after.
func (a *Alignment) Rival(first, last int, best int32, isCode bool) int32 {
	u := a.Source.Units[best]
	var left, right int32 = -1, -1
	if first > 0 && a.Terms[first].Tok-a.Terms[first-1].Tok <= 3 && a.Terms[first-1].Found >= AsForm {
		left = a.Terms[first-1].Pos
	}
	if last+1 < len(a.Terms) && a.Terms[last+1].Tok-a.Terms[last].Tok <= 3 && a.Terms[last+1].Found >= AsForm {
		right = a.Terms[last+1].Pos
	}
	if u.Last-u.First > EchoSentence || a.Source.ListsReferences(best) {
		return -1 // no sentence that has a place to be filled
	}
	lead := a.Claim.LeadBefore(a.Terms[first].Tok)
	for at := u.First; at < u.Last; at++ {
		tok := &a.Source.Toks[at]
		if !tok.Is(text.MarkName|text.MarkCode) || tok.Is(text.MarkNumber) || isCode != (tok.Is(text.MarkCode) && !tok.Is(text.MarkName)) || a.ClaimHas(tok.Stem) || !a.Source.ProperName(at) {
			continue
		}
		nearLeft := left >= 0 && at > left && at-left <= 3
		nearRight := right >= 0 && at < right && right-at <= 3
		if !(nearLeft && (right < 0 || nearRight || right > at) || nearRight && left < 0) {
			continue
		}
		if nearLeft && a.Source.LeadBetween(left, at) != lead || a.kinToRun(first, last, at) {
			continue
		}
		return at
	}
	return -1
}

// kinToRun reports that a name of the text may be one of a run of the claim's: a form of
// it, or a name of another kind, or of what holds it.
func (a *Alignment) kinToRun(first, last int, at int32) bool {
	start, end := a.Source.NameAround(at)
	for k := first; k <= last; k++ {
		tok := a.Terms[k].Tok
		if text.AnyIn(start, end+1, func(s int32) bool { return a.Akin(tok, s) }) || reading.WideRegions.Has(a.Claim.Toks[tok].Low) || reading.IsDemonym(a.Claim.Toks[tok].Low) != reading.IsDemonym(a.Source.Toks[at].Low) {
			return true
		}
	}
	return false
}

// NoNames reports what is no name, the end of a line with the start of the next, and the number of
// a paper held against one.
func (a *Alignment) NoNames(m *provenance.Mismatch) bool {
	_, behind, _ := strings.Cut(a.Claim.Raw, m.Claim)
	return strings.Contains(m.Source, "\n") || len(behind) > 1 && behind[0] == ':' && text.IsDigitByte(behind[1]) || DigitsIn(m.Claim) > 3 && DigitsIn(m.Source) == 0
}

// NamesOf reports one to three words, each of which the text has with a capital and never without.
func (a *Alignment) NamesOf(words string) bool {
	all := reading.Analyse(words, a.Stems).Toks
	return len(all) > 0 && len(all) <= 3 && !slices.ContainsFunc(all, func(tok text.Token) bool {
		at := a.Source.PlacesOf(tok.Stem)
		return len(at) == 0 || slices.ContainsFunc(at, func(i int32) bool { return !a.Source.Capital(int(i)) }) || !slices.ContainsFunc(at, a.Source.IsNamed)
	})
}

var ofPlace = text.WordSet(`of de von van di da del`)

// NamedElsewhere reports a name of the claim that the text has, but not where it says what
// the claim says, nor above: there it speaks of another.
func (a *Alignment) NamedElsewhere() bool {
	for i := range a.Terms {
		tm := &a.Terms[i]
		if tok := &a.Claim.Toks[tm.Tok]; tok.Is(text.MarkName) && !a.Claim.GermanNoun(tm.Tok) && (!tok.Is(text.MarkFirst) || text.IsUpperWord(a.Claim.Raw[tok.Start:tok.End])) && tm.Here == 0 && tm.Anywhere >= 1 && !tm.Led && !a.namedNear(tm) {
			return true
		}
	}
	return false
}

// namedNear reports a name within a few sentences before the window: they speak of one thing.
func (a *Alignment) namedNear(tm *Term) bool {
	const near = 3
	return slices.ContainsFunc(tm.Hits, func(h Hit) bool {
		return h.Unit >= a.Window.First-near && h.Unit <= a.Window.Last+near || a.Over(h.Unit, a.Window)
	})
}

// oneName reports that one of two names is in the other, or that they differ by a slip
// of the pen.
func oneName(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return len(a) >= 2 && (strings.HasPrefix(b, a) || strings.HasSuffix(b, a)) || OneSlip(a, b)
}

// OneSlip reports names that differ by one letter, or by two that have changed places.
func OneSlip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < 3 || len(b)-len(a) > 1 || b == a+"s" || a == b {
		return false
	}
	i, j := 0, 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	for j < len(a)-i && a[len(a)-1-j] == b[len(b)-1-j] {
		j++
	}
	if len(a) == len(b) {
		return len(a) > 3 && (i+j == len(a)-1 || i+j == len(a)-2 && a[i] == b[i+1] && a[i+1] == b[i])
	}
	return i+j == len(a)
}

// Akin reports two forms of one name: Postgres and PostgreSQL, NATO and its words, a
// method with its module and without.
func (a *Alignment) Akin(c, s int32) bool {
	return a.AkinForm(c, s) || a.Source.Initial[a.Claim.Toks[c].Low] != 0 || a.Claim.Initial[a.Source.Toks[s].Low] != 0
}

// AkinForm reports words of which one may be a form, an alias or a synonym of the other.
func (a *Alignment) AkinForm(c, s int32) bool {
	x, y := &a.Claim.Toks[c], &a.Source.Toks[s]
	if x.Stem == y.Stem || similarForm(x.Stem, y.Stem) || strings.HasPrefix(y.Low, x.Low) || strings.HasPrefix(x.Low, y.Low) {
		return true
	}
	if (x.Is(text.MarkName|text.MarkCode) || y.Is(text.MarkName|text.MarkCode)) && (oneName(x.Stem, y.Stem) || oneName(x.Low, y.Low)) {
		return true
	}
	if tm := a.TermAt(c); tm != nil && slices.ContainsFunc(tm.Hits, func(h Hit) bool { return h.Tok == s && h.Strength >= asInitials }) {
		return true // an alias
	}
	return slices.Contains(lexicon.Synonyms()[x.Stem], y.Stem)
}

// ThirdPersons are pronouns: names of nobody.
var ThirdPersons = text.WordSet(`he she it they him them himself herself itself themselves there i we you`)

// OtherNames reports names of the text of which none may be another form of the claim's.
func (a *Alignment) OtherNames(from, to int, p [2]int32) bool {
	for k := p[0]; k <= p[1]; k++ {
		s := &a.Source.Toks[k]
		if !s.Is(text.MarkName|text.MarkCode) || a.ClaimHas(s.Stem) {
			return false
		}
		for i := from; i <= to; i++ {
			c := &a.Claim.Toks[a.Terms[i].Tok]
			if similarForm(c.Stem, s.Stem) || strings.HasPrefix(s.Low, c.Low) || strings.HasPrefix(c.Low, s.Low) || oneName(c.Stem, s.Stem) || oneName(c.Low, s.Low) ||
				slices.Contains(lexicon.Synonyms()[c.Stem], s.Stem) ||
				slices.ContainsFunc(a.Terms[i].Hits, func(h Hit) bool { return h.Tok == k }) {
				return false
			}
		}
	}
	return true
}
