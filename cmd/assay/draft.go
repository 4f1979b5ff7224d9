package main

import (
	"strings"

	"github.com/spf13/cobra"

	"assay/cmd/internal/ui"
	"assay/compiler"
)

func (a *app) draftCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "draft topic…",
		Short: "a note on a topic, from the stored evidence",
		Long: `Draft writes a note on a topic into the drafts folder: the best sentences of the
stored evidence, without repetition, grouped under headings, each a claim with its
citation. It invents nothing. Where the evidence has nothing on the topic it says so.`,
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
			report, err := c.Draft(cmd.Context(), strings.Join(args, " "), step)
			done()
			return a.built(report, err)
		},
	}
	a.jobsFlag(cmd)
	a.asFlag(cmd)
	return cmd
}

// built hands out the report of a command that builds.
func (a *app) built(report *compiler.Report, err error) error {
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
