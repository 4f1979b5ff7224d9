package markdown

import (
	"strings"
)

// columnWords head a column that says what each row rests on, beside [sourceWords].
var columnWords = set("evidence", "reference", "references", "ref.", "refs.", "cited from", "original", "source file", "source files", "file", "원본", "참고", "原典", "原文", "原始文件", "参考", "参考文献")

// sourceColumn reports a column that says what rows rest on: not the first, which says what a row is of.
func (t *tableHead) sourceColumn(column int) bool {
	if column == 0 || column >= len(t.heads) || t.inHead {
		return false
	}
	head := strings.ToLower(t.heads[column])
	return sourceWords[head] || columnWords[head]
}

// cites takes a cell of such a column, whose text begins at from, as the citation of its row,
// and its words off the row's text. It reports false where the cell names nothing that could be looked up.
func (t *tableHead) cites(p *prose, from int, at cellStart) bool {
	var cites []Cite
	for _, l := range p.links[at.links:] {
		c := linkCite(l)
		switch {
		case !citable(l) || l.Embed:
		case navigates(l) || !l.URL && !inSources(l.Target):
			p.mention(c, at.text, l.Start, l.End)
		default:
			cites = append(cites, c)
		}
	}
	if len(p.links) == at.links && from < len(p.text) {
		start, end := p.at(from), p.at(len(p.text)-1)+1
		for _, part := range splitTargets(string(p.text[from:])) {
			c := ReadTarget(part)
			c.Form, c.Start, c.End = CiteParen, start, end
			switch {
			case namesFile(c.Target) && inSources(c.Target), c.FromLine > 0:
				cites = append(cites, c)
			case len(part) > 2 && !strings.Contains(part, " ") && citablePath(c.Target):
				p.mention(c, at.text, start, end)
			}
		}
	}
	if len(cites) == 0 && len(p.maybe) == at.maybe && len(p.marks) == at.marks {
		return false
	}
	p.text, p.atoms = p.text[:at.text], p.atoms[:at.atoms]
	for i := range p.marks[at.marks:] {
		p.marks[at.marks+i].at = at.text
	}
	for i := range p.maybe[at.maybe:] {
		p.maybe[at.maybe+i].at = max(0, at.text-1)
	}
	if len(cites) > 0 {
		p.marks = append(p.marks, mark{at: at.text, start: cites[0].Start, end: cites[0].End, cites: cites})
	}
	return true
}

// A cellStart is how much of the prose there was before a cell was read.
type cellStart struct{ text, links, atoms, marks, maybe int }

func (p *prose) cellStart() cellStart {
	return cellStart{len(p.text), len(p.links), len(p.atoms), len(p.marks), len(p.maybe)}
}
