package judge

import "strings"

// referenceSigns stand in the entries of a list of literature.
var referenceSigns = []string{"doi:", "doi.org", "isbn", "issn", "arxiv", " pp. ", " et al", "retrieved ", "accessed ", " vol. ", "proceedings", "in press", " eds.", "(ed.)", "university press", "journal of"}

// referenceHeads name lists of literature.
var referenceHeads = wordSet(`references bibliography literature sources citations literatur quellen références bibliographie referencias bibliografía 参考文献 出典 引用`)

// listsReferences reports a unit that is an entry of a list of literature: its years,
// names and pages are those of a book, and answer no claim.
func (t *text) listsReferences(u int32) bool {
	unit := t.units[u]
	for above := unit.above; above >= 0; above = t.units[above].above {
		if head := t.units[above]; head.kind == heading {
			title := strings.ToLower(strings.Trim(t.raw[head.start:head.end], "# \t*:"))
			if referenceHeads.has(title) || strings.HasPrefix(title, "further reading") || strings.HasPrefix(title, "works cited") {
				return true
			}
		}
		if t.units[above].above == above {
			break
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
