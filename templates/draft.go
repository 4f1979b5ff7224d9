package templates

import (
	"slices"
	"strings"

	"assay/provenance"
)

// Draft is a note made from evidence, before anyone has judged it.
type Draft struct {
	Title    string
	Aliases  []string
	Lead     []Cited // what the subject is
	Sections []Section
	Notes    []Footnote // one per chunk cited, in order of first use
	SeeAlso  []string   // targets of links back to the notes that asked for this one
	Missing  []string   // what was looked for and not found, or left out
}

// SeeAlsoHeading stands above links that make no claim; policy exempts it.
const SeeAlsoHeading = "See also"

// MissingHeading stands above what a draft could not find, likewise.
const MissingHeading = "Open questions"

// Lines are the draft's sentences in the order of the text.
func (d Draft) Lines() []Cited {
	lines := append([]Cited(nil), d.Lead...)
	for _, s := range d.Sections {
		lines = append(lines, s.Lines...)
	}
	return lines
}

// A Section groups cited sentences under a heading; without one it is a paragraph.
type Section struct {
	Heading string
	Lines   []Cited
}

// Cited is a sentence and the chunk it was taken from. One that follows from several has the
// others too, and is marked as derived.
type Cited struct {
	Text    string
	Chunk   provenance.ChunkID
	More    []provenance.ChunkID `json:",omitempty"`
	Derived bool                 `json:",omitempty"`
	Form    Form                 `json:",omitempty"`
}

// Form says how what is cited is set.
type Form uint8

// The forms.
const (
	Sentence  Form = iota // after the sentence before it
	Paragraph             // begins a paragraph
	Item                  // begins an item of a list, with its mark
	Block                 // a table, code or quotation as it stands, its marker below it
)

// Chunks are all that a sentence rests on.
func (c Cited) Chunks() []provenance.ChunkID { return append([]provenance.ChunkID{c.Chunk}, c.More...) }

// DraftMarker in a draft's frontmatter says that the compiler wrote it and may
// write it again.
const DraftMarker = "assay: draft"

// Bytes of the draft.
func (d Draft) Bytes() []byte {
	var b strings.Builder
	b.WriteString("---\ntitle: " + quoteYAML(d.Title) + "\n")
	if len(d.Aliases) > 0 {
		b.WriteString("aliases:\n")
		for _, a := range d.Aliases {
			b.WriteString("  - " + quoteYAML(a) + "\n")
		}
	}
	b.WriteString(DraftMarker + "\n---\n\n# " + d.Title + "\n")
	paragraph(&b, d.Lead)
	for _, s := range d.Sections {
		if s.Heading != "" {
			b.WriteString("\n## " + s.Heading + "\n")
		}
		paragraph(&b, s.Lines)
	}
	if len(d.Missing) > 0 {
		b.WriteString("\n## " + MissingHeading + "\n\n")
		for _, line := range d.Missing {
			b.WriteString("- " + line + "\n")
		}
	}
	if len(d.SeeAlso) > 0 {
		b.WriteString("\n## " + SeeAlsoHeading + "\n\n")
		for _, target := range d.SeeAlso {
			b.WriteString("- [[" + target + "]]\n")
		}
	}
	b.WriteString("\n")
	for _, n := range d.Notes {
		b.WriteString(n.Line() + "\n")
	}
	return []byte(b.String())
}

// fullStops are full-width, and bring their own space.
var fullStops = []string{"。", "！", "？", "」", "』"}

func paragraph(b *strings.Builder, lines []Cited) {
	if len(lines) == 0 {
		return
	}
	listed := false // the line before belongs to an item
	for i, c := range lines {
		switch {
		case i == 0:
			b.WriteString("\n")
		case c.Form == Item && listed:
			b.WriteString("\n")
		case c.Form != Sentence || lines[i-1].Form == Block:
			b.WriteString("\n\n")
		case !slices.ContainsFunc(fullStops, func(stop string) bool { return strings.HasSuffix(lines[i-1].Text, stop) }):
			b.WriteString(" ")
		}
		listed = c.Form == Item || c.Form == Sentence && listed
		b.WriteString(c.Text)
		if c.Derived {
			b.WriteString(" (Derived)")
		}
		if c.Form == Block {
			b.WriteString("\n\n")
		}
		for _, chunk := range c.Chunks() {
			b.WriteString("[^" + chunk.Anchor() + "]")
		}
	}
	b.WriteString("\n")
}

// quoteYAML writes a string as a double-quoted YAML scalar (YAML 1.2 §7.3.1).
func quoteYAML(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\r", `\r`).Replace(s) + `"`
}
