package extract

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const (
	maxColumns = 64      // a wider grid is not for reading
	maxCells   = 200_000 // bounds what row and column spans can multiply
)

// table renders a table of data as a pipe table. A table that only lays a page out,
// or whose cells hold blocks that no pipe table can hold, gives the blocks of its
// cells in reading order.
func (w *writer) table(n *html.Node) []string {
	rows, caption := tableRows(n)
	var out []string
	if caption != nil && !w.drop[caption] {
		out = append(out, w.bold(caption)...)
	}
	if w.layout(n, rows) {
		for _, r := range rows {
			for _, c := range cells(r) {
				if !w.drop[c] && !lineNumber(c) {
					out = append(out, w.blocks(c)...)
				}
			}
		}
		return out
	}
	grid, header := w.grid(rows)
	if len(grid) == 0 {
		return out
	}
	if !header {
		grid = append([][]string{nil}, grid...)
	}
	width := 0
	for _, r := range grid {
		width = max(width, len(r))
	}
	return append(out, pipeTable(grid, width))
}

// pipeTable writes rows, the head first; those that are short are filled up.
func pipeTable(rows [][]string, width int) string {
	var b strings.Builder
	for i, r := range rows {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteByte('|')
		for k := range width {
			b.WriteByte(' ')
			if k < len(r) && r[k] != "" {
				b.WriteString(r[k] + " ")
			}
			b.WriteByte('|')
		}
		if i == 0 {
			b.WriteString("\n|" + strings.Repeat(" --- |", width))
		}
	}
	return b.String()
}

// tableRows lists the rows of this table, not of tables within, head rows first and
// foot rows last.
func tableRows(n *html.Node) (rows []*html.Node, caption *html.Node) {
	var foot []*html.Node
	for _, c := range children(n, "caption", "tr", "thead", "tbody", "tfoot") {
		switch c.DataAtom {
		case atom.Caption:
			caption = c
		case atom.Tr:
			rows = append(rows, c)
		case atom.Tfoot:
			foot = append(foot, children(c, "tr")...)
		default:
			rows = append(rows, children(c, "tr")...)
		}
	}
	return append(rows, foot...), caption
}

func cells(row *html.Node) []*html.Node { return children(row, "td", "th") }

// layout tells tables that arrange a page from tables of data.
func (w *writer) layout(n *html.Node, rows []*html.Node) bool {
	switch attr(n, "role") {
	case "presentation", "none":
		return true
	case "table", "grid":
		return false
	}
	columns, head, items, longest := 0, false, 0, 0
	for _, r := range rows {
		cs := cells(r)
		columns = max(columns, len(cs))
		for _, c := range cs {
			head = head || c.DataAtom == atom.Th
			size := 0
			for d := range c.Descendants() {
				switch {
				case d.Type == html.TextNode:
					size += len(d.Data)
				case d.DataAtom == atom.Table, d.DataAtom == atom.H1, d.DataAtom == atom.H2, d.DataAtom == atom.H3, d.DataAtom == atom.Article:
					return true
				case d.DataAtom == atom.Pre && (strings.Count(strings.TrimSpace(textOf(d)), "\n") > 0):
					return true
				case d.DataAtom == atom.Li:
					items++
				}
			}
			longest = max(longest, size)
		}
	}
	if columns < 2 {
		return !head || len(rows) < 2
	}
	return !head && (len(rows) == 1 && longest > 200 || items > 6*len(rows) || longest > 3000)
}

// grid lays the cells out. A cell that spans rows is repeated in each, since a row
// must say what it is about; one that spans columns stands in the first.
func (w *writer) grid(rows []*html.Node) (grid [][]string, header bool) {
	type span struct {
		text string
		left int
	}
	var below []span // what the rows above put into each column
	total := 0
	for i, r := range rows {
		var out []string
		column := 0
		fill := func() {
			for column < len(below) && below[column].left > 0 {
				out = append(out, below[column].text)
				below[column].left--
				column++
			}
		}
		filled := false
		for _, c := range cells(r) {
			fill()
			if column >= maxColumns || total > maxCells {
				break
			}
			text := w.cell(c)
			filled = filled || text != ""
			across := spanOf(c, "colspan", maxColumns-column)
			down := spanOf(c, "rowspan", len(rows)-i)
			for k := range across {
				if k > 0 {
					text = ""
				}
				out = append(out, text)
				for len(below) <= column {
					below = append(below, span{})
				}
				below[column] = span{text, down - 1}
				column++
				total++
			}
		}
		fill()
		if !filled {
			continue
		}
		if len(grid) == 0 {
			header = headRow(r)
		}
		grid = append(grid, out)
	}
	return grid, header
}

func spanOf(n *html.Node, key string, limit int) int {
	v, err := strconv.Atoi(strings.TrimSpace(attr(n, key)))
	if err != nil || v < 1 {
		return 1
	}
	return max(1, min(v, limit))
}

// headRow reports whether a first row names the columns: it stands in <thead>, or
// all its cells are <th>.
func headRow(r *html.Node) bool {
	if r.Parent != nil && r.Parent.DataAtom == atom.Thead {
		return true
	}
	cs := cells(r)
	return len(cs) > 0 && !slices.ContainsFunc(cs, func(c *html.Node) bool { return c.DataAtom != atom.Th })
}

// cell renders a cell on one line. Its blocks are set apart by a middle dot.
func (w *writer) cell(n *html.Node) string {
	if w.drop[n] {
		return ""
	}
	var parts []string
	l := &line{}
	flush := func() {
		if s := oneLine(l); s != "" {
			parts = append(parts, s)
		}
		*l = line{}
	}
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch {
			case w.drop[c]:
			case c.DataAtom == atom.Pre:
				flush()
				l.code(textOf(c))
				flush()
			case c.Type == html.ElementNode && (blocks[c.DataAtom] || w.blocky[c]):
				flush()
				walk(c)
				flush()
			default:
				w.inline(l, c)
			}
		}
	}
	walk(n)
	flush()
	return escapePipes(strings.Join(parts, " · "))
}

func escapePipes(s string) string {
	if !strings.Contains(s, "|") {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		if r == '|' && (i == 0 || s[i-1] != '\\') {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// runes counts characters as people do.
func runes(s string) int { return utf8.RuneCountInString(s) }
