package extract

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const (
	// maxDepth bounds open elements. x/net/html refuses more than 512; real pages
	// stay below 100.
	maxDepth = 300
	// maxTags bounds the tree; what follows is cut off. The largest pages of manuals
	// have some 50,000 tags. At about 150 bytes a node this is 100 MB at worst.
	maxTags = 400_000
	// maxReopened bounds the nodes that unclosed inline elements make: the HTML
	// standard opens each of them again in every following paragraph, so that 500
	// open ones and 100,000 paragraphs would make 50 million.
	maxReopened = 400_000
)

// parse builds the tree of a page of any quality in bounded time and memory. trimmed
// tells that nesting had to be cut.
func parse(text []byte) (doc *html.Node, trimmed bool) {
	deep, end := survey(text)
	if end < len(text) {
		text, trimmed = text[:end], true
	}
	// With scripting off, <noscript> is parsed as elements and can be dropped or used.
	scripting := html.ParseOptionEnableScripting(false)
	if !deep {
		if doc, err := html.ParseWithOptions(bytes.NewReader(text), scripting); err == nil {
			return doc, trimmed
		}
	}
	doc, err := html.ParseWithOptions(bytes.NewReader(flatten(text)), scripting)
	if err != nil { // cannot happen: nothing is deep any more
		doc = &html.Node{Type: html.DocumentNode}
	}
	return doc, true
}

// survey counts tags as they stand, to find in advance what would make a tree too
// deep or too large: deep tells to flatten, end where to cut. It may cry wolf over
// unclosed elements, which costs only a rewrite; elements whose end tag the standard
// lets one omit are not counted for that.
func survey(text []byte) (deep bool, end int) {
	z := html.NewTokenizer(bytes.NewReader(text))
	depth, open, tags, reopened := 0, 0, 0, 0
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			return deep, len(text)
		}
		end += len(z.Raw())
		switch kind {
		case html.StartTagToken:
			if tags++; tags > maxTags {
				return deep, end
			}
			name, _ := z.TagName()
			switch a := atom.Lookup(name); {
			case formatting[a]:
				open++
			case voids[a]:
			default:
				if blocks[a] {
					reopened += open
				}
				if !optionalEnd[a] {
					depth++
				}
			}
			if depth > maxDepth || open > maxDepth || reopened > maxReopened {
				deep = true
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			switch a := atom.Lookup(name); {
			case formatting[a]:
				open = max(0, open-1)
			case voids[a] || optionalEnd[a]:
			default:
				depth = max(0, depth-1)
			}
		}
	}
}

// flatten rewrites a page whose nesting is beyond the limits, leaving out the tags
// beyond them, and inline elements, and keeping their text.
func flatten(text []byte) []byte {
	var b bytes.Buffer
	z := html.NewTokenizer(bytes.NewReader(text))
	depth := 0
	for {
		t := z.Next()
		if t == html.ErrorToken {
			return b.Bytes()
		}
		raw := z.Raw()
		switch t {
		case html.StartTagToken:
			name, _ := z.TagName()
			switch a := atom.Lookup(name); {
			case voids[a]:
				b.Write(raw)
				continue
			case formatting[a]: // text without its emphasis is still the text
				continue
			}
			if depth++; depth > maxDepth/2 {
				b.WriteByte(' ')
				continue
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			if formatting[atom.Lookup(name)] {
				continue
			}
			if depth > 0 {
				depth--
			}
			if depth >= maxDepth/2 {
				b.WriteByte(' ')
				continue
			}
		}
		b.Write(raw)
	}
}

// clean removes what is never content on any page: script, style, controls, hidden
// parts. What remains is text that a reader sees.
func clean(doc *html.Node) {
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil; {
			next := c.NextSibling
			switch {
			case c.Type == html.CommentNode || c.Type == html.DoctypeNode:
				n.RemoveChild(c)
			case c.Type == html.ElementNode && (never[c.DataAtom] || hidden(c)):
				n.RemoveChild(c)
			default:
				walk(c)
			}
			c = next
		}
	}
	walk(doc)
}

func hidden(n *html.Node) bool {
	if n.DataAtom == atom.Body || n.DataAtom == atom.Html {
		return false
	}
	for _, a := range n.Attr {
		switch a.Key {
		case "hidden":
			return a.Val != "until-found"
		case "style":
			if len(a.Val) > 2000 {
				continue
			}
			s := strings.ReplaceAll(strings.ToLower(a.Val), " ", "")
			if strings.Contains(s, "display:none") || strings.Contains(s, "visibility:hidden") {
				return true
			}
		}
	}
	return false
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// find returns the first element, in document order, for which ok holds.
func find(n *html.Node, ok func(*html.Node) bool) *html.Node {
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && ok(d) {
			return d
		}
	}
	return nil
}

// children are the elements of some names straight in e.
func children(e *html.Node, names ...string) []*html.Node {
	return slices.DeleteFunc(slices.Collect(e.ChildNodes()), func(k *html.Node) bool {
		return k.Type != html.ElementNode || !slices.Contains(names, k.Data)
	})
}

// descend visits the elements below n, in document order, and goes into those for which
// into holds.
func descend(n *html.Node, into func(*html.Node) bool) {
	for c := range n.ChildNodes() {
		if c.Type == html.ElementNode && into(c) {
			descend(c, into)
		}
	}
}

// textOf returns the text below n as it stands in the page, "" where n is nil.
func textOf(n *html.Node) string {
	if n == nil {
		return ""
	}
	if n.Type == html.TextNode {
		return n.Data
	}
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		} else if d.DataAtom == atom.Br {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func atoms(list ...atom.Atom) map[atom.Atom]bool {
	m := make(map[atom.Atom]bool, len(list))
	for _, a := range list {
		m[a] = true
	}
	return m
}

var (
	voids = atoms(atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input,
		atom.Link, atom.Meta, atom.Param, atom.Source, atom.Track, atom.Wbr)
	formatting = atoms(atom.A, atom.B, atom.Big, atom.Code, atom.Em, atom.Font, atom.I, atom.Nobr, atom.S,
		atom.Small, atom.Strike, atom.Strong, atom.Tt, atom.U)
	optionalEnd = atoms(atom.P, atom.Li, atom.Dt, atom.Dd, atom.Tr, atom.Td, atom.Th, atom.Tbody, atom.Thead,
		atom.Tfoot, atom.Option, atom.Html, atom.Body, atom.Head, atom.Colgroup)
	never = atoms(atom.Script, atom.Style, atom.Template, atom.Iframe, atom.Object, atom.Embed, atom.Svg,
		atom.Canvas, atom.Input, atom.Select, atom.Option, atom.Textarea, atom.Button, atom.Link, atom.Meta,
		atom.Noscript, atom.Audio, atom.Video, atom.Map, atom.Area, atom.Dialog, atom.Frameset, atom.Frame,
		atom.Noframes, atom.Datalist, atom.Applet, atom.Marquee)
	blocks = atoms(atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Center, atom.Dd,
		atom.Details, atom.Dir, atom.Div, atom.Dl, atom.Dt, atom.Fieldset, atom.Figcaption, atom.Figure,
		atom.Footer, atom.Form, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Header,
		atom.Hgroup, atom.Hr, atom.Html, atom.Legend, atom.Li, atom.Main, atom.Menu, atom.Nav, atom.Ol, atom.P, atom.Pre,
		atom.Section, atom.Summary, atom.Table, atom.Caption, atom.Tbody, atom.Td, atom.Tfoot, atom.Th,
		atom.Thead, atom.Tr, atom.Ul, atom.Search, atom.Listing, atom.Xmp, atom.Plaintext)
)
