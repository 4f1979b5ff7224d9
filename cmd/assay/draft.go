package main

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/review"
	"assay/compiler/sources"
)

func (a *app) draftCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "draft topic…",
		Short: "a note on a topic, from the stored evidence",
		Long: `Draft writes a note on a topic into the drafts folder: the best sentences of the
stored evidence, without repetition, grouped under headings, each a claim with its
citation. It invents nothing. Where the evidence has nothing on the topic it says so.
A slash in the topic, as in TCP/IP, parts folders only where there is such a folder.

With --agent NAME an agent writes it: a program on your path or an endpoint that
` + "`assay doctor`" + ` lists. It is given the passages and nothing else, runs in an empty folder,
and each claim has to name its passage and quote it. What names another passage, or
quotes what does not stand there, is refused, and the gates are the same as for all.`,
		Example: `  assay draft Write-ahead logging
  assay draft Write-ahead logging --agent claude
  assay draft Steeping tea --agent ollama --model qwen3:8b --purpose "for a beginner"
  assay draft "HTTP caching" --as agent:claude`,
		Args: takes(1, -1, "a topic"),
		RunE: a.onGoverned("draft", here, func(cmd *cobra.Command, c *compiler.Compiler, args []string) error {
			topic := strings.Join(args, " ")
			report, err := review.Draft(cmd.Context(), c, topic, a.watch())
			if err != nil {
				return a.untrusted(cmd.Context(), c, err)
			}
			d := ui.DraftedOn(report, topic)
			return orFaults(a.tell(func() error { return a.out.DraftJSON(report, d) }, func() { a.out.Draft(report, d) }), ui.Faulty(report))
		}),
	}
	a.agentFlags(cmd)
	cmd.Flags().StringVar(&a.opts.Purpose, "purpose", "", "what the note is for, in `words`: an agent chooses by it")
	a.jobsFlag(cmd)
	a.asFlag(cmd)
	return cmd
}

// agentFlags say which agent writes drafts.
func (a *app) agentFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&a.opts.Agent, "agent", "", "the agent that writes drafts, by `name`, whatever its tier (default: as policy has it)")
	cmd.Flags().StringVar(&a.opts.Model, "model", "", "the `model` that agents are asked for (default: as policy, then as their variables have it)")
}

// untrusted puts on record that something was to run which came with the vault.
func (a *app) untrusted(ctx context.Context, c *compiler.Compiler, err error) error {
	var barred *compiler.UntrustedError
	if !errors.As(err, &barred) {
		return err
	}
	a.record(ctx, c, sources.Refusal{What: "run " + barred.What, Subject: "trust:" + barred.What, By: c.Opts.As}, err)
	return err
}

// built hands out the report of a command that builds.
func (a *app) built(report *reports.Report, err error) error {
	if err != nil {
		return err
	}
	return orFaults(a.tell(func() error { return a.out.BuildJSON(report) }, func() { a.out.Build(report) }), ui.Faulty(report))
}
