package main

import (
	"context"
	"github.com/spf13/cobra"

	"assay/compiler"
	"assay/compiler/review"
)

func (a *app) conflictsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "conflicts [vault]",
		Short: "claims that cannot both hold, and a way out of each",
		Long: `Conflicts lists the claims that contradict a claim of a permanent note: both places,
both quotes, both sources with their class and age, and one of four ways out with its
reason. update: one side is fresher or more authoritative. narrow: the existing claim
is too general. parallelize: both hold, under different conditions. escalate: the stakes
are high, or nothing decides. A proposal changes nothing; ` + "`assay resolve`" + ` does.`,
		Example: `  assay conflicts
  assay conflicts ../my-vault --json`,
		Args: takes(0, 1, "one vault at most"),
		RunE: a.withVault(func(ctx context.Context, c *compiler.Compiler) error {
			rows, err := review.Conflicts(ctx, c)
			if err != nil {
				return err
			}
			return a.answer(conflictsJSON{rows}, func() { a.out.Conflicts(rows) })
		}),
	}
}

// conflictsJSON is what `conflicts` answers with.
type conflictsJSON struct {
	Conflicts []review.ConflictRow `json:"conflicts"`
}
