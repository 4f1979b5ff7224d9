package templates

import (
	"strings"
	"time"

	"assay/provenance"
)

// A Footnote is the definition of a chunk's citation. The compiler writes it and
// keeps it: a link that opens in Obsidian and on GitHub, the words relied on,
// where they come from and when they were fetched.
type Footnote struct {
	Chunk     provenance.ChunkID
	Title     string
	Path      string // of the page file, relative to the note's folder, with '/'
	Quote     string // one sentence
	URL       string
	Retrieved time.Time
}

// Line is the definition, without its line end.
func (f Footnote) Line() string {
	anchor := f.Chunk.Anchor()
	line := "[^" + anchor + "]: [" + linkText(f.Title) + "](<" + linkPath(f.Path) + "#^" + anchor + ">)"
	if f.Quote != "" {
		line += ": “" + oneLine(f.Quote) + "”"
	}
	if f.URL != "" {
		if strings.Contains(f.URL, "://") {
			line += " — <" + f.URL + ">"
		} else {
			line += " — `" + f.URL + "`"
		}
	}
	if !f.Retrieved.IsZero() {
		line += ", retrieved " + f.Retrieved.UTC().Format(time.DateOnly)
	}
	return line
}

// linkText keeps a title from closing the link early.
func linkText(s string) string {
	return strings.NewReplacer("[", "(", "]", ")", "\n", " ").Replace(strings.TrimSpace(s))
}

// linkPath keeps a path inside <…> (CommonMark 0.31 §6.3).
func linkPath(s string) string {
	return strings.NewReplacer("<", "%3C", ">", "%3E", "\n", "%0A").Replace(s)
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
