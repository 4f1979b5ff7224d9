package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"assay/compiler"
	"assay/compiler/adopt"
	"assay/compiler/eval"
)

func (a *app) evalWikis() *cobra.Command {
	var o eval.WikisOptions
	var rows, plants string
	cmd := &cobra.Command{
		Use:   "wikis folder",
		Short: "how right errors are on whole wikis with labelled lines",
		Long: `Wikis checks the wikis of a folder, each as a vault of its own, and compares what it
gets with labels.jsonl: of the errors, how many are on claims that a reader found
unsupported or contradicted; of the supported claims, how many hold, and how many have
an error all the same; by rule and by wiki. A wiki is a subfolder, or NAME.tar.gz that
holds it. It goes by place and severity, and reads no message. docs/json.md says what a
label is.

With --plant claims that hold are made false first, one value, name or denial in each,
in as many ways as eval mutate knows, and it is counted how many of those get an error.
Then no labels are needed. With -o they are kept as labels.

It works on copies, changes nothing, and ends with status 0, since it is a measurement.`,
		Example: `  assay eval wikis wikis/
  assay eval wikis wikis/ --labels more.jsonl --json | jq .by_rule
  assay eval wikis wikis/ --plant 50 --seed 2 -o planted.jsonl
  assay eval wikis wikis/ --labels planted.jsonl`,
		Args: takes(1, 1, "one folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.Plant < 0 {
				return hinted(fmt.Errorf("--plant %d: counts from 0", o.Plant), "give the number of claims of each wiki to make false")
			}
			if plants != "" && o.Plant == 0 {
				return hinted(errors.New("-o keeps what --plant makes, and nothing is planted"), "add --plant 50, or use --rows")
			}
			by, err := a.actor()
			if err != nil {
				return err
			}
			o.Open = func(root string) (*compiler.Compiler, error) {
				w := world(a.getenv)
				w.Cache = "" // what is measured is done
				return compiler.Open(root, w, compiler.Options{Jobs: a.jobs, As: by, Here: true, Command: a.command})
			}
			o.Adopt = adoptCopy
			step, done := a.watch()
			o.Progress = step
			r, err := eval.Wikis(cmd.Context(), args[0], o)
			done()
			if err != nil {
				return err
			}
			for _, name := range r.Absent {
				a.out.Messagef("%s is labelled and not in %s", name, a.out.Path(args[0]))
			}
			if plants != "" {
				err = r.WritePlants(plants)
			}
			if rows != "" {
				err = errors.Join(err, r.WriteRows(rows))
			}
			return a.answer(r, err, func() { a.wikisText(r) })
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Labels, "labels", "", "`file` of labels (default labels.jsonl of the folder)")
	f.IntVar(&o.Plant, "plant", 0, "make `n` claims of each wiki that hold false, and count those that are caught")
	f.StringVar(&o.Seed, "seed", "", "another `text` takes other claims and other values")
	f.StringVarP(&plants, "output", "o", "", "write what was planted to this `file`, as labels")
	f.StringVar(&rows, "rows", "", "write every label with what it got to this `file`")
	a.jobsFlag(cmd)
	return cmd
}

// adoptCopy makes a vault of a wiki, which is nobody's.
func adoptCopy(ctx context.Context, c *compiler.Compiler) error {
	look, err := survey(c.Root)
	if err != nil {
		return fmt.Errorf("look at %s: %w", c.Root, err)
	}
	_, err = adopt.Run(ctx, c, adopt.Options{Look: look})
	if declined := (adopt.Declined{}); errors.As(err, &declined) {
		return nil // it is judged as it is
	}
	return err
}

func (a *app) wikisText(r *eval.WikisReport) {
	line := func(name string, s eval.WikiShare) {
		if s.Of == 0 {
			return
		}
		weighted := ""
		if s.Weighted != nil {
			weighted = fmt.Sprintf(", weighted %.3f", *s.Weighted)
		}
		a.out.Printf("%-32s %.3f  %s\n", name, s.Share, a.out.Dim(fmt.Sprintf("%d of %d%s", s.Part, s.Of, weighted)))
	}
	line("errors that are right", r.Errors)
	line("supported or no claim, in error", r.Alarms)
	line("contradicted, caught", r.Caught)
	line("  that stood there", r.Natural)
	line("  planted", r.Planted)
	line("unsupported, in error", r.Unsupported)
	line("supported, holds", r.Supported)
	line("conflicts that are right", r.Conflicts)
	if r.NoClaims > 0 {
		a.out.Printf("%d supported claims are read as no claims\n", r.NoClaims)
	}
	if len(r.Rules) > 0 {
		a.out.Printf("\n%s\n", a.out.Dim(fmt.Sprintf("%-20s %-24s %7s %7s", "error", "rule", "right", "wrong")))
		for _, x := range r.Rules {
			a.out.Printf("%-20s %-24s %7d %7d\n", x.Code, x.Rule, x.Right, x.Wrong)
		}
	}
	if len(r.Plants) > 0 {
		a.out.Printf("\n%s\n", a.out.Dim(fmt.Sprintf("%-20s %7s %7s", "planted", "all", "caught")))
		for _, x := range r.Plants {
			a.out.Printf("%-20s %7d %7d\n", x.Kind, x.Planted, x.Caught)
		}
	}
	a.out.Printf("\n%s\n", a.out.Dim(fmt.Sprintf("%-20s %8s %8s %8s %8s %8s %9s %9s", "wiki", "seconds", "claims", "graded", "hold", "errors", "hold/100", "error/100")))
	for _, w := range r.Wikis {
		a.out.Printf("%-20s %8.1f %8d %8d %8d %8d %9.1f %9.1f\n", w.Wiki, w.Seconds, w.Claims, w.Graded, w.Hold, w.Errors, w.HoldsPer, w.ErrorsPer)
	}
	if r.Told != nil {
		a.out.Printf("%d conflicts in all, once adopted\n", *r.Told)
	}
}
