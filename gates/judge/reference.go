package judge

import (
	"assay/text"
	"strings"
)

// referenceSigns stand in the entries of a list of literature.
var referenceSigns = []string{"doi:", "doi.org", "isbn", "issn", "arxiv", " pp. ", " et al", "retrieved ", "accessed ", " vol. ", "proceedings", "in press", " eds.", "(ed.)", "university press", "journal of"}

// referenceHeads name lists of literature.
var referenceHeads = text.WordSet(`references bibliography literature sources citations literatur quellen références bibliographie referencias bibliografía 参考文献 出典 引用`)

// listsReferences reports a unit that is an entry of a list of literature: its years,
// names and pages are those of a book, and answer no claim.
func (t *reading) listsReferences(u int32) bool {
	unit := t.units[u]
	for above := unit.above; above >= 0; above = t.units[above].above {
		if head := t.units[above]; head.kind == heading {
			title := strings.ToLower(strings.Trim(t.raw[head.start:head.end], "# \t*:"))
			if referenceHeads.Has(title) || strings.HasPrefix(title, "further reading") || strings.HasPrefix(title, "works cited") {
				return true
			}
		}
	}
	low, signs := strings.ToLower(t.raw[unit.start:unit.end]), 0
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
func (a *alignment) fills(cv, sv *value) bool {
	u := a.s.units[sv.in]
	if u.last-u.first > echoSentence || a.c.toks[cv.first].Is(text.MarkNegated) || a.s.listsReferences(sv.in) || a.c.example(cv.first) {
		return false
	}
	w := window{first: sv.in, last: sv.in + 1}
	for i := range a.terms {
		tm := &a.terms[i]
		if tok := &a.c.toks[tm.tok]; tok.Unit == cv.in && tok.Stem != cv.noun && tok.Content() && a.strength(tm, w) >= asForm {
			return true
		}
	}
	return false
}

// example reports a value that stands for others: e.g., .75.
func (t *reading) example(i int32) bool {
	return i > 0 && t.toks[i-1].Unit == t.toks[i].Unit && (t.toks[i-1].Low == "eg" || t.toks[i-1].Low == "example")
}

// pointers name a place in a document: their numbers are compared with those of the same
// kind of place alone.
var pointers = text.WordSet(`page pages slide slides figure fig figures section sections chapter chapters footnote equation eq listing appendix paragraph part
	seite abbildung abb abschnitt kapitel figura página sección capítulo chapitre`)

// marker is the name that the markers of items and notes are numbers of: they say nothing.
const marker = "#"

// readPointer reads the number of a place: page 16, Fig. 3, [12], the marker of a list item.
func (t *reading) readPointer(i int32) (value, int32) {
	v := value{kind: version}
	tok := &t.toks[i]
	plain := strings.Trim(tok.Low, "0123456789.") == ""
	if !plain {
		return v, i
	}
	u := &t.units[tok.Unit]
	rest := t.after(i)
	switch {
	case i == u.first && len(tok.Low) <= 3 && u.kind == item && (strings.HasPrefix(rest+" ", ". ") || strings.HasPrefix(rest+" ", ") ")) && strings.TrimSpace(t.before(i)) == "":
		v.of = marker
	case len(tok.Low) <= 3 && strings.HasSuffix(t.before(i), "[") && strings.HasPrefix(rest, "]"), strings.HasSuffix(t.before(i), "[^") && strings.HasPrefix(rest, "]"):
		v.of = marker
	case i == u.first && u.kind == heading && strings.Contains(strings.TrimSuffix(tok.Low, "."), ".") && strings.HasPrefix(strings.TrimLeft(rest, "."), " "):
		v.of = marker // 7.9 Search
	case i == 0 && len(tok.Low) <= 3 && u.kind != row && strings.HasPrefix(rest, ": ") && strings.Contains(rest, ";"):
		v.of = marker // the number of a row
	case i > u.first && (pointers.Has(t.toks[i-1].Low) || t.toks[i-1].Low == "s" && strings.HasPrefix(t.gap(i-1), ".")) && strings.Trim(t.gap(i-1), ". ") == "":
		v.of = t.toks[i-1].Stem
	default:
		return v, i
	}
	v.parts = tok.Low
	return v, i + 1
}
