package main

import (
	"strings"

	"github.com/spf13/cobra"

	"assay/compiler"
)

func (a *app) searchCommand() *cobra.Command {
	k := 8
	cmd := &cobra.Command{
		Use:   "search query…",
		Short: "stored passages, each with where it came from",
		Long: `Search finds passages of the stored evidence by words and by meaning. Each comes with
its source and the footnote marker that cites it: paste the marker after a sentence.`,
		Example: `  assay search how long is green tea steeped
  assay search --json "write-ahead log" | jq -r '.hits[0].text'`,
		Args: takes(1, -1, "words to look for"),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.open("", compiler.Options{})
			if err != nil {
				return err
			}
			hits, err := c.Search(cmd.Context(), strings.Join(args, " "), k)
			if err != nil {
				return err
			}
			if a.out.JSON {
				return a.out.HitsJSON(hits)
			}
			a.out.Hits(hits)
			return nil
		},
	}
	cmd.Flags().IntVarP(&k, "number", "k", k, "how many passages")
	return cmd
}
