package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"assay/compiler"
	"assay/compiler/stats"
	"assay/gates"
	"assay/ingest/rank"
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
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.open("", compiler.Options{})
			if err != nil {
				return err
			}
			query := strings.Join(args, " ")
			if o.Intent, err = intentOf(c, intent, query); err != nil {
				return err
			}
			if o.Intent == "" && len(o.Boost) > 0 {
				return hinted{errors.New("--domain-boost: nothing is ranked by domain without an intent"), "add --intent auto"}
			}
			hits, err := stats.Search(cmd.Context(), c, query, o)
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
	f := cmd.Flags()
	f.IntVarP(&o.K, "number", "k", o.K, "how many passages")
	f.StringVar(&intent, "intent", "", "rank by what the question is after, an `intent`: auto, "+strings.Join(intents(), ", "))
	f.StringSliceVar(&o.Boost, "domain-boost", nil, "`domains` that gain in authority, with commas")
	cmd.RegisterFlagCompletionFunc("intent", cobra.FixedCompletions(append([]string{"auto"}, intents()...), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func intents() []string {
	var out []string
	for _, i := range rank.Intents() {
		out = append(out, string(i))
	}
	return out
}

// intentOf is the intent that was asked for by name, or "auto".
func intentOf(c *compiler.Compiler, name, query string) (rank.Intent, error) {
	switch {
	case name == "" || rank.Intent(name).Valid():
		return rank.Intent(name), nil
	case name == "auto":
		w, err := stats.Weights(c)
		if err != nil {
			return "", err
		}
		return w.Intent(query), nil
	}
	hint := "intents: auto, " + strings.Join(intents(), ", ")
	if near := gates.Nearest(name, intents()); near != "" {
		hint = fmt.Sprintf("did you mean %s?", near)
	}
	return "", hinted{fmt.Errorf("unknown intent %q", name), hint}
}
