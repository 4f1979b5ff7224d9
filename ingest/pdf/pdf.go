// Package pdf reads the text of PDF files. It gives paragraphs, headings where fonts say so,
// lists, tables of plain rows and listings, without the headers and footers that repeat from
// page to page.
//
// Read [Read] first. Bytes become objects (lex.go, file.go, filter.go), a page's
// operators become runs of text at places (font.go, content.go), runs become lines
// (line.go) and lines become blocks (layout.go, block.go). It is written from the standard
// (ISO 32000) for text alone, since what it reads comes from strangers: it follows
// no table of offsets, reserves nothing a file claims to need, and every loop and
// recursion has a bound. The same bytes give the same blocks on every machine.
package pdf

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
)

// A Kind says what a block of text is.
type Kind int

const (
	Paragraph Kind = iota
	Heading
	Item  // of a list; Mark is its number, "" for a bullet
	Code  // lines as they stand
	Table // Rows
)

// A Block is a piece of a file's text, in reading order.
type Block struct {
	Kind  Kind
	Level int // of a heading, from 1
	Mark  string
	Text  string
	Rows  [][]string
}

// A File is what a PDF says.
type File struct {
	Title, Author, Language, Rights string
	Created                         string // 2006-01-02, "" where it is not told
	Pictures                        bool   // it has pages without text
	Blocks                          []Block
	Warnings                        []string
}

var (
	// ErrEncrypted is returned for files that need a key, even an empty one.
	ErrEncrypted = errors.New("the PDF is encrypted")
	// ErrDamaged is returned where no page can be found.
	ErrDamaged = errors.New("the PDF is damaged: it has no pages that can be read")
)

// Looks reports whether the bytes claim to be a PDF.
func Looks(raw []byte) bool {
	return bytes.Contains(raw[:min(len(raw), 1024)], []byte("%PDF-"))
}

// Read reads a file. Its error is ErrEncrypted, ErrDamaged or that of ctx.
func Read(ctx context.Context, raw []byte) (out File, err error) {
	defer func() {
		// The reader is bounded and checked, but its input is anybody's: a slip in it
		// must cost one document and not the crawl.
		if r := recover(); r != nil {
			out, err = File{}, ErrDamaged
		}
	}()
	f := open(ctx, raw)
	if err := ctx.Err(); err != nil {
		return File{}, err
	}
	if f.trailer["Encrypt"] != nil {
		return File{}, ErrEncrypted
	}
	pages := f.pages()
	if len(pages) == 0 {
		return File{}, ErrDamaged
	}
	f.about(&out)
	p := &painter{f: f, fonts: map[any]*font{}}
	var sheets []sheet
	empty, kept := 0, 0
	for _, page := range pages {
		if err := ctx.Err(); err != nil {
			return File{}, err
		}
		height := f.page(p, page, 0)
		if p.upwards > p.across() { // a wide table that was laid on its side
			height = f.page(p, page, 90)
		}
		s := sheet{height: height, lines: lines(p.runs)}
		if len(s.lines) == 0 {
			empty++
		}
		if kept += len(s.lines); kept > maxLines {
			break
		}
		sheets = append(sheets, s)
	}
	if err := ctx.Err(); err != nil {
		return File{}, err
	}
	out.Pictures = empty > 0
	out.Blocks = layout(sheets)
	if f.spent > maxObjects || f.unpacked >= maxUnpacked || f.glyphs >= maxGlyphs || len(p.fonts) >= maxFonts || kept > maxLines || len(pages) == maxPages {
		out.Warnings = append(out.Warnings, "too large: only the first part of the PDF was read")
	}
	if empty > 0 && empty < len(pages) {
		out.Warnings = append(out.Warnings, fmt.Sprintf("%d of %d pages have no text layer", empty, len(pages)))
	}
	if p.unknown*50 > p.shown {
		out.Warnings = append(out.Warnings, fmt.Sprintf("fonts without a table of characters: %d of %d characters could not be read", p.unknown, p.shown))
	}
	return out, nil
}

const maxLines = 1_000_000

// pages lists the page dictionaries in order, with what they inherit.
func (f *file) pages() []dict {
	var out []dict
	seen := map[int]bool{}
	var walk func(v any, inherited dict, depth int)
	walk = func(v any, inherited dict, depth int) {
		if r, ok := v.(ref); ok {
			if seen[int(r)] {
				return
			}
			seen[int(r)] = true
		}
		if depth > 64 || len(out) >= maxPages || f.ctx.Err() != nil {
			return
		}
		d := f.dict(v)
		if d == nil {
			return
		}
		here := dict{}
		for _, k := range []name{"Resources", "MediaBox", "CropBox", "Rotate"} {
			if v, ok := d[k]; ok {
				here[k] = v
			} else if v, ok := inherited[k]; ok {
				here[k] = v
			}
		}
		if kids := f.array(d["Kids"]); kids != nil {
			for _, kid := range kids {
				walk(kid, here, depth+1)
			}
			return
		}
		here["Contents"] = d["Contents"]
		out = append(out, here)
	}
	if root := f.dict(f.trailer["Root"]); root != nil {
		walk(root["Pages"], nil, 0)
	}
	if len(out) > 0 {
		return out
	}
	// No tree to follow: every object that says it is a page, by number.
	for _, num := range slices.Sorted(maps.Keys(f.places)) {
		if f.ctx.Err() != nil {
			break
		}
		if d, ok := f.object(num).(dict); ok && f.name(d["Type"]) == "Page" && len(out) < maxPages {
			out = append(out, d)
		}
	}
	return out
}

// page paints one page, turned clockwise, and gives its height.
func (f *file) page(p *painter, d dict, turned int) float64 {
	p.runs, p.skip, p.marks, p.upwards = p.runs[:0], 0, nil, 0
	box := f.array(d["CropBox"])
	if len(box) != 4 {
		box = f.array(d["MediaBox"])
	}
	var b [4]float64
	for i := range min(4, len(box)) {
		b[i] = f.number(box[i])
	}
	width, height := math.Abs(b[2]-b[0]), math.Abs(b[3]-b[1])
	height = cmp.Or(height, 792)
	ctm := matrix{1, 0, 0, 1, -min(b[0], b[2]), -min(b[1], b[3])}
	switch (((f.whole(d["Rotate"], 3600)+turned)/90)%4 + 4) % 4 {
	case 1:
		ctm, height = ctm.then(matrix{0, -1, 1, 0, 0, width}), width
	case 2:
		ctm = ctm.then(matrix{-1, 0, 0, -1, width, height})
	case 3:
		ctm, height = ctm.then(matrix{0, 1, -1, 0, height, 0}), width
	}
	var content []byte
	for i, v := range f.list(d["Contents"]) {
		if s, ok := f.resolve(v).(stream); ok && i < 1000 && len(content) < maxStream {
			part, _ := f.unpack(s)
			content = append(append(content, part...), '\n')
		}
	}
	p.paint(content, f.dict(d["Resources"]), ctm)
	return height
}
