package reading

import (
	"strings"

	"assay/text"
)

// referenceSigns stand in the entries of a list of literature.
var referenceSigns = []string{"doi:", "doi.org", "isbn", "issn", "arxiv", " pp. ", " et al", "retrieved ", "accessed ", " vol. ", "proceedings", "in press", " eds.", "(ed.)", "university press", "journal of"}

// referenceHeads name lists of literature.
var referenceHeads = text.WordSet(`references bibliography literature sources citations literatur quellen références bibliographie referencias bibliografía 参考文献 出典 引用`)

// ListsReferences reports a unit that is an entry of a list of literature: its years,
// names and pages are those of a book, and answer no claim.
func (t *Text) ListsReferences(u int32) bool {
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

// Example reports a value that stands for others: e.g., .75.
func (t *Text) Example(i int32) bool {
	return i > 0 && t.Toks[i-1].Unit == t.Toks[i].Unit && (t.Toks[i-1].Low == "eg" || t.Toks[i-1].Low == "example")
}
