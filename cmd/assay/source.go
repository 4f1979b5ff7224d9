package main

import (
	"github.com/spf13/cobra"

	"assay/compiler"
)

func (a *app) sourceCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "source",
		Short: "a source's life by hand: propose, map, approve, crawl, verify",
		Long: `A source passes eight states, and none can be skipped:

  proposed → mapped → approved → crawled → indexed → verified → synthesized → promoted

Mapping says what a crawl would read and cost, before anything is spent. Approval is
a person's: at a terminal, by typing the first four characters of the digest. Folders
listed under vault.evidence are approved by being listed, and assay build takes them
through by itself.`,
		Example: `  assay source propose ~/papers/wal.html
  assay source map sr_k3v9…
  assay source approve sr_k3v9…
  assay source crawl sr_k3v9…
  assay source list`,
		Args: takes(0, 0, "a verb: propose, map, approve, reject, crawl, verify, list or show"),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.sourcePropose(), a.sourceMap(), a.sourceApprove(), a.sourceReject(), a.sourceCrawl(), a.sourceVerify(),
		a.sourceList(), a.sourceShow())
	return cmd
}

// sources opens the vault for a command about sources.
func (a *app) sources(what string) (*compiler.Compiler, error) {
	c, err := a.open("", compiler.Options{})
	if err == nil {
		err = needsPolicy(c, what)
	}
	return c, err
}

func (a *app) source(r *compiler.SourceReport, err error) error {
	if err != nil {
		return err
	}
	if a.out.JSON {
		return a.out.SourceJSON(r)
	}
	a.out.Source(r)
	return nil
}

// oneSource checks the arguments of a verb that takes a source.
var oneSource = takes(1, 1, "one source: its id, the beginning of its id, or its URL")
