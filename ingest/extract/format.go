package extract

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"mime"
	"net/url"
	"path"
	"slices"
	"strings"

	"assay/ingest/pdf"
)

type format int

const (
	formatBinary format = iota
	formatHTML
	formatMarkdown
	formatText
	formatJSON
	formatXML
	formatCaptions
)

// isPDF looks at the bytes before they are decoded: those that begin as a PDF are
// one whatever is said of them, and those that are said to be one must at least
// contain its mark.
func (o Options) isPDF(raw []byte) bool {
	if bytes.HasPrefix(bytes.TrimLeft(raw[:min(len(raw), 64)], "\ufeff \r\n\t"), []byte("%PDF-")) {
		return true
	}
	kind := o.kind()
	return (kind == "application/pdf" || kind == "application/x-pdf" || o.ending() == ".pdf") && pdf.Looks(raw)
}

func (o Options) kind() string {
	kind, _, _ := mime.ParseMediaType(o.ContentType)
	return kind
}

// ending is that of the file's name, else of the address's path.
func (o Options) ending() string {
	name := o.Name
	if name == "" {
		if u, err := url.Parse(o.URL); err == nil {
			name = u.Path
		}
	}
	return strings.ToLower(path.Ext(name))
}

// format decides how to read text: by the server's word, then the file name, then
// the text itself. A server's "text/plain" does not overrule a file ending, since
// that is what servers say of files they do not know; and a feed is one also where
// it is sent as a page, as browsers see it.
func (o Options) format(text []byte) format {
	if bytes.IndexByte(text[:min(len(text), 4096)], 0) >= 0 {
		return formatBinary
	}
	kind, first := o.kind(), looksLikeXML(text)
	f := kinds[kind]
	switch {
	case f == 0 && strings.HasSuffix(kind, "+json"):
		f = formatJSON
	case f == 0 && strings.HasSuffix(kind, "+xml"):
		f = formatXML
	case f == 0:
		f = endings[o.ending()]
	}
	switch {
	case f == formatHTML && kind == "text/html" && first == "feed":
		return formatXML
	case f == formatXML && first == "html":
		return formatHTML
	case f != 0:
		return f
	case kind == "text/plain":
		return formatText
	case first == "feed", first == "xml":
		return formatXML
	case looksLikeHTML(text):
		return formatHTML
	case looksLikeJSON(text):
		return formatJSON
	}
	return formatText
}

var kinds = map[string]format{
	"text/html": formatHTML, "application/xhtml+xml": formatHTML, "text/markdown": formatMarkdown, "text/x-markdown": formatMarkdown,
	"application/json": formatJSON, "text/json": formatJSON, "application/x-ndjson": formatJSON, "application/jsonl": formatJSON,
	"application/xml": formatXML, "text/xml": formatXML,
}

var endings = map[string]format{
	".html": formatHTML, ".htm": formatHTML, ".xhtml": formatHTML,
	".md": formatMarkdown, ".markdown": formatMarkdown, ".mdown": formatMarkdown, ".mkd": formatMarkdown,
	".txt": formatText, ".text": formatText, ".log": formatText,
	".json": formatJSON, ".jsonl": formatJSON, ".ndjson": formatJSON, ".geojson": formatJSON, ".jsonld": formatJSON,
	".xml": formatXML, ".rss": formatXML, ".atom": formatXML, ".rdf": formatXML, ".docbook": formatXML, ".dbk": formatXML,
	".vtt": formatCaptions, ".srt": formatCaptions,
	".nxml": formatXML, ".jats": formatXML, ".dita": formatXML, ".opml": formatXML,
}

// looksLikeXML says what the first element of a text makes it: "feed", "html", "xml"
// where a declaration says that it is XML, else "".
func looksLikeXML(text []byte) string {
	d := newXML(bytes.TrimSpace(bytes.TrimPrefix(text[:min(len(text), 8192)], []byte("\ufeff"))))
	for declared := false; ; {
		t, err := d.RawToken()
		if err != nil {
			return ""
		}
		switch t := t.(type) {
		case xml.ProcInst:
			declared = declared || t.Target == "xml"
		case xml.CharData:
			if len(bytes.TrimSpace(t)) > 0 {
				return ""
			}
		case xml.StartElement:
			switch name := strings.ToLower(t.Name.Space + ":" + t.Name.Local); {
			case name == ":rss", name == ":feed", name == "rdf:rdf":
				return "feed"
			case name == ":html":
				return "html"
			case declared:
				return "xml"
			}
			return ""
		}
	}
}

func looksLikeJSON(text []byte) bool {
	t := bytes.TrimSpace(text)
	return len(t) > 1 && (t[0] == '{' || t[0] == '[') && json.Valid(t)
}

// looksLikeHTML follows the WHATWG MIME sniffing standard in spirit: the text opens
// with a tag that opens documents.
func looksLikeHTML(text []byte) bool {
	head := bytes.ToLower(bytes.TrimSpace(text[:min(len(text), 2048)]))
	opens := []string{"<!doctype html", "<html", "<head", "<body", "<?xml", "<!--", "<title", "<meta", "<div", "<p>", "<h1", "<table", "<article", "<main", "<script", "<style"}
	return slices.ContainsFunc(opens, func(tag string) bool { return bytes.HasPrefix(head, []byte(tag)) }) ||
		bytes.Contains(head, []byte("<html")) || bytes.Contains(head, []byte("<!doctype html"))
}
