// Package extract turns what was fetched (HTML, Markdown, plain text) into the
// Markdown that is stored as evidence: main content only, with headings, code,
// tables, lists and definition lists intact, and what the page says about itself.
//
// Read [Extract] first. HTML goes bytes → UTF-8 (decode.go) → a bounded tree
// (tree.go) → the part of it that is content (kind.go decides between
// docs.go and article.go) → Markdown (markdown.go and its neighbours). Nothing
// here reads a file, a clock or the network, and no input makes it fail: what is
// odd about a page becomes a warning. It never writes raw HTML, script, or a link
// that a click would execute.
package extract

import (
	"bytes"
	"context"
	"fmt"
	"mime"
	"net/url"
	"path"
	"strings"

	"assay/ingest"
	"assay/vault"
)

// Version enters the key of every result made by this package; it is raised when
// the same bytes give other Markdown.
const Version = 1

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
	text := decode(raw, o.ContentType)
	var d ingest.Document
	switch o.format(text) {
	case formatHTML:
		var err error
		if d, err = fromHTML(ctx, text, o); err != nil {
			return ingest.Document{}, fmt.Errorf("extract %s: %w", o.name(), err)
		}
	case formatMarkdown:
		d = fromMarkdown(text)
	case formatText:
		d = fromText(text)
	default:
		d.Warnings = append(d.Warnings, "not text: the bytes are binary")
	}
	if cut {
		d.Warnings = append(d.Warnings, fmt.Sprintf("cut off after %d MB", maxInput>>20))
	}
	if d.URL == "" {
		d.URL = o.URL
	}
	d.Warnings = append(d.Warnings, textWarnings(d)...)
	d.Hash = vault.HashText([]byte(d.Markdown))
	return d, nil
}

type format int

const (
	formatBinary format = iota
	formatHTML
	formatMarkdown
	formatText
)

// format decides how to read text: by the server's word, then the file name, then
// the text itself. A server's "text/plain" does not overrule a file ending, since
// that is what servers say of files they do not know.
func (o Options) format(text []byte) format {
	if bytes.IndexByte(text[:min(len(text), 4096)], 0) >= 0 {
		return formatBinary
	}
	kind, _, _ := mime.ParseMediaType(o.ContentType)
	switch kind {
	case "text/html", "application/xhtml+xml":
		return formatHTML
	case "text/markdown", "text/x-markdown":
		return formatMarkdown
	}
	name := o.Name
	if name == "" {
		if u, err := url.Parse(o.URL); err == nil {
			name = u.Path
		}
	}
	switch strings.ToLower(path.Ext(name)) {
	case ".html", ".htm", ".xhtml":
		return formatHTML
	case ".md", ".markdown", ".mdown", ".mkd":
		return formatMarkdown
	case ".txt", ".text", ".log":
		return formatText
	}
	if kind == "text/plain" {
		return formatText
	}
	if looksLikeHTML(text) {
		return formatHTML
	}
	return formatText
}

// looksLikeHTML follows the WHATWG MIME sniffing standard in spirit: the text opens
// with a tag that opens documents.
func looksLikeHTML(text []byte) bool {
	head := bytes.ToLower(bytes.TrimSpace(text[:min(len(text), 2048)]))
	for _, open := range []string{"<!doctype html", "<html", "<head", "<body", "<?xml", "<!--", "<title", "<meta", "<div", "<p>", "<h1", "<table", "<article", "<main", "<script", "<style"} {
		if bytes.HasPrefix(head, []byte(open)) {
			return true
		}
	}
	return bytes.Contains(head, []byte("<html")) || bytes.Contains(head, []byte("<!doctype html"))
}

func (o Options) name() string {
	for _, s := range []string{o.URL, o.Name} {
		if s != "" {
			return s
		}
	}
	return "page"
}
