package ui

import (
	"fmt"
	"math"
	"strings"
	"time"

	"assay/compiler/reports"
	"assay/compiler/tree"
	"assay/compiler/watch"
	"assay/gates"
)

// How much of a change is shown. A save brings a handful; what a checkout brings is
// for `assay check`.
const (
	changeErrors = 20
	changeOthers = 5
	changeFixed  = 10
)

// Change writes what a burst of changes under watch came to, as text: what is new,
// what is fixed, and how much is as it was.
func (o *Out) Change(ch watch.Change) {
	defer o.Flush()
	switch {
	case ch.Err != nil:
		o.Failure(ch.Err)
		return
	case ch.Notice != nil:
		o.Messagef("%s %s", o.style(yellow, "note:"), o.Say(ch.Notice.Error()))
		for _, hint := range HintsOf(ch.Notice) {
			o.Messagef("%s %s", o.style(green, "hint:"), o.Say(hint))
		}
		return
	case ch.Ready:
		o.ready(ch)
		return
	}
	o.failures(ch.Report)
	o.some(gates.WorstFirst(ch.New), changeErrors, changeOthers)
	for i, d := range ch.Fixed {
		if i == changeFixed && len(ch.Fixed) > changeFixed+1 {
			o.Printf("%s and %d more\n", o.style(green, "fixed"), len(ch.Fixed)-i)
			break
		}
		o.Printf("%s %s %s %s\n", o.style(green, "fixed"), o.whose(d), o.message(d), o.Dim("["+string(d.Code)+"]"))
	}
	for _, path := range ch.Report.Promoted {
		o.Printf("%s %s\n", o.style(green, "promoted"), o.Path(path))
	}
	line, loud := changeLine(ch)
	took := fmt.Sprintf("(%s)", ms(ch.Work))
	switch {
	case loud:
		o.Printf("%s %s\n\n", o.Bold(line), o.Dim(took))
	case o.Screen && len(ch.Paths) > 0:
		o.Printf("%s\n", o.Dim(fmt.Sprintf("%s: %s %s", o.names(ch.Paths), line, took)))
	}
}

// some writes the first errors, warnings and notes of each code, and how many are left out.
func (o *Out) some(ds []gates.Diagnostic, errors, others int) {
	seen, left := map[gates.Code]int{}, map[gates.Code]int{}
	var order []gates.Code
	var first []gates.Diagnostic
	for _, d := range ds {
		most := others
		if d.Severity == gates.Error {
			most = errors
		}
		if seen[d.Code]++; seen[d.Code] <= most {
			first = append(first, d)
		} else if left[d.Code]++; left[d.Code] == 1 {
			order = append(order, d.Code)
		}
	}
	o.Diagnostics(first)
	o.left(order, left)
}

// ready says what is watched and how it stands; `assay check` has the list.
func (o *Out) ready(ch watch.Change) {
	r := ch.Report
	o.failures(r)
	if line := Faults(r.Summary); line != "" {
		o.Printf("%s; `%s` shows them\n", line, o.Command("assay check"))
	}
	o.baseline(r.Baseline)
	o.Printf("%s\n", o.Bold(claimsLine(r.Summary)+gapsPart(r.Gaps)))
	o.Messagef("%s %s%s; Ctrl-C ends it", o.style(green, "watching"), r.Vault, looks(ch.Watch))
}

// looks says by what means changes are found, where it is not by events alone.
func looks(h tree.How) string {
	switch every := h.Every.Round(time.Second); {
	case !h.Events:
		return fmt.Sprintf(", looking every %s", every)
	case h.Why != "":
		return fmt.Sprintf(" on %s, where not every change is told of: looking every %s as well", h.Why, every)
	}
	return ""
}

func (o *Out) failures(r *reports.Report) {
	for _, f := range r.Failures {
		o.Printf("%s %s %s: %s\n", o.style(red, "failed"), f.Kind, o.Path(f.Target), o.Say(f.Error))
	}
}

// changeLine is what a change comes to in a line, and whether that is worth one.
func changeLine(ch watch.Change) (line string, loud bool) {
	parts := present(counted{len(ch.New), "new"}, counted{len(ch.Fixed), "fixed"})
	loud = len(parts) > 0 || len(ch.Report.Promoted)+len(ch.Report.Failures) > 0
	if len(ch.New)+ch.Still == 0 {
		return strings.Join(append(parts, "clean"), ", "), loud
	}
	if !loud {
		parts = append(parts, "nothing new")
	}
	return strings.Join(append(parts, present(counted{ch.Still, "still"})...), ", "), loud
}

// names are the files of a change, the first of many.
func (o *Out) names(paths []string) string {
	if len(paths) == 1 {
		return o.Path(paths[0])
	}
	return fmt.Sprintf("%s and %d more", o.Path(paths[0]), len(paths)-1)
}

// whose names the file of a diagnostic whose place is no more.
func (o *Out) whose(d gates.Diagnostic) string {
	if d.Span.File == "" {
		return "vault:"
	}
	return o.Path(d.Span.File) + ":"
}

func ms(d time.Duration) string {
	if d < 10*time.Millisecond {
		return d.Round(100 * time.Microsecond).String()
	}
	return d.Round(time.Millisecond).String()
}

// An Event is one line of `assay watch --json`; docs/watch.md says when there is which.
type Event struct {
	Event    string    `json:"event"` // ready, change, notice
	Vault    string    `json:"vault,omitempty"`
	Watching *Watching `json:"watching,omitempty"`
	*EventBody
	Message string `json:"message,omitempty"`
	Hint    string `json:"hint,omitempty"`
}

// Watching says by what means changes are found.
type Watching struct {
	Events  bool    `json:"events"`        // the system tells of changes
	Folders int     `json:"folders"`       // of so many
	EveryMS float64 `json:"every_ms"`      // so often the tree is looked at besides
	Why     string  `json:"why,omitempty"` // a kind of file system of which not every change is told
}

// EventBody is what a change came to, as JSON.
type EventBody struct {
	Guest            bool                `json:"guest,omitempty"`
	Paths            []string            `json:"paths"`               // files whose bytes are others, that came or went, those that the build wrote too
	WorkMS           float64             `json:"work_ms"`             // to build and compare
	SinceLastEventMS float64             `json:"since_last_event_ms"` // from the last change of the burst until now
	Files            []EventFile         `json:"files"`
	New              []Diagnostic        `json:"new"`
	Fixed            []EventFixed        `json:"fixed"` // what is said no more
	Still            int                 `json:"still"` // diagnostics that were there before and are there now
	Claims           reports.Tally       `json:"claims"`
	Gaps             int                 `json:"gaps"`
	Summary          reports.Summary     `json:"summary"`
	Promoted         []string            `json:"promoted"`
	Held             []reports.HeldDraft `json:"held"`
	Waiting          []reports.Waiting   `json:"waiting"`
	Written          []string            `json:"written"`
	Failures         []reports.Failure   `json:"failures,omitempty"`
}

// EventFile is all that is said of a file now, as JSON.
type EventFile struct {
	File        string       `json:"file"`        // empty is the vault as a whole
	Diagnostics []Diagnostic `json:"diagnostics"` // all that is said of it now, [] for nothing
}

// EventFixed is what is said no more, as JSON. Its place was in a text that is gone.
type EventFixed struct {
	File     string `json:"file"`
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	Claim    string `json:"claim,omitempty"`
}

// ChangeJSON writes what a burst of changes came to as a line of JSON.
func (o *Out) ChangeJSON(ch watch.Change) error {
	switch {
	case ch.Err != nil:
		return o.FailureJSON(ch.Err)
	case ch.Notice != nil:
		return o.Object(Event{Event: "notice", Message: ch.Notice.Error(), Hint: strings.Join(HintsOf(ch.Notice), "; ")})
	}
	r := ch.Report
	e := Event{Event: "change", EventBody: &EventBody{
		Guest: r.Guest, Paths: list(ch.Paths), WorkMS: msOf(ch.Work), SinceLastEventMS: msOf(ch.Since),
		Files: make([]EventFile, 0, len(ch.Files)), New: []Diagnostic{}, Fixed: make([]EventFixed, 0, len(ch.Fixed)), Still: ch.Still,
		Claims: r.Claims, Gaps: r.Gaps, Summary: r.Summary, Promoted: list(r.Promoted), Held: list(r.Held), Waiting: list(r.Waiting),
		Written: list(r.Written), Failures: r.Failures,
	}}
	if ch.Ready {
		e.Event, e.Vault = "ready", r.Vault
		e.Watching = &Watching{ch.Watch.Events, ch.Watch.Folders, msOf(ch.Watch.Every), ch.Watch.Why}
	} else {
		e.New = Rows(ch.New, o.Texts) // of the first event, files has them all
	}
	at := newPlaces(o.Texts)
	for _, f := range ch.Files {
		e.Files = append(e.Files, EventFile{f.File, rows(f.Diagnostics, at)})
	}
	for _, d := range ch.Fixed {
		e.Fixed = append(e.Fixed, EventFixed{d.Span.File, string(d.Code), d.Severity.String(), d.Message, string(d.Claim)})
	}
	return o.Object(e)
}

func msOf(d time.Duration) float64 { return math.Round(float64(d)/float64(time.Microsecond)) / 1000 }
