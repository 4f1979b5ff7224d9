package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/compiler/stats"
)

func (a *app) searchCommand() *cobra.Command {
	o := stats.SearchOptions{K: 8}
	intent := ""
	cmd := &cobra.Command{
		Use:   "search query…",
		Short: "stored passages, each with where it came from",
		Long: `Search finds passages of the stored evidence by words and by meaning. Each comes with
its source and the footnote marker that cites it: paste the marker after a sentence.

With --intent the best of them are put in the order of what the question is after:
how many of its words they have, how new they are and where they come from, weighed
as pipeline-weights.yaml in the vault says, or as built in. "auto" tells the intent
from the question.`,
		Example: `  assay search how long is green tea steeped
  assay search --intent auto "latest release of PostgreSQL"
  assay search --intent tutorial --domain-boost go.dev getting started with modules
  assay search --json "write-ahead log" | jq -r '.hits[0].text'`,
		Args: takes(1, -1, "words to look for"),
		RunE: a.onVault(here, func(cmd *cobra.Command, c *compiler.Compiler, args []string) (err error) {
			query := strings.Join(args, " ")
			if o.Intent, err = stats.IntentOf(c, intent, query); err != nil {
				return err
			}
			if o.Intent == "" && len(o.Boost) > 0 {
				return hinted(errors.New("--domain-boost: nothing is ranked by domain without an intent"), "add --intent auto")
			}
			hits, err := stats.Search(cmd.Context(), c, query, o)
			return a.answer(ui.HitsAnswer{Hits: ui.HitRows(hits)}, err, func() { a.out.Hits(hits) })
		}),
	}
	f := cmd.Flags()
	f.IntVarP(&o.K, "number", "k", o.K, "how many passages")
	f.StringVar(&intent, "intent", "", "rank by what the question is after, an `intent`: auto, "+strings.Join(stats.Intents(), ", "))
	f.StringSliceVar(&o.Boost, "domain-boost", nil, "`domains` that gain in authority, with commas")
	cmd.RegisterFlagCompletionFunc("intent", cobra.FixedCompletions(append([]string{"auto"}, stats.Intents()...), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}
