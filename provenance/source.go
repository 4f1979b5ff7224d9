package provenance

import (
	"slices"
	"strings"
	"time"

	"assay/vault"
)

// A Source is where text comes from: a site, a folder, a file. Its source.yaml lies
// beside its pages.
type Source struct {
	ID        SourceID
	URL       string // canonical; of a local source its path relative to the vault
	Title     string
	Class     Class
	Licence   string
	Author    string
	Language  string
	Published string
	Modified  string
	// Boilerplate are the blocks that stood at the head or foot of most pages when the
	// source was first read, and are left out of all of them since: fixed then, so that
	// what a page says does not hang on which others there are.
	Boilerplate []string
	Fixed       bool // does not go stale by itself: an RFC, a paper, a tagged release, a local file without a date
	Pages       []Page
}

// A Page is one page of a source.
type Page struct {
	URL          string
	File         string // its page file, relative to the source's folder
	Title        string
	Canonical    string     // the address that the page prefers, where it is another
	Hash         vault.Hash // of the text as extracted
	Retrieved    time.Time
	Drifted      time.Time // when its text was first found changed under a claim; zero if it was not
	Strike       time.Time // when it could not be had for the first time since it last could
	Unavailable  time.Time // when that was so again on another day; zero if it can be had
	Withdrawn    time.Time // when it was found to be withdrawn
	SupersededBy string    // URL of what took its place
}

// Class says what sort of source it is, which decides how long it stays fresh and
// whom to believe in a conflict.
type Class string

// The classes, the most authoritative first.
const (
	ClassPrimary   Class = "primary"   // the standard, the law, the data, the code itself
	ClassReviewed  Class = "reviewed"  // peer-reviewed or edited work
	ClassOfficial  Class = "official"  // documentation by those who make the thing
	ClassReference Class = "reference" // encyclopedias, handbooks
	ClassPress     Class = "press"
	ClassCommunity Class = "community" // forums, questions and answers, personal sites
	ClassSocial    Class = "social"
)

// Classes lists the known ones, the most authoritative first.
func Classes() []Class {
	return []Class{ClassPrimary, ClassReviewed, ClassOfficial, ClassReference, ClassPress, ClassCommunity, ClassSocial}
}

// Page finds the page whose page file has the given base name.
func (s Source) Page(file string) (Page, bool) {
	for _, p := range s.Pages {
		if p.File == file {
			return p, true
		}
	}
	return Page{}, false
}

// sourceFormat is the first field of a source.yaml.
const sourceFormat = "source/1"

// SourceFile is the name of a source's description in its folder.
const SourceFile = "source.yaml"

// Print writes source.yaml: fields in one order, pages by URL, one value a line, so
// that two branches which crawled different pages merge.
func (s Source) Print() []byte {
	var b strings.Builder
	s.fields().print(&b, "")
	if len(s.Boilerplate) > 0 {
		b.WriteString("boilerplate:\n")
		for _, block := range s.Boilerplate {
			b.WriteString("  - " + quoted(block) + "\n")
		}
	}
	if len(s.Pages) > 0 {
		b.WriteString("pages:\n")
	}
	pages := slices.Clone(s.Pages)
	slices.SortStableFunc(pages, func(a, b Page) int { return strings.Compare(a.URL, b.URL) })
	for i := range pages {
		b.WriteString("  " + quoted(pages[i].URL) + ":\n")
		pages[i].fields().print(&b, "    ")
	}
	return []byte(b.String())
}

// fields are the scalars of a mapping in source.yaml, in the order in which they are written: each
// with the place of its value, or with the value that it must have.
type fields []struct {
	key string
	at  any
}

func (s *Source) fields() fields {
	return fields{{"assay", sourceFormat}, {"id", &s.ID}, {"url", &s.URL}, {"title", &s.Title}, {"class", &s.Class}, {"licence", &s.Licence},
		{"author", &s.Author}, {"language", &s.Language}, {"published", &s.Published}, {"modified", &s.Modified}, {"fixed", &s.Fixed}}
}

func (p *Page) fields() fields {
	return fields{{"file", &p.File}, {"title", &p.Title}, {"canonical", &p.Canonical}, {"hash", &p.Hash}, {"retrieved", &p.Retrieved}, {"drifted", &p.Drifted},
		{"strike", &p.Strike}, {"unavailable", &p.Unavailable}, {"withdrawn", &p.Withdrawn}, {"superseded_by", &p.SupersededBy}}
}

// print writes those that have a value.
func (fs fields) print(b *strings.Builder, indent string) {
	for _, f := range fs {
		value := ""
		switch at := f.at.(type) {
		case string:
			b.WriteString(indent + f.key + ": " + at + "\n")
		case *bool:
			if *at {
				b.WriteString(indent + f.key + ": true\n")
			}
		case *string:
			value = *at
		case *SourceID:
			value = string(*at)
		case *Class:
			value = string(*at)
		case *vault.Hash:
			if !at.IsZero() {
				value = at.String()
			}
		case *time.Time:
			if !at.IsZero() {
				value = at.UTC().Format(time.RFC3339Nano)
			}
		}
		if value != "" || f.key == "file" { // always, so that the mapping of a page is never empty
			b.WriteString(indent + f.key + ": " + quoted(value) + "\n")
		}
	}
}

// set stores a value; known is false for a key that means nothing there, good for a value that
// cannot be read.
func (fs fields) set(key, value string) (known, good bool) {
	if key == "license" {
		key = "licence"
	}
	for _, f := range fs {
		if f.key != key {
			continue
		}
		switch at := f.at.(type) {
		case string:
			return true, value == at
		case *bool:
			*at = value == "true"
			return true, *at || value == "false"
		case *string:
			*at = value
		case *SourceID:
			*at = SourceID(value)
			return true, at.Valid()
		case *Class:
			*at = Class(value)
			return true, slices.Contains(Classes(), *at)
		case *vault.Hash:
			return true, at.UnmarshalText([]byte(value)) == nil
		case *time.Time:
			*at = ParseTime(value)
			return true, !at.IsZero()
		}
		return true, true
	}
	return false, true
}

// ParseTime reads a moment or a day as people write them; the zero time if it
// cannot. A day without a zone is UTC.
func ParseTime(s string) time.Time {
	if s == "" {
		return time.Time{}
	}
	for _, layout := range [...]string{time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05Z07:00",
		"2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02", "2006/01/02", "2006.01.02", "2 January 2006", "January 2, 2006"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}

// quoted is s as a YAML scalar in double quotes, on one line. JSON's strings are
// YAML's.
func quoted(s string) string {
	return string(encodeJSON(s))
}
