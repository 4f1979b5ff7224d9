package ui

import (
	"fmt"
	"net/url"
	"strings"

	"assay/compiler/reports"
	"assay/gates"
)

// mostReported findings are in a report for a pull request, each way. GitHub takes 65,536
// characters of a comment, and 1 MiB of a job's summary.
const mostReported = 50

// CheckMarkdown writes what `assay check` found as Markdown for a pull request or the summary
// of a job: what a change made worse and better, or how the vault stands.
func (o *Out) CheckMarkdown(r *reports.CheckReport) {
	title := Faults(r.Summary)
	if title == "" {
		title = "nothing wrong"
		if r.Change != nil {
			title = "nothing wrong in what changed"
		}
	}
	o.Printf("## assay: %s\n\n%s\n\n", title, markdownText(Answer(r)))
	if r.Change != nil {
		for _, remark := range r.Change.Remarks {
			o.Printf("> %s\n\n", markdownText(remark))
		}
		o.beforeAndAfter(r)
	} else {
		o.byFolder(r)
	}
	now := newPlaces(o.Texts)
	switch {
	case r.Change == nil:
		o.reported("Findings", r.Diagnostics, now, true)
	case r.Change.Past != nil:
		o.reported("Worse", those(r.Diagnostics, func(d gates.Diagnostic) bool { return !d.Old }), now, true)
		o.reported("Better", r.Change.Mended, newPlaces(r.Change.Past.Read), false)
		o.reported("As before, in what changed", those(r.Diagnostics, func(d gates.Diagnostic) bool { return d.Old }), now, true)
	}
	if r.Baseline != nil {
		o.Printf("%s\n", markdownText(baselineLine(r.Baseline, o.repoPath(r.Baseline.File))))
	}
}

// beforeAndAfter is a table of the claims in notes that a change touches.
func (o *Out) beforeAndAfter(r *reports.CheckReport) {
	was := r.Change.Before
	if was == nil || was.Cited+r.Summary.Cited == 0 {
		return
	}
	o.Printf("| cited claims in the notes touched | before | now |\n|---|--:|--:|\n")
	before, now := standing(*was), standing(r.Summary)
	for i, name := range []string{"hold", "weak", "fail", "could not be checked"} {
		o.Printf("| %s | %d | %d |\n", name, before[i], now[i])
	}
	o.Printf("\n")
}

// standing of cited claims: how many hold, are weak, fail, and could not be checked.
func standing(s reports.Summary) [4]int {
	return [4]int{s.Hold, s.Weak, s.DoNot - s.Weak, s.NotHeld + s.Abroad}
}

func (o *Out) byFolder(r *reports.CheckReport) {
	rows := fold(r.Folders, 2*mostFolders)
	if len(rows) == 0 {
		return
	}
	o.Printf("| folder | notes | cited | hold | weak | fail | unchecked | why |\n|---|--:|--:|--:|--:|--:|--:|---|\n")
	for _, row := range rows {
		n := standing(row.Summary)
		o.Printf("| %s | %d | %d | %d | %d | %d | %d | %s |\n", markdownText(row.Folder), row.Notes, row.Summary.Cited, n[0], n[1], n[2], n[3], uncheckedFor(row.Summary))
	}
	o.Printf("\n")
}

// reported are findings as a list, with links to their lines where they are there now.
func (o *Out) reported(heading string, ds []gates.Diagnostic, at *places, now bool) {
	if len(ds) == 0 {
		return
	}
	o.Printf("### %s\n\n", heading)
	for _, d := range gates.WorstFirst(ds)[:min(mostReported, len(ds))] {
		place := ""
		if d.Span.File != "" {
			from, to := at.span(d.Span)
			place = " " + o.linked(d.Span.File, from.Line, to.Line, now)
		}
		note := ""
		if d.Elsewhere {
			note = " (not touched, but broken by the change)"
		}
		o.Printf("- **%s**%s %s `%s`%s\n", d.Severity, place, markdownText(o.plainMessage(d)), d.Code, note)
		if words := at.words(d.Span); words != "" {
			o.Printf("  - %s\n", codeSpan(firstColumns(words, 400)))
		}
		for _, rel := range d.Related {
			if !now || rel.Message == gates.AlsoHere {
				continue
			}
			span := at.narrow(rel)
			from, to := at.span(span)
			o.Printf("  - %s: %s\n", o.linked(span.File, from.Line, to.Line, now), codeSpan(firstColumns(rel.Message, 400)))
			break
		}
	}
	if n := len(ds) - mostReported; n > 0 {
		o.Printf("- … and %d more\n", n)
	}
	o.Printf("\n")
}

// plainMessage is a message with its tier, whose paths are the vault's.
func (o *Out) plainMessage(d gates.Diagnostic) string {
	plain := *o
	plain.Rel, plain.Enter = nil, ""
	return firstColumns(plain.message(d), maxSaid)
}

// linked is a place as a link to its line: below Blob, where the files are to be seen, else
// from the top of the repository.
func (o *Out) linked(file string, from, to int, now bool) string {
	name := codeSpan(fmt.Sprintf("%s:%d", file, from))
	if !now || strings.Contains(file, "://") {
		return name
	}
	parts := strings.Split(o.repoPath(file), "/")
	for i := range parts {
		parts[i] = url.PathEscape(parts[i])
	}
	lines := fmt.Sprintf("#L%d", from)
	if to > from {
		lines += fmt.Sprintf("-L%d", to)
	}
	return "[" + name + "](<" + o.Blob + strings.Join(parts, "/") + lines + ">)"
}

// codeSpan has a text shown as it is: nothing in it is markup, a mention or a link.
func codeSpan(text string) string {
	text = strings.Join(strings.Fields(Visible(text)), " ")
	if text == "" {
		return ""
	}
	ticks := "`"
	for strings.Contains(text, ticks) {
		ticks += "`"
	}
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " "
	}
	return ticks + text + ticks
}

// parted is for what GitHub makes a link of by itself.
var parted = strings.NewReplacer("://", ":<!-- -->//", "www.", "www<!-- -->.", "WWW.", "WWW<!-- -->.")

// markdownText escapes a text: it is neither markup nor HTML, and mentions nobody.
func markdownText(text string) string {
	var b strings.Builder
	for _, r := range strings.Join(strings.Fields(Visible(text)), " ") {
		switch {
		case r == '@':
			b.WriteString("@<!-- -->")
		case strings.ContainsRune("\\`*_{}[]<>#|~&!$", r):
			b.WriteByte('\\')
			fallthrough
		default:
			b.WriteRune(r)
		}
	}
	return parted.Replace(b.String())
}
