package main

import (
	"path"
	"strings"

	"github.com/spf13/cobra"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/review"
	"assay/vault"
)

func (a *app) draftCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "draft topic…",
		Short: "a note on a topic, from the stored evidence",
		Long: `Draft writes a note on a topic into the drafts folder: the best sentences of the
stored evidence, without repetition, grouped under headings, each a claim with its
citation. It invents nothing. Where the evidence has nothing on the topic it says so.
A slash in the topic, as in TCP/IP, parts folders only where there is such a folder.`,
		Example: `  assay draft Write-ahead logging
  assay draft "HTTP caching" --as agent:claude`,
		Args: takes(1, -1, "a topic"),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.open("", compiler.Options{})
			if err == nil {
				err = needsPolicy(c, "draft")
			}
			if err != nil {
				return err
			}
			step, done := a.watch()
			topic := strings.Join(args, " ")
			report, err := review.Draft(cmd.Context(), c, topic, step)
			done()
			if err != nil {
				return err
			}
			d := drafted(report, topic)
			if a.out.JSON {
				err = a.out.DraftJSON(report, d)
			} else {
				a.out.Draft(report, d)
			}
			if err == nil && ui.Faulty(report) {
				err = errFaults
			}
			return err
		},
	}
	a.jobsFlag(cmd)
	a.asFlag(cmd)
	return cmd
}

// drafted finds what came of a topic: its note has the topic's name.
func drafted(r *reports.Report, topic string) ui.Drafted {
	d := ui.Drafted{Topic: topic}
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

// built hands out the report of a command that builds.
func (a *app) built(report *reports.Report, err error) error {
	if err != nil {
		return err
	}
	if a.out.JSON {
		err = a.out.BuildJSON(report)
	} else {
		a.out.Build(report)
	}
	if err == nil && ui.Faulty(report) {
		err = errFaults
	}
	return err
}
