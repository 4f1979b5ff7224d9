package main

import (
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"assay/compiler/eval"
	"assay/gates"
)

func (a *app) evalClaims() *cobra.Command {
	var o eval.ClaimsOptions
	cmd := &cobra.Command{
		Use:   "claims file.jsonl[.gz]",
		Short: "how well claims are graded",
		Long: `Claims grades rows of {"id","claim","evidence","label"}, label being supported, refuted
or nei, by the thresholds of the default policy, and says how often a claim that is
not supported passes (false T5) and one that is gets rejected (false T0).`,
		Example: `  assay eval claims labelled.jsonl.gz
  assay eval claims labelled.jsonl.gz --threshold 0.85 --json | jq .false_t5`,
		Args: takes(1, 1, "one file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := eval.Claims(cmd.Context(), args[0], world(a.getenv).Judge, o)
			if err != nil {
				return err
			}
			if a.out.JSON {
				return a.out.Object(r)
			}
			a.claimsText(r)
			return nil
		},
	}
	d := gates.Default().Synthesis
	cmd.Flags().Float64Var(&o.Threshold, "threshold", d.MinSimilarityThreshold, "support that carries a claim")
	cmd.Flags().Float64Var(&o.RejectBelow, "reject-below", d.RejectBelow, "support below which a claim is rejected")
	cmd.Flags().IntVarP(&o.Jobs, "jobs", "j", 0, "rows judged at once (0: as many as CPUs)")
	return cmd
}

func (a *app) claimsText(r eval.ClaimsReport) {
	tiers := []string{"T0", "T1", "T2", "T3", "T4", "T5"}
	a.out.Printf("%-12s", "label")
	for _, t := range tiers {
		a.out.Printf("%8s", t)
	}
	a.out.Printf("\n")
	for _, label := range slices.Sorted(maps.Keys(r.Tiers)) {
		a.out.Printf("%-12s", label)
		for _, t := range tiers {
			a.out.Printf("%8d", r.Tiers[label][t])
		}
		a.out.Printf("\n")
	}
	a.out.Printf("\n%s, %d rows, threshold %.2f, %.0f rows a second\n", r.Judge, r.Rows, r.Threshold, r.RowsPerS)
	a.out.Printf("%s\n", a.out.Bold(fmt.Sprintf("false T5 %.4f, false T0 %.4f, T5 recall %.4f, T5 precision %.4f, AUC %.4f, macro F1 %.4f",
		r.FalseT5, r.FalseT0, r.Recall, r.Precision, r.AUC, r.MacroF1)))
}
