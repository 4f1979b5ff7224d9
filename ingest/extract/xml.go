package extract

import (
	"bytes"
	"encoding/xml"
	"io"
	"iter"
	"strings"

	"golang.org/x/net/html/atom"

	"assay/ingest"
)

// An element is one of an XML file. Names are without their prefix: the few formats
// that are told apart need none.
type element struct {
	name    string
	attr    []xml.Attr
	kids    []node // in order
	inEntry bool   // a definition of a list of terms
}

// A node is an element or a text.
type node struct {
	text string
	elem *element
}

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
// but the named ones of HTML. cut tells that it was not read to its end.
func readXML(text []byte) (root *element, cut bool) {
	d := newXML(text)
	top := &element{}
	open := []*element{top}
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
		in := open[len(open)-1]
		switch t := t.(type) {
		case xml.StartElement:
			if len(open) > maxXMLDepth {
				skipped++
				cut = true
				continue
			}
			e := &element{name: t.Name.Local, attr: t.Copy().Attr}
			in.kids = append(in.kids, node{elem: e})
			open = append(open, e)
		case xml.EndElement:
			if skipped > 0 {
				skipped--
				continue
			}
			for i := len(open) - 1; i > 0 && i > len(open)-8; i-- { // the nearest of that name
				if open[i].name == t.Name.Local {
					open = open[:i]
					break
				}
			}
		case xml.CharData:
			in.kids = append(in.kids, node{text: string(t)})
		}
	}
	for _, k := range top.kids {
		if k.elem != nil {
			return k.elem, cut
		}
	}
	return nil, true
}

// elements are the children that are elements, none where e is nil.
func (e *element) elements() iter.Seq[*element] {
	return func(yield func(*element) bool) {
		if e == nil {
			return
		}
		for _, k := range e.kids {
			if k.elem != nil && !yield(k.elem) {
				return
			}
		}
	}
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
	if root.isProse() {
		root.aboutProse(&d)
		d.Markdown = w.markdown(tag(atom.Div, root.prose(0)))
		return d
	}
	v := root.data(0)
	aboutData(v, &d)
	add := tag(atom.Div, tag(atom.H1, textNode(root.name)), v.tree(1))
	d.Markdown = w.markdown(add)
	return d
}

// data reads an element as a value: attributes and elements are members, several of
// one name a list, and an element with nothing but text is that text.
func (e *element) data(depth int) value {
	elems, words := 0, false
	for _, k := range e.kids {
		if k.elem != nil {
			elems++
		} else if strings.TrimSpace(k.text) != "" {
			words = true
		}
	}
	attrs := e.own()
	if elems == 0 && len(attrs) == 0 || words && elems > 0 || depth >= maxValueDepth {
		v := value{kind: str, text: strings.TrimSpace(e.allText())}
		if len(attrs) == 0 || depth >= maxValueDepth {
			return v
		}
		return value{kind: object, members: append(attrs, member{"text", v})}
	}
	v := value{kind: object, members: attrs}
	if elems == 0 {
		if s := strings.TrimSpace(e.allText()); s != "" {
			v.members = append(v.members, member{"text", value{kind: str, text: s}})
		}
		return v
	}
	at := map[string]int{}
	for k := range e.elements() {
		x := k.data(depth + 1)
		i, ok := at[k.name]
		if !ok {
			at[k.name] = len(v.members)
			v.members = append(v.members, member{k.name, value{kind: list, members: []member{{value: x}}}})
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

// own are the attributes that say something about the matter.
func (e *element) own() []member {
	var out []member
	for _, a := range e.attr {
		if a.Name.Local == "xmlns" || a.Name.Space == "xmlns" || a.Name.Space == "xsi" || a.Name.Space == "xml" {
			continue
		}
		out = append(out, member{a.Name.Local, value{kind: str, text: a.Value}})
	}
	return out
}

func (e *element) attribute(name string) string {
	if e == nil {
		return ""
	}
	for _, a := range e.attr {
		if a.Name.Local == name {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

func (e *element) allText() string {
	var b strings.Builder
	var walk func(e *element)
	walk = func(e *element) {
		for _, k := range e.kids {
			if k.elem != nil {
				walk(k.elem)
			} else {
				b.WriteString(k.text)
			}
		}
	}
	if e != nil {
		walk(e)
	}
	return b.String()
}

func (e *element) line() string { return strings.Join(strings.Fields(e.allText()), " ") }

// child is the first child of one of the names, nil where there is none.
func (e *element) child(names ...string) *element {
	for _, n := range names {
		for k := range e.elements() {
			if k.name == n {
				return k
			}
		}
	}
	return nil
}

// find is the first element of that name below e.
func (e *element) find(name string) *element {
	for k := range e.elements() {
		if k.name == name {
			return k
		}
		if f := k.find(name); f != nil {
			return f
		}
	}
	return nil
}
