package compiler

import (
	"bytes"
	"maps"
	"path"
	"slices"
	"strings"

	"assay/templates"
	"assay/vault"
)

// catalogueSome gives the catalogue the lines that changed notes have in it now. It reports
// false where the catalogue has to be made anew, or is not read yet.
func (p *plan) catalogueSome() bool {
	x, file := p.some, p.catalogueFile()
	was, _ := p.base.File(file)
	text, err := p.base.Read(file)
	if p.policy.Vault.Wiki == "" || err == nil && !strings.Contains(head(text), templates.GeneratedMarker) {
		return true // there is none, or it is a person's
	}
	list := catalogue{p, strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")}
	var fresh []templates.Entry
	for _, name := range slices.Sorted(maps.Keys(x.unbuilt)) {
		n := p.note(name)
		if n == nil && !x.gone[name] {
			p.gaveUp = true
			return false
		}
		old, had := p.catalogued(x.then.notes[name].note, x.then.notes[name].first)
		now, has := p.catalogued(n, p.results.first[n])
		ok := true
		switch {
		case had && has && old.Title == now.Title:
			ok = old == now || list.replace(old, now)
		case had:
			ok = list.remove(old)
			fallthrough
		default:
			if has {
				fresh = append(fresh, now)
			}
		}
		if !ok {
			p.gaveUp = true
			return false
		}
	}
	for _, e := range fresh { // all others are in their places now
		if !list.insert(e) {
			p.gaveUp = true
			return false
		}
	}
	made := []byte(strings.Join(list.lines, "\n"))
	if bytes.Contains(text, []byte("\r\n")) {
		made = bytes.ReplaceAll(made, []byte("\n"), []byte("\r\n"))
	}
	if bytes.Equal(text, made) {
		return true
	}
	p.write(file, made)
	x.names[file] = true
	if !p.lay() {
		return false
	}
	before := p.past(map[string]vault.Hash{file: was.Hash})
	if n := p.note(file); before == nil || n == nil || x.row(file) == nil || !p.reachesAsBefore(before, file, n) || !p.copiesAsBefore(before.notes[file], file, n) {
		p.gaveUp = true
		return false
	}
	return true
}

// catalogued is what the catalogue says of a note, if anything.
func (p *plan) catalogued(n *vault.Note, first string) (templates.Entry, bool) {
	if n == nil || !p.isCatalogued(n) {
		return templates.Entry{}, false
	}
	return p.entry(n, first), true
}

// A catalogue is the lines of one that is being mended.
type catalogue struct {
	p     *plan
	lines []string
}

func (c *catalogue) replace(old, now templates.Entry) bool {
	i := slices.Index(c.lines, old.Line())
	if i >= 0 {
		c.lines[i] = now.Line()
	}
	return i >= 0
}

// remove takes a line out, but for the last of a group.
func (c *catalogue) remove(e templates.Entry) bool {
	i := slices.Index(c.lines, e.Line())
	if i < 1 || i+1 == len(c.lines) || c.lines[i-1] == "" && c.lines[i+1] == "" {
		return false
	}
	c.lines = slices.Delete(c.lines, i, i+1)
	return true
}

// insert puts a line among those of its group.
func (c *catalogue) insert(e templates.Entry) bool {
	from := slices.IndexFunc(c.lines, func(line string) bool { return strings.HasPrefix(line, "- ") })
	if e.Group != "" {
		from = slices.Index(c.lines, "## "+e.Group) + 2
	} else if from >= 2 && strings.HasPrefix(c.lines[from-2], "## ") {
		return false // none stands outside a group
	}
	if from < 2 || from >= len(c.lines) {
		return false
	}
	group := c.lines[from:]
	if end := slices.Index(group, ""); end >= 0 {
		group = group[:end]
	}
	known := true
	at, _ := slices.BinarySearchFunc(group, e, func(line string, e templates.Entry) int {
		there, ok := c.entry(line)
		known = known && ok
		return compareEntries(there, e)
	})
	if !known {
		return false
	}
	c.lines = slices.Insert(c.lines, from+at, e.Line())
	return true
}

// entry is that of a line.
func (c *catalogue) entry(line string) (templates.Entry, bool) {
	_, to, _ := strings.Cut(line, "](<")
	to, _, _ = strings.Cut(to, ">)")
	e, ok := c.p.catalogued(c.p.note(path.Join(path.Dir(c.p.catalogueFile()), to)), "")
	return e, ok && strings.HasPrefix(line, e.Line())
}
