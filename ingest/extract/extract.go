// Package extract turns files and pages into the Markdown that is stored as evidence. It reads HTML,
// Markdown, text, PDF, subtitles, feeds, JSON and XML: main content only, with headings, code, tables,
// lists and definition lists intact, and what the page says about itself.
//
// Read [Extract] first. HTML goes bytes → UTF-8 (decode.go) → a bounded tree
// (tree.go) → the part of it that is content (docs.go decides between
// docs.go and article.go) → Markdown (markdown.go and its neighbours). Feeds, JSON
// and XML become a tree of HTML first (tags.go), so that one writer escapes all that
// is stored; PDF has a package of its own. Nothing
// here reads a file, a clock or the network, and no input makes it fail: what is
// odd about a page becomes a warning. It never writes raw HTML, script, or a link
// that a click would execute.
package extract

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"assay/ingest"
	"assay/vault"
)

// maxInput bounds the bytes that are looked at. It is the crawler's default body
// limit; what lies behind it is cut off with a warning.
const maxInput = 20 << 20

// Options says where the bytes come from. The zero value is right for a page about
// which nothing is known.
type Options struct {
	URL         string // links are made absolute against it
	ContentType string // as the server sent it
	Name        string // file name; its ending tells the format where ContentType does not
}

// Extract returns the main content of a page as Markdown. The error is only ever
// that of ctx: a page that cannot be read gives an empty document and warnings.
func Extract(ctx context.Context, raw []byte, o Options) (ingest.Document, error) {
	if err := ctx.Err(); err != nil {
		return ingest.Document{}, fmt.Errorf("extract %s: %w", o.name(), err)
	}
	var cut bool
	if len(raw) > maxInput {
		raw, cut = raw[:maxInput], true
	}
	d, err := o.read(ctx, raw)
	if err != nil {
		return ingest.Document{}, fmt.Errorf("extract %s: %w", o.name(), err)
	}
	if cut {
		d.Warnings = append(d.Warnings, fmt.Sprintf("cut off after %d MB", maxInput>>20))
	}
	d.URL = cmp.Or(d.URL, o.URL)
	if len(d.Warnings) == 0 && runes(strings.TrimSpace(d.Markdown)) < 20 {
		d.Warnings = append(d.Warnings, "empty page: no main content found")
	}
	d.Hash = vault.HashText([]byte(d.Markdown))
	return d, nil
}

// read chooses the reader of the bytes' format.
func (o Options) read(ctx context.Context, raw []byte) (ingest.Document, error) {
	if o.isPDF(raw) {
		return fromPDF(ctx, raw, o)
	}
	text := decode(raw, o.ContentType)
	switch o.format(text) {
	case formatHTML:
		return fromHTML(ctx, text, o)
	case formatMarkdown:
		return fromMarkdown(text), nil
	case formatText:
		return fromText(text), nil
	case formatCaptions:
		return fromCaptions(text, o.ending()), nil
	case formatJSON:
		return fromJSON(text, o), nil
	case formatXML:
		return fromXML(text, o), nil
	}
	return ingest.Document{Warnings: []string{"not text: the bytes are binary"}}, nil
}

func (o Options) name() string { return cmp.Or(o.URL, o.Name, "page") }
