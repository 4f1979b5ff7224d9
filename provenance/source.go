package provenance

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

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

// OpenLicence reports whether a licence, as a source states it, lets others use and
// pass on the text, with whatever thanks and conditions. known is false where nothing
// is stated, or nothing that is known here: then it may be either.
func OpenLicence(stated string) (open, known bool) {
	s := strings.ToLower(strings.TrimSpace(stated))
	s = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(s, "https://"), "http://"), "/")
	s = strings.TrimPrefix(s, "www.")
	for _, mark := range []string{"all rights reserved", "alle rechte vorbehalten", "tous droits réservés", "proprietary"} {
		if strings.Contains(s, mark) {
			return false, true
		}
	}
	if rest, ok := strings.CutPrefix(s, "creativecommons.org/publicdomain/"); ok {
		return rest != "", rest != ""
	}
	rest, ok := strings.CutPrefix(s, "creativecommons.org/licenses/")
	if !ok {
		rest, ok = strings.CutPrefix(s, "cc-")
	}
	if !ok {
		rest, ok = strings.CutPrefix(s, "cc ")
	}
	if !ok {
		rest, ok = strings.CutPrefix(s, "creative commons ")
	}
	if ok {
		return creativeCommons(rest)
	}
	name := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" -_/,()", r) })
	if len(name) == 0 {
		return false, false
	}
	known = slices.Contains([]string{"cc0", "mit", "apache", "bsd", "isc", "gpl", "lgpl", "agpl", "mpl", "gfdl", "unlicense", "zlib",
		"odbl", "pddl", "ogl", "0bsd", "postgresql", "psf", "python"}, strings.TrimRight(name[0], "0123456789.v")) ||
		slices.Contains([]string{"cc0", "0bsd"}, name[0]) || strings.HasPrefix(s, "public domain") || strings.HasPrefix(s, "gnu ")
	return known, known
}

// creativeCommons reads what follows the name: by, by-sa, by-nc-nd, attribution …
// NC and ND restrict use.
func creativeCommons(rest string) (open, known bool) {
	parts := strings.FieldsFunc(rest, func(r rune) bool { return strings.ContainsRune(" -/,", r) })
	for _, p := range parts {
		switch p {
		case "nc", "nd", "noncommercial", "noderivatives", "noderivs":
			return false, true
		case "by", "sa", "zero", "cc0", "attribution", "sharealike":
			known = true
		}
	}
	return known, known
}

// ParseSource reads a source.yaml. It never fails: what cannot be read is a problem
// at its place, and the rest is kept. Unknown keys are problems too, since the next
// printing would lose them.
func ParseSource(text []byte) (Source, []vault.Problem) {
	if s, ok := parsePrinted(string(text)); ok {
		return s, nil
	}
	p := sourceParser{text: text, lines: vault.NewLines(text)}
	p.read()
	return p.source, p.problems
}

// parsePrinted reads what [Source.Print] wrote, some fifty times as fast as a YAML
// parser: a source may have thousands of pages, and a check opens it every time.
// Anything else is not ok.
func parsePrinted(text string) (Source, bool) {
	var s Source
	at, indent := s.fields(), ""
	inPages, inList := false, false
	urls, keys := map[string]bool{}, map[string]bool{}
	for first := true; text != ""; first = false {
		line, rest, ended := strings.Cut(text, "\n")
		text = rest
		if !ended || first && line != "assay: "+sourceFormat {
			return Source{}, false
		}
		if !inPages && line == "pages:" {
			inPages = true
			continue
		}
		if !inPages && line == "boilerplate:" && len(s.Boilerplate) == 0 {
			inList = true
			continue
		}
		if item, ok := strings.CutPrefix(line, "  - "); ok && inList {
			var block string
			if json.Unmarshal([]byte(item), &block) != nil {
				return Source{}, false
			}
			s.Boilerplate = append(s.Boilerplate, block)
			continue
		}
		inList = false
		if inPages && strings.HasPrefix(line, `  "`) {
			var url string
			key, ok := strings.CutSuffix(line[2:], ":")
			if !ok || json.Unmarshal([]byte(key), &url) != nil || urls[url] {
				return Source{}, false
			}
			urls[url] = true
			clear(keys)
			s.Pages = append(s.Pages, Page{URL: url})
			at, indent = s.Pages[len(s.Pages)-1].fields(), "    "
			continue
		}
		if inPages && len(s.Pages) == 0 {
			return Source{}, false
		}
		key, value, ok := printedField(line, indent)
		if !ok || keys[key] {
			return Source{}, false
		}
		keys[key] = true
		if known, good := at.set(key, value); !known || !good {
			return Source{}, false
		}
	}
	return s, s.ID != ""
}

func printedField(line, indent string) (key, value string, ok bool) {
	line, ok = strings.CutPrefix(line, indent)
	if !ok || line == "" || line[0] == ' ' {
		return "", "", false
	}
	key, value, ok = strings.Cut(line, ": ")
	switch {
	case !ok:
		return "", "", false
	case key == "assay" && value == sourceFormat, key == "fixed" && value == "true":
		return key, value, true
	case len(value) < 2 || value[0] != '"' || value[len(value)-1] != '"':
		return "", "", false
	case strings.IndexByte(value, '\\') < 0 && strings.IndexByte(value[1:len(value)-1], '"') < 0:
		return key, value[1 : len(value)-1], true
	}
	var s string
	if json.Unmarshal([]byte(value), &s) != nil {
		return "", "", false
	}
	return key, s, true
}

// sourceParser reads any other YAML, by hand-written or merged files.
type sourceParser struct {
	text     []byte
	lines    vault.Lines
	source   Source
	problems []vault.Problem
}

func (p *sourceParser) problem(line int, format string, args ...any) {
	start, end := p.lines.Range(max(line, 1))
	p.problems = append(p.problems, vault.Problem{Kind: "source-yaml", Start: start, End: end, Text: fmt.Sprintf(format, args...)})
}

func (p *sourceParser) read() {
	root, line, err := parseYAML(p.text)
	if err != nil {
		p.problem(line, "cannot be read as YAML: %v", err)
		return
	}
	if root == nil {
		p.problem(1, "describes no source")
		return
	}
	seen := map[string]bool{}
	for _, m := range mappingValues(root) {
		key, line := nodeText(m.Key), nodeLine(m.Key)
		if seen[key] {
			p.problem(line, "has the key %s twice", key)
			continue
		}
		seen[key] = true
		if key == "pages" {
			p.readPages(m.Value)
			continue
		}
		if list, ok := m.Value.(*ast.SequenceNode); ok && key == "boilerplate" {
			for _, item := range list.Values {
				p.source.Boilerplate = append(p.source.Boilerplate, nodeText(item))
			}
			continue
		}
		if !isScalar(m.Value) {
			p.problem(line, "wants one value for %s", key)
			continue
		}
		p.report(key, line, nodeText(m.Value), p.source.fields())
	}
	if p.source.ID == "" {
		p.problem(1, "has no id")
	}
}

func (p *sourceParser) readPages(n ast.Node) {
	if _, null := n.(*ast.NullNode); null {
		return
	}
	values := mappingValues(n)
	if values == nil {
		p.problem(nodeLine(n), "wants pages to be a mapping from URL to page")
		return
	}
	seen := map[string]bool{}
	for _, m := range values {
		page := Page{URL: nodeText(m.Key)}
		if seen[page.URL] {
			p.problem(nodeLine(m.Key), "has the page %s twice", page.URL)
			continue
		}
		seen[page.URL] = true
		fields := mappingValues(m.Value)
		if fields == nil {
			p.problem(nodeLine(m.Key), "says nothing of the page %s", page.URL)
			continue
		}
		for _, f := range fields {
			p.report(nodeText(f.Key), nodeLine(f.Key), nodeText(f.Value), page.fields())
		}
		p.source.Pages = append(p.source.Pages, page)
	}
}

func (p *sourceParser) report(key string, line int, value string, of fields) {
	if value == "" {
		return
	}
	switch known, good := of.set(key, value); {
	case !known:
		p.problem(line, "has the key %s, which means nothing here", key)
	case !good:
		p.problem(line, "has a value of %s that cannot be read: %s", key, value)
	}
}

// parseYAML gives the document's root, or the line of what is wrong with it. The
// parser is not ours and its input may be hostile: a panic in it is a syntax error.
func parseYAML(text []byte) (root ast.Node, line int, err error) {
	defer func() {
		if recover() != nil {
			root, line, err = nil, 1, errors.New("broken syntax")
		}
	}()
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		var y yaml.Error
		if errors.As(err, &y) {
			if t := y.GetToken(); t != nil && t.Position != nil {
				line = t.Position.Line
			}
			return nil, line, errors.New(y.GetMessage())
		}
		return nil, 1, err
	}
	for _, doc := range file.Docs {
		if doc.Body != nil {
			return doc.Body, 0, nil
		}
	}
	return nil, 0, nil
}

func mappingValues(n ast.Node) []*ast.MappingValueNode {
	switch n := n.(type) {
	case *ast.MappingNode:
		return n.Values
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}
	}
	return nil
}

func isScalar(n ast.Node) bool {
	_, ok := n.(ast.ScalarNode)
	return ok
}

func nodeText(n ast.Node) string {
	switch n := n.(type) {
	case nil, *ast.NullNode:
		return ""
	case *ast.StringNode:
		return n.Value
	case *ast.LiteralNode:
		return strings.TrimSpace(n.Value.Value)
	case *ast.MappingKeyNode:
		return nodeText(n.Value)
	case *ast.TagNode:
		return nodeText(n.Value)
	case ast.ScalarNode:
		if t := n.GetToken(); t != nil {
			return t.Value
		}
	}
	return ""
}

func nodeLine(n ast.Node) int {
	if n == nil {
		return 1
	}
	if t := n.GetToken(); t != nil && t.Position != nil {
		return t.Position.Line
	}
	return 1
}
