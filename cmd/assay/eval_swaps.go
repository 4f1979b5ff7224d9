package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"assay/compiler/eval"
	"assay/gates"
)

func (a *app) evalSwaps() *cobra.Command {
	var o eval.SwapsOptions
	var rows string
	cmd := &cobra.Command{
		Use:   "swaps folder",
		Short: "how well claims are graded in a language, on a set made of questions and answers",
		Long: `Swaps makes labelled claims of a folder with corpus.jsonl[.gz], queries.jsonl whose
rows have "answers", and qrels.tsv, or of each such folder in it, and grades them. The
sentence that holds an answer is a true claim, as it stands and shortened; with another
question's answer, another number, date or name, or denied, it is a false one. So a
language can be measured in which nobody has labelled claims.

It says how often a false claim passes (false T5), by the way it was made.`,
		Example: `  assay eval swaps xquad/zh
  assay eval swaps xquad --split dev --json | jq '.sets[].false_t5'
  assay eval swaps xquad/zh --rows zh.jsonl && assay eval claims zh.jsonl`,
		Args: takes(1, 1, "one folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.PerClaim < 0 {
				return hinted{fmt.Errorf("--per-claim counts from 0"), "0 means six"}
			}
			r, err := eval.Swaps(cmd.Context(), args[0], world(a.getenv).Judge, o)
			if err != nil {
				return err
			}
			if rows != "" {
				if err := r.WriteRows(rows); err != nil {
					return err
				}
			}
			if a.out.JSON {
				return a.out.Object(r)
			}
			if len(r.Sets) == 0 {
				a.swapsText("", r)
			}
			for _, name := range slices.Sorted(maps.Keys(r.Sets)) {
				a.swapsText(name, r.Sets[name])
			}
			return nil
		},
	}
	d := gates.Default().Synthesis
	f := cmd.Flags()
	f.StringVar(&o.Split, "split", "", "only the queries of one `split`, such as dev or test")
	f.IntVar(&o.PerClaim, "per-claim", 0, "false claims made of one sentence at most (0: six)")
	f.StringVar(&rows, "rows", "", "write the claims to this `file`, as eval claims reads them")
	f.Float64Var(&o.Threshold, "threshold", d.MinSimilarityThreshold, "support that carries a claim")
	f.Float64Var(&o.RejectBelow, "reject-below", d.RejectBelow, "support below which a claim is rejected")
	f.IntVarP(&o.Jobs, "jobs", "j", 0, "rows judged at once (0: as many as CPUs)")
	return cmd
}

func (a *app) swapsText(name string, r *eval.SwapsReport) {
	if name != "" {
		a.out.Printf("%s\n", a.out.Bold(name))
	}
	ways := slices.SortedFunc(maps.Keys(r.Made), func(x, y string) int {
		return cmp.Or(-strings.Compare(r.Made[x].Label, r.Made[y].Label), strings.Compare(x, y))
	})
	for _, w := range ways {
		c := r.Made[w]
		a.out.Printf("  %-12s %-10s %6d claims, %6d pass\n", w, c.Label, c.Claims, c.Passed)
	}
	a.out.Printf("  %s\n\n", a.out.Bold(fmt.Sprintf("%d claims: false T5 %.4f, false T0 %.4f, T5 recall %.4f, T5 precision %.4f, AUC %.4f",
		r.Rows, r.FalseT5, r.FalseT0, r.Recall, r.Precision, r.AUC)))
}
