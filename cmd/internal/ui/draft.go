package ui

import (
	"fmt"
	"path"
	"strings"

	"assay/compiler/reports"
	"assay/gates"
	"assay/vault"
)

// Drafted is what came of a topic.
type Drafted struct {
	Topic    string
	Note     string // the draft, or the note it became; empty where nothing is held on the topic
	Promoted bool
	Claims   reports.Tally
	Held     string // why it waits
}

// DraftedOn finds what came of a topic: its note has the topic's name.
func DraftedOn(r *reports.Report, topic string) Drafted {
	d := Drafted{Topic: topic}
	name := vault.FoldName(vault.SafeName(path.Base(strings.TrimSuffix(strings.Trim(topic, "/ "), ".md"))) + ".md")
	words := vault.FoldName(vault.SafeName(topic) + ".md") // where a slash is no folder's
	is := func(note string) bool { base := vault.FoldName(path.Base(note)); return base == name || base == words }
	for _, note := range r.Promoted {
		if is(note) {
			d.Note, d.Promoted = note, true
			return d
		}
	}
	for _, h := range r.Held {
		if is(h.Note) {
			d.Note, d.Claims, d.Held = h.Note, h.Claims, h.Reason
			return d
		}
	}
	return d
}

// nothing says that no evidence has anything on the topic, and what brings some in.
func (d Drafted) nothing() string {
	return fmt.Sprintf("nothing is held on %q; `assay source propose PATH` brings in a file or folder that has it", d.Topic)
}

// Draft writes what came of a topic, and of nothing else.
func (o *Out) Draft(r *reports.Report, d Drafted) {
	for _, f := range r.Failures {
		o.Printf("%s %s %s: %s\n", o.style(red, "failed  "), f.Kind, o.Path(f.Target), o.Say(f.Error))
	}
	var told []gates.Diagnostic
	for _, diagnostic := range r.Diagnostics {
		if diagnostic.Severity == gates.Error {
			told = append(told, diagnostic)
		}
	}
	o.Diagnostics(told)
	o.agents(r.Agents)
	switch {
	case d.Note == "" && len(r.Failures) > 0:
	case d.Note == "":
		o.Printf("%s\n", o.Say(d.nothing()))
	case d.Promoted:
		o.Printf("%s %s\n", o.style(green, "promoted"), o.Path(d.Note))
	default:
		waits := "assay review " + gates.ShellWord(d.Note)
		for _, w := range r.Waiting {
			if w.Source == d.Note && w.Command != "" {
				waits = w.Command
			}
		}
		o.Printf("%s %s: %s\n         %s\n         %s\n", o.style(green, "drafted "), o.Path(d.Note), tally(d.Claims), o.Say(d.Held), o.Command(waits))
	}
}

// DraftAnswer is a build's report and the topic's note, as JSON.
type DraftAnswer struct {
	BuildAnswer
	Topic   string `json:"topic"`
	Draft   string `json:"draft"` // the draft, or the note it became; empty where nothing is held
	Message string `json:"message,omitempty"`
}

// DraftJSON writes it as JSON: the build's report, and the topic's note.
func (o *Out) DraftJSON(r *reports.Report, d Drafted) error {
	message := ""
	if d.Note == "" {
		message = d.nothing()
	}
	return o.Object(DraftAnswer{o.buildJSON(r), d.Topic, d.Note, message})
}
