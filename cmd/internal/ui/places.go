package ui

import (
	"fmt"
	"strings"

	"assay/compiler/reports"
	"assay/compiler/review"
	"assay/gates"
	"assay/vault"
)

// places finds lines and columns. It keeps the files that it read last: those of a long list
// would take more memory than all else.
type places struct {
	texts Texts
	files map[string]*indexed
}

type indexed struct {
	text  []byte
	lines vault.Lines
}

const mostRead = 256 // files

func newPlaces(t Texts) *places { return &places{t, map[string]*indexed{}} }

func (p *places) file(path string) *indexed {
	f := p.files[path]
	if f != nil {
		return f
	}
	if len(p.files) >= mostRead {
		clear(p.files)
	}
	f = &indexed{}
	if p.texts != nil && path != "" {
		f.text, _ = p.texts(path) // a file that is gone has no lines; the message still stands
	}
	f.lines = vault.NewLines(f.text)
	p.files[path] = f
	return f
}

// span gives a span's positions.
func (p *places) span(s vault.Span) (from, to vault.Position) {
	f := p.file(s.File)
	return f.lines.Position(s.Start), f.lines.Position(max(s.Start, s.End))
}

// place is a span as JSON has it.
func (p *places) place(s vault.Span) reports.ClaimPlace {
	from, to := p.span(s)
	return reports.ClaimPlace{File: s.File, Line: from.Line, Column: from.Column, EndLine: to.Line, EndColumn: to.Column}
}

// Place is a line of a file as people write it; "" for no file.
func Place(file string, line int) string {
	if file == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d", file, line)
}

// Words gives what stands in a span, on one line; "" where there is nothing.
func Words(t Texts) func(vault.Span) string { return newPlaces(t).words }

// words are what stands in a span, on one line.
func (p *places) words(s vault.Span) string { return strings.Join(strings.Fields(p.text(s)), " ") }

// text is what stands in a span.
func (p *places) text(s vault.Span) string {
	text := p.file(s.File).text
	if s.Start < 0 || s.Start >= s.End || s.End > len(text) {
		return "" // the file has changed since, or cannot be read
	}
	return string(text[s.Start:s.End])
}

// related is where a related place begins, its file as path tells it.
func (p *places) related(r gates.Related, path func(string) string) string {
	span := p.narrow(r)
	from, _ := p.span(span)
	return fmt.Sprintf("%s:%d:%d", path(span.File), from.Line, from.Column)
}

// narrow finds the words of a related place within its span. The judged text is
// the stored one with anchors and escapes undone, so the words are looked for as
// they stand, then by their first ones; where neither is found the span stands.
func (p *places) narrow(r gates.Related) vault.Span {
	f := p.file(r.Span.File)
	start, end := max(0, min(r.Span.Start, len(f.text))), max(0, min(r.Span.End, len(f.text)))
	if r.Quote == "" || start >= end {
		return r.Span
	}
	if from, to, ok := review.FindQuote(string(f.text[start:end]), r.Quote); ok {
		return vault.Span{File: r.Span.File, Start: start + from, End: start + to}
	}
	for start < end && (f.text[start] == '\n' || f.text[start] == '\r') {
		start++
	}
	return vault.Span{File: r.Span.File, Start: start, End: end}
}
