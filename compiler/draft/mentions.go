package draft

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/compiler/compose"
	"assay/compiler/view"
	"assay/templates"
	"assay/text"
	"assay/vault"
)

// seeAlso is how many of the notes that asked for one it links back to.
const seeAlso = 5

// titles are the names by which drafts may link to notes.
type titles struct {
	byStart map[string][]title         // by the first word, folded; the longest first
	files   map[string]map[string]bool // the files of a base name, folded
}

// A title is a name of a note, and the note.
type title struct {
	name string
	file string
}

// names are the titles of the permanent notes on disk. Those of drafts come on top.
func (dr *Drafter) names() titles {
	t := titles{byStart: map[string][]title{}, files: map[string]map[string]bool{}}
	for _, f := range dr.Base.Files() {
		if vault.IsNote(f.Path) && !dr.IsEvidence(f.Path) {
			t.hold(f.Path)
		}
	}
	for _, n := range dr.Notes {
		if _, ok := dr.Base.File(n.Path); ok && dr.Policy.Vault.Area(n.Path) == view.WikiArea && !n.Meta.Generated {
			t.add(n.Title, n.Path)
			if base := BaseName(n.Path); base != n.Title {
				t.add(base, n.Path)
			}
		}
	}
	return t
}

func BaseName(file string) string { return strings.TrimSuffix(path.Base(file), path.Ext(file)) }

func (t titles) hold(file string) {
	base := vault.FoldName(BaseName(file))
	if t.files[base] == nil {
		t.files[base] = map[string]bool{}
	}
	t.files[base][file] = true
}

// add makes a name known. One of less than three letters is no name to look for.
func (t titles) add(name, file string) {
	if n := utf8.RuneCountInString(name); n < 3 && compose.CountCJK(name) < 2 || strings.ContainsAny(name, "[]|#^`*<>") {
		return
	}
	t.hold(file)
	key := startOf(name)
	t.byStart[key] = append(t.byStart[key], title{name, file})
}

// order puts the longest names first, once all are known.
func (t titles) order() {
	for _, same := range t.byStart {
		slices.SortFunc(same, func(a, b title) int {
			return cmp.Or(len(b.name)-len(a.name), strings.Compare(a.file, b.file), strings.Compare(a.name, b.name))
		})
	}
}

// startOf is the first word of a text, or its first ideograph.
func startOf(s string) string {
	for i, r := range s {
		if text.IsCJK(r) && i == 0 {
			return string(r)
		}
		if text.IsCJK(r) || !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return strings.ToLower(s[:i])
		}
	}
	return strings.ToLower(s)
}

// target is what a link to a file says: its base name where no other file has it.
func (t titles) target(file string) string {
	base := BaseName(file)
	if len(t.files[vault.FoldName(base)]) < 2 {
		return base
	}
	return strings.TrimSuffix(file, path.Ext(file)) + "|" + base
}

// link turns the first mention of each note into a link to it.
func (t titles) link(d templates.Draft, self string) templates.Draft {
	done := map[string]bool{self: true}
	own := vault.FoldName(d.Title)
	d.Lead = slices.Clone(d.Lead)
	d.Sections = slices.Clone(d.Sections)
	all := [][]templates.Cited{d.Lead}
	for i := range d.Sections {
		d.Sections[i].Lines = slices.Clone(d.Sections[i].Lines)
		all = append(all, d.Sections[i].Lines)
	}
	for _, lines := range all {
		for i := range lines {
			if lines[i].Form != templates.Block {
				lines[i].Text = t.linkIn(lines[i].Text, own, done)
			}
		}
	}
	return d
}

// linkIn links the first mentions in one sentence, outside code.
func (t titles) linkIn(text, own string, done map[string]bool) string {
	var b strings.Builder
	var last rune
	code := false
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == '`' {
			code = !code
		}
		if !code && !joins(last, r) {
			if m, length, ok := t.at(text[i:], own, done); ok {
				said := text[i : i+length]
				done[m.file] = true
				if target := BaseName(m.file); target == said {
					b.WriteString("[[" + said + "]]")
				} else {
					b.WriteString("[[" + target + "|" + said + "]]")
				}
				last, _ = utf8.DecodeLastRuneInString(said)
				i += length
				continue
			}
		}
		b.WriteRune(r)
		last = r
		i += n
	}
	return b.String()
}

// at finds the longest title that a text begins with.
func (t titles) at(text, own string, done map[string]bool) (title, int, bool) {
	for _, m := range t.byStart[startOf(text)] {
		n := len(m.name)
		if n > len(text) || !sameTitle(text[:n], m.name) {
			continue
		}
		last, _ := utf8.DecodeLastRuneInString(m.name)
		next, _ := utf8.DecodeRuneInString(text[n:])
		if n < len(text) && joins(last, next) {
			continue
		}
		if vault.FoldName(m.name) == own || done[m.file] || len(t.files[vault.FoldName(BaseName(m.file))]) > 1 {
			return title{}, 0, false // the longest is meant, and not to be linked
		}
		return m, n, true
	}
	return title{}, 0, false
}

// sameTitle compares exactly, but for the first letter, which a sentence writes small.
func sameTitle(said, name string) bool {
	if said == name {
		return true
	}
	a, n := utf8.DecodeRuneInString(said)
	b, m := utf8.DecodeRuneInString(name)
	return n == m && said[n:] == name[m:] && unicode.ToLower(a) == unicode.ToLower(b)
}

// joins reports whether two characters stand in one word.
func joins(a, b rune) bool {
	part := func(r rune) bool {
		return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !text.IsCJK(r) || r == '_' || r == '-'
	}
	return part(a) && part(b)
}
