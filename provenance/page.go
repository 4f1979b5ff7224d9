package provenance

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"assay/vault"
	"assay/vault/markdown"
)

// A PageFile is an extracted page as it is stored beside the notes: Markdown that
// people can read, in which every passage ends in its block id.
type PageFile struct {
	Source    SourceID
	Title     string
	URL       string // of a local original: its path relative to the vault
	Author    string
	Published string
	Modified  string
	Language  string
	Licence   string
	Hash      vault.Hash // of the text that was extracted, before it was cut
	Retrieved time.Time

	Chunks     []Passage // in the order of the page
	Superseded []Passage // what the page no longer says and notes still cite
	Problems   []vault.Problem
}

// A Passage is one chunk of a page file.
type Passage struct {
	ID         ChunkID // as its block id says
	Heading    []string
	Text       string // without escapes and block id
	Start, End int    // in the file, without blank lines around it and without its block id
	Intact     bool   // the text still hashes to the id
	Superseded bool
}

// pageFormat is the first line of a page file's frontmatter.
const pageFormat = "page/1"

// ParsePage reads a page file. A passage runs from the block id before it, or from
// the end of the frontmatter, to its own; its id is computed again, so that a
// changed word shows. The file may have been checked out with CRLF. The source's
// id is src's, else the frontmatter's, else the folder's name.
func ParsePage(path string, text []byte, src Source) PageFile {
	f := markdown.ReadFront(text)
	var p PageFile
	if f.Text("assay") != pageFormat {
		p.problem("page-format", 0, f.Body, "does not begin with the frontmatter of a stored page (assay: "+pageFormat+")")
	}
	fields := p.fields()
	for _, field := range fields[1:] {
		value := f.Text(field.key)
		if _, good := fields.set(field.key, value); !good && value != "" && field.key == "hash" {
			p.problem("page-format", 0, f.Body, "the hash in the frontmatter is not a SHA-256 in hex")
		}
	}
	named := p.Source
	p.Source = src.ID
	switch {
	case p.Source == "" && named != "":
		p.Source = named
	case p.Source == "":
		p.Source = sourceOfPath(path)
	case named != "" && named != p.Source:
		p.problem("page-source", 0, f.Body, "says that it belongs to "+string(named)+", and lies in "+string(p.Source))
	}
	p.readPassages(text, f.Body)
	return p
}

func (p *PageFile) problem(kind string, start, end int, text string) {
	p.Problems = append(p.Problems, vault.Problem{Kind: kind, Start: start, End: end, Text: text})
}

func (p *PageFile) fields() fields {
	return fields{{"assay", pageFormat}, {"title", &p.Title}, {"url", &p.URL}, {"source", &p.Source}, {"retrieved", &p.Retrieved}, {"hash", &p.Hash},
		{"author", &p.Author}, {"published", &p.Published}, {"modified", &p.Modified}, {"language", &p.Language}, {"licence", &p.Licence}}
}

// readPassages cuts the body at its block ids. The last line of a block carries
// the id, so nothing inside a paragraph, and nothing in code, ends a passage.
func (p *PageFile) readPassages(text []byte, body int) {
	var (
		scan       CodeScanner
		trail      Trail
		superseded bool
		seen       = map[ChunkID]bool{}
		begin      = body
	)
	for pos := body; pos < len(text); {
		line, next := cutLine(text, pos)
		kind := scan.next(line)
		if kind == textLine {
			if strings.TrimRight(line, " \t") == SupersededHeading {
				p.leftOver(text, begin, pos)
				superseded, begin, scan, trail = true, next, CodeScanner{}, Trail{}
			} else if id, at, ok := anchorAtEnd(line); ok && blankAt(text, next) {
				passage := p.passage(text, begin, pos+at, &trail)
				passage.ID, passage.Superseded = id, superseded
				passage.Intact = NewChunkID(p.Source, passage.Text) == id
				switch {
				case seen[id]:
					p.problem("page-anchor", pos+at, next, "the block id ^"+id.Anchor()+" stands twice in the page")
				case superseded:
					p.Superseded = append(p.Superseded, passage)
				default:
					p.Chunks = append(p.Chunks, passage)
				}
				seen[id], begin, scan = true, next, CodeScanner{}
			}
		}
		pos = next
	}
	p.leftOver(text, begin, len(text))
}

func (p *PageFile) passage(text []byte, begin, end int, trail *Trail) Passage {
	begin, end = trimBlank(text, begin, end)
	s := UnescapeText(unixLines(string(text[begin:end])))
	trail.Read(s)
	return Passage{Heading: trail.Under(p.Title), Text: s, Start: begin, End: end}
}

func (p *PageFile) leftOver(text []byte, begin, end int) {
	if begin, end = trimBlank(text, begin, end); begin < end {
		p.problem("page-anchor", begin, end, "text without a block id after it")
	}
}

// anchorAtEnd finds a chunk's block id at the end of a line. at is where the text
// before it ends.
func anchorAtEnd(line string) (id ChunkID, at int, ok bool) {
	line = strings.TrimRight(line, " \t")
	i := strings.LastIndexByte(line, '^')
	if i < 0 || i > 0 && line[i-1] != ' ' && line[i-1] != '\t' {
		return "", 0, false
	}
	id, ok = ChunkFromAnchor(line[i+1:])
	return id, i, ok
}

// cutLine is the line at pos without its end, and the start of the next.
func cutLine(text []byte, pos int) (line string, next int) {
	next = len(text)
	if i := bytes.IndexByte(text[pos:], '\n'); i >= 0 {
		next = pos + i + 1
	}
	return string(bytes.TrimRight(text[pos:next], "\r\n")), next
}

func blankAt(text []byte, pos int) bool {
	line, _ := cutLine(text, pos)
	return strings.Trim(line, " \t") == ""
}

// trimBlank leaves out blank lines before and white space after a text, and keeps
// the indentation of its first line, which may mean something.
func trimBlank(text []byte, begin, end int) (int, int) {
	end = begin + len(bytes.TrimRight(text[begin:end], " \t\r\n"))
	for begin < end {
		i := bytes.IndexByte(text[begin:end], '\n')
		if i < 0 || len(bytes.Trim(text[begin:begin+i], " \t\r")) > 0 {
			break
		}
		begin += i + 1
	}
	return begin, end
}

func unixLines(s string) string {
	if strings.IndexByte(s, '\r') < 0 {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}

// PassageText brings a text to the form that a page file can hold: LF, no blank
// lines around it, no fence left open, since it would swallow the block id.
// Chunks are made in this form, and a page prints and reads back to it.
func PassageText(text string) string {
	text = unixLines(text)
	begin, end := trimBlank([]byte(text), 0, len(text))
	text = text[begin:end]
	if !strings.Contains(text, "```") && !strings.Contains(text, "~~~") {
		return text
	}
	var scan CodeScanner
	for line := range strings.Lines(text) {
		scan.next(strings.TrimSuffix(line, "\n"))
	}
	if closing := scan.closing(); closing != "" {
		text += "\n" + closing
	}
	return text
}

// Find is the passage with an id, among the superseded ones too.
func (p PageFile) Find(id ChunkID) (Passage, bool) {
	for _, list := range [...][]Passage{p.Chunks, p.Superseded} {
		if i := slices.IndexFunc(list, func(c Passage) bool { return c.ID == id }); i >= 0 {
			return list[i], true
		}
	}
	return Passage{}, false
}

// Renew is the page as fetched again, with the passages of the old one that are
// cited and that it no longer holds kept as superseded. Only intact passages are
// carried over: what was changed by hand is nobody's evidence.
func (p PageFile) Renew(next PageFile, cited func(ChunkID) bool) PageFile {
	held := map[ChunkID]bool{}
	for _, c := range next.Chunks {
		held[c.ID] = true
	}
	next.Superseded = nil
	for _, list := range [][]Passage{p.Chunks, p.Superseded} {
		for _, c := range list {
			if held[c.ID] || !c.Intact || !cited(c.ID) {
				continue
			}
			held[c.ID], c.Superseded = true, true
			next.Superseded = append(next.Superseded, c)
		}
	}
	return next
}

// PrintPage writes a page file; [ParsePage] reads the same passages back. A passage
// without text is left out, and of two with one id the first is printed.
func PrintPage(p PageFile) []byte {
	var b strings.Builder
	b.WriteString("---\n")
	p.fields().print(&b, "")
	b.WriteString("---\n")
	seen := map[ChunkID]bool{}
	for _, c := range p.Chunks {
		printPassage(&b, c, seen)
	}
	heading := false
	for _, c := range p.Superseded {
		if seen[c.ID] {
			continue
		}
		if !heading {
			b.WriteString("\n" + SupersededHeading + "\n")
			heading = true
		}
		printPassage(&b, c, seen)
	}
	return []byte(b.String())
}

func printPassage(b *strings.Builder, c Passage, seen map[ChunkID]bool) {
	text := PassageText(c.Text)
	if text == "" || seen[c.ID] {
		return
	}
	seen[c.ID] = true
	b.WriteString("\n" + EscapeText(text))
	if endsInParagraph(text) {
		b.WriteString(" ^" + c.ID.Anchor() + "\n")
	} else {
		b.WriteString("\n\n^" + c.ID.Anchor() + "\n")
	}
}

// endsInParagraph reports whether a block id may follow on the last line. When in
// doubt it says no: an id that stands alone belongs to the block before it.
func endsInParagraph(text string) bool {
	var scan CodeScanner
	plain := false
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		begins := !scan.text
		switch kind := scan.next(line); {
		case kind == blankLine:
			plain = false
		case kind != textLine:
			plain, begins = false, false
		case begins:
			plain = plainLine(line) && !scan.list
		default:
			plain = plain && plainLine(line)
		}
	}
	return plain
}

// plainLine reports whether a line can only be part of a paragraph.
func plainLine(line string) bool {
	if breaksSegment(line) || columns(line) > 0 || SetextLevel(line) > 0 || strings.ContainsRune(line, '|') {
		return false
	}
	if strings.Trim(line, "*_-= \t") == "" || strings.HasPrefix(line, "$$") {
		return false
	}
	switch line[0] {
	case '<', '>', ':', '#':
		return false
	case '[': // the definition of a link or footnote
		return !strings.Contains(line, "]:")
	}
	return true
}

// PagePath is where the page at a URL (of a local original: its path) is stored,
// below the folder of all sources. The name ends in eight hex digits of the URL's
// hash, not of the text's: links into a page survive its changes.
func PagePath(sources string, id SourceID, url, title string) string {
	sum := sha256.Sum256([]byte(norm.NFC.String(url)))
	name := cmp.Or(Slug(title), Slug(strings.TrimSuffix(path.Base(url), path.Ext(url))), "page")
	return path.Join(sources, string(id), name+"-"+hex.EncodeToString(sum[:4])+".md")
}

// maxSlug is in characters: with three bytes each it stays far below the 255 bytes
// that file systems allow a name.
const maxSlug = 60

// Slug is a title as part of a file name that every system accepts: letters and
// digits of any script in lower case, with dashes between.
func Slug(title string) string {
	var b strings.Builder
	n, dash := 0, false
	for _, r := range norm.NFC.String(strings.ToLower(title)) {
		if r == utf8.RuneError || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			dash = n > 0
			continue
		}
		if dash {
			if n+2 > maxSlug {
				break
			}
			b.WriteByte('-')
			n, dash = n+1, false
		}
		if n == maxSlug {
			break
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}

// sourceOfPath is the source that a path's folder names.
func sourceOfPath(p string) SourceID {
	if id := SourceID(path.Base(path.Dir(p))); id.Valid() {
		return id
	}
	return ""
}
