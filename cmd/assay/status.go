package main

import (
	"github.com/spf13/cobra"

	"assay/compiler"
	"assay/compiler/stats"
)

func (a *app) statusCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "status [vault]",
		Short: "claims, evidence, freshness and cost at a glance",
		Example: `  assay status
  assay status ../my-vault --json`,
		Args: takes(0, 1, "one vault at most"),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.open(first(args), compiler.Options{})
			if err != nil {
				return err
			}
			report, err := stats.Status(cmd.Context(), c)
			if err != nil {
				return err
			}
			if a.out.JSON {
				return a.out.Object(report)
			}
			a.out.Status(report)
			return nil
		},
	}
}
