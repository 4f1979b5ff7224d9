package ui

import (
	"fmt"
	"slices"
	"strings"

	"assay/compiler/reports"
	"assay/compiler/review"
	"assay/gates"
	"assay/provenance"
	"assay/vault"
)

// indent of the line that a diagnostic shows.
const indent = "    "

// Diagnostics writes what the gates say, in the order given.
func (o *Out) Diagnostics(ds []gates.Diagnostic) {
	at := newPlaces(o.Texts)
	for _, d := range ds {
		o.diagnostic(d, at)
	}
}

// those are the diagnostics of which something is so.
func those(ds []gates.Diagnostic, is func(gates.Diagnostic) bool) []gates.Diagnostic {
	return slices.DeleteFunc(slices.Clone(ds), func(d gates.Diagnostic) bool { return !is(d) })
}

// left writes how many of which codes were not shown, if any.
func (o *Out) left(order []gates.Code, left map[gates.Code]int) {
	var parts []string
	for _, code := range order {
		parts = append(parts, fmt.Sprintf("%d %s", left[code], code))
	}
	if len(parts) > 0 {
		o.Printf("%s\n\n", o.Dim("not shown: "+strings.Join(parts, ", ")+"; `"+o.Command("assay check")+"` shows them"))
	}
}

// maxSaid bounds a message and a hint on a terminal: they may name what somebody wrote, at any
// length.
const maxSaid = 2000

func (o *Out) diagnostic(d gates.Diagnostic, at *places) {
	o.Printf("%s %s %s %s\n", o.Bold(o.place(d, at)), o.loudness(d), o.Bold(firstColumns(o.message(d), maxSaid)), o.Dim("["+string(d.Code)+"]"))
	o.excerpt(d, at)
	o.related(d.Related, at)
	if d.Hint != "" {
		o.Printf("%s %s\n", o.style(green, "hint:"), firstColumns(o.Say(d.Hint), maxSaid))
	}
	o.Printf("\n")
}

// message is what a diagnostic says, with the tier that it is of.
func (o *Out) message(d gates.Diagnostic) string {
	switch {
	case d.Code == gates.Uncited:
		return o.Say("uncited: " + d.Message)
	case d.Graded && d.Tier == provenance.Unchecked:
		return o.Say("unchecked: " + d.Message)
	case d.Graded:
		return o.Say(d.Tier.String() + " " + d.Message)
	}
	return o.Say(d.Message)
}

// related writes other places, those that say the same of one file on one line.
func (o *Out) related(rs []gates.Related, at *places) {
	for i := 0; i < len(rs); {
		place := at.related(rs[i], o.Path)
		j := i + 1
		for ; j < len(rs) && rs[j].Message == rs[i].Message && rs[j].Span.File == rs[i].Span.File && rs[j].Quote == ""; j++ {
			next, _ := at.span(rs[j].Span)
			place += fmt.Sprintf(", %d:%d", next.Line, next.Column)
		}
		o.Printf("%s %s %s\n", o.Bold(place+":"), o.severity(gates.Note), rs[i].Message)
		i = j
	}
}

func (o *Out) place(d gates.Diagnostic, at *places) string {
	if d.Span.File == "" {
		return "vault:"
	}
	from, _ := at.span(d.Span)
	return fmt.Sprintf("%s:%d:%d:", o.Path(d.Span.File), from.Line, from.Column)
}

// loudness is the severity of a diagnostic, in its colour. An error that says only that
// nothing is cited is not red: the claim may well be right.
func (o *Out) loudness(d gates.Diagnostic) styled {
	if d.Code == gates.Uncited {
		return o.style(yellow, d.Severity.String()+":")
	}
	return o.severity(d.Severity)
}

func (o *Out) severity(s gates.Severity) styled {
	code := blue
	switch s {
	case gates.Error:
		code = red
	case gates.Warning:
		code = violet
	}
	return o.style(code, s.String()+":")
}

// excerpt shows the line a diagnostic is about, its span underlined.
func (o *Out) excerpt(d gates.Diagnostic, at *places) {
	if d.Span.End <= d.Span.Start {
		return
	}
	f := at.file(d.Span.File)
	if d.Span.End > len(f.text) {
		return // the file has changed since, or cannot be read
	}
	from, _ := at.span(d.Span)
	line := string(f.lines.Line(from.Line))
	begin, _ := f.lines.Range(from.Line)
	limit := 100
	if o.Width > 0 {
		limit = max(30, o.Width-len(indent))
	}
	e := excerptOf(line, d.Span.Start-begin, d.Span.End-begin, limit)
	if e.width == 0 {
		return
	}
	o.Printf("%s%s\n", indent, e.text)
	o.Printf("%s%s%s\n", indent, strings.Repeat(" ", e.from), o.style(green, "^"+strings.Repeat("~", e.width-1)))
}

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
