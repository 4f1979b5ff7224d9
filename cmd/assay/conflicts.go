package main

import (
	"github.com/spf13/cobra"

	"assay/compiler"
	"assay/compiler/review"
)

func (a *app) conflictsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "conflicts [vault]",
		Short: "claims that cannot both hold, and a way out of each",
		Long: `Conflicts lists the claims that contradict a claim of a permanent note: both places,
both quotes, both sources with their class and age, and one of four ways out with its
reason. update: one side is fresher or more authoritative. narrow: the existing claim
is too general. parallelize: both hold, under different conditions. escalate: the stakes
are high, or nothing decides. A proposal changes nothing; ` + "`assay resolve`" + ` does.

With --agent NAME an agent says of each which way it would take, and quotes both sources for
it. It decides nothing: a quote that is not in its source is refused, and the proposal and
its command stay as they are. Its word is kept as long as both claims and their evidence
stay as they are: here and in ` + "`assay review`" + `, beside the proposal.`,
		Example: `  assay conflicts
  assay conflicts --agent claude
  assay conflicts ../my-vault --json`,
		Args: takes(0, 1, "one vault at most"),
		RunE: a.onVault(first, func(cmd *cobra.Command, c *compiler.Compiler, _ []string) error {
			list := review.Conflicts
			if a.opts.Agent != "" {
				list = review.Advise
			}
			rows, err := list(cmd.Context(), c)
			return a.answer(conflictsJSON{rows}, err, func() { a.out.Conflicts(rows) })
		}),
	}
	cmd.Flags().StringVar(&a.opts.Agent, "agent", "", "the agent that says which way it would take, by `name` (default: none is asked)")
	return cmd
}

// conflictsJSON is what `conflicts` answers with.
type conflictsJSON struct {
	Conflicts []review.ConflictRow `json:"conflicts"`
}
