package extract

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"assay/ingest"
	"assay/ingest/pdf"
)

// fromPDF writes a PDF's text as Markdown. There is one reader, built in, so that
// the same file gives the same text on every machine.
func fromPDF(ctx context.Context, raw []byte, o Options) (ingest.Document, error) {
	d := ingest.Document{URL: o.URL}
	f, err := pdf.Read(ctx, raw)
	switch {
	case ctx.Err() != nil:
		return d, ctx.Err()
	case errors.Is(err, pdf.ErrEncrypted):
		d.Warnings = append(d.Warnings, "encrypted: the PDF cannot be read without its key")
		return d, nil
	case err != nil:
		d.Warnings = append(d.Warnings, "damaged: the PDF has no pages that can be read")
		return d, nil
	}
	d.Title, d.Author, d.Published = f.Title, f.Author, f.Created
	d.Language, d.Licence = languageTag(f.Language), f.Rights
	if m := licenceURL().FindString(f.Rights); m == "" && len(f.Rights) > maxMeta {
		d.Licence = ""
	}
	d.Title = cmp.Or(d.Title, firstTitle(f.Blocks))
	d.Markdown = pdfMarkdown(f.Blocks)
	d.Warnings = append(d.Warnings, f.Warnings...)
	if d.Markdown == "" && f.Pictures {
		d.Warnings = append(d.Warnings, "no text layer: the PDF's pages are pictures")
	}
	d.Withdrawn = withdrawnIn(d.Title, d.Markdown)
	return d, nil
}

// firstTitle is the largest heading of a file's beginning.
func firstTitle(blocks []pdf.Block) string {
	best := pdf.Block{}
	for _, b := range blocks[:min(len(blocks), 12)] {
		if b.Kind == pdf.Heading && (best.Level == 0 || b.Level < best.Level) {
			best = b
		}
	}
	return best.Text
}

func pdfMarkdown(blocks []pdf.Block) string {
	var b strings.Builder
	item := false // the block before was of a list
	for _, x := range blocks {
		text := escapeText(x.Text, false)
		sep := "\n\n"
		if item && x.Kind == pdf.Item {
			sep = "\n"
		}
		item = x.Kind == pdf.Item
		if b.Len() > 0 {
			b.WriteString(sep)
		}
		switch x.Kind {
		case pdf.Heading:
			b.WriteString(headingLine(x.Level, text))
		case pdf.Item:
			mark := "- "
			if x.Mark != "" { // its number is text: Markdown would count anew
				mark += escapeLineStart(x.Mark + " ")
			} else {
				text = escapeLineStart(text)
			}
			b.WriteString(mark + text)
		case pdf.Code:
			writeFence(&b, "", x.Text)
		case pdf.Table:
			rows := make([][]string, len(x.Rows))
			for i, r := range x.Rows {
				for _, cell := range r {
					rows[i] = append(rows[i], escapePipes(escapeText(strings.Join(strings.Fields(cell), " "), false)))
				}
			}
			b.WriteString(pipeTable(rows, len(rows[0])))
		default:
			b.WriteString(escapeLineStart(text))
		}
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	return b.String()
}
