package judge

import (
	"assay/gates/judge/value"
	"assay/text"
)

// fills reports a value of the text that answers the claim's: of a sentence, not of a page
// without full stops, nor of the entry of a list of literature. The claim does not deny its
// own, and the sentence has more of it than what is counted.
func (a *alignment) fills(cv, sv *value.Value) bool {
	u := a.s.Units[sv.In]
	if u.Last-u.First > echoSentence || a.c.Toks[cv.First].Is(text.MarkNegated) || a.s.ListsReferences(sv.In) || a.c.Example(cv.First) {
		return false
	}
	w := window{first: sv.In, last: sv.In + 1}
	for i := range a.terms {
		tm := &a.terms[i]
		if tok := &a.c.Toks[tm.tok]; tok.Unit == cv.In && tok.Stem != cv.Noun && tok.Content() && a.strength(tm, w) >= asForm {
			return true
		}
	}
	return false
}
