package main

import (
	"github.com/spf13/cobra"

	"assay/compiler"
	"assay/compiler/stats"
)

func (a *app) whyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "why note|claim|source",
		Short: "why a claim has its tier, and why something ran",
		Long: `Why walks from a note, a claim or a source to the bytes it rests on: the verdict and
its rule, the passage and the words in it, the page, the source and what the ledger
says of it; and which input made it run last.`,
		Example: `  assay why "01_Wiki/Tea.md:14"     the first claim on that line
  assay why "01_Wiki/Tea.md:14:52"  the one at that column, as check names it
  assay why "01_Wiki/Tea.md"
  assay why sr_k3v9…                 a source`,
		Args: takes(1, 1, "one note, claim or source"),
		RunE: a.onVault(ofFirst, func(cmd *cobra.Command, c *compiler.Compiler, args []string) error {
			report, err := stats.Why(cmd.Context(), c, inVault(c, args[0]))
			return a.answer(report, err, func() { a.out.Why(report) })
		}),
	}
}
