package main

import (
	"context"

	"github.com/spf13/cobra"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/sources"
)

func (a *app) sourceCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "source",
		Short: "a source's life by hand: propose, map, approve, crawl, refresh",
		Long: `A source passes eight states, and none can be skipped:

  proposed → mapped → approved → crawled → indexed → verified → synthesized → promoted

Proposing maps a source: what would be read and what it would cost, before anything is
spent. Approval is a person's, at a terminal, by typing the first four characters of
the digest; or it is the policy's, for a domain on safety.approved_domains and up to
safety.require_hitl_for_costs_over credits. assay build then takes it through.

A file or folder of the vault that vault.evidence lists is approved by being listed. A
folder outside needs a person. So does a site on the web: one fetched page is one
credit, and its approval carries a ceiling. What the site grows beyond that waits for a
person. quotas.max_credits_per_session and quotas.max_pages_per_source hold before a
request is sent, too. A domain on safety.denied_domains is refused at every door, a
redirect too. robots.txt is kept.

Text ages: refresh asks servers whether what is stored still stands. What a note cites
is never replaced unseen. prune removes pages that nothing rests on.`,
		Example: `  assay source propose https://www.rfc-editor.org/rfc/rfc9111.html
  assay source propose ~/papers/wal.html
  assay source approve sr_k3v9…
  assay source show sr_k3v9…          what was read, and what could not be
  assay source refresh --stale
  assay source list`,
		Args: takes(0, 0, "a verb: propose, map, approve, reject, crawl, verify, refresh, prune, list or show"),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.sourcePropose(), a.sourceMap(), a.sourceApprove(), a.sourceReject(), a.sourceCrawl(), a.sourceVerify(),
		a.sourceRefresh(), a.sourcePrune(), a.sourceList(), a.sourceShow())
	return cmd
}

// named opens the vault for a command about one source, and finds that.
func (a *app) named(ctx context.Context, what, name string) (*compiler.Compiler, *reports.SourceReport, error) {
	c, err := a.openGoverned("", what, compiler.Options{})
	if err != nil {
		return nil, nil, err
	}
	r, err := sources.Source(ctx, c, name)
	return c, r, err
}

// source shows a source whole.
func (a *app) source(c *compiler.Compiler, r *reports.SourceReport, err error) error {
	if err != nil {
		return err
	}
	return a.answer(ui.SourceRow(r), nil, func() { a.out.Source(r, c.Policy) })
}

// oneSource checks the arguments of a verb that takes a source.
var oneSource = takes(1, 1, "one source: its id, the beginning of its id, or its URL")
