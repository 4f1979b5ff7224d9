package extract

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A value is data as JSON has it, in the order of the file. XML that is data is read
// as one too.
type value struct {
	kind    valueKind
	text    string // a scalar as it was written; of a string what it says
	members []member
}

type valueKind int

const (
	scalar valueKind = iota
	str
	list
	object
)

type member struct {
	key   string // "" in a list
	value value
}

// Bounds on data: deeper values are named and left out, and so are more.
const (
	maxValueDepth = 24
	maxValues     = 80_000
	maxTableKeys  = 16
)

func (v value) get(keys ...string) value {
	for _, k := range keys {
		for _, m := range v.members {
			if v.kind == object && strings.EqualFold(m.key, k) {
				return m.value
			}
		}
	}
	return value{}
}

// said is the text of a scalar, of something with a name, or of a list of them.
func (v value) said() string {
	switch v.kind {
	case scalar, str:
		if v.kind == scalar && slices.Contains([]string{"null", "true", "false"}, v.text) {
			return ""
		}
		return strings.Join(strings.Fields(v.text), " ")
	case object:
		return v.get("name", "title").said()
	}
	var parts []string
	for _, m := range v.members {
		if s := m.value.said(); s != "" && len(parts) < 8 {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ", ")
}

// tree writes a value below headings of the given level.
func (v value) tree(level int) *html.Node {
	switch {
	case v.kind == list && v.table() != nil:
		return v.table()
	case v.kind == list && v.flat():
		out := tag(atom.Ul)
		for _, m := range v.members {
			add(out, tag(atom.Li, m.value.inline()))
		}
		return out
	case v.kind == list && len(v.members) > 0:
		out := tag(atom.Div)
		for i, m := range v.members {
			add(out, tag(headingTag(level+1), textNode(m.value.label(i))), m.value.tree(level+1))
		}
		return out
	case v.kind == object && len(v.members) > 0:
		return v.section(level)
	case v.kind == str && holdsHTML(v.text):
		return fragment(v.text, level)
	case v.kind == str && strings.Contains(v.text, "\n"):
		return textBlocks(v.text)
	}
	return tag(atom.P, v.inline())
}

// section writes an object: neighbouring scalars as a list, what holds
// more below a heading with its name.
func (v value) section(level int) *html.Node {
	out := tag(atom.Div)
	var open *html.Node
	for _, m := range v.members {
		if m.value.short() {
			if open == nil {
				open = tag(atom.Ul)
				add(out, open)
			}
			add(open, tag(atom.Li, tag(atom.Strong, textNode(m.key)), textNode(": "), m.value.inline()))
			continue
		}
		open = nil
		add(out, tag(headingTag(level+1), textNode(m.key)), m.value.tree(level+1))
	}
	return out
}

// short tells values that stand on one line.
func (v value) short() bool {
	switch v.kind {
	case list, object:
		return len(v.members) == 0
	}
	return !strings.Contains(strings.TrimSpace(v.text), "\n") && !holdsHTML(v.text)
}

func (v value) flat() bool {
	return len(v.members) > 0 && !slices.ContainsFunc(v.members, func(m member) bool { return !m.value.short() })
}

func (v value) inline() *html.Node {
	switch {
	case v.kind == list:
		return tag(atom.Code, textNode("[]"))
	case v.kind == object:
		return tag(atom.Code, textNode("{}"))
	case v.kind == str && strings.TrimSpace(v.text) == "":
		return tag(atom.Code, textNode(`""`))
	}
	return textNode(v.text)
}

// label names an entry of a list: by what it calls itself, else by its number.
func (v value) label(i int) string {
	if v.kind == object {
		for _, k := range []string{"title", "name", "label", "id", "key"} {
			if s := v.get(k).said(); s != "" && len(s) <= 120 {
				return s
			}
		}
	}
	return strconv.Itoa(i + 1)
}

// table makes a table of a list of objects that have only short scalars and mostly
// the same keys; nil where it would not be one.
func (v value) table() *html.Node {
	var keys []string
	seen := map[string]bool{}
	filled := 0
	for _, row := range v.members {
		if row.value.kind != object || len(row.value.members) == 0 {
			return nil
		}
		for _, m := range row.value.members {
			if !m.value.short() || len(m.value.text) > 200 {
				return nil
			}
			if filled++; !seen[m.key] {
				seen[m.key] = true
				if keys = append(keys, m.key); len(keys) > maxTableKeys {
					return nil
				}
			}
		}
	}
	if len(v.members) < 2 || len(keys) < 2 || filled*10 < len(keys)*len(v.members)*6 {
		return nil
	}
	head := tag(atom.Tr)
	for _, k := range keys {
		add(head, tag(atom.Th, textNode(k)))
	}
	out := tag(atom.Table, tag(atom.Thead, head))
	for _, row := range v.members {
		r := tag(atom.Tr)
		at := map[string]value{}
		for _, m := range row.value.members {
			if _, ok := at[m.key]; !ok {
				at[m.key] = m.value
			}
		}
		for _, k := range keys {
			c := tag(atom.Td)
			if m, ok := at[k]; ok {
				add(c, m.inline())
			}
			add(r, c)
		}
		add(out, r)
	}
	return out
}
