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
func proseTag(e *element) atom.Atom {
	tag := proseTags()[e.name]
	switch {
	case tag == atom.Em && slices.Contains([]string{"bold", "strong"}, e.attribute("role")):
		return atom.Strong
	case e.name == "list" && e.attribute("list-type") == "order":
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

// isProse tells text from data: some element holds paragraphs.
func (e *element) isProse() bool {
	paragraphs, titles := 0, 0
	var walk func(e *element)
	walk = func(e *element) {
		switch e.name {
		case "para", "simpara", "p", "formalpara":
			paragraphs++
		case "title", "article-title":
			titles++
		}
		for k := range e.elements() {
			walk(k)
		}
	}
	walk(e)
	return paragraphs > 0 && titles > 0
}

// prose turns an element into what HTML would call it; level is that of the heading
// above.
func (e *element) prose(level int) *html.Node {
	if slices.Contains(proseSilent, e.name) {
		return nil
	}
	if slices.Contains(proseMeta, e.name) {
		out := tag(atom.Div)
		if t := e.headline(); t != nil {
			add(out, tag(headingTag(level+1), textNode(t.line())))
		}
		if a := e.find("abstract"); a != nil {
			add(out, a.prose(level+1))
		}
		return out
	}
	in := level
	if slices.Contains(proseSections, e.name) && e.child("title") != nil {
		in++
	}
	a := proseTag(e)
	if a == atom.Li && e.name == "listitem" && e.child("term") == nil && e.inEntry {
		a = atom.Dd
	}
	n := tag(atom.Div)
	if a != 0 {
		n = tag(a)
	}
	if a == atom.A {
		for _, k := range []string{"url", "href"} {
			if s := e.attribute(k); s != "" {
				n.Attr = []html.Attribute{{Key: "href", Val: s}}
			}
		}
	}
	inHead := e.name == "thead" || e.name == "sthead"
	for _, k := range e.kids {
		switch {
		case k.elem == nil:
			if a == 0 && strings.TrimSpace(k.text) == "" || a == 0 && len(e.kids) > 1 && strings.TrimSpace(k.text) == "" {
				continue
			}
			add(n, textNode(k.text))
		case k.elem.name == "title" || k.elem.name == "refname":
			switch {
			case slices.Contains(proseSections, e.name):
				add(n, tag(headingTag(in), textNode(k.elem.line())))
			case level == 0:
				add(n, tag(atom.H1, textNode(k.elem.line())))
				in = 1
			case a == atom.Table:
				add(n, tag(atom.Caption, textNode(k.elem.line())))
			default:
				add(n, tag(atom.P, tag(atom.Strong, textNode(k.elem.line()))))
			}
		case k.elem.name == "tgroup":
			if x := k.elem.prose(in); x != nil {
				for c := x.FirstChild; c != nil; c = x.FirstChild {
					x.RemoveChild(c)
					n.AppendChild(c)
				}
			}
		case slices.Contains(proseMeta, k.elem.name):
			if x := k.elem.prose(in); x.FirstChild != nil {
				add(n, x)
				in = max(in, level+1) // its title stands over what follows
			}
		case k.elem.name == "footnote" || k.elem.name == "fn":
			add(n, textNode(" ("+k.elem.line()+")"))
		default:
			k.elem.inEntry = e.name == "varlistentry" || e.name == "glossentry"
			x := k.elem.prose(in)
			if inHead && x != nil {
				for c := range x.ChildNodes() {
					if c.DataAtom == atom.Td {
						c.Data, c.DataAtom = "th", atom.Th
					}
				}
			}
			// Inline wrappers (acronym, person names) must not break the line.
			if x != nil && x.DataAtom == atom.Div && (a == atom.P || a == atom.Code || a == atom.Em || a == atom.Li || a == atom.Dt || a == atom.Td || a == atom.Pre || a == atom.Strong || a == atom.A) && k.elem.noBlocks() {
				x.Data, x.DataAtom = "span", atom.Span
			}
			add(n, x)
		}
	}
	return n
}

func (e *element) noBlocks() bool {
	return !slices.ContainsFunc(e.kids, func(k node) bool { return k.elem != nil && (blocks[proseTag(k.elem)] || !k.elem.noBlocks()) })
}

func (e *element) headline() *element { return cmp.Or(e.find("article-title"), e.find("title")) }

// aboutProse reads title, author, date, licence and language.
func (e *element) aboutProse(d *ingest.Document) {
	d.Language = languageTag(e.attribute("lang"))
	setOnce(&d.Title, e.headline().line())
	meta := e
	for _, n := range proseMeta {
		if m := e.child(n); m != nil {
			meta = m
			break
		}
	}
	var people []string
	var walk func(e *element)
	walk = func(x *element) {
		switch x.name {
		case "author", "contrib":
			if t := x.attribute("contrib-type"); t != "" && t != "author" {
				return
			}
			if s := x.person(); s != "" && len(people) < 8 {
				people = append(people, s)
			}
			return
		case "pubdate", "pub-date", "date":
			setOnce(&d.Published, x.date())
		case "license":
			setOnce(&d.Licence, x.attribute("href"))
			setOnce(&d.Licence, x.line())
		case "legalnotice", "sec", "section", "chapter", "body", "sect1", "para", "p":
			return
		}
		for k := range x.elements() {
			walk(k)
		}
	}
	walk(meta)
	setOnce(&d.Author, strings.Join(people, ", "))
}

func (e *element) person() string {
	first, last := cmp.Or(e.find("firstname"), e.find("given-names")), e.find("surname")
	if last != nil {
		return strings.TrimSpace(first.line() + " " + last.line())
	}
	if n := e.find("personname"); n != nil {
		return n.line()
	}
	if s := e.line(); len(s) < 80 {
		return s
	}
	return ""
}

func (e *element) date() string {
	if y := e.child("year"); y != nil {
		two := func(n, or string) string {
			s := e.child(n).line()
			switch len(s) {
			case 1:
				return "0" + s
			case 2:
				return s
			}
			return or
		}
		return dateOnly(y.line() + "-" + two("month", "01") + "-" + two("day", "01"))
	}
	return dateOnly(e.line())
}
