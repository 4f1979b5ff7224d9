package main

import (
	"github.com/spf13/cobra"
)

func (a *app) sourcePropose() *cobra.Command {
	var why string
	cmd := &cobra.Command{
		Use:   "propose path",
		Short: "ask for a file or folder to become a source",
		Long: `Propose registers a file, a folder or a file: URL as a source and maps it: what would
be read, before anything is. Nothing is stored until it is approved.`,
		Example: `  assay source propose ~/papers/wal.html
  assay source propose docs/html --why "the manual that the notes cite"`,
		Args: takes(1, 1, "one file, folder or file: URL"),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.sources("propose source")
			if err != nil {
				return err
			}
			by, err := a.actor()
			if err != nil {
				return err
			}
			return a.source(c.Propose(cmd.Context(), args[0], by, why))
		},
	}
	cmd.Flags().StringVar(&why, "why", "asked for at the command line", "what the source is `for`")
	a.asFlag(cmd)
	return cmd
}

func (a *app) sourceMap() *cobra.Command {
	return &cobra.Command{
		Use:     "map source",
		Short:   "what a crawl would read, and its cost",
		Example: `  assay source map sr_k3v9…`,
		Args:    oneSource,
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.sources("map source")
			if err != nil {
				return err
			}
			by, err := a.actor()
			if err != nil {
				return err
			}
			return a.source(c.Map(cmd.Context(), args[0], by))
		},
	}
}

func (a *app) sourceList() *cobra.Command {
	return &cobra.Command{
		Use:   "list [vault]",
		Short: "every source, its state and how fresh it is",
		Example: `  assay source list
  assay source list --json | jq -r '.sources[] | select(.freshness == "stale") | .id'`,
		Args: takes(0, 1, "one vault at most"),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.sources("list sources")
			if err != nil {
				return err
			}
			rows, err := c.Sources(cmd.Context())
			if err != nil {
				return err
			}
			if a.out.JSON {
				return a.out.SourcesJSON(rows)
			}
			a.out.Sources(rows)
			return nil
		},
	}
}

func (a *app) sourceShow() *cobra.Command {
	return &cobra.Command{
		Use:     "show source",
		Short:   "one source: its state, its pages, and what the ledger says",
		Example: `  assay source show sr_k3v9…`,
		Args:    oneSource,
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.sources("show source")
			if err != nil {
				return err
			}
			return a.source(c.Source(cmd.Context(), args[0]))
		},
	}
}
