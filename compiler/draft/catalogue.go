package draft

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"assay/templates"
	"assay/vault/markdown"
)

// CatalogueWith is a catalogue without some entries, and with others. It is not ok where the
// text is none, or the entries are not in it.
func (dr *Drafter) CatalogueWith(text []byte, gone, fresh []templates.Entry) (made []byte, ok bool) {
	crlf := bytes.Contains(text, []byte("\r\n"))
	groups, ok := templates.ReadCatalogue(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
	if !ok {
		return nil, false
	}
	c := catalogue{dr, groups}
	for _, e := range gone {
		if !c.remove(e) {
			return nil, false
		}
	}
	for _, e := range fresh { // all others are in their places now
		if !c.insert(e) {
			return nil, false
		}
	}
	made = templates.Catalogue(c.groups)
	if crlf {
		made = bytes.ReplaceAll(made, []byte("\n"), []byte("\r\n"))
	}
	return made, true
}

// Catalogued is what the catalogue says of a note, if anything.
func (dr *Drafter) Catalogued(n *markdown.Note, first string) (templates.Entry, bool) {
	if n == nil || !dr.isCatalogued(n) {
		return templates.Entry{}, false
	}
	return dr.entry(n, first), true
}

// A catalogue is one that is being mended.
type catalogue struct {
	p      *Drafter
	groups []templates.EntryGroup
}

// group is the number of a group, or where it would be.
func (c *catalogue) group(name string) (int, bool) {
	return slices.BinarySearchFunc(c.groups, name, func(g templates.EntryGroup, name string) int { return strings.Compare(g.Name, name) })
}

// remove takes an entry out, and its group with the last of it.
func (c *catalogue) remove(e templates.Entry) bool {
	at, ok := c.group(e.Group)
	if !ok {
		return false
	}
	g := &c.groups[at]
	i := slices.Index(g.Lines, e.Line())
	if i < 0 {
		return false
	}
	if g.Lines = slices.Delete(g.Lines, i, i+1); len(g.Lines) == 0 {
		c.groups = slices.Delete(c.groups, at, at+1)
	}
	return true
}

// insert puts an entry among those of its group.
func (c *catalogue) insert(e templates.Entry) bool {
	at, ok := c.group(e.Group)
	if !ok {
		c.groups = slices.Insert(c.groups, at, templates.EntryGroup{Name: e.Group})
	}
	g, known := &c.groups[at], true
	i, _ := slices.BinarySearchFunc(g.Lines, e, func(line string, e templates.Entry) int {
		there, ok := c.entry(line)
		known = known && ok
		return compareEntries(there, e)
	})
	g.Lines = slices.Insert(g.Lines, i, e.Line())
	return known
}

// entry is that of a line.
func (c *catalogue) entry(line string) (templates.Entry, bool) {
	_, to, _ := strings.Cut(line, "](<")
	to, _, _ = strings.Cut(to, ">)")
	e, ok := c.p.Catalogued(c.p.Note(path.Join(path.Dir(c.p.CatalogueFile()), to)), "")
	return e, ok && strings.HasPrefix(line, e.Line())
}
