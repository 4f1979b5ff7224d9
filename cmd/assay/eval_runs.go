package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"assay/compiler"
	"assay/compiler/stats"
	"assay/gates"
	"assay/ingest/rank"
)

func (a *app) evalRuns() *cobra.Command {
	var o stats.RunsOptions
	var since string
	var propose bool
	cmd := &cobra.Command{
		Use:   "runs [vault]",
		Short: "how builds and searches did over time, on five axes, and each role's metrics",
		Long: `Runs shows what builds and searches left on record in .assay/runs.jsonl, the latest
first. Each is scored on five axes: does the vault build (check is green)? have the
sources a licence that lets others use them? how much of what was promoted did people
change since? how many claims have evidence, and how much of it is fresh? Metrics of
Librarian, Engineer and Chronicler follow, over time. docs/measuring.md has the formulas. What
cannot be known is –, and never 0 or 100 %.

A build that finds nothing to do leaves no record, nor does a check. Questions of
` + "`assay research`" + ` are counted, and those for which an agent had to search the web itself.

--propose compares the passages that searches found and that claims rest on now with
those that nobody used, and prints a patch to ` + rank.File + `: the weights by
which ` + "`assay search --intent`" + ` ranks. It changes nothing; read it, then apply it. With
too few searches on record it refuses, with status 2.`,
		Example: `  assay eval runs
  assay eval runs -n 100 --since 30d
  assay eval runs --json | jq '.figures[] | {name, latest, change}'
  assay eval runs --propose > weights.patch && git apply weights.patch`,
		Args: takes(0, 1, "at most one vault"),
		RunE: a.onVault(first, func(cmd *cobra.Command, c *compiler.Compiler, _ []string) (err error) {
			if o.Most < 1 {
				return hinted(fmt.Errorf("-n %d: counts from 1", o.Most), "leave it out for the latest 20")
			}
			if propose && cmd.Flags().Changed("number") {
				return hinted(errors.New("-n is for the table; --propose weighs every search on record"), "--since bounds both")
			}
			if o.Since, err = sinceWhen(since, c.World.Now()); err != nil {
				return err
			}
			if propose {
				return a.proposeWeights(cmd, c, o.Since)
			}
			r, err := stats.Runs(c, o)
			return a.answer(r, err, func() { a.out.Runs(r) })
		}),
	}
	f := cmd.Flags()
	f.IntVarP(&o.Most, "number", "n", 20, "the latest so many `runs`")
	f.StringVar(&since, "since", "", "none before this `time`: a day (2026-11-01), or how long ago (30d, 12h)")
	f.BoolVar(&propose, "propose", false, "print a patch to "+rank.File+", and change nothing")
	return cmd
}

// proposeWeights prints the patch alone, so that it can be piped; what it rests on
// goes to standard error.
func (a *app) proposeWeights(cmd *cobra.Command, c *compiler.Compiler, since time.Time) error {
	p, err := stats.Reweigh(cmd.Context(), c, since)
	if err != nil {
		return err
	}
	if a.out.JSON {
		return a.out.Object(p)
	}
	for _, i := range p.Intents {
		switch {
		case !i.Enough:
			a.out.Messagef("%s: left as it is: %d questions tell, and it takes more", i.Intent, i.Queries)
		case i.To == i.From:
			a.out.Messagef("%s: %d questions, and they bear out the weights as they are", i.Intent, i.Queries)
		default:
			a.out.Messagef("%s: %d questions: keyword %.2f → %.2f, freshness %.2f → %.2f, authority %.2f → %.2f", i.Intent, i.Queries,
				i.From.Keyword, i.To.Keyword, i.From.Freshness, i.To.Freshness, i.From.Authority, i.To.Authority)
		}
	}
	if p.Diff == "" {
		a.out.Messagef("nothing to propose")
		return nil
	}
	a.out.Messagef("nothing is changed: read the patch, then apply it in %s (`git apply`, or `patch -p1`)", gates.ShellWord(c.Root))
	a.out.Printf("%s", p.Diff)
	return nil
}

// sinceWhen reads a day, a moment, or how long ago.
func sinceWhen(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	for _, form := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(form, text); err == nil {
			return t.UTC(), nil
		}
	}
	if days, ok := strings.CutSuffix(text, "d"); ok {
		if n, err := strconv.Atoi(days); err == nil && n >= 0 && n < 100_000 {
			return now.UTC().AddDate(0, 0, -n), nil
		}
	}
	if d, err := time.ParseDuration(text); err == nil && d >= 0 {
		return now.UTC().Add(-d), nil
	}
	return time.Time{}, hinted(fmt.Errorf("--since %q: no time", text), "give a day such as 2026-11-01, or how long ago: 30d, 12h")
}
