package templates

import (
	"strings"
)

// GeneratedMarker stands near the top of a file that the compiler keeps. A file
// without it belongs to a person and is never written over.
const GeneratedMarker = "<!-- assay:generated -->"

// Entry is a permanent note in the catalogue.
type Entry struct {
	Path    string // relative to the catalogue's folder, with '/'
	Title   string
	Group   string // its folder below the wiki, "" for the wiki itself
	Summary string // its first claim
}

// Catalogue is the Librarian's index.md, of entries that come by group.
func Catalogue(entries []Entry) []byte {
	var b strings.Builder
	b.WriteString(GeneratedMarker + "\n\n# Index\n\nThe permanent notes of this vault. `assay build` keeps this page.\n")
	for i, e := range entries {
		if first := i == 0 || entries[i-1].Group != e.Group; first && e.Group != "" {
			b.WriteString("\n## " + e.Group + "\n\n")
		} else if first {
			b.WriteString("\n")
		}
		b.WriteString("- [" + linkText(e.Title) + "](<" + linkPath(e.Path) + ">)")
		if e.Summary != "" {
			b.WriteString(": " + oneLine(e.Summary))
		}
		b.WriteString("\n")
	}
	if len(entries) == 0 {
		b.WriteString("\nNone yet.\n")
	}
	return []byte(b.String())
}

// LogDay is what happened on one day (UTC), newest first.
type LogDay struct {
	Date  string // YYYY-MM-DD
	Lines []string
}

// Log is the Librarian's log.md.
func Log(days []LogDay) []byte {
	var b strings.Builder
	b.WriteString(GeneratedMarker + "\n\n# Log\n\nWhat entered this vault and when, from its ledger. `assay build` keeps this page.\n")
	for _, d := range days {
		b.WriteString("\n## " + d.Date + "\n\n")
		for _, l := range d.Lines {
			b.WriteString("- " + l + "\n")
		}
	}
	return []byte(b.String())
}
