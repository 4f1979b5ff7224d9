package provenance

import (
	"encoding/json"
	"sort"
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
	b.WriteString("assay: " + sourceFormat + "\n")
	text := func(indent, key, value string) {
		if value != "" {
			b.WriteString(indent + key + ": " + quoted(value) + "\n")
		}
	}
	moment := func(indent, key string, t time.Time) {
		if !t.IsZero() {
			text(indent, key, t.UTC().Format(time.RFC3339Nano))
		}
	}
	text("", "id", string(s.ID))
	text("", "url", s.URL)
	text("", "title", s.Title)
	text("", "class", string(s.Class))
	text("", "licence", s.Licence)
	text("", "author", s.Author)
	text("", "language", s.Language)
	text("", "published", s.Published)
	text("", "modified", s.Modified)
	if s.Fixed {
		b.WriteString("fixed: true\n")
	}
	if len(s.Boilerplate) > 0 {
		b.WriteString("boilerplate:\n")
		for _, block := range s.Boilerplate {
			b.WriteString("  - " + quoted(block) + "\n")
		}
	}
	if len(s.Pages) == 0 {
		return []byte(b.String())
	}
	pages := append([]Page(nil), s.Pages...)
	sort.SliceStable(pages, func(i, j int) bool { return pages[i].URL < pages[j].URL })
	b.WriteString("pages:\n")
	for _, p := range pages {
		b.WriteString("  " + quoted(p.URL) + ":\n")
		b.WriteString("    file: " + quoted(p.File) + "\n") // always, so that the mapping is never empty
		text("    ", "title", p.Title)
		text("    ", "canonical", p.Canonical)
		if !p.Hash.IsZero() {
			text("    ", "hash", p.Hash.String())
		}
		moment("    ", "retrieved", p.Retrieved)
		moment("    ", "drifted", p.Drifted)
		moment("    ", "strike", p.Strike)
		moment("    ", "unavailable", p.Unavailable)
		moment("    ", "withdrawn", p.Withdrawn)
		text("    ", "superseded_by", p.SupersededBy)
	}
	return []byte(b.String())
}

// setField stores a scalar of source.yaml; known is false for a key that means
// nothing there, good for a value that cannot be read.
func (s *Source) setField(key, value string) (known, good bool) {
	switch key {
	case "assay":
		return true, value == sourceFormat
	case "id":
		s.ID = SourceID(value)
		return true, s.ID.Valid()
	case "url":
		s.URL = value
	case "title":
		s.Title = value
	case "class":
		s.Class = Class(value)
		for _, c := range Classes() {
			if c == s.Class {
				return true, true
			}
		}
		return true, false
	case "licence", "license":
		s.Licence = value
	case "author":
		s.Author = value
	case "language":
		s.Language = value
	case "published":
		s.Published = value
	case "modified":
		s.Modified = value
	case "fixed":
		s.Fixed = value == "true"
		return true, s.Fixed || value == "false"
	default:
		return false, true
	}
	return true, true
}

func (p *Page) setField(key, value string) (known, good bool) {
	moment := func(t *time.Time) (bool, bool) {
		*t = ParseTime(value)
		return true, !t.IsZero()
	}
	switch key {
	case "file":
		p.File = value
	case "title":
		p.Title = value
	case "canonical":
		p.Canonical = value
	case "hash":
		return true, p.Hash.UnmarshalText([]byte(value)) == nil
	case "retrieved":
		return moment(&p.Retrieved)
	case "drifted":
		return moment(&p.Drifted)
	case "strike":
		return moment(&p.Strike)
	case "unavailable":
		return moment(&p.Unavailable)
	case "withdrawn":
		return moment(&p.Withdrawn)
	case "superseded_by":
		p.SupersededBy = value
	default:
		return false, true
	}
	return true, true
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
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return `""` // a string always encodes
	}
	return strings.TrimSuffix(b.String(), "\n")
}
