package ui

import (
	"fmt"
	"strings"
	"time"

	"assay/compiler"
	"assay/gates"
	"assay/provenance"
)

// Faulty reports whether a build ends with a fault: permanent notes have errors, or
// an action failed. A draft that is held back is none.
func Faulty(r *compiler.Report) bool {
	return r.Summary.Errors > 0 || r.Actions.Failed > 0 || len(r.Failures) > 0
}

// BuildJSON writes a build's report as JSON.
func (o *Out) BuildJSON(r *compiler.Report) error {
	notNil := *r
	notNil.Promoted, notNil.Written = list(r.Promoted), list(r.Written)
	notNil.Held, notNil.Waiting = list(r.Held), list(r.Waiting)
	if r.Actions.ByKind == nil {
		notNil.Actions.ByKind = map[string]int{}
	}
	return o.Object(struct {
		compiler.Report
		DurationMS  int64        `json:"duration_ms"`
		Diagnostics []Diagnostic `json:"diagnostics"`
	}{notNil, r.Duration.Milliseconds(), Rows(r.Diagnostics, o.Texts)})
}

// list is never nil, so that JSON has [] and not null.
func list[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}

// Build writes a build's report as text: what was done, what waits, what is wrong,
// a claim of each tier where anything ran, and the sum.
func (o *Out) Build(r *compiler.Report) {
	if r.DryRun {
		o.plan(r)
		return
	}
	for _, e := range r.Explained {
		o.explained(e)
	}
	var errors []gates.Diagnostic
	for _, d := range r.Diagnostics {
		if d.Severity == gates.Error {
			errors = append(errors, d)
		}
	}
	o.Diagnostics(errors, Limits{})
	if r.Actions.Run > 0 {
		o.showcase(r.Showcase)
	}
	for _, f := range r.Failures {
		o.Printf("%s %s %s: %s\n", o.style(red, "failed  "), f.Kind, f.Target, f.Error)
	}
	for _, path := range r.Promoted {
		o.Printf("%s %s\n", o.style(green, "promoted"), o.Path(path))
	}
	for _, h := range r.Held {
		o.Printf("%s %s: %s%s\n", o.style(yellow, "held    "), o.Path(h.Note), tally(h.Claims), o.Dim(dash(h.Reason)))
	}
	for _, w := range r.Waiting {
		o.Printf("%s %s: %s\n", o.style(yellow, "waiting "), w.Source, w.Needs)
		if w.Command != "" {
			o.Printf("         %s\n", w.Command)
		}
	}
	if len(r.Promoted)+len(r.Held)+len(r.Waiting)+len(r.Failures) > 0 {
		o.Printf("\n")
	}
	o.Printf("%s\n", o.Dim(work(r)))
	if line := faultsLine(r.Summary); line != "" {
		if quiet := len(r.Diagnostics) - len(errors); quiet > 0 {
			line += "; `assay check` shows them"
		}
		o.Printf("%s\n", line)
	}
	gaps := ""
	if r.Gaps > 0 {
		gaps = "; " + plural(r.Gaps, "gap")
	}
	o.Printf("%s\n", o.Bold(claimsLine(r.Summary)+gaps))
	if r.Guest {
		o.Messagef("%s", o.Dim("this vault has no "+gates.PolicyFile+": it was graded, and nothing but .assay/ was written; `assay init` proposes a policy"))
	}
}

// work says how much was done.
func work(r *compiler.Report) string {
	took := r.Duration.Round(time.Millisecond)
	if r.Duration >= time.Second {
		took = r.Duration.Round(10 * time.Millisecond)
	}
	if r.Actions.Run == 0 && r.Actions.Failed == 0 {
		if r.Duration == 0 {
			return "nothing to do: 0 actions"
		}
		return fmt.Sprintf("nothing to do: 0 actions, %s", took)
	}
	line := plural(r.Actions.Run, "action") + kinds(r.Actions.ByKind)
	if r.Actions.Failed > 0 {
		line += fmt.Sprintf(", %d failed", r.Actions.Failed)
	}
	if n := len(r.Written); n > 0 {
		line += ", " + plural(n, "file") + " written"
	}
	if r.Duration > 0 {
		line += ", " + took.String()
	}
	return line
}

func kinds(byKind map[string]int) string {
	if len(byKind) == 0 {
		return ""
	}
	parts := make([]string, 0, len(byKind))
	for _, kind := range sorted(byKind) {
		parts = append(parts, fmt.Sprintf("%s %d", kind, byKind[kind]))
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// showcase shows a claim of each tier.
func (o *Out) showcase(examples []compiler.Example) {
	for _, e := range examples {
		code, name := red, e.Tier.Name()
		if e.Tier == provenance.Unchecked {
			name = "cannot be checked"
		}
		switch e.Tier {
		case provenance.T5:
			code = green
		case provenance.T1, provenance.T2, provenance.T3, provenance.Unchecked:
			code = yellow
		}
		o.Printf("%s %s\n", o.style(code, fmt.Sprintf("%-9s", e.Tier)), o.Dim(fmt.Sprintf("%s, %s:%d", name, o.Path(e.Note), e.Line)))
		o.Printf("          %s\n", o.fit(e.Claim, 10))
		o.Printf("          %s\n\n", o.Dim(e.Reason))
	}
}

// fit cuts a text to what is left of the line after an indent.
func (o *Out) fit(s string, indent int) string {
	width := 100
	if o.Width > 0 {
		width = o.Width
	}
	return firstColumns(strings.Join(strings.Fields(s), " "), max(20, width-indent))
}

// plan shows what a build would do.
func (o *Out) plan(r *compiler.Report) {
	for _, e := range r.Explained {
		o.explained(e)
	}
	for _, w := range r.Waiting {
		o.Printf("%s %s: %s\n         %s\n", o.style(yellow, "waiting "), w.Source, w.Needs, w.Command)
	}
	if r.Actions.Planned == 0 {
		o.Printf("%s\n", o.Bold("nothing to do"))
		return
	}
	cost := "at no cost"
	if r.Cost != (compiler.Cost{}) {
		cost = fmt.Sprintf("at the cost of %s, %s, %s", plural(r.Cost.Pages, "page"), plural(r.Cost.Credits, "credit"), plural(r.Cost.Tokens, "token"))
	}
	o.Printf("%s\n", o.Bold(fmt.Sprintf("would run %s%s, %s", plural(r.Actions.Planned, "action"), kinds(r.Actions.ByKind), cost)))
	o.Printf("%s\n", o.Dim("what these find may call for more"))
}

func (o *Out) explained(e compiler.Explanation) {
	o.Printf("%s %s\n", o.Bold(e.Kind), o.Path(e.Target))
	for _, why := range e.Why {
		o.Printf("    %s\n", why)
	}
	if e.Stops != "" {
		o.Printf("    %s %s\n", o.style(yellow, "stopped by"), e.Stops)
	}
}

func dash(s string) string {
	if s == "" {
		return ""
	}
	return " — " + s
}
