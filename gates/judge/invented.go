package judge

// How much of a claim's weight a text must have, anywhere and in any form, for the
// claim not to be of something that the text never speaks of. A long text that spoke
// of it would use its words; a short one may say it in words all its own, and stands
// under a title that says the rest. Set on labelled wikis and sets of passages: of what
// lies below it a claim in fifty or fewer is a paraphrase.
const (
	spokenInPage    = 0.55 // of shortText words and more
	spokenInPassage = 0.12 // of passageWords and more
	inventedWords   = 3    // of meaning, at least, that the text has in no form
)

// invented reports a claim that says what its text does not speak of: next to nothing
// of it is there, neither by stem, synonym, abbreviation nor form.
func (a *alignment) invented(f *features) bool {
	line := spokenInPage
	switch n := len(a.s.toks); {
	case n < passageWords:
		return false
	case n < shortText:
		line = spokenInPassage
	}
	return f[featureAbsent] >= inventedWords && f[featureText] < line
}
