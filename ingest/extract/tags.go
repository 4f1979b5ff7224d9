package extract

import (
	"regexp"
	"strings"
	"sync"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Feeds, JSON and XML become a tree of HTML first, so that one writer escapes and
// bounds all that is stored.

func tag(a atom.Atom, kids ...*html.Node) *html.Node {
	n := &html.Node{Type: html.ElementNode, Data: a.String(), DataAtom: a}
	add(n, kids...)
	return n
}

func add(n *html.Node, kids ...*html.Node) {
	for _, k := range kids {
		if k != nil {
			n.AppendChild(k)
		}
	}
}

func textNode(s string) *html.Node { return &html.Node{Type: html.TextNode, Data: s} }

func anchor(href string, kids ...*html.Node) *html.Node {
	n := tag(atom.A, kids...)
	n.Attr = []html.Attribute{{Key: "href", Val: href}}
	return n
}

func headingTag(level int) atom.Atom {
	return []atom.Atom{atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6}[max(1, min(6, level))-1]
}

// textBlocks gives text as paragraphs, with its single line ends kept.
func textBlocks(s string) *html.Node {
	out := tag(atom.Div)
	for p := range strings.SplitSeq(string(normalizeLines([]byte(s))), "\n\n") {
		if strings.TrimSpace(p) == "" {
			continue
		}
		n := tag(atom.P)
		for i, l := range strings.Split(strings.Trim(p, "\n"), "\n") {
			if i > 0 {
				add(n, tag(atom.Br))
			}
			add(n, textNode(l))
		}
		add(out, n)
	}
	return out
}

// fragment gives a piece of HTML as a tree, its headings below the given level.
func fragment(s string, below int) *html.Node {
	doc, _ := parse([]byte(s))
	clean(doc)
	body := find(doc, func(n *html.Node) bool { return n.DataAtom == atom.Body })
	if body == nil {
		return textBlocks(s)
	}
	top := 7
	for n := range body.Descendants() {
		if heading(n) {
			top = min(top, int(n.Data[1]-'0'))
		}
	}
	out := tag(atom.Div)
	moveInto(out, body)
	lower(out, below+1-top)
	return out
}

// moveInto gives to what from holds.
func moveInto(to, from *html.Node) {
	for c := from.FirstChild; c != nil; c = from.FirstChild {
		from.RemoveChild(c)
		to.AppendChild(c)
	}
}

// lower puts the headings below n deeper by some levels.
func lower(n *html.Node, by int) {
	for d := range n.Descendants() {
		if heading(d) {
			a := headingTag(by + int(d.Data[1]-'0'))
			d.Data, d.DataAtom = a.String(), a
		}
	}
}

// lazily compiles a pattern when it is first used: most commands read no page.
func lazily(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// markup is a tag that people write in texts, with its end or alone.
var markup = lazily(`(?i)<(?:br|hr|img)\b[^<>]*>|</(?:p|div|a|ul|ol|li|h[1-6]|table|pre|code|em|strong|b|i|span|blockquote|sub|sup|dl)>`)

func holdsHTML(s string) bool { return strings.Contains(s, "<") && markup().MatchString(s) }

// plain is the text of something that may hold HTML, on one line.
func plain(s string) string {
	if holdsHTML(s) || strings.Contains(s, "&") {
		s = plainBody(s)
	}
	return strings.Join(strings.Fields(s), " ")
}
