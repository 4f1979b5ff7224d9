package main

import (
	"github.com/spf13/cobra"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/stats"
)

func (a *app) buildCommand() *cobra.Command {
	var b compiler.BuildOptions
	cmd := &cobra.Command{
		Use:   "build [vault]",
		Short: "bring the vault up to date",
		Long: `Build reads the vault, stores approved sources as evidence, grades every claim,
drafts notes for gaps that the evidence can fill, and promotes what passes. For other
gaps it proposes sources that the vault itself names, which wait (search.proposals).
What was done before is not done again. Without a policy it only grades, and writes
nothing but .assay/.

It ends with status 1 where permanent notes have errors or an action failed. A draft
that is held back, or a source that waits for a person, is no failure.`,
		Example: `  assay build
  assay build -n              what would run, what it costs, and what would stop it
  assay build --explain       why each action runs: which input, old hash and new
  assay build --agent claude  have an agent write the drafts
  assay build ../my-vault -j 4`,
		Args: takes(0, 1, "one vault at most"),
		RunE: a.onVault(first, func(cmd *cobra.Command, c *compiler.Compiler, _ []string) error {
			b.Progress, b.Brief = a.watch(), !a.out.JSON
			report, err := c.Build(cmd.Context(), b)
			// What reads only some notes has no time to read all of them for this.
			if err == nil && !b.DryRun && !c.Guest() && c.Policy.Search.Proposals > 0 && report.Gaps > 0 && report.Actions.Run > 0 && !report.Some {
				var found []reports.Waiting
				found, err = stats.Propose(cmd.Context(), c)
				report.Waiting = append(report.Waiting, found...)
			}
			if err != nil {
				err = a.untrusted(cmd.Context(), c, err)
			}
			return a.built(report, err)
		}),
	}
	f := cmd.Flags()
	f.BoolVarP(&b.DryRun, "dry-run", "n", false, "show what would run and what it costs; write nothing")
	f.BoolVar(&b.Explain, "explain", false, "say why each action runs")
	f.BoolVarP(&a.opts.KeepGoing, "keep-going", "k", false, "promote although an action failed")
	a.agentFlags(cmd)
	f.BoolVarP(&a.opts.Force, "always-build", "B", false, "run every action, whatever is stored")
	a.jobsFlag(cmd)
	a.asFlag(cmd)
	return cmd
}

func (a *app) jobsFlag(cmd *cobra.Command) {
	cmd.Flags().IntVarP(&a.opts.Jobs, "jobs", "j", 0, "actions at a time (0: as many as CPUs)")
}

func (a *app) asFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&a.as, "as", "", "who does this, such as `person:ada` or agent:codex (default: you)")
}
