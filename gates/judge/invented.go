package judge

import (
	"slices"

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
	n := float64(len(a.Source.Toks))
	if a.Claim.Lang != "en" && slices.Contains(text.LatinLanguages, a.Claim.Lang) && n >= passageWords && !slices.ContainsFunc(a.Terms, a.Unnamed) {
		return false
	}
	if f[featureAbsent]-a.Unneeded()-a.Lacking(reporting)-a.Lacking(relating) < inventedWords || joinsWords.Has(a.Claim.Lang) || a.Claim.Lang == text.Undetermined || a.QuotesText() || a.HasExact() {
		return false
	}
	if n < shortText && a.Unsaid() {
		return true
	}
	if n >= passageWords && f[featureAbsent] >= manyWords && f[featureText] < spokenWidely {
		return true
	}
	rise := min(1, max(0, (n-shortText)/(longText-shortText)))
	line := spokenInPage
	if a.Claim.Lang == "ko" && !slices.ContainsFunc(a.Terms, a.Unnamed) {
		line = spokenInKorean
	}
	return n >= passageWords && f[featureText] < spokenInPassage+rise*(line-spokenInPassage)
}

// reporting are verbs that tell what a text does with something, and that it need not have: it is "profiled" or
// "described" there. relating are words by which a claim relates and weighs what it says.
var reporting = text.WordSet(`profiled profiles featured features described describes portrayed portrays presented presents mentioned mentions discussed discusses
	cited cites covered covers documented documents noted notes highlighted highlights listed lists introduced introduces summarised summarized summarises summarizes
	outlined outlines explained explains argued argues characterised characterized characterises characterizes framed frames foreshadowing illustrates illustrated`)

var relating = text.WordSet(`across against before after under beyond alongside plus vs versus only all even still least already often together explicitly one despite toward towards regardless anything else`)

var joinsWords = text.WordSet(`zh ja de nl`)
