package extract

import (
	"cmp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"assay/ingest"
)

// A feed is what RSS, RDF, Atom and JSON Feed have in common.
type feed struct {
	title, about, link     string
	author, date, language string
	rights                 string
	entries                []feedEntry
}

type feedEntry struct {
	title, link, author, date string
	content                   *html.Node
}

// maxEntries bounds one feed; archives that are longer come in pages.
const maxEntries = 5000

// feedDocument writes each entry as a section.
func feedDocument(f feed, d ingest.Document, o Options) ingest.Document {
	d.Title, d.Author, d.Published = f.title, f.author, dateOnly(f.date)
	d.Language, d.Licence = languageTag(f.language), f.rights
	if len(d.Licence) > maxMeta {
		d.Licence = ""
	}
	root := tag(atom.Div)
	if f.title != "" {
		add(root, tag(atom.H1, textNode(f.title)))
	}
	if f.about != "" && f.about != f.title {
		add(root, fragment(f.about, 2))
	}
	if len(f.entries) > maxEntries {
		f.entries = f.entries[:maxEntries]
		d.Warnings = append(d.Warnings, "too large: only the first entries of the feed were read")
	}
	for _, e := range f.entries {
		title := cmp.Or(e.title, e.link)
		add(root, tag(atom.H2, textNode(title)), e.line(), e.content)
	}
	base := webURL(f.link)
	if u := webURL(o.URL); u != nil {
		base = u
		if l, err := u.Parse(f.link); err == nil && webURL(l.String()) != nil && f.link != "" {
			base = l
		}
	}
	d.Markdown = (&writer{base: base, images: true}).markdown(root)
	return d
}

// line tells when, by whom and where, as far as the entry says.
func (e feedEntry) line() *html.Node {
	p := tag(atom.P)
	put := func(n *html.Node) {
		if p.FirstChild != nil {
			add(p, textNode(" · "))
		}
		add(p, n)
	}
	if e.date != "" {
		put(textNode(cmp.Or(dateOnly(e.date), e.date)))
	}
	if e.author != "" {
		put(textNode(e.author))
	}
	if e.link != "" {
		put(anchor(e.link, textNode(e.link)))
	}
	if p.FirstChild == nil {
		return nil
	}
	return p
}

// xmlFeed reads RSS, RDF and Atom; ok tells whether the file is one of them. They say the
// same under other names.
func xmlFeed(root *element) (f feed, ok bool) {
	channel, items := root, root
	switch root.name {
	case "rss", "RDF":
		if channel = root.child("channel"); channel == nil {
			return f, false
		}
		if root.name == "rss" && channel.child("item") != nil {
			items = channel
		}
	case "feed":
		ns := strings.ToLower(root.attribute("xmlns"))
		if ns != "" && !strings.Contains(ns, "atom") || root.child("entry") == nil && root.child("title") == nil {
			return f, false
		}
	default:
		return f, false
	}
	f = feed{
		title: plain(channel.child("title").line()), link: channel.plainLink(),
		author:   cmp.Or(channel.names("author"), channel.child("creator", "managingEditor").line()),
		about:    strings.TrimSpace(channel.child("description", "subtitle", "tagline").allText()),
		date:     channel.child("pubDate", "lastBuildDate", "date", "updated", "modified").line(),
		language: cmp.Or(channel.child("language").line(), root.attribute("lang")),
		rights:   channel.child("license", "rights", "copyright").line(),
	}
	for i := range items.elements() {
		if root.name == "feed" && i.name == "link" && i.attribute("rel") == "license" {
			f.rights = i.attribute("href")
		}
		if i.name != "item" && i.name != "entry" || len(f.entries) > maxEntries {
			continue
		}
		e := feedEntry{title: plain(i.child("title").line()), link: i.plainLink(),
			author: cmp.Or(i.names("author"), i.child("creator", "author").line()),
			date:   i.child("pubDate", "date", "published", "issued", "updated", "modified").line()}
		if g := i.child("guid"); e.link == "" && webURL(g.line()) != nil {
			e.link = g.line()
		}
		// The whole text where the feed has it, else what describes it.
		for _, name := range []string{"encoded", "content", "description", "summary"} {
			if c := i.child(name); c != nil && e.content == nil {
				e.content = c.entry(root.name == "feed")
			}
		}
		f.entries = append(f.entries, e)
	}
	return f, true
}

// entry is the content of an entry, by the type that Atom gives it; nil for none.
func (e *element) entry(atom bool) *html.Node {
	text := e.allText()
	switch kind := e.attribute("type"); {
	case strings.TrimSpace(text) == "":
		return nil
	case kind == "xhtml" || strings.HasSuffix(kind, "xml"):
		return e.asHTML()
	case (kind == "text" || kind == "text/plain" || kind == "" && atom) && !holdsHTML(text): // feeds forget to say so
		return textBlocks(text)
	}
	return feedText(text)
}

// plainLink is the text of <link>, or the address that Atom's in RSS refers to.
func (e *element) plainLink() string {
	for k := range e.elements() {
		if k.name != "link" {
			continue
		}
		if s := k.line(); s != "" {
			return s
		}
	}
	return e.atomLink()
}

// atomLink is the address of the page itself.
func (e *element) atomLink() string {
	for k := range e.elements() {
		if rel := k.attribute("rel"); k.name == "link" && (rel == "" || rel == "alternate") && k.attribute("href") != "" {
			return k.attribute("href")
		}
	}
	return ""
}

func (e *element) names(of string) string {
	var out []string
	for k := range e.elements() {
		if k.name != of || len(out) == 8 {
			continue
		}
		if n := k.child("name").line(); n != "" {
			out = append(out, n)
		}
	}
	return strings.Join(out, ", ")
}

func feedText(s string) *html.Node {
	if strings.TrimSpace(s) == "" {
		return nil
	}
	if holdsHTML(s) || strings.Contains(s, "&") || strings.Contains(s, "<") {
		return fragment(s, 2)
	}
	return textBlocks(s)
}

// asHTML writes XHTML out and reads it as a page's part, so that what applies to
// pages applies to it.
func (e *element) asHTML() *html.Node {
	root := tag(atom.Div)
	var walk func(to *html.Node, e *element)
	walk = func(to *html.Node, e *element) {
		for _, k := range e.kids {
			if k.elem == nil {
				add(to, textNode(k.text))
				continue
			}
			n := &html.Node{Type: html.ElementNode, Data: strings.ToLower(k.elem.name)}
			n.DataAtom = atom.Lookup([]byte(n.Data))
			for _, a := range k.elem.attr {
				n.Attr = append(n.Attr, html.Attribute{Key: strings.ToLower(a.Name.Local), Val: a.Value})
			}
			add(to, n)
			walk(n, k.elem)
		}
	}
	walk(root, e)
	clean(root)
	for n := range root.Descendants() {
		if heading(n) {
			a := headingTag(2 + int(n.Data[1]-'0'))
			n.Data, n.DataAtom = a.String(), a
		}
	}
	return root
}

// jsonFeed reads JSON Feed 1 and 1.1.
func jsonFeed(v value) feed {
	f := feed{title: v.get("title").said(), about: v.get("description").said(), link: v.get("home_page_url").said(), author: v.get("authors", "author").said(), language: v.get("language").said()}
	for _, m := range v.get("items").members {
		i := m.value
		e := feedEntry{title: i.get("title").said(), link: i.get("url", "external_url").said(), author: i.get("authors", "author").said(), date: i.get("date_published", "date_modified").said()}
		if s := i.get("content_html").text; strings.TrimSpace(s) != "" {
			e.content = fragment(s, 2)
		} else if s := i.get("content_text", "summary").text; strings.TrimSpace(s) != "" {
			e.content = textBlocks(s)
		}
		f.entries = append(f.entries, e)
	}
	return f
}
