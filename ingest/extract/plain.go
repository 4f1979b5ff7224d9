package extract

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"assay/ingest"
	"assay/ingest/captions"
	"assay/vault/markdown"
)

// fromMarkdown keeps the body as it is, wiki syntax included, with line ends LF and
// without byte order mark; frontmatter becomes metadata and leaves the body.
func fromMarkdown(text []byte) ingest.Document {
	text = normalizeLines(text)
	var d ingest.Document
	front := markdown.ReadFront(text)
	if front.Check() != nil {
		d.Warnings = append(d.Warnings, "frontmatter does not parse; kept as text")
	} else if front.Lines > 0 {
		text = bytes.TrimLeft(text[front.Body:], "\n")
		get := func(keys ...string) string { return strings.Join(front.Values(keys...), ", ") }
		d.Title = get("title")
		d.URL = get("url", "source_url", "source", "link")
		if !strings.Contains(d.URL, "://") {
			d.URL = ""
		}
		d.Canonical = d.URL
		d.Author = get("author", "authors", "by")
		d.Licence = get("license", "licence")
		d.Language = get("lang", "language")
		d.Retrieved = timeOf(get("retrieved", "ingestedAt", "ingested_at", "ingested", "accessed", "fetched", "fetched_at"))
		d.Published = dateOnly(get("published", "date", "created"))
		d.Modified = dateOnly(get("modified", "updated", "lastmod"))
	}
	if d.Title == "" {
		if m := firstHeading().FindSubmatch(text); m != nil {
			d.Title = string(bytes.TrimSpace(m[1]))
		}
	}
	d.Markdown = string(text)
	d.Withdrawn = withdrawnIn(d.Title, d.Markdown)
	return d
}

var firstHeading = lazily(`(?m)\A\s*#[ \t]+([^\n]+?)[ \t#]*$`)

// fromText writes plain text as Markdown that reads the same: a paragraph is one
// line group, and what would be Markdown by accident is escaped at line starts. A
// heading or list that the author typed as text stays text: plain text has no
// structure that could be relied on, and invented structure would be worse.
// Indented blocks become fences, since in text they are code, tables or diagrams.
func fromText(text []byte) ingest.Document {
	text = normalizeLines(text)
	text = bytes.ReplaceAll(text, []byte("\f"), []byte("\n"))
	var d ingest.Document
	var out strings.Builder
	blocks := strings.Split(strings.Trim(string(text), "\n"), "\n\n")
	for _, b := range blocks {
		b = strings.Trim(b, "\n")
		if strings.TrimSpace(b) == "" {
			continue
		}
		if out.Len() > 0 {
			out.WriteString("\n\n")
		}
		lines := strings.Split(b, "\n")
		if indented(lines) {
			writeFence(&out, "", strings.TrimRight(b, " \t\n"))
			continue
		}
		for i, line := range lines {
			if i > 0 {
				out.WriteByte('\n')
			}
			out.WriteString(escapeLineStart(escapeText(strings.TrimSpace(line), false)))
		}
		if d.Title == "" && len(lines) == 1 && len(b) <= 120 {
			d.Title = strings.TrimSpace(b)
		}
		if d.Title == "" {
			d.Title = " " // only the first block can be a title
		}
	}
	d.Title = strings.TrimSpace(d.Title)
	d.Markdown = out.String()
	if d.Markdown != "" {
		d.Markdown += "\n"
	}
	d.Withdrawn = withdrawnIn(d.Title, d.Markdown)
	return d
}

// indented reports whether every line starts with four columns of white space.
func indented(lines []string) bool {
	return !slices.ContainsFunc(lines, func(l string) bool {
		return strings.TrimSpace(l) != "" && !strings.HasPrefix(l, "    ") && !strings.HasPrefix(l, "\t")
	})
}

func normalizeLines(text []byte) []byte {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
}

// timeOf reads a date or an RFC 3339 time; zero for what is neither.
func timeOf(s string) time.Time {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}

// fromCaptions writes down what is said in a file of subtitles. What is none is read as text.
func fromCaptions(text []byte, ending string) ingest.Document {
	cues, err := captions.Read(bytes.NewReader(text), strings.TrimPrefix(ending, "."))
	if err != nil {
		return fromText(text)
	}
	d := ingest.Document{Markdown: captions.Transcript(cues, nil) + "\n"}
	if m := captionsIn().FindSubmatch(text); m != nil {
		d.Language = string(m[1])
	}
	return d
}

// captionsIn is the language that the head of a WebVTT file gives.
var captionsIn = lazily(`\AWEBVTT[^\n]*\n(?:[A-Z][^\n]*\n)*?Language: *([A-Za-z-]+)`)
