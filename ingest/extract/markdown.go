package extract

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxNesting bounds lists and quotes within one another; what lies deeper is written
// at the last level, since each level copies and indents what is below it.
const maxNesting = 16

// A writer turns a part of a tree into Markdown. It is made for one page.
type writer struct {
	base   *url.URL
	drop   map[*html.Node]bool // left out, with everything below
	images bool
	blocky map[*html.Node]bool // inline elements that hold blocks
	level  int
}

// markdown renders everything below n.
func (w *writer) markdown(n *html.Node) string {
	w.blocky = map[*html.Node]bool{}
	w.survey(n)
	out := strings.Join(w.blocks(n), "\n\n")
	if out == "" {
		return ""
	}
	return out + "\n"
}

// survey notes which inline elements hold blocks, once, from below.
func (w *writer) survey(n *html.Node) bool {
	holds := false
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode || w.drop[c] {
			continue
		}
		if w.survey(c) || blocks[c.DataAtom] {
			holds = true
		}
	}
	if holds && !blocks[n.DataAtom] {
		w.blocky[n] = true
	}
	return holds
}

// blocks renders the children of n: a paragraph for each run of inline content, and
// what the block elements give.
func (w *writer) blocks(n *html.Node) []string {
	var out []string
	l := &line{}
	flush := func() {
		if !l.empty() {
			out = append(out, paragraphs(l)...)
		}
		*l = line{}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode {
			if w.drop[c] {
				continue
			}
			if blocks[c.DataAtom] || w.blocky[c] {
				flush()
				out = append(out, w.block(c)...)
				continue
			}
		}
		w.inline(l, c)
	}
	flush()
	return out
}

// paragraphs cuts a line at its blank lines (<br><br>) and keeps single breaks.
func paragraphs(l *line) []string {
	var out []string
	for p := range strings.SplitSeq(string(l.b), "\n\n") {
		rows := strings.Split(p, "\n")
		kept := rows[:0]
		for _, row := range rows {
			if row = strings.TrimSpace(row); row != "" {
				kept = append(kept, escapeLineStart(row))
			}
		}
		if len(kept) > 0 {
			out = append(out, strings.Join(kept, "\n"))
		}
	}
	return out
}

func (w *writer) block(n *html.Node) []string {
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return w.heading(n)
	case atom.Pre, atom.Listing, atom.Xmp, atom.Plaintext:
		return w.pre(n)
	case atom.Blockquote:
		return w.quote(n)
	case atom.Ul, atom.Ol, atom.Menu, atom.Dir:
		return w.list(n)
	case atom.Dl:
		return w.definitions(n)
	case atom.Table:
		return w.table(n)
	case atom.Hr:
		return nil
	case atom.Summary, atom.Caption, atom.Legend:
		return w.bold(n)
	}
	return w.blocks(n)
}

func (w *writer) heading(n *html.Node) []string {
	if w.blocky[n] || hasBlock(n) {
		// A heading that holds blocks holds its text in the first of them.
		if find(n, func(d *html.Node) bool {
			return d.DataAtom == atom.P || d.DataAtom == atom.Ul || d.DataAtom == atom.Table || d.DataAtom == atom.Pre
		}) != nil {
			if s := textOf(n); len(s) > 300 {
				return w.blocks(n)
			}
		}
	}
	l := &line{}
	w.inlines(l, n)
	text := oneLine(l)
	if text == "" {
		return nil
	}
	return []string{headingLine(int(n.Data[1]-'0'), text)}
}

// headingLine writes a heading. A closing run of # would be taken for decoration.
func headingLine(level int, text string) string {
	if rest, closed := strings.CutSuffix(text, "#"); closed {
		text = rest + `\#`
	}
	return strings.Repeat("#", level) + " " + text
}

func hasBlock(n *html.Node) bool {
	return find(n, func(d *html.Node) bool { return blocks[d.DataAtom] }) != nil
}

// bold renders n as one bold line, or as it stands where it holds blocks.
func (w *writer) bold(n *html.Node) []string {
	if hasBlock(n) {
		return w.blocks(n)
	}
	if s := w.term(n); s != "" {
		return []string{s}
	}
	return nil
}

func (w *writer) term(n *html.Node) string {
	l := &line{plain: true}
	w.inlines(l, n)
	s := oneLine(l)
	if s == "" {
		return ""
	}
	return "**" + s + "**"
}

func oneLine(l *line) string { return strings.Join(strings.Fields(string(l.b)), " ") }

func (w *writer) quote(n *html.Node) []string {
	body := w.nested(n)
	if len(body) == 0 {
		return nil
	}
	if w.level >= maxNesting {
		return body
	}
	return []string{indent(strings.Join(body, "\n\n"), "> ", "> ")}
}

// nested renders the children one level deeper.
func (w *writer) nested(n *html.Node) []string {
	w.level++
	defer func() { w.level-- }()
	return w.blocks(n)
}

// list renders items tight where each is one paragraph, loose where one is more.
func (w *writer) list(n *html.Node) []string {
	var items [][]string
	number := 1
	if s, err := strconv.Atoi(attr(n, "start")); err == nil && s >= 0 && s < 1_000_000 {
		number = s
	}
	w.level++
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode && strings.TrimSpace(c.Data) == "" || w.drop[c] {
			continue
		}
		var body []string
		if c.DataAtom == atom.Li {
			body = w.blocks(c)
		} else { // a list straight in a list, or stray text: part of the item before
			holder := &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div}
			next, prev, parent := c.NextSibling, c.PrevSibling, c.Parent
			c.NextSibling, c.PrevSibling = nil, nil
			holder.FirstChild, holder.LastChild = c, c
			body = w.blocks(holder)
			c.NextSibling, c.PrevSibling, c.Parent = next, prev, parent
			if len(items) > 0 {
				items[len(items)-1] = append(items[len(items)-1], body...)
				continue
			}
		}
		if len(body) > 0 {
			items = append(items, body)
		}
	}
	w.level--
	if len(items) == 0 {
		return nil
	}
	if w.level >= maxNesting {
		return slices.Concat(items...)
	}
	sep := "\n"
	if slices.ContainsFunc(items, func(body []string) bool { return len(body) > 2 || len(body) == 2 && !isList(body[1]) }) {
		sep = "\n\n"
	}
	var rows []string
	for i, body := range items {
		mark := "- "
		if n.DataAtom == atom.Ol {
			mark = strconv.Itoa(number+i) + ". "
		}
		rows = append(rows, indent(strings.Join(body, sep), mark, strings.Repeat(" ", len(mark))))
	}
	return []string{strings.Join(rows, sep)}
}

func isList(s string) bool {
	return strings.HasPrefix(s, "- ") || len(s) > 2 && s[0] >= '0' && s[0] <= '9' && numbered().MatchString(s)
}

// indent puts first before the first line and rest before the others; blank lines
// stay blank, but for quotes, which they would end.
func indent(s, first, rest string) string {
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
	for i, line := range strings.Split(s, "\n") {
		prefix := rest
		if i == 0 {
			prefix = first
		} else {
			b.WriteByte('\n')
		}
		if line == "" {
			prefix = strings.TrimRight(prefix, " ")
		}
		b.WriteString(prefix)
		b.WriteString(line)
	}
	return b.String()
}

// definitions renders a definition list. Where every definition is one short
// paragraph: a bullet for each, "- **term**: definition". Else the term stands bold
// on a line of its own and its definition follows as ordinary blocks, not indented:
// that reads well where Markdown has no definition lists, nothing in it can turn
// into indented code, and it can be cut into chunks at any block.
func (w *writer) definitions(n *html.Node) []string {
	type entry struct {
		terms []string
		defs  [][]string
	}
	var entries []entry
	var visit func(n *html.Node)
	visit = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if w.drop[c] {
				continue
			}
			switch {
			case c.DataAtom == atom.Dt:
				var terms []string
				if hasBlock(c) {
					terms = w.blocks(c)
				} else if t := w.term(c); t != "" {
					terms = []string{t}
				}
				if len(entries) == 0 || len(entries[len(entries)-1].defs) > 0 {
					entries = append(entries, entry{})
				}
				e := &entries[len(entries)-1]
				e.terms = append(e.terms, terms...)
			case c.DataAtom == atom.Dd:
				if len(entries) == 0 {
					entries = append(entries, entry{})
				}
				e := &entries[len(entries)-1]
				if body := w.blocks(c); len(body) > 0 {
					e.defs = append(e.defs, body)
				}
			case c.Type == html.ElementNode: // <div> groups, by the standard
				visit(c)
			}
		}
	}
	visit(n)
	simple := len(entries) > 1
	for _, e := range entries {
		if len(e.terms) == 0 || len(e.defs) != 1 || len(e.defs[0]) != 1 || structured(e.defs[0][0]) {
			simple = false
		}
		for _, t := range e.terms {
			simple = simple && strings.HasPrefix(t, "**") && !strings.Contains(t, "\n")
		}
	}
	var out []string
	for _, e := range entries {
		if simple {
			row := strings.Join(e.terms, ", ") + ": " + e.defs[0][0]
			out = append(out, indent(row, "- ", "  "))
			continue
		}
		out = append(out, e.terms...)
		for _, d := range e.defs {
			out = append(out, d...)
		}
	}
	if simple {
		return []string{strings.Join(out, "\n")}
	}
	return out
}

// structured tells blocks that cannot follow a colon on its line.
func structured(s string) bool {
	return isList(s) || strings.HasPrefix(s, "```") || strings.HasPrefix(s, "|") || strings.HasPrefix(s, ">") || strings.HasPrefix(s, "#")
}
