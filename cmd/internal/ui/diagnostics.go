package ui

import (
	"fmt"
	"strings"

	"assay/gates"
	"assay/provenance"
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
