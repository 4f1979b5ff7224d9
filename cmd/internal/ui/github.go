package ui

import (
	"fmt"
	"strings"

	"assay/compiler/reports"
	"assay/gates"
)

// CheckGitHub writes what `assay check` found as workflow commands, which GitHub
// Actions shows beside the lines of a change. The worst comes first: of a step it
// shows ten errors, ten warnings and ten notices, and no more.
func (o *Out) CheckGitHub(r *reports.CheckReport) {
	at := newPlaces(o.Texts)
	for _, d := range gates.WorstFirst(r.Diagnostics) {
		kind := d.Severity.String()
		if d.Severity == gates.Note {
			kind = "notice"
		}
		o.Printf("::%s %s::%s\n", kind, styled(o.annotated(d, at)), styled(escapeData(Visible(o.told(d, at)))))
	}
	if line := Faults(r.Summary); line != "" {
		o.Printf("%s\n", line)
	}
	if r.Baseline != nil {
		o.Printf("%s\n", baselineLine(r.Baseline, o.repoPath(r.Baseline.File)))
	}
	o.Printf("%s\n", Answer(r))
}

// annotated are the properties of a command: the place and a title. The runner takes
// columns only of what stands on one line.
func (o *Out) annotated(d gates.Diagnostic, at *places) string {
	title := string(d.Code)
	if d.Graded && d.Code != gates.Uncited {
		title = d.Tier.String() + " " + title
	}
	if d.Span.File == "" {
		return "title=" + escapeProperty(title)
	}
	from, to := at.span(d.Span)
	place := fmt.Sprintf("file=%s,line=%d,endLine=%d", escapeProperty(o.repoPath(d.Span.File)), from.Line, to.Line)
	if from.Line == to.Line {
		place += fmt.Sprintf(",col=%d,endColumn=%d", from.Column, to.Column)
	}
	return place + ",title=" + escapeProperty(title)
}

// told is all that there is to say of a diagnostic, by lines.
func (o *Out) told(d gates.Diagnostic, at *places) string {
	lines := []string{d.Message}
	for _, r := range d.Related {
		lines = append(lines, at.related(r, o.repoPath)+": "+r.Message)
	}
	if d.Hint != "" {
		lines = append(lines, "hint: "+d.Hint)
	}
	return strings.Join(lines, "\n")
}

// repoPath is a path of the vault as one of its repository. An address stays.
func (o *Out) repoPath(path string) string {
	if o.Repo == "" || strings.Contains(path, "://") {
		return path
	}
	return strings.TrimSuffix(o.Repo, "/") + "/" + path
}

// escapeData and escapeProperty write texts as the runner undoes it: a note must not
// be able to end a command and begin another.
func escapeData(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(text)
}

func escapeProperty(text string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(escapeData(text))
}
