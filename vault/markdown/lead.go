package markdown

import (
	"bytes"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// Over is what stands over a claim in its note, from the outside in: the note's title,
// the headings of its sections, and then its Lead. A claim is read together with them: what
// a list item is an example of, which column a value stands in, and that the heading is
// "Limitations", nobody says again in the sentence itself.
func (n *Note) Over(c Claim) []string {
	var chain []string
	level := 7
	for i := min(c.Heading, len(n.Headings)-1); i >= 0; i-- {
		if h := n.Headings[i]; h.Level < level {
			level = h.Level
			if h.Text != "" {
				chain = append(chain, h.Text)
			}
		}
	}
	if n.Title != "" && (len(chain) == 0 || chain[len(chain)-1] != n.Title) {
		chain = append(chain, n.Title)
	}
	slices.Reverse(chain)
	return append(chain, c.Lead...)
}

// leadIn is the sentence with which the block that was read last leads in what follows
// it: one that ends in a colon, or that is all set off, as a heading would be. Whatever
// stands first in a list item leads in the list within it.
func (r *reader) leadIn(always bool) string {
	p := &r.prose
	text := bytes.TrimSpace(p.text)
	if len(text) == 0 {
		return ""
	}
	if n := len(r.spans); n > 0 {
		s := r.spans[n-1]
		text = p.text[s[0]:s[1]]
	}
	if sign := lastSign(text); !always && sign != ':' && sign != '：' && !r.setOff(r.spans) {
		return ""
	}
	return strings.TrimRight(foldText(text), " :：")
}

// setOff reports a block that is emphasised from its first word to its last, without a
// full stop: a heading by another name.
func (r *reader) setOff(spans [][2]int) bool {
	p := &r.prose
	if len(spans) != 1 {
		return false
	}
	s := spans[0]
	if stop, _ := terminator(p.text[s[0]:s[1]]); stop != 0 {
		return false
	}
	start, end := p.at(s[0]), p.at(s[1]-1)+1
	strong := func(from, to int) bool {
		return from >= 0 && to <= len(r.file) && (string(r.file[from:to]) == "**" || string(r.file[from:to]) == "__")
	}
	if !strong(start-2, start) || !strong(end, end+2) {
		return false
	}
	inside := r.file[start:end]
	return bytes.Count(inside, []byte("**"))+bytes.Count(inside, []byte("__")) == 0
}

// led is what stands over the claims of a list or table, each list within adding to it.
func led(over []string, lead string) []string {
	if lead == "" {
		return over
	}
	return append(over[:len(over):len(over)], lead)
}

// ledIn is the setting of a list or table: what stands over the block that holds it, and what leads it
// in, with what that cites.
func (r *reader) ledIn(n ast.Node, c setting) setting {
	before := n.PreviousSibling()
	if before == nil || before.Kind() != kindLeaf && before.Kind() != ast.KindParagraph && before.Kind() != ast.KindTextBlock {
		return c
	}
	c.lead = led(c.lead, r.leadIn(n.Parent().Kind() == ast.KindListItem))
	if cites := r.leadCites(); len(cites) > 0 {
		c.cites = cites
	}
	return c
}

// leadCites are what the sentence cites or names that leads in what follows the block: "A survey found [^1]:".
func (r *reader) leadCites() []Cite {
	p := &r.prose
	if len(r.spans) == 0 {
		return nil
	}
	s := r.spans[len(r.spans)-1]
	if sign := lastSign(p.text[s[0]:s[1]]); sign != ':' && sign != '：' {
		return nil
	}
	first, _ := slices.BinarySearchFunc(p.marks, s[0], func(m mark, at int) int { return m.at - at })
	cites, _ := r.citesOf(p.marks[first:])
	return withScope(append(cites, p.mentionedBy(s[0], len(p.text)+1)...), ScopeSection)
}

// A tableHead is what the rows of a table have in common: the heads of its columns.
type tableHead struct {
	heads  []string
	index  bool // the heads are those of a list of pages
	inHead bool
	cited  int  // cells of the row that say what it rests on
	self   bool // a cell of the row is about this page
	echo   bool // its cells are the heads once more
	ends   int  // where the first cell of the row ends in its text
	column []int
}

// begin is called for each row, before its cells are.
func (t *tableHead) begin(head bool) {
	t.inHead, t.self, t.echo, t.ends, t.cited, t.column = head, false, true, 0, 0, t.column[:0]
}

// cell notes the cell of a row that begins at from in its text. Empty ones are not read.
func (t *tableHead) cell(column int, p *prose, from int) {
	text := bytes.TrimSpace(p.text[min(from, len(p.text)):])
	if t.inHead {
		for len(t.heads) < column {
			t.heads = append(t.heads, "")
		}
		t.heads = append(t.heads, foldText(text))
		t.index = indexed(t.heads)
		return
	}
	if len(t.column) == 0 {
		t.ends = len(p.text)
	}
	t.column = append(t.column, column)
	t.self = t.self || ofItself(text)
	t.echo = t.echo && column < len(t.heads) && foldText(text) == t.heads[column]
}

// over is the setting of a row: the heads of the cells that it has stand over it. An entry
// of an index is no claim, nor is the head of the table once more.
func (t *tableHead) over(p *prose, c setting) setting {
	heads := make([]string, 0, len(t.column))
	for _, k := range t.column {
		if k < len(t.heads) {
			heads = append(heads, t.heads[k])
		}
	}
	stop, _ := terminator(bytes.TrimRight(p.text, " "))
	alone := len(t.column)+t.cited < 2 && len(t.heads) > 1 && stop == 0
	if t.self || t.echo || alone || t.index && p.linkFirst() && len(bytes.Trim(p.text[min(p.atoms[0].to, t.ends):t.ends], " *_`")) == 0 {
		c.quiet = true
	}
	c.lead = led(c.lead, strings.Join(heads, " | "))
	return c
}
