package main

import (
	"github.com/spf13/cobra"

	"assay/compiler"
	"assay/compiler/reports"
)

func (a *app) gapsCommand() *cobra.Command {
	var all bool
	cmd := &cobra.Command{
		Use:   "gaps [vault]",
		Short: "what the vault leans on and does not hold",
		Long: `Gaps lists what is missing: links to notes, headings, blocks and files that are not
there; stubs, orphans and dead ends; claims without a citation or whose source is
not held; evidence gone stale; open questions; and what notes declare under gaps:.`,
		Example: `  assay gaps
  assay gaps --json | jq '.gaps[] | select(.kind == "unresolved-link") | .target'`,
		Args: takes(0, 1, "one vault at most"),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.open(first(args), compiler.Options{})
			if err != nil {
				return err
			}
			rows, err := c.Gaps(cmd.Context())
			if err != nil {
				return err
			}
			if !a.out.JSON {
				a.out.Gaps(rows, all)
				if c.Guest() && len(rows) > 0 {
					a.out.Messagef("%s", a.out.Say("`assay init` proposes a policy, with which assay drafts what is missing from your sources; it moves nothing"))
				}
				return nil
			}
			if rows == nil {
				rows = []reports.GapRow{}
			}
			for i := range rows {
				if rows[i].From == nil {
					rows[i].From = []string{}
				}
			}
			return a.out.Object(gapsJSON{rows})
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "show every gap, not only the foremost of each kind")
	return cmd
}

// gapsJSON is what `gaps` answers with.
type gapsJSON struct {
	Gaps []reports.GapRow `json:"gaps"`
}
