package main

import (
	"github.com/spf13/cobra"

	"assay/compiler"
)

func (a *app) reviewCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "review [draft]",
		Short: "what waits for a person, and the packet to decide on",
		Long: `Review lists what only a person can settle: weak claims, drafts that pass and wait,
sources to approve. With a draft it shows the packet for its promotion: each claim
with its tier, quote and source, the diff, the conflicts and the cost.`,
		Example: `  assay review
  assay review "02_Drafts/Tea.md"`,
		Args: takes(0, 1, "one draft at most"),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.open("", compiler.Options{})
			if err != nil {
				return err
			}
			if len(args) == 1 {
				return a.packet(cmd, c, inVault(c, args[0]))
			}
			items, err := c.Review(cmd.Context())
			if err != nil {
				return err
			}
			if !a.out.JSON {
				a.out.Review(items)
				return nil
			}
			if items == nil {
				items = []compiler.ReviewItem{}
			}
			return a.out.Object(struct {
				Review []compiler.ReviewItem `json:"review"`
			}{items})
		},
	}
}
