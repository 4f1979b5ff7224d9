package extract

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"assay/ingest"
)

// proseNames are the elements of prose that are like one of HTML. Manuals and papers are
// written in a few dialects (DocBook, JATS, DITA) that have the same parts under different names.
var proseNames = map[atom.Atom][]string{
	atom.P:   {"para", "simpara", "p", "formalpara", "shortdesc", "subtitle", "attribution", "verse"},
	atom.Pre: {"programlisting", "screen", "synopsis", "literallayout", "codeblock", "preformat", "msgblock", "pre"},
	atom.Code: {"literal", "code", "command", "filename", "option", "function", "varname", "parameter", "constant", "monospace", "codeph",
		"classname", "userinput", "computeroutput", "envar", "tt", "filepath", "apiname", "methodname", "structfield"},
	atom.Em:         {"emphasis", "italic", "i", "em", "replaceable", "citetitle", "firstterm", "cite"},
	atom.Strong:     {"bold", "b", "strong", "uicontrol", "guilabel"},
	atom.Sup:        {"sup", "superscript"},
	atom.Sub:        {"sub", "subscript"},
	atom.Ul:         {"itemizedlist", "ul", "simplelist", "ref-list", "bibliolist", "list"},
	atom.Ol:         {"orderedlist", "ol", "procedure", "steps"},
	atom.Li:         {"listitem", "list-item", "li", "member", "step", "ref", "biblioentry", "bibliomixed"},
	atom.Dl:         {"variablelist", "def-list", "dl", "glosslist", "parml"},
	atom.Dt:         {"term", "dt", "glossterm", "pt"},
	atom.Dd:         {"def", "dd", "glossdef", "pd"},
	atom.Table:      {"table", "informaltable"},
	atom.Thead:      {"thead"},
	atom.Tbody:      {"tbody", "tfoot"},
	atom.Tr:         {"row", "tr", "strow", "sthead"},
	atom.Td:         {"entry", "td", "stentry"},
	atom.Th:         {"th"},
	atom.Caption:    {"caption"},
	atom.Blockquote: {"blockquote", "disp-quote", "epigraph", "lq", "note", "warning", "tip", "caution", "important", "boxed-text"},
	atom.A:          {"ulink", "link", "ext-link", "uri", "a", "xref"},
}

var proseTags = sync.OnceValue(func() map[string]atom.Atom {
	tags := map[string]atom.Atom{}
	for tag, names := range proseNames {
		for _, name := range names {
			tags[name] = tag
		}
	}
	return tags
})

// proseTag gives the element of HTML that an element of prose is like, 0 where it is
// only a wrapper.
func proseTag(e *html.Node) atom.Atom {
	tag := proseTags()[e.Data]
	switch {
	case tag == atom.Em && slices.Contains([]string{"bold", "strong"}, attr(e, "role")):
		return atom.Strong
	case e.Data == "list" && attr(e, "list-type") == "order":
		return atom.Ol
	}
	return tag
}

// Elements that open a section, that are of the file's own matter, and that have
// nothing to read.
var (
	proseSections = []string{"sect1", "sect2", "sect3", "sect4", "sect5", "section", "sec", "chapter", "appendix", "part", "preface", "refsect1", "refsect2", "refsect3", "refsection", "refentry", "topic", "concept", "task", "reference", "app", "glossary", "bibliography", "article", "abstract", "ack", "example", "sidebar"}
	proseMeta     = []string{"info", "bookinfo", "articleinfo", "chapterinfo", "refentryinfo", "sectioninfo", "front", "prolog", "processing-meta", "refmeta"}
	proseSilent   = []string{"indexterm", "index", "toc", "remark", "graphic", "imagedata", "imageobject", "mediaobject", "inlinemediaobject", "colspec", "tex-math", "label", "anchor", "object-id", "related-links"}
)

// isProse tells text from data: some element holds paragraphs, and some have titles.
func isProse(e *html.Node) bool {
	has := func(names ...string) bool {
		named := func(n *html.Node) bool { return slices.Contains(names, n.Data) }
		return named(e) || find(e, named) != nil
	}
	return has("para", "simpara", "p", "formalpara") && has("title", "article-title")
}

// prose turns an element into what HTML would call it; level is that of the heading
// above.
func prose(e *html.Node, level int) *html.Node {
	if slices.Contains(proseSilent, e.Data) {
		return nil
	}
	if slices.Contains(proseMeta, e.Data) {
		out := tag(atom.Div)
		if t := headline(e); t != nil {
			add(out, tag(headingTag(level+1), textNode(lineOf(t))))
		}
		if a := below(e, "abstract"); a != nil {
			add(out, prose(a, level+1))
		}
		return out
	}
	in := level
	if slices.Contains(proseSections, e.Data) && child(e, "title") != nil {
		in++
	}
	a := proseTag(e)
	if a == atom.Li && e.Data == "listitem" && child(e, "term") == nil && slices.Contains([]string{"varlistentry", "glossentry"}, e.Parent.Data) {
		a = atom.Dd
	}
	n := tag(atom.Div)
	if a != 0 {
		n = tag(a)
	}
	if a == atom.A {
		for _, k := range []string{"url", "href"} {
			if s := attr(e, k); s != "" {
				n.Attr = []html.Attribute{{Key: "href", Val: s}}
			}
		}
	}
	inHead := e.Data == "thead" || e.Data == "sthead"
	for k := range e.ChildNodes() {
		switch {
		case k.Type == html.TextNode:
			if a != 0 || strings.TrimSpace(k.Data) != "" {
				add(n, textNode(k.Data))
			}
		case k.Data == "title" || k.Data == "refname":
			switch {
			case slices.Contains(proseSections, e.Data):
				add(n, tag(headingTag(in), textNode(lineOf(k))))
			case level == 0:
				add(n, tag(atom.H1, textNode(lineOf(k))))
				in = 1
			case a == atom.Table:
				add(n, tag(atom.Caption, textNode(lineOf(k))))
			default:
				add(n, tag(atom.P, tag(atom.Strong, textNode(lineOf(k)))))
			}
		case k.Data == "tgroup":
			if x := prose(k, in); x != nil {
				moveInto(n, x)
			}
		case slices.Contains(proseMeta, k.Data):
			if x := prose(k, in); x.FirstChild != nil {
				add(n, x)
				in = max(in, level+1) // its title stands over what follows
			}
		case k.Data == "footnote" || k.Data == "fn":
			add(n, textNode(" ("+lineOf(k)+")"))
		default:
			x := prose(k, in)
			if inHead && x != nil {
				for c := range x.ChildNodes() {
					if c.DataAtom == atom.Td {
						c.Data, c.DataAtom = "th", atom.Th
					}
				}
			}
			// Inline wrappers (acronym, person names) must not break the line.
			if x != nil && x.DataAtom == atom.Div && (a == atom.P || a == atom.Code || a == atom.Em || a == atom.Li || a == atom.Dt || a == atom.Td || a == atom.Pre || a == atom.Strong || a == atom.A) && find(k, func(d *html.Node) bool { return blocks[proseTag(d)] }) == nil {
				x.Data, x.DataAtom = "span", atom.Span
			}
			add(n, x)
		}
	}
	return n
}

func headline(e *html.Node) *html.Node { return cmp.Or(below(e, "article-title"), below(e, "title")) }

// aboutProse reads title, author, date, licence and language.
func aboutProse(e *html.Node, d *ingest.Document) {
	d.Language = languageTag(attr(e, "lang"))
	setOnce(&d.Title, lineOf(headline(e)))
	meta := e
	for _, n := range proseMeta {
		if m := child(e, n); m != nil {
			meta = m
			break
		}
	}
	var people []string
	look := func(x *html.Node) bool {
		switch x.Data {
		case "author", "contrib":
			if t := attr(x, "contrib-type"); t != "" && t != "author" {
				return false
			}
			if s := person(x); s != "" && len(people) < 8 {
				people = append(people, s)
			}
			return false
		case "pubdate", "pub-date", "date":
			setOnce(&d.Published, dateOf(x))
		case "license":
			setOnce(&d.Licence, attr(x, "href"))
			setOnce(&d.Licence, lineOf(x))
		case "legalnotice", "sec", "section", "chapter", "body", "sect1", "para", "p":
			return false
		}
		return true
	}
	if look(meta) {
		descend(meta, look)
	}
	setOnce(&d.Author, strings.Join(people, ", "))
}

func person(e *html.Node) string {
	first, last := cmp.Or(below(e, "firstname"), below(e, "given-names")), below(e, "surname")
	if last != nil {
		return strings.TrimSpace(lineOf(first) + " " + lineOf(last))
	}
	if n := below(e, "personname"); n != nil {
		return lineOf(n)
	}
	if s := lineOf(e); len(s) < 80 {
		return s
	}
	return ""
}

func dateOf(e *html.Node) string {
	if y := child(e, "year"); y != nil {
		two := func(n, or string) string {
			s := lineOf(child(e, n))
			switch len(s) {
			case 1:
				return "0" + s
			case 2:
				return s
			}
			return or
		}
		return dateOnly(lineOf(y) + "-" + two("month", "01") + "-" + two("day", "01"))
	}
	return dateOnly(lineOf(e))
}
