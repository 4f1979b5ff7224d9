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
func xmlFeed(root *html.Node) (f feed, ok bool) {
	channel, items := root, root
	switch root.Data {
	case "rss", "RDF":
		if channel = child(root, "channel"); channel == nil {
			return f, false
		}
		if root.Data == "rss" && child(channel, "item") != nil {
			items = channel
		}
	case "feed":
		ns := strings.ToLower(attr(root, "xmlns"))
		if ns != "" && !strings.Contains(ns, "atom") || child(root, "entry") == nil && child(root, "title") == nil {
			return f, false
		}
	default:
		return f, false
	}
	f = feed{
		title: plain(lineOf(child(channel, "title"))), link: plainLink(channel),
		author:   cmp.Or(names(channel, "author"), lineOf(child(channel, "creator", "managingEditor"))),
		about:    strings.TrimSpace(textOf(child(channel, "description", "subtitle", "tagline"))),
		date:     lineOf(child(channel, "pubDate", "lastBuildDate", "date", "updated", "modified")),
		language: cmp.Or(lineOf(child(channel, "language")), attr(root, "lang")),
		rights:   lineOf(child(channel, "license", "rights", "copyright")),
	}
	for _, l := range children(root, "link") {
		if root.Data == "feed" && attr(l, "rel") == "license" {
			f.rights = attr(l, "href")
		}
	}
	for _, i := range children(items, "item", "entry") {
		if len(f.entries) > maxEntries {
			break
		}
		e := feedEntry{title: plain(lineOf(child(i, "title"))), link: plainLink(i),
			author: cmp.Or(names(i, "author"), lineOf(child(i, "creator", "author"))),
			date:   lineOf(child(i, "pubDate", "date", "published", "issued", "updated", "modified"))}
		if g := child(i, "guid"); e.link == "" && webURL(lineOf(g)) != nil {
			e.link = lineOf(g)
		}
		// The whole text where the feed has it, else what describes it.
		for _, name := range []string{"encoded", "content", "description", "summary"} {
			if c := child(i, name); c != nil && e.content == nil {
				e.content = entry(c, root.Data == "feed")
			}
		}
		f.entries = append(f.entries, e)
	}
	return f, true
}

// entry is the content of an entry, by the type that Atom gives it; nil for none.
func entry(e *html.Node, atom bool) *html.Node {
	text := textOf(e)
	switch kind := attr(e, "type"); {
	case strings.TrimSpace(text) == "":
		return nil
	case kind == "xhtml" || strings.HasSuffix(kind, "xml"):
		return asHTML(e)
	case (kind == "text" || kind == "text/plain" || kind == "" && atom) && !holdsHTML(text): // feeds forget to say so
	case strings.ContainsAny(text, "&<"):
		return fragment(text, 2)
	}
	return textBlocks(text)
}

// plainLink is the text of <link>, or the address of the page itself that Atom's refers to.
func plainLink(e *html.Node) string {
	links := children(e, "link")
	for _, l := range links {
		if s := lineOf(l); s != "" {
			return s
		}
	}
	for _, l := range links {
		if rel := attr(l, "rel"); (rel == "" || rel == "alternate") && attr(l, "href") != "" {
			return attr(l, "href")
		}
	}
	return ""
}

func names(e *html.Node, of string) string {
	var out []string
	for _, k := range children(e, of) {
		if n := lineOf(child(k, "name")); n != "" && len(out) < 8 {
			out = append(out, n)
		}
	}
	return strings.Join(out, ", ")
}

// asHTML makes of XHTML a page's part, so that what applies to pages applies to it.
func asHTML(e *html.Node) *html.Node {
	root := tag(atom.Div)
	moveInto(root, e)
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		n.Data = strings.ToLower(n.Data)
		n.DataAtom = atom.Lookup([]byte(n.Data))
		for i, a := range n.Attr {
			n.Attr[i] = html.Attribute{Key: strings.ToLower(a.Key), Val: a.Val}
		}
	}
	clean(root)
	lower(root, 2)
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
