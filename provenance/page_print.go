package provenance

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// PrintPage writes a page file; [ParsePage] reads the same passages back. A passage
// without text is left out, and of two with one id the first is printed.
func PrintPage(p PageFile) []byte {
	var b strings.Builder
	b.WriteString("---\nassay: " + pageFormat + "\n")
	field := func(key, value string) {
		if value != "" {
			b.WriteString(key + ": " + quoted(value) + "\n")
		}
	}
	field("title", p.Title)
	field("url", p.URL)
	field("source", string(p.Source))
	if !p.Retrieved.IsZero() {
		field("retrieved", p.Retrieved.UTC().Format(time.RFC3339Nano))
	}
	if !p.Hash.IsZero() {
		field("hash", p.Hash.String())
	}
	field("author", p.Author)
	field("published", p.Published)
	field("modified", p.Modified)
	field("language", p.Language)
	field("licence", p.Licence)
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
	for pos := 0; pos < len(text); {
		next := lineEnd(text, pos)
		line := strings.TrimSuffix(text[pos:next], "\n")
		pos = next
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
	name := Slug(title)
	if name == "" {
		name = Slug(strings.TrimSuffix(path.Base(url), path.Ext(url)))
	}
	if name == "" {
		name = "page"
	}
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
