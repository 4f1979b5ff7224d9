package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"assay/compiler"
	"assay/compiler/stats"
	"assay/gates/mutate"
)

func (a *app) evalMutate() *cobra.Command {
	var o stats.MutateOptions
	var kinds []string
	var least float64
	var all bool
	cmd := &cobra.Command{
		Use:   "mutate [vault]",
		Short: "which corruptions of your own claims the gate would let through",
		Long: `Mutate takes the claims of a vault that pass, changes one thing in each, in every way
that applies, and grades the result by the same evidence: another number, date, unit
or name; what is said denied; all for some; faster for slower; who did it and to whom;
a passage that is there and says something else. A gate that works rejects them (T0),
flags them (T1) or finds the conflict (T4). What passes is listed, with what to do.

Nothing is written, and the same vault gives the same mutants. Numbers, dates, units
and sources are changed in every language, words in English; a verb is denied in ten more.

It ends with status 0, since it is a measurement; with --min-kill, with 1 where a
smaller share was found out.`,
		Example: `  assay eval mutate
  assay eval mutate ~/wiki --kinds number,date,unit
  assay eval mutate --sample 500 --min-kill 0.95
  assay eval mutate --json | jq '.by_kind'`,
		Args: takes(0, 1, "at most one vault"),
		RunE: a.onVault(&compiler.Options{}, func(cmd *cobra.Command, c *compiler.Compiler) (err error) {
			if o.Kinds, err = kindsOf(kinds); err != nil {
				return err
			}
			if least < 0 || least > 1 {
				return hinted(fmt.Errorf("--min-kill %g: not a share", least), "give a share from 0 to 1, such as 0.95")
			}
			if o.PerClaim < 0 || o.Sample < 0 {
				return hinted(fmt.Errorf("--per-claim and --sample count from 0"), "0 means all")
			}
			step, done := a.watch()
			o.Progress = step
			r, err := stats.Mutate(cmd.Context(), c, o)
			done()
			if err != nil {
				return err
			}
			few := r.Mutants > 0 && (stats.KindCount{Mutants: r.Mutants, Killed: r.Killed}).Share() < least
			return orFaults(a.answer(r, nil, func() { a.out.Mutants(r, all) }), few)
		}),
	}
	f := cmd.Flags()
	f.StringSliceVar(&kinds, "kinds", nil, "`kinds` to try, with commas: "+strings.Join(kindNames(), ", "))
	f.IntVar(&o.PerClaim, "per-claim", 0, "mutants of one claim at most (0: all)")
	f.IntVar(&o.Sample, "sample", 0, "claims to try at most (0: all)")
	f.Float64Var(&least, "min-kill", 0, "`share` of mutants that must be found out, else the status is 1")
	f.BoolVar(&all, "all", false, "list every mutant that passed, not only the first of each kind")
	cmd.RegisterFlagCompletionFunc("kinds", cobra.FixedCompletions(kindNames(), cobra.ShellCompDirectiveNoFileComp))
	a.jobsFlag(cmd)
	return cmd
}

func kindNames() []string {
	var out []string
	for _, k := range mutate.Kinds() {
		out = append(out, string(k))
	}
	return out
}

func kindsOf(names []string) ([]mutate.Kind, error) {
	var out []mutate.Kind
	for _, n := range names {
		if !slices.Contains(mutate.Kinds(), mutate.Kind(n)) {
			return nil, hinted(fmt.Errorf("unknown kind %q", n), meant(n, kindNames(), "did you mean %s?", "kinds: "+strings.Join(kindNames(), ", ")))
		}
		out = append(out, mutate.Kind(n))
	}
	return out, nil
}
