package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/sources"
	"assay/provenance"
)

func (a *app) sourcePropose() *cobra.Command {
	var why string
	var page bool
	cmd := &cobra.Command{
		Use:   "propose address",
		Short: "ask for a site, a page, a file or a folder to become a source",
		Long: `Propose registers a source and maps it. For a site that is: what robots.txt says, what
its sitemaps and feeds list, the links of its first pages, and what reading it would
cost. No text is stored until it is approved.

On a terminal it shows the map and asks once: type the first four characters of the
digest to approve it, or press Enter to leave it waiting. Elsewhere it only says what
the source waits for. What policy allows by itself is not asked about.`,
		Example: `  assay source propose https://www.postgresql.org/docs/15/wal.html
  assay source propose https://www.postgresql.org/docs/15/wal.html --page
  assay source propose ~/papers/wal.html --why "the paper that the notes cite"
  assay source propose https://go.dev/ref/mem --json | jq .map.cost`,
		Args: takes(1, 1, "one address, file or folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.openGoverned("", "propose source", compiler.Options{})
			if err != nil {
				return err
			}
			r, err := sources.Propose(cmd.Context(), c, sources.Proposal{Target: args[0], By: c.Opts.As, Why: why, Page: page})
			if err != nil {
				return a.onRecord(cmd.Context(), c, sources.Refusal{What: "propose", URL: args[0]}, err)
			}
			return a.proposed(cmd.Context(), c, r)
		},
	}
	cmd.Flags().BoolVar(&page, "page", false, "of a site, this page alone")
	cmd.Flags().StringVar(&why, "why", "asked for at the command line", "what the source is `for`")
	a.asFlag(cmd)
	return cmd
}

// proposed shows a map and, where a person at a terminal can let the source go on,
// asks once.
func (a *app) proposed(ctx context.Context, c *compiler.Compiler, r *reports.SourceReport) error {
	if a.out.JSON {
		return a.out.Object(ui.SourceRow(r))
	}
	a.out.SourceMap(r, c.Policy)
	approve := "assay source approve " + string(r.ID)
	if r.Map == nil || r.Command != approve || !a.out.Screen || provenance.KindOfActor(c.Opts.As) != provenance.Person {
		a.out.SourceNext(r)
		return nil
	}
	a.out.Flush()
	typed, err := a.ask(ctx, fmt.Sprintf("approve it? type the first %d characters of the digest, or press Enter to leave it waiting: ", digestSign), r.Map.Digest)
	switch {
	case errors.Is(err, errNoTerminal), err == nil && typed == "":
		a.out.SourceNext(r)
		return nil
	case err != nil:
		return err
	case typed != r.Map.Digest[:digestSign]:
		return hinted(fmt.Errorf("%q is not how the digest begins; the source waits", typed), approve)
	}
	return a.approve(ctx, c, r)
}

func (a *app) sourceMap() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "map source",
		Short: "what a crawl would read, and its cost",
		Long: `Map looks at a source and shows what a crawl would read, as a tree with counts, and
what it would cost. A site is asked again: its robots.txt, sitemaps, feeds and first
pages. Nothing that is stored changes.`,
		Example: `  assay source map sr_k3v9…`,
		Args:    oneSource,
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.openGoverned("", "map source", compiler.Options{})
			if err != nil {
				return err
			}
			r, err := sources.Map(cmd.Context(), c, args[0], c.Opts.As)
			err = a.onRecord(cmd.Context(), c, sources.Refusal{What: "map", Subject: args[0]}, err)
			if err != nil || a.out.JSON {
				return a.source(c, r, err)
			}
			a.out.SourceMap(r, c.Policy)
			a.out.SourceNext(r)
			return nil
		},
	}
	a.asFlag(cmd)
	return cmd
}

func (a *app) sourceList() *cobra.Command {
	return &cobra.Command{
		Use:   "list [vault]",
		Short: "every source, its state and how fresh it is",
		Example: `  assay source list
  assay source list --json | jq -r '.sources[] | select(.freshness == "stale") | .id'`,
		Args: takes(0, 1, "one vault at most"),
		RunE: a.onGoverned("list sources", func(cmd *cobra.Command, c *compiler.Compiler) error {
			rows, err := sources.Sources(cmd.Context(), c)
			return a.answer(ui.SourcesAnswer{Sources: rows}, err, func() { a.out.Sources(rows) })
		}),
	}
}

func (a *app) sourceShow() *cobra.Command {
	return &cobra.Command{
		Use:   "show source",
		Short: "one source: its state, its pages, and what the ledger says",
		Long: `Show says where a source stands: its map, what the last crawl read, and which addresses
have no text and why. What is not there (somebody looked) and what could not be seen
(robots.txt, a limit, an error) are told apart.`,
		Example: `  assay source show sr_k3v9…`,
		Args:    oneSource,
		RunE: func(cmd *cobra.Command, args []string) error {
			c, r, err := a.named(cmd.Context(), "show source", args[0])
			if err == nil {
				r.Audit, err = c.Audited(cmd.Context(), r.ID)
			}
			return a.source(c, r, err)
		},
	}
}
