package extract

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// An extent is what an article's elements are weighed by: how much text is below
// them, how much of it is links, and how much of it reads as prose.
type extent struct {
	text, link, prose int
}

// An articlePage is the tree of a page under judgement.
type articlePage struct {
	body *html.Node
	size map[*html.Node]extent
	drop map[*html.Node]bool
}

// article finds the main text of a news, blog or other page of prose: it weighs the
// paragraphs, takes the element that holds them, and leaves out of it what is not
// part of the text (related links, captions, bylines, sharing, comments).
func article(body *html.Node) (*html.Node, map[*html.Node]bool) {
	a := &articlePage{body: body, size: map[*html.Node]extent{}, drop: map[*html.Node]bool{}}
	a.teasers()
	all := a.weigh(body, false).prose
	a.discard(body)
	if left := a.weigh(body, false).prose; left < minProse || left*20 < all {
		// Too little to weigh, or next to nothing beside what stands under names of comments, as
		// in a forum. What is left without the furniture is the text.
		a.drop = map[*html.Node]bool{}
		root := docsRoot(body, a.drop)
		a.untitle(root)
		return root, a.drop
	}
	root := a.root()
	a.prune(root)
	return root, a.drop
}

// untitle leaves out the page's title, as prune does, so that a page does not say
// another thing only because it grew a little. It stays where it is all there is.
func (a *articlePage) untitle(root *html.Node) {
	var titles []*html.Node
	length := 0
	for n := range root.Descendants() {
		if n.DataAtom == atom.H1 {
			titles = append(titles, n)
			length += textSize(n)
		}
	}
	if textSize(root) > 2*length {
		for _, n := range titles {
			a.drop[n] = true
		}
	}
}

// minProse is about two sentences, in bytes.
const minProse = 150

// discard marks what says by tag, role or class name that it is not the text. It
// spares an element that holds much of the page's prose, since names lie: a wrapper
// called "content-with-sidebar", a sticky column called "sidebar".
func (a *articlePage) discard(body *html.Node) {
	total := a.size[body].prose
	descend(body, func(c *html.Node) bool {
		most := 0 // tenths of the prose
		switch a.aside(c) {
		case surelyNot:
			most = 9
		case sureBoiler:
			most = 5
		case likelyBoiler:
			most = 3
		}
		if a.size[c].prose*10 < total*most {
			a.drop[c] = true
			return false
		}
		return true
	})
}

// teasers marks lists of other pages: three and more neighbours of one kind that
// each have a headline which is a link.
func (a *articlePage) teasers() {
	look := func(n *html.Node) bool {
		var kids, linked []*html.Node
		for c := range n.ChildNodes() {
			if !teaserTags[c.DataAtom] || len(kids) > 0 && c.DataAtom != kids[0].DataAtom {
				continue
			}
			kids = append(kids, c)
			if headlineLink(c) && textSize(c) < 1200 {
				linked = append(linked, c)
			}
		}
		if len(linked) >= 3 && len(linked)*10 >= len(kids)*7 {
			for _, c := range linked {
				a.drop[c] = true
			}
		}
		return true
	}
	look(a.body)
	descend(a.body, look)
}

var teaserTags = atoms(atom.Li, atom.Div, atom.Article, atom.Section, atom.A)

// headlineLink reports whether a heading below n is a link or in one.
func headlineLink(n *html.Node) bool {
	return find(n, func(d *html.Node) bool {
		if !heading(d) || d.DataAtom == atom.H1 {
			return false
		}
		for p := d; p != n.Parent; p = p.Parent {
			if p.DataAtom == atom.A {
				return true
			}
		}
		return find(d, func(x *html.Node) bool { return x.DataAtom == atom.A && attr(x, "href") != "" }) != nil
	}) != nil
}

func (a *articlePage) aside(n *html.Node) boiler {
	switch n.DataAtom {
	case atom.Nav, atom.Footer, atom.Search, atom.Aside:
		return surelyNot
	case atom.Figcaption, atom.Time:
		return sureBoiler
	case atom.Form:
		if textSize(n) < 500 {
			return sureBoiler
		}
	case atom.Header:
		if textSize(n) < 1500 {
			return likelyBoiler
		}
	case atom.Body, atom.Html, atom.Article, atom.Main:
		return 0
	}
	return boilerplate(n)
}

// weigh sums, from below, text, link text and prose. Prose is text in runs long
// enough to be sentences, outside what is discarded.
func (a *articlePage) weigh(n *html.Node, inLink bool) extent {
	var e extent
	direct, directLink := 0, 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode:
			k := len(strings.TrimSpace(c.Data))
			direct += k
			if inLink {
				directLink += k
			}
		case c.Type == html.ElementNode && !a.drop[c]:
			sub := a.weigh(c, inLink || c.DataAtom == atom.A)
			if blocks[c.DataAtom] {
				e.text += sub.text
				e.link += sub.link
				e.prose += sub.prose
			} else {
				direct += sub.text
				directLink += sub.link
				e.prose += sub.prose
			}
		}
	}
	e.text += direct
	e.link += directLink
	if plain := direct - directLink; blocks[n.DataAtom] && plain >= 80 && directLink*2 < direct && n.DataAtom != atom.Li {
		e.prose += plain
	}
	a.size[n] = e
	return e
}

// root returns the element that holds the article.
func (a *articlePage) root() *html.Node {
	total := a.size[a.body].prose
	best := a.body
	if total > 0 {
		for _, is := range articleMarks {
			if n := a.marked(is, total); n != nil {
				best = n
				break
			}
		}
	}
	// From there down as long as one child holds nearly all of the prose.
	for {
		var next *html.Node
		for c := best.FirstChild; c != nil; c = c.NextSibling {
			if !a.drop[c] && a.size[c].prose*100 >= a.size[best].prose*97 && a.size[c].prose > 0 && c.DataAtom != atom.P && c.DataAtom != atom.Blockquote {
				next = c
				break
			}
		}
		if next == nil {
			return best
		}
		best = next
	}
}

// marked returns the element that carries a mark and holds much of the prose; where
// several do, as when advertisements cut a text in parts, what holds them all.
func (a *articlePage) marked(is func(*html.Node) bool, total int) *html.Node {
	var parts []*html.Node
	sum := 0
	descend(a.body, func(c *html.Node) bool {
		part := !a.drop[c] && is(c) && a.size[c].prose*20 >= total
		if part {
			parts = append(parts, c)
			sum += a.size[c].prose
		}
		return !a.drop[c] && !part
	})
	if len(parts) == 0 || sum*10 < total*4 {
		return nil
	}
	// Marks nest: a part may hold the real one, which root finds on its way down.
	best := parts[0]
	for _, p := range parts {
		if a.size[p].prose > a.size[best].prose {
			best = p
		}
	}
	if len(parts) == 1 || a.size[best].prose*100 >= sum*85 {
		return best
	}
	for n := best.Parent; n != nil && n != a.body; n = n.Parent {
		if a.size[n].prose*100 >= sum*98 {
			return n
		}
	}
	return a.body
}

// articleMarks are the ways in which pages mark an article's text, surest first.
var articleMarks = []func(*html.Node) bool{
	func(n *html.Node) bool { return attr(n, "itemprop") == "articleBody" },
	func(n *html.Node) bool {
		s := squeeze(attr(n, "class")) + " " + squeeze(attr(n, "id"))
		return slices.ContainsFunc(bodyNames, func(name string) bool { return strings.Contains(s, name) })
	},
	func(n *html.Node) bool { return n.DataAtom == atom.Article },
}

// bodyNames are the class names and ids, without their separators, that content
// systems give to the text of an article.
var bodyNames = []string{"articlebody", "articletext", "articlecontent", "entrycontent", "postcontent", "postbody",
	"storybody", "storycontent", "posttext", "postentry", "contentbody", "bodytext", "fulltext", "articlemaincontent", "storytext", "newsbody", "newstext", "textbody"}

// squeeze lower-cases a name and takes the separators out of each of its words.
func squeeze(s string) string {
	if len(s) > 500 {
		s = s[:500]
	}
	return separators.Replace(strings.ToLower(s))
}

var separators = strings.NewReplacer("-", "", "_", "")
