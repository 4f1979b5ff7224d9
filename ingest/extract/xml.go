package extract

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"assay/ingest"
)

const (
	maxXMLDepth = 200
	maxXMLNodes = 150_000
)

// newXML reads XML as it is found. It is UTF-8 by now, whatever it says.
func newXML(text []byte) *xml.Decoder {
	d := xml.NewDecoder(bytes.NewReader(text))
	d.Strict, d.Entity = false, xml.HTMLEntity
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	return d
}

// readXML reads a file leniently: what is broken ends it, and no entity is expanded
// but the named ones of HTML. cut tells that it was not read to its end. Its nodes are
// those of HTML with the names that they have in the file, without their prefix: the
// few formats that are told apart need none.
func readXML(text []byte) (root *html.Node, cut bool) {
	d := newXML(text)
	open := []*html.Node{{}}
	skipped := 0
	for n := 0; ; {
		t, err := d.RawToken()
		if err != nil {
			cut = err != io.EOF || len(open) > 1
			break
		}
		if n++; n > maxXMLNodes {
			cut = true
			break
		}
		switch t := t.(type) {
		case xml.StartElement:
			if len(open) > maxXMLDepth {
				skipped++
				cut = true
				continue
			}
			e := &html.Node{Type: html.ElementNode, Data: t.Name.Local}
			for _, a := range t.Attr {
				e.Attr = append(e.Attr, html.Attribute{Namespace: a.Name.Space, Key: a.Name.Local, Val: strings.TrimSpace(a.Value)})
			}
			add(open[len(open)-1], e)
			open = append(open, e)
		case xml.EndElement:
			if skipped > 0 {
				skipped--
				continue
			}
			for i := len(open) - 1; i > 0 && i > len(open)-8; i-- { // the nearest of that name
				if open[i].Data == t.Name.Local {
					open = open[:i]
					break
				}
			}
		case xml.CharData:
			add(open[len(open)-1], textNode(string(t)))
		}
	}
	for root := range open[0].ChildNodes() {
		if root.Type == html.ElementNode {
			return root, cut
		}
	}
	return nil, true
}

// fromXML reads feeds as feeds, manuals and papers as text, and the rest as data.
func fromXML(text []byte, o Options) ingest.Document {
	d := ingest.Document{URL: o.URL}
	root, cut := readXML(text)
	if cut {
		d.Warnings = append(d.Warnings, "damaged, too deep or too large: the XML was not read whole")
	}
	if root == nil {
		return d
	}
	if f, ok := xmlFeed(root); ok {
		return feedDocument(f, d, o)
	}
	w := &writer{base: webURL(o.URL)}
	if isProse(root) {
		aboutProse(root, &d)
		d.Markdown = w.markdown(tag(atom.Div, prose(root, 0)))
		return d
	}
	v := xmlData(root, 0)
	aboutData(v, &d)
	d.Markdown = w.markdown(tag(atom.Div, tag(atom.H1, textNode(root.Data)), v.tree(1)))
	return d
}

// xmlData reads an element as a value: attributes and elements are members, several of
// one name a list, and an element with nothing but text is that text.
func xmlData(e *html.Node, depth int) value {
	elems, words := 0, false
	for k := range e.ChildNodes() {
		if k.Type == html.ElementNode {
			elems++
		} else if strings.TrimSpace(k.Data) != "" {
			words = true
		}
	}
	var attrs []member // those that say something about the matter
	for _, a := range e.Attr {
		if a.Key != "xmlns" && a.Namespace != "xmlns" && a.Namespace != "xsi" && a.Namespace != "xml" {
			attrs = append(attrs, member{a.Key, value{kind: str, text: a.Val}})
		}
	}
	if elems == 0 && len(attrs) == 0 || words && elems > 0 || depth >= maxValueDepth {
		v := value{kind: str, text: strings.TrimSpace(textOf(e))}
		if len(attrs) == 0 || depth >= maxValueDepth {
			return v
		}
		return value{kind: object, members: append(attrs, member{"text", v})}
	}
	v := value{kind: object, members: attrs}
	if elems == 0 {
		if s := strings.TrimSpace(textOf(e)); s != "" {
			v.members = append(v.members, member{"text", value{kind: str, text: s}})
		}
		return v
	}
	at := map[string]int{}
	for k := range e.ChildNodes() {
		if k.Type != html.ElementNode {
			continue
		}
		x := xmlData(k, depth+1)
		i, ok := at[k.Data]
		if !ok {
			at[k.Data] = len(v.members)
			v.members = append(v.members, member{k.Data, value{kind: list, members: []member{{value: x}}}})
			continue
		}
		v.members[i].value.members = append(v.members[i].value.members, member{value: x})
	}
	for i := len(attrs); i < len(v.members); i++ {
		if m := v.members[i].value.members; len(m) == 1 {
			v.members[i].value = m[0].value
		}
	}
	return v
}

// lineOf is the text below n on one line, "" where n is nil.
func lineOf(n *html.Node) string { return strings.Join(strings.Fields(textOf(n)), " ") }

// child is the first child of one of the names, nil where there is none.
func child(e *html.Node, names ...string) *html.Node {
	for _, name := range names {
		if k := children(e, name); len(k) > 0 {
			return k[0]
		}
	}
	return nil
}

// below is the first element of that name below e.
func below(e *html.Node, name string) *html.Node {
	return find(e, func(d *html.Node) bool { return d.Data == name })
}
