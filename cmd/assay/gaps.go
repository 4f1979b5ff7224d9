package main

import (
	"context"

	"github.com/spf13/cobra"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/stats"
)

func (a *app) gapsCommand() *cobra.Command {
	var all, leads, asked bool
	cmd := &cobra.Command{
		Use:   "gaps [vault]",
		Short: "what the vault leans on and does not hold",
		Long: `Gaps lists what is missing: links to notes, headings, blocks and files that are not
there; stubs, orphans and dead ends; claims without a citation or whose source is
not held; evidence gone stale; open questions; and what notes declare under gaps:.

With --sources it looks for what might fill them: addresses in notes and stored pages,
and sources that were registered and never read, each with its score, cost and licence.
It asks nobody; ` + "`assay research`" + ` does. What it names waits for ` + "`assay source propose`" + `.

It ends with status 0 whatever is missing, as a gap is no fault; with --exit-code with 1
where there is any.`,
		Example: `  assay gaps
  assay gaps --sources
  assay gaps --exit-code > gaps.txt || echo something is missing
  assay gaps --json | jq '.gaps[] | select(.kind == "unresolved-link") | .target'`,
		Args: takes(0, 1, "one vault at most"),
		RunE: a.onVault(first, func(cmd *cobra.Command, c *compiler.Compiler, _ []string) error {
			if leads {
				return a.leads(cmd.Context(), c)
			}
			rows, err := c.Gaps(cmd.Context())
			if err != nil {
				return err
			}
			err = a.answer(gapsJSON{ui.GapRows(rows)}, nil, func() {
				a.out.Gaps(rows, all)
				if c.Guest() && len(rows) > 0 {
					a.out.Messagef("%s", a.out.Say("`assay init` proposes a policy, with which assay drafts what is missing from your sources; it moves nothing"))
				}
			})
			return orFaults(err, asked && len(rows) > 0)
		}),
	}
	cmd.Flags().BoolVar(&leads, "sources", false, "what might fill them, of all that the vault names and does not hold")
	cmd.Flags().BoolVar(&all, "all", false, "show every gap, not only the foremost of each kind")
	cmd.Flags().BoolVar(&asked, "exit-code", false, "end with status 1 where there is a gap")
	return cmd
}

// gapsJSON is what `gaps` answers with.
type gapsJSON struct {
	Gaps []reports.GapRow `json:"gaps"`
}

// leadsJSON is what `gaps --sources` answers with.
type leadsJSON struct {
	Gaps []stats.GapLeads `json:"gaps"`
}

func (a *app) leads(ctx context.Context, c *compiler.Compiler) error {
	rows, err := stats.Leads(ctx, c)
	return a.answer(leadsJSON{rows}, err, func() {
		for _, g := range rows {
			a.out.Printf("%s  %s\n", a.out.Bold(line(g.Topic)), a.out.Dim(string(g.Kind)))
			for _, l := range g.Leads {
				a.out.Printf("  %.2f  %s\n        %s; %d credit or more; licence %s\n", l.Score, line(l.URL), line(l.Why), l.Credits, line(l.Licence))
				if l.Denied != "" {
					a.out.Printf("        %s\n", line(l.Denied))
				}
			}
		}
		if len(rows) == 0 {
			a.out.Printf("nothing that the vault names would fill a gap; `assay research` asks elsewhere\n")
		} else {
			a.out.Printf("hint: assay source propose URL\n")
		}
	})
}
