package main

import (
	"github.com/spf13/cobra"

	"assay/compiler"
)

func (a *app) ledgerCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "ledger",
		Short: "the record of who ingested, approved and promoted what",
		Args:  takes(0, 0, "a verb: verify"),
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "verify [vault]",
		Short: "is the ledger whole: no line edited, none taken out",
		Long: `Verify reads the ledger as a graph: each line hashes to its id and names the lines it
follows, so an edited line or one taken out of the middle shows. Lines cut from the
end leave no trace in the ledger itself; notes that name what it no longer records,
and git, do. It ends with status 1 where the ledger is not whole.`,
		Args: takes(0, 1, "one vault at most"),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.open(first(args), compiler.Options{})
			if err == nil {
				err = needsPolicy(c, "verify the ledger")
			}
			if err != nil {
				return err
			}
			report, err := c.VerifyLedger(cmd.Context())
			if err != nil {
				return err
			}
			if a.out.JSON {
				err = a.out.LedgerJSON(report)
			} else {
				a.out.Ledger(report)
			}
			if err == nil && report.Faulty() {
				err = errFaults
			}
			return err
		},
	})
	return cmd
}
