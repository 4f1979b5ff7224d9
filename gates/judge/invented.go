package judge

import (
	"slices"
	"strings"

	"assay/gates/judge/value"
	"assay/text"
)

// How much of a claim's weight a text must have, anywhere and in any form, for the
// claim not to be of something that the text never speaks of. A long text that spoke
// of it would use its words; a short one may say it in words all its own, and stands
// under a title that says the rest. Set on labelled wikis and sets of passages: of what
// lies below it a claim in fifty or fewer is a paraphrase.
const (
	spokenInPage    = 0.55 // of longText words and more
	spokenInKorean  = 0.40 // likewise, where words take endings that are not read
	spokenInPassage = 0.12 // of passageWords to shortText; between them the line rises
	inventedWords   = 3    // of meaning, at least, that the text has in no form
	manyWords       = 6    // that a passage has in no form, of a claim of which it has next to nothing
	spokenWidely    = 0.16 // of such a claim
	inventedDeeds   = 2    // told of the claim's subject, at least, in a short text
	deedWords       = 2    // of each, at least, that the text has in no form
	quotedRun       = 3    // words in marks that a text has by chance no more
)

// invented reports a claim that says what its text does not speak of: next to nothing
// of it is there, neither by stem, synonym, abbreviation nor form. In Chinese and Japanese, whose
// words are cut from runs of characters and have no synonyms here, and in German, which joins words
// into one, fewer than half of such claims were found to be inventions: there it is a doubt. Dutch
// joins words as well, and of a language that is not read no stems are known: of nine in Vietnamese three
// were right. In Korean, whose endings are not read, less must be there for it to be an error:
// of 90 errors by the line of English 58 were right. In other languages than English, of which no synonyms are known here either,
// something that it names must be lacking.
func (a *alignment) invented(f *features) bool {
	n := float64(len(a.s.Toks))
	if a.c.Lang != "en" && slices.Contains(text.LatinLanguages, a.c.Lang) && n >= passageWords && !slices.ContainsFunc(a.terms, a.unnamed) {
		return false
	}
	if f[featureAbsent]-a.unneeded()-a.lacking(reporting)-a.lacking(relating) < inventedWords || joinsWords.Has(a.c.Lang) || a.c.Lang == text.Undetermined || a.quotesText() || a.hasExact() {
		return false
	}
	if n < shortText && a.unsaid() {
		return true
	}
	if n >= passageWords && f[featureAbsent] >= manyWords && f[featureText] < spokenWidely {
		return true
	}
	rise := min(1, max(0, (n-shortText)/(longText-shortText)))
	line := spokenInPage
	if a.c.Lang == "ko" && !slices.ContainsFunc(a.terms, a.unnamed) {
		line = spokenInKorean
	}
	return n >= passageWords && f[featureText] < spokenInPassage+rise*(line-spokenInPassage)
}

// unneeded counts what a text lacks of a claim, and need not have: the letters of formulas, which stand
// in pieces where it was read from a page, or as signs of their own ("p_min", "v" of "vt+1 ij"), and
// those of an abbreviation with points or a slash, CI/CD; and what its frontmatter has.
func (a *alignment) unneeded() (n float64) {
	formula := strings.ContainsAny(a.c.Raw, `_^=\`)
	for i := range a.terms {
		at := a.terms[i].tok
		tok := &a.c.Toks[at]
		if half := at > 0 && a.c.Gap(at-1) == "/" && text.IsUpperWord(a.c.Raw[tok.Start:tok.End]); a.terms[i].anywhere == 0 && (half || a.isAbout(tok) || len(tok.Low) == 1 && (formula || strings.HasPrefix(a.c.Raw[tok.End:], ".")) || formula && len(tok.Low) > 2 && tok.Low[1] == '_') {
			n++
		}
	}
	return n
}

// lacking counts the words of a claim, of a kind, that its text has in no form.
func (a *alignment) lacking(of text.Set) (n float64) {
	for i := range a.terms {
		if a.terms[i].anywhere == 0 && of.Has(a.c.Toks[a.terms[i].tok].Low) {
			n++
		}
	}
	return n
}

// reporting are verbs that tell what a text does with something, and that it need not have: it is "profiled" or
// "described" there. relating are words by which a claim relates and weighs what it says.
var reporting = text.WordSet(`profiled profiles featured features described describes portrayed portrays presented presents mentioned mentions discussed discusses
	cited cites covered covers documented documents noted notes highlighted highlights listed lists introduced introduces summarised summarized summarises summarizes
	outlined outlines explained explains argued argues characterised characterized characterises characterizes framed frames foreshadowing illustrates illustrated`)

var relating = text.WordSet(`across against before after under beyond alongside plus vs versus only all even still least already often together explicitly one despite toward towards regardless`)

// quotesText reports a claim that quotes some words of its text as they stand there.
func (a *alignment) quotesText() bool {
	return slices.ContainsFunc(quotations(a.c.Raw), func(body string) bool { return wordsIn(body) >= quotedRun && a.s.Quotes(body) })
}

var joinsWords = text.WordSet(`zh ja de nl`)

// hasExact reports a claim with a number that nobody writes by chance and that its text has.
func (a *alignment) hasExact() bool {
	return slices.ContainsFunc(a.c.Values, func(v value.Value) bool {
		return a.c.Exact(&v) && slices.ContainsFunc(a.s.Values, func(sv value.Value) bool { return sv.N == v.N && sv.Unit == v.Unit && sv.Kind == v.Kind })
	})
}

// unsaid reports a claim that tells more than one thing of a subject that the text has,
// each in words of which the text has none to begin with.
func (a *alignment) unsaid() bool {
	subject, deeds, run, last := 0, 0, 0, int32(-1)
	for i := range a.terms {
		tm := &a.terms[i]
		switch {
		case tm.anywhere > 0 && deeds == 0 && run == 0:
			subject++
		case subject == 0:
			return false
		case run > 0 && a.c.HasIn([2]int32{last + 1, tm.tok}, text.Joining):
			if run < deedWords || tm.anywhere > 0 {
				return false
			}
			deeds++
			run = 1
		case tm.anywhere == 0 && run >= 0:
			run++
		case run < deedWords:
			return false
		}
		last = tm.tok
	}
	return run >= deedWords && deeds+1 >= inventedDeeds && a.startsUnit(a.terms[:subject])
}

// startsUnit reports a sentence of the text whose first words of meaning are these.
func (a *alignment) startsUnit(terms []term) bool {
	for _, h := range terms[0].hits {
		k, u := 0, a.s.Units[a.s.Toks[h.tok].Unit]
		for i := u.First; i < u.Last && k < len(terms); i++ {
			if tok := &a.s.Toks[i]; tok.Content() {
				if tok.Stem != a.c.Toks[terms[k].tok].Stem {
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
