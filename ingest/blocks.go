package ingest

import (
	"strings"

	"assay/provenance"
)

// A block is a paragraph, list item, table or the like of a document. Blocks follow
// each other without gap.
type block struct {
	kind       blockKind
	start, end int
	level      int // of a heading
	title      string
	fences     bool // a list item that holds a fence
}

type blockKind uint8

const (
	textBlock blockKind = iota
	headingBlock
	listBlock // one item with all below it
	quoteBlock
	tableBlock
	fenceBlock
	codeBlock // indented
)

// readBlocks cuts Markdown into blocks by the beginnings of its lines. It is no
// parser: what it takes for a paragraph too many costs a passage nothing but a
// better place to end.
func readBlocks(md string) []block {
	r := blockReader{md: md}
	var scan provenance.CodeScanner
	pos := 0
	for whole := range strings.Lines(md) {
		end := pos + len(whole)
		line := strings.TrimRight(whole, "\r\n")
		inside := scan.InFence()
		code := scan.Code(line)
		switch {
		case code && (inside || scan.InFence()):
			r.fence(line, pos, inside)
		case code:
			r.indented(pos)
		case strings.Trim(line, " \t") == "":
			r.blank = true
			r.prose = false
		default:
			r.text(line, pos, end)
		}
		pos = end
	}
	return r.done()
}

type blockReader struct {
	md     string
	blocks []block
	blank  bool // a blank line has been seen since the last other line
	prose  bool // the last line was of a paragraph, which a line of '=' makes a heading
}

func (r *blockReader) open(kind blockKind, pos int) *block {
	if n := len(r.blocks); n > 0 {
		r.blocks[n-1].end = pos
	}
	r.blocks = append(r.blocks, block{kind: kind, start: pos})
	r.blank, r.prose = false, false
	return &r.blocks[len(r.blocks)-1]
}

func (r *blockReader) current() *block {
	if len(r.blocks) == 0 {
		return nil
	}
	return &r.blocks[len(r.blocks)-1]
}

func (r *blockReader) fence(line string, pos int, inside bool) {
	b := r.current()
	if inside && b != nil {
		r.blank = false
		return
	}
	if b != nil && b.kind == listBlock && indent(line) >= 2 {
		b.fences, r.blank, r.prose = true, false, false
		return
	}
	if marker, _ := listItem(line); marker {
		r.open(listBlock, pos).fences = true
		return
	}
	r.open(fenceBlock, pos)
}

func (r *blockReader) indented(pos int) {
	if b := r.current(); b != nil && (b.kind == codeBlock || b.kind == listBlock && !r.blank) {
		r.blank = false
		return
	}
	r.open(codeBlock, pos)
}

func (r *blockReader) text(line string, pos, end int) {
	b, blank, prose := r.current(), r.blank, r.prose
	r.blank = false
	marker, deep := listItem(line)
	switch {
	case b != nil && b.kind == tableBlock && !blank && strings.Contains(line, "|"):
	case marker && !(deep && b != nil && b.kind == listBlock):
		r.open(listBlock, pos)
	case b != nil && b.kind == listBlock && (!blank || indent(line) >= 2) && !isHeading(line):
	case isHeading(line):
		h := r.open(headingBlock, pos)
		h.level, h.title = provenance.ATXHeading(line)
	case prose && provenance.SetextLevel(line) > 0 && pos-b.start < maxSetext:
		b.kind, b.level = headingBlock, provenance.SetextLevel(line)
		b.title = strings.Join(strings.Fields(r.md[b.start:pos]), " ")
		r.prose = false
	case strings.Contains(line, "|") && isDelimiterRow(nextLine(r.md, end)):
		r.open(tableBlock, pos)
	case strings.HasPrefix(strings.TrimLeft(line, " "), ">"):
		if b == nil || b.kind != quoteBlock || blank {
			r.open(quoteBlock, pos)
		}
	case prose || b != nil && b.kind == quoteBlock && !blank:
	default:
		r.open(textBlock, pos)
		r.prose = true
	}
}

// A paragraph longer than this many bytes is no heading, whatever stands below it.
const maxSetext = 1000

func (r *blockReader) done() []block {
	if b := r.current(); b != nil {
		b.end = len(r.md)
	}
	return r.blocks
}

func isHeading(line string) bool {
	level, _ := provenance.ATXHeading(line)
	return level > 0
}

func indent(line string) int {
	return len(line) - len(strings.TrimLeft(line, " \t"))
}

// listItem reports whether a line opens a list item, and whether the item lies deep
// enough to be part of another.
func listItem(line string) (ok, deep bool) {
	t := strings.TrimLeft(line, " \t")
	deep = len(line)-len(t) >= 2
	digits := len(t) - len(strings.TrimLeft(t, "0123456789"))
	switch {
	case t == "" || digits > 9:
		return false, deep
	case digits > 0:
		t = t[digits:]
		ok = t != "" && (t[0] == '.' || t[0] == ')')
	default:
		ok = t[0] == '-' || t[0] == '*' || t[0] == '+'
	}
	return ok && (len(t) == 1 || t[1] == ' ' || t[1] == '\t'), deep
}

func nextLine(md string, pos int) string {
	line, _, _ := strings.Cut(md[pos:], "\n")
	return line
}

// isDelimiterRow reads the line under a table's header, such as "|---|:-:|".
func isDelimiterRow(line string) bool {
	return strings.ContainsRune(line, '-') && strings.ContainsRune(line, '|') && strings.Trim(line, " \t\r|:->") == ""
}

// fenceParts tells the fences of a list item from the text about them.
func fenceParts(text string) []block {
	var parts []block
	var scan provenance.CodeScanner
	pos := 0
	for line := range strings.Lines(text) {
		end := pos + len(line)
		inside := scan.InFence()
		code := scan.Code(strings.TrimRight(line, "\r\n"))
		kind := textBlock
		if code && (inside || scan.InFence()) {
			kind = fenceBlock
		}
		n := len(parts)
		if n > 0 && (parts[n-1].kind == kind && (kind == textBlock || inside) || kind == textBlock && strings.TrimSpace(line) == "") {
			parts[n-1].end = end
		} else {
			parts = append(parts, block{kind: kind, start: pos, end: end})
		}
		pos = end
	}
	return parts
}
