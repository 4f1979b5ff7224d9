package main

import (
	"strings"

	"github.com/spf13/cobra"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/review"
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
			d := ui.DraftedOn(report, topic)
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
