package links

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/vault/markdown"
)

// placeIndex holds a note's headings and blocks as they are compared.
type placeIndex struct {
	note     *markdown.Note
	headings []string
	slugs    []string // as GitHub makes anchors of headings
}

// place looks for the heading or block that an anchor names in file i. A Markdown link may name
// a heading as GitHub does, too: that is where it leads outside of Obsidian.
func (r *Resolver) place(t *Target, i int32, anchor string, wiki bool) {
	p := r.places[i].Load()
	if p == nil {
		p = &placeIndex{note: r.note(r.names[i])}
		if p.note != nil {
			p.headings = make([]string, len(p.note.Headings))
			for k, h := range p.note.Headings {
				p.headings[k] = foldHeading(h.Text)
			}
			p.slugs = slugsOf(p.note.Headings)
		}
		r.places[i].Store(p)
	}
	if p.note == nil {
		return // a PDF's #page=3, or a file we did not parse: nothing to compare with
	}
	parts := strings.FieldsFunc(anchor, func(c rune) bool { return c == '#' })
	if len(parts) == 0 {
		return
	}
	if last := parts[len(parts)-1]; strings.HasPrefix(last, "^") {
		id := strings.TrimSpace(last[1:])
		if k := slices.IndexFunc(p.note.Blocks, func(b markdown.BlockID) bool { return strings.EqualFold(b.ID, id) }); k >= 0 {
			t.Start, t.End = p.note.Blocks[k].Start, p.note.Blocks[k].End
			return
		}
		t.Status = NoBlock
		return
	}
	for k, part := range parts {
		parts[k] = foldHeading(part)
	}
	h := matchHeadings(p, parts)
	if h < 0 && !wiki {
		h = slices.Index(p.slugs, foldPath(anchor))
	}
	if h < 0 {
		t.Status = NoHeading
		return
	}
	t.Start, t.End = p.note.Headings[h].Start, p.note.Headings[h].End
}

// matchHeadings finds the heading that a path of headings names: each part below
// the one before it, by level and in order. It returns -1 for none.
func matchHeadings(p *placeIndex, parts []string) int {
	for start, text := range p.headings {
		if text != parts[0] {
			continue
		}
		at, level, left := start, p.note.Headings[start].Level, parts[1:]
		for k := start + 1; k < len(p.headings) && len(left) > 0; k++ {
			if p.note.Headings[k].Level > level && p.headings[k] == left[0] {
				at, level, left = k, p.note.Headings[k].Level, left[1:]
			}
		}
		if len(left) == 0 {
			return at
		}
	}
	return -1
}

// slugsOf are the anchors that GitHub gives headings: letters, digits, '-' and '_' stay, blanks
// become '-', and one that was given already gets a number.
func slugsOf(headings []markdown.Heading) []string {
	out, given := make([]string, len(headings)), map[string]int{}
	for i, h := range headings {
		slug := strings.Map(func(c rune) rune {
			switch {
			case c == ' ':
				return '-'
			case c == '-' || c == '_' || unicode.IsLetter(c) || unicode.IsNumber(c) || unicode.IsMark(c):
				return c
			}
			return -1
		}, foldPath(strings.TrimSpace(h.Text)))
		out[i] = slug
		if given[slug]++; given[slug] > 1 {
			out[i] += "-" + strconv.Itoa(given[slug]-1)
			given[out[i]]++
		}
	}
	return out
}

// foldHeading brings a heading, or a link's words for one, to the form in which
// they are compared: as Obsidian's stripHeading does, with its example as the list
// of characters that count as white space, and without regard to case.
func foldHeading(s string) string {
	return strings.Join(strings.FieldsFunc(foldPath(s), func(c rune) bool {
		return c < utf8.RuneSelf && strings.IndexByte(headingSpace, byte(c)) >= 0 || c == ' ' || c == '\u3000'
	}), " ")
}

const headingSpace = "!\"#$%&()*+,.:;<=>?@^`{|}~/[]\\\r\n\t"
