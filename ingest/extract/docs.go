package extract

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// generators are the programs that write documentation, as <meta name="generator">
// names them.
var generators = []string{"docbook", "sphinx", "docutils", "mkdocs", "docusaurus", "javadoc", "doxygen", "rustdoc", "vitepress", "vuepress", "asciidoctor", "asciidoc", "gitbook", "antora", "hugo-book", "docsify", "mdbook", "pdoc", "jsdoc", "typedoc", "yard", "rdoc", "makeinfo", "texinfo", "latex2html", "help & manual", "docfx", "starlight", "nextra", "zensical", "epydoc", "ghc haddock", "haddock", "perldoc", "pod2html", "man2html", "mandoc", "groff", "xmlto", "scaladoc", "dokka", "readme.io", "bookdown", "quarto", "pkgdown"}

// isDocs tells documentation from articles. A generator that makes documentation
// says so itself; else the page's matter does: code, definitions and headings with
// anchors are dense in documentation and rare in articles.
func isDocs(f facts, body *html.Node) bool {
	// Link types of HTML 4 that order a manual: documentation generators write index
	// with one of the others; blogs write index, government sites the others.
	if f.first("link:index") != "" && f.first("link:copyright", "link:contents", "link:glossary", "link:chapter", "link:toc", "link:up") != "" {
		return true
	}
	for _, g := range f.generators {
		if slices.ContainsFunc(generators, func(known string) bool { return strings.Contains(g, known) }) {
			return true
		}
	}
	if strings.EqualFold(f.first("og:type"), "article") || f.first("article:published_time", "ld:headline", "ld:datePublished") != "" {
		return false // an article with code in it
	}
	var code, terms, anchors, text, para int
	for n := range body.Descendants() {
		switch {
		case n.Type == html.TextNode:
			text += len(strings.TrimSpace(n.Data))
		case n.DataAtom == atom.Pre:
			code += 2
			para += len(textOf(n))
		case n.DataAtom == atom.Code:
			code++
		case n.DataAtom == atom.Dd:
			terms++
		case n.DataAtom == atom.A && permalink(n):
			anchors++
		}
	}
	if text == 0 {
		return false
	}
	// Per 10,000 characters, so that long pages are not documentation for length.
	density := float64(2*code+terms+2*anchors) / (float64(text)/10_000 + 1)
	return density >= 16
}

// docsRoot returns the element that holds the content of a documentation page and
// marks in drop what is furniture within it.
func docsRoot(body *html.Node, drop map[*html.Node]bool) *html.Node {
	whole := textSize(body)
	root := body
	for _, is := range contentMarks {
		if n := find(body, is); n != nil && textSize(n)*10 >= whole*2 {
			root = n
			break
		}
	}
	markFurniture(root, drop)
	return root
}

// contentMarks are the ways in which pages mark their content, surest first.
var contentMarks = []func(*html.Node) bool{
	func(n *html.Node) bool { return attr(n, "role") == "main" },
	func(n *html.Node) bool { return n.DataAtom == atom.Main },
	func(n *html.Node) bool { return attr(n, "id") == "docContent" && n.DataAtom != atom.Body },
	func(n *html.Node) bool { return attr(n, "itemprop") == "articleBody" },
	func(n *html.Node) bool { return n.DataAtom == atom.Article },
	func(n *html.Node) bool {
		switch attr(n, "id") {
		case "main-content", "mainContent", "content", "main", "mw-content-text", "bodyContent", "page-content", "doc-content":
			return n.DataAtom == atom.Div || n.DataAtom == atom.Section
		}
		return hasClass(n, "markdown-body", "rst-content", "document", "theme-doc-markdown", "md-content", "doc-content", "page-content")
	},
}

func hasClass(n *html.Node, names ...string) bool {
	return slices.ContainsFunc(strings.Fields(attr(n, "class")), func(c string) bool { return slices.Contains(names, c) })
}

func textSize(n *html.Node) int {
	size := 0
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			size += len(strings.TrimSpace(d.Data))
		}
	}
	return size
}

// markFurniture marks navigation, headers, footers and forms below root. It goes by
// what an element says it is (tag, role, class name), never by link density: a
// table of contents or an index page is links, and is content.
func markFurniture(root *html.Node, drop map[*html.Node]bool) {
	descend(root, func(c *html.Node) bool {
		if furniture(c) {
			drop[c] = true
			return false
		}
		return true
	})
}

func furniture(n *html.Node) bool {
	switch attr(n, "role") {
	case "navigation", "search", "banner", "contentinfo", "complementary", "toolbar", "menu", "menubar", "tablist":
		return true
	}
	switch n.DataAtom {
	case atom.Nav, atom.Footer, atom.Search:
		return true
	case atom.Aside:
		return !hasClass(n, "admonition", "note", "warning", "tip", "callout", "alert", "important", "footnote", "footnote-list", "footnotes", "sidebar-note", "topic")
	case atom.Header:
		return find(n, func(d *html.Node) bool { return d.DataAtom == atom.H1 || d.DataAtom == atom.H2 }) == nil
	case atom.Form:
		return textSize(n) < 400
	}
	if blocks[n.DataAtom] || n.DataAtom == atom.Span || n.DataAtom == atom.A {
		if slices.ContainsFunc(strings.Fields(attr(n, "class")), func(c string) bool { return furnitureClass[strings.ToLower(c)] }) {
			return true
		}
		switch attr(n, "id") {
		case "sidebar", "navbar", "nav", "navigation", "footer", "header", "breadcrumbs", "breadcrumb", "toc-sidebar", "topbar", "searchbox":
			return n.DataAtom != atom.H1 && find(n, func(d *html.Node) bool { return d.DataAtom == atom.H1 }) == nil
		}
	}
	return false
}

var furnitureClass = func() map[string]bool {
	m := map[string]bool{}
	for _, c := range strings.Fields(`navheader navfooter sphinxsidebar sphinxsidebarwrapper related breadcrumb breadcrumbs
		navbar sidebar footer prev-next prevnext pagination pagination-nav page-nav pager rst-footer-buttons
		rst-versions wy-nav-side wy-side-nav-search wy-breadcrumbs edit-this-page edit-page-link editsection mw-editsection edit-link
		toc-sidebar md-sidebar md-header md-footer theme-doc-toc-desktop theme-doc-toc-mobile theme-doc-breadcrumbs
		table-of-contents-sidebar skip-link skip-to-content visually-hidden sr-only screen-reader-text skiplink
		navigation site-header site-footer cookie-banner feedback helpful share social copybutton copy-button
		mw-jump-link printfooter catlinks noprint navbox mobile-nav menu-wrapper viewcode-link source-link`) {
		m[c] = true
	}
	return m
}()
