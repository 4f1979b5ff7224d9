package judge

import (
	"strings"

	"assay/gates/judge/value"
	"assay/text"
)

// referenceSigns stand in the entries of a list of literature.
var referenceSigns = []string{"doi:", "doi.org", "isbn", "issn", "arxiv", " pp. ", " et al", "retrieved ", "accessed ", " vol. ", "proceedings", "in press", " eds.", "(ed.)", "university press", "journal of"}

// referenceHeads name lists of literature.
var referenceHeads = text.WordSet(`references bibliography literature sources citations literatur quellen références bibliographie referencias bibliografía 参考文献 出典 引用`)

// listsReferences reports a unit that is an entry of a list of literature: its years,
// names and pages are those of a book, and answer no claim.
func (t *reading) listsReferences(u int32) bool {
	unit := t.Units[u]
	for above := unit.Above; above >= 0; above = t.Units[above].Above {
		if head := t.Units[above]; head.Kind == text.Heading {
			title := strings.ToLower(strings.Trim(t.Raw[head.Start:head.End], "# \t*:"))
			if referenceHeads.Has(title) || strings.HasPrefix(title, "further reading") || strings.HasPrefix(title, "works cited") {
				return true
			}
		}
	}
	low, signs := strings.ToLower(t.Raw[unit.Start:unit.End]), 0
	for _, sign := range referenceSigns {
		if strings.Contains(low, sign) {
			signs++
		}
	}
	return signs >= 2
}

// fills reports a value of the text that answers the claim's: of a sentence, not of a page
// without full stops, nor of the entry of a list of literature. The claim does not deny its
// own, and the sentence has more of it than what is counted.
func (a *alignment) fills(cv, sv *value.Value) bool {
	u := a.s.Units[sv.In]
	if u.Last-u.First > echoSentence || a.c.Toks[cv.First].Is(text.MarkNegated) || a.s.listsReferences(sv.In) || a.c.example(cv.First) {
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

// example reports a value that stands for others: e.g., .75.
func (t *reading) example(i int32) bool {
	return i > 0 && t.Toks[i-1].Unit == t.Toks[i].Unit && (t.Toks[i-1].Low == "eg" || t.Toks[i-1].Low == "example")
}
