package align

import (
	"slices"
	"strings"
	"unicode/utf8"

	"assay/gates/judge/reading"
	"assay/gates/judge/value"
	"assay/text"
)

// AssertsNothing reports a claim that no text can support: a question, or a word or
// two without a verb. Values are left to their own comparison.
func (a *Alignment) AssertsNothing() bool {
	if text.Asks(a.Claim.Raw) {
		return true
	}
	if a.Claim.Lang != "en" && a.Claim.Lang != "" || len(a.Claim.Units) != 1 {
		return false
	}
	toks := a.Claim.Toks
	for len(toks) > 0 && (toks[0].Low == "and" || toks[0].Low == "but" || toks[0].Low == "or" || toks[0].Low == "so") {
		toks = toks[1:]
	}
	if len(toks) > 1 && toks[0].Low == "no" {
		return false // "No lamps" says that there are none
	}
	if len(toks) > 1 && toks[0].Low == "that" && len(toks) < len(a.Claim.Toks) {
		return true // "But that he …": the clause that governs it is gone
	}
	for i := range a.Terms {
		if a.Claim.Toks[a.Terms[i].Tok].Is(text.MarkCJK | text.MarkCode) {
			return false
		}
	}
	if len(a.Terms) > 2 || len(a.Claim.Values) > 0 {
		return false
	}
	x := a.Claim.Tree(0)
	for i := int32(0); x != nil && int(i) < len(x.Nodes); i++ {
		if x.Verb(i) {
			return false
		}
	}
	return !a.Claim.HasVerb(0, int32(len(a.Claim.Toks)))
}

// OtherScript reports a sentence of the text that has no sign of the script that the claim is
// written in: a value or name there is of what the claim's words cannot be compared with.
func (a *Alignment) OtherScript(unit int32) bool {
	if unit < 0 {
		return false
	}
	u := a.Source.Units[unit]
	return text.WithoutSpaces(a.Claim.Raw) && !text.WithoutSpaces(a.Source.Raw[u.Start:u.End])
}

// How much of a claim's sentence, or of its own, a sentence of a page must share with the
// other for what differs to be a contradiction.
const (
	SharesClaim  = 0.6
	sharesSource = 0.7
)

// Shares reports that a sentence has most of a sentence of the claim, or the claim most of it.
func (a *Alignment) Shares(unit int32) bool {
	u := a.Source.Units[unit]
	for i := range a.Claim.Units {
		if a.AlignedIn(unit, int32(i)) >= SharesClaim {
			return true
		}
	}
	words, said := 0, 0
	for i := u.First; i < u.Last; i++ {
		if a.Source.Toks[i].Content() {
			words++
			if slices.ContainsFunc(a.Terms, func(tm Term) bool { return slices.ContainsFunc(tm.Hits, func(h Hit) bool { return h.Tok == i }) }) {
				said++
			}
		}
	}
	return float32(said) >= sharesSource*float32(words)
}

// HasWords reports words that stand in a text, in any case.
func HasWords(t, words string) bool {
	return words != "" && strings.Contains(strings.ToLower(t), strings.ToLower(words))
}

// What a short text must lack of a claim that is an invention.
const (
	inventedDeeds = 2 // told of the claim's subject, at least, in a short text
	deedWords     = 2 // of each, at least, that the text has in no form
	quotedRun     = 3 // words in marks that a text has by chance no more
)

// Unneeded counts what a text lacks of a claim, and need not have: the letters of formulas, which stand
// in pieces where it was read from a page, or as signs of their own ("p_min", "v" of "vt+1 ij"), and
// those of an abbreviation with points or a slash, CI/CD; and what its frontmatter has.
func (a *Alignment) Unneeded() (n float64) {
	formula := strings.ContainsAny(a.Claim.Raw, `_^=\`)
	for i := range a.Terms {
		at := a.Terms[i].Tok
		tok := &a.Claim.Toks[at]
		if half := at > 0 && a.Claim.Gap(at-1) == "/" && text.IsUpperWord(a.Claim.Raw[tok.Start:tok.End]); a.Terms[i].Anywhere == 0 && (half || a.IsAbout(tok) || len(tok.Low) == 1 && (formula || strings.HasPrefix(a.Claim.Raw[tok.End:], ".")) || formula && len(tok.Low) > 2 && tok.Low[1] == '_') {
			n++
		}
	}
	return n
}

// Lacking counts the words of a claim, of a kind, that its text has in no form.
func (a *Alignment) Lacking(of text.Set) (n float64) {
	for i := range a.Terms {
		if a.Terms[i].Anywhere == 0 && of.Has(a.Claim.Toks[a.Terms[i].Tok].Low) {
			n++
		}
	}
	return n
}

// QuotesText reports a claim that quotes some words of its text as they stand there.
func (a *Alignment) QuotesText() bool {
	return slices.ContainsFunc(Quotations(a.Claim.Raw), func(body string) bool { return WordsIn(body) >= quotedRun && a.Source.Quotes(body) })
}

// HasExact reports a claim with a number that nobody writes by chance and that its text has.
func (a *Alignment) HasExact() bool {
	return slices.ContainsFunc(a.Claim.Values, func(v value.Value) bool {
		return a.Claim.Exact(&v) && slices.ContainsFunc(a.Source.Values, func(sv value.Value) bool { return sv.N == v.N && sv.Unit == v.Unit && sv.Kind == v.Kind })
	})
}

// Unsaid reports a claim that tells more than one thing of a subject that the text has,
// each in words of which the text has none to begin with.
func (a *Alignment) Unsaid() bool {
	subject, deeds, run, last := 0, 0, 0, int32(-1)
	for i := range a.Terms {
		tm := &a.Terms[i]
		switch {
		case tm.Anywhere > 0 && deeds == 0 && run == 0:
			subject++
		case subject == 0:
			return false
		case run > 0 && a.Claim.HasIn([2]int32{last + 1, tm.Tok}, text.Joining):
			if run < deedWords || tm.Anywhere > 0 {
				return false
			}
			deeds++
			run = 1
		case tm.Anywhere == 0 && run >= 0:
			run++
		case run < deedWords:
			return false
		}
		last = tm.Tok
	}
	return run >= deedWords && deeds+1 >= inventedDeeds && a.startsUnit(a.Terms[:subject])
}

// startsUnit reports a sentence of the text whose first words of meaning are these.
func (a *Alignment) startsUnit(terms []Term) bool {
	for _, h := range terms[0].Hits {
		k, u := 0, a.Source.Units[a.Source.Toks[h.Tok].Unit]
		for i := u.First; i < u.Last && k < len(terms); i++ {
			if tok := &a.Source.Toks[i]; tok.Content() {
				if tok.Stem != a.Claim.Toks[terms[k].Tok].Stem {
					break
				}
				k++
			}
		}
		if k == len(terms) {
			return true
		}
	}
	return false
}

// Absent lists the claim's words that neither text nor context has, as written. In
// scripts without spaces absent pairs of characters are joined to the longest run,
// and the characters at its ends that belong to words the text has are left off: a
// pair that only straddles two such words is no word. Nor are the folders of a link's
// target words, or a target that a label hides.
func (a *Alignment) Absent() []string {
	var words []string
	add := func(w string) {
		if !slices.ContainsFunc(words, func(o string) bool { return strings.EqualFold(o, w) }) {
			words = append(words, w)
		}
	}
	for i := 0; i < len(a.Terms); i++ {
		tok := &a.Claim.Toks[a.Terms[i].Tok]
		if a.Terms[i].Led || a.Terms[i].Anywhere > 0 && !(a.Claim.Unmistakable(a.Terms[i].Tok) && a.unheardOf(i, i)) {
			continue
		}
		if !tok.Is(text.MarkCJK) {
			if !inTarget(a.Claim.Raw, tok) {
				add(a.Claim.Raw[tok.Start:tok.End])
			}
			continue
		}
		last := i
		for last+1 < len(a.Terms) && a.Terms[last+1].Anywhere == 0 && a.overlap(last, last+1) {
			last++
		}
		start, end := tok.Start, a.Claim.Toks[a.Terms[last].Tok].End
		if i > 0 && a.overlap(i-1, i) {
			start = a.Claim.Toks[a.Terms[i-1].Tok].End
		}
		if last+1 < len(a.Terms) && a.overlap(last, last+1) {
			end = a.Claim.Toks[a.Terms[last+1].Tok].Start
		}
		i = last
		if end <= start {
			continue
		}
		if run := a.Claim.Raw[start:end]; utf8.RuneCountInString(run) >= 2 && !text.KanaEmpty.Has(run) {
			add(run)
		}
	}
	return words
}

// inTarget reports a word in the target of a wikilink of which a reader sees something else.
func inTarget(raw string, tok *text.Token) bool {
	before, rest := raw[:tok.Start], raw[tok.End:]
	open, end := strings.LastIndex(before, "[["), strings.Index(rest, "]]")
	return open >= 0 && end >= 0 && !strings.Contains(before[open:], "]]") && strings.ContainsAny(rest[:end], "/|")
}

// OtherLanguage reports claim and text in different languages, so that words
// cannot be compared. A text without a word of English was taken for English for want of
// one that tells.
func (a *Alignment) OtherLanguage() bool {
	c, s := a.Claim.Lang, a.Source.Lang
	if c == "" || s == "" || len(a.Terms) == 0 || a.Coverage(a.Window) >= 0.6 {
		return false
	}
	if c == s {
		return c == "en" && text.SaysOther(a.Claim.Raw)
	}
	return s != "en" || !slices.Contains(text.LatinLanguages, c) || text.SaysEnglish(a.Source.Raw)
}

// Said reports a value that the text or what stands over text and claim has in any form, be
// it as digits.
func (a *Alignment) Said(v *value.Value) bool {
	return a.StandsBare(a.Claim.Show(v)) || slices.ContainsFunc([]*reading.Text{a.Source, a.Around, a.Lead}, func(t *reading.Text) bool {
		return t != nil && (t.Gives(v, a.Claim) || t.GivesOne(a.Claim.Show(v)) || t.Multiplies(v) || t.MeasuresApart(v) || text.SpellsIn(t.As.Low(), a.Claim.Show(v)) || t.Plainly(v) || t.Notates(v, a.Claim.Show(v)))
	})
}

// Unheard are the names of the claim, first and last token, that the text has in no form. A part of a
// longer name is one only if it is unmistakable.
func (a *Alignment) Unheard() (runs [][2]int32) {
	for i := 0; i < len(a.Terms); i++ {
		if !a.Claim.Names(a.Terms[i].Tok) {
			continue
		}
		first, last := a.NameRun(i)
		if i = last; a.unheardOf(first, last) {
			runs = append(runs, [2]int32{a.Terms[first].Tok, a.Terms[last].Tok})
			continue
		}
		for k := first; k <= last; k++ {
			if tok := a.Terms[k].Tok; a.Claim.Unmistakable(tok) && a.unheardOf(k, k) {
				runs = append(runs, [2]int32{tok, tok})
			}
		}
	}
	return runs
}

// unheardOf reports a run of names that neither the text nor what stands over the claim has
// in any form.
func (a *Alignment) unheardOf(first, last int) bool {
	for k := first; k <= last; k++ {
		tm := &a.Terms[k]
		tok := &a.Claim.Toks[tm.Tok]
		if a.Claim.NumbersItem(tm.Tok) || tm.Led || tm.Anywhere > AsForm || text.IsDigitByte(tok.Low[0]) || tok.Is(text.MarkCJK|text.MarkNumber) || len(tok.Low) < 2 || reading.KindsOfThings.Has(tok.Low) || len(a.Source.PlacesOf(tok.Stem)) > 0 || len(a.Source.PlacesOf(strings.TrimSuffix(tok.Low, "s"))) > 0 {
			return false
		}
	}
	if !slices.ContainsFunc(a.Terms[first:last+1], func(tm Term) bool { return !a.Claim.GermanNoun(tm.Tok) }) {
		return false
	}
	for k := first; k <= last; k++ {
		if word := a.Claim.Span(a.Terms[k].Tok, a.Terms[k].Tok); a.Source.SpellsAlike(word) || len(word) > shortName && a.Source.SpellsTight(word) {
			return false
		}
	}
	before, behind := a.Terms[first].Tok-1, a.Terms[last].Tok+1
	if int(behind)+1 < len(a.Claim.Toks) && ofPlace.Has(a.Claim.Toks[behind].Low) && a.Claim.Capital(int(behind)+1) {
		return false // William of Rubruck
	}
	if first == last && a.Claim.Unmistakable(a.Terms[first].Tok) && (before < 0 || !strings.ContainsAny(a.Claim.Gap(before), "(/[")) {
		name := a.Claim.Span(a.Terms[first].Tok, a.Terms[last].Tok)
		return !a.Source.Spells(name) && !a.Source.Writes(name)
	}
	if before >= 0 && strings.ContainsAny(a.Claim.Gap(before), "(/[") || // a gloss of what stands before it, a part of a path
		before >= 0 && a.Claim.Capital(int(before)) && a.Claim.Gap(before) == " " && a.Claim.Toks[before].Content() || int(behind) < len(a.Claim.Toks) && a.Claim.Capital(int(behind)) && a.Claim.Gap(behind-1) == " " && a.Claim.Toks[behind].Content() {
		return false
	}
	return a.Claim.ProperRun(a.Terms[first].Tok, a.Terms[last].Tok) && !a.Source.Spells(a.Claim.Span(a.Terms[first].Tok, a.Terms[last].Tok))
}

var quotePairs = [...][2]string{{"\"", "\""}, {"“", "”"}, {"«", "»"}, {"「", "」"}, {"『", "』"}, {"``", "''"}}

// Quotations are the words between quotation marks. What a low mark opens, any mark closes. A straight
// mark that closes what began before the sentence opens nothing.
func Quotations(s string) (found []string) {
	for {
		before, rest, opens := strings.Cut(s, "„")
		end := strings.IndexAny(rest, "“”\"")
		if !opens || end < 0 {
			break
		}
		_, width := utf8.DecodeRuneInString(rest[end:])
		found = append(found, rest[:end])
		s = before + " " + rest[end+width:]
	}
	if before, rest, marked := strings.Cut(s, `"`); marked && strings.Count(rest, `"`)%2 == 0 && before != "" && !strings.HasSuffix(before, " ") && strings.HasPrefix(rest, " ") {
		s = before + rest
	}
	for _, pair := range quotePairs {
		for _, rest, opens := strings.Cut(s, pair[0]); opens; {
			body, behind, closes := strings.Cut(rest, pair[1])
			if !closes {
				break
			}
			found = append(found, body)
			_, rest, opens = strings.Cut(behind, pair[0])
		}
	}
	return found
}

// WordsIn counts words; each character of a script without spaces is one.
func WordsIn(s string) int {
	n := 0
	inWord := false
	for _, r := range s {
		switch {
		case text.IsCJK(r):
			n++
			inWord = false
		case text.IsWordRune(r):
			if !inWord {
				n++
			}
			inWord = true
		default:
			inWord = text.IsApostrophe(r) && inWord
		}
	}
	return n
}
