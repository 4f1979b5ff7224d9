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
// and its words off the text: was is the prose before the cell. It reports false where the cell names nothing
// that could be looked up.
func (t *tableHead) cites(p *prose, from int, was prose) bool {
	at := len(was.text)
	var cites []Cite
	for _, l := range p.links[len(was.links):] {
		c := linkCite(l)
		switch {
		case !citable(l) || l.Embed:
		case navigates(l) || !l.URL && !inSources(l.Target):
			p.mention(c, at, l.Start, l.End)
		default:
			cites = append(cites, c)
		}
	}
	if len(p.links) == len(was.links) && from < len(p.text) {
		start, end := p.at(from), p.at(len(p.text)-1)+1
		for _, part := range splitTargets(string(p.text[from:])) {
			c := ReadTarget(part)
			c.Form, c.Start, c.End = CiteParen, start, end
			switch {
			case namesFile(c.Target) && inSources(c.Target), c.FromLine > 0:
				cites = append(cites, c)
			case len(part) > 2 && !strings.Contains(part, " ") && citablePath(c.Target):
				p.mention(c, at, start, end)
			}
		}
	}
	if len(cites) == 0 && len(p.maybe) == len(was.maybe) && len(p.marks) == len(was.marks) {
		return false
	}
	p.text, p.atoms = p.text[:at], p.atoms[:len(was.atoms)]
	for i := len(was.marks); i < len(p.marks); i++ {
		p.marks[i].at = at
	}
	for i := len(was.maybe); i < len(p.maybe); i++ {
		p.maybe[i].at = max(0, at-1)
	}
	if len(cites) > 0 {
		p.marks = append(p.marks, mark{at: at, start: cites[0].Start, end: cites[0].End, cites: cites})
	}
	return true
}
