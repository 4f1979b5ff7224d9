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

// Line is the entry as it stands in the catalogue.
func (e Entry) Line() string {
	line := "- [" + linkText(e.Title) + "](<" + linkPath(e.Path) + ">)"
	if e.Summary != "" {
		line += ": " + oneLine(e.Summary)
	}
	return line
}

// An EntryGroup is the lines of a catalogue's entries under one heading.
type EntryGroup struct {
	Name  string
	Lines []string
}

// GroupEntries puts entries, which come sorted, into groups.
func GroupEntries(entries []Entry) (groups []EntryGroup) {
	for _, e := range entries {
		if n := len(groups); n == 0 || groups[n-1].Name != e.Group {
			groups = append(groups, EntryGroup{Name: e.Group})
		}
		last := &groups[len(groups)-1]
		last.Lines = append(last.Lines, e.Line())
	}
	return groups
}

const catalogueHead = GeneratedMarker + "\n\n# Index\n\nThe permanent notes of this vault. `assay build` keeps this page.\n"

// Catalogue is the Librarian's index.md.
func Catalogue(groups []EntryGroup) []byte {
	var b strings.Builder
	b.WriteString(catalogueHead)
	for _, g := range groups {
		if g.Name != "" {
			b.WriteString("\n## " + g.Name + "\n")
		}
		b.WriteString("\n" + strings.Join(g.Lines, "\n") + "\n")
	}
	if len(groups) == 0 {
		b.WriteString("\nNone yet.\n")
	}
	return []byte(b.String())
}

// ReadCatalogue reads what [Catalogue] wrote; false for what is not its.
func ReadCatalogue(text []byte) (groups []EntryGroup, ok bool) {
	rest, ok := strings.CutPrefix(string(text), catalogueHead)
	for line := range strings.Lines(rest) {
		line = strings.TrimSuffix(line, "\n")
		switch name, heads := strings.CutPrefix(line, "## "); {
		case heads:
			groups = append(groups, EntryGroup{Name: name})
		case strings.HasPrefix(line, "- "):
			if len(groups) == 0 {
				groups = []EntryGroup{{}}
			}
			last := &groups[len(groups)-1]
			last.Lines = append(last.Lines, line)
		}
	}
	return groups, ok && string(Catalogue(groups)) == string(text)
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
