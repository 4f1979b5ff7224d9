package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/gates"
)

func (a *app) watchCommand() *cobra.Command {
	var o compiler.Options
	cmd := &cobra.Command{
		Use:   "watch [vault]",
		Short: "build on every save, and say what changed",
		Long: `Watch builds the vault, then again whenever files change, and prints what a change
brought and what it fixed, not the whole list. It stays offline. Ctrl-C ends it.`,
		Example: `  assay watch
  assay watch ../my-vault`,
		Args: takes(0, 1, "one vault at most"),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.open(first(args), o)
			if err != nil {
				return err
			}
			return c.Watch(cmd.Context(), compiler.BuildOptions{}, func(ch compiler.Change) { a.changed(c, ch) })
		},
	}
	a.jobsFlag(cmd)
	a.asFlag(cmd)
	return cmd
}

// changed tells of one burst: new diagnostics whole, the rest in numbers.
func (a *app) changed(c *compiler.Compiler, ch compiler.Change) {
	if ch.Err != nil {
		a.out.Failure(ch.Err)
		return
	}
	r := ch.Report
	if !ch.First && r.Actions.Run == 0 && len(ch.New)+ch.Fixed+len(r.Promoted) == 0 {
		return // what the build itself wrote, or a change that changed nothing
	}
	if a.out.JSON {
		a.out.BuildJSON(r)
		return
	}
	if len(ch.New) > 0 {
		a.out.Diagnostics(gates.WorstFirst(ch.New), ui.Limits{})
	}
	var parts []string
	add := func(n int, what string) {
		if n > 0 {
			if n == 1 {
				what = strings.TrimSuffix(what, "s")
			}
			parts = append(parts, fmt.Sprintf("%d %s", n, what))
		}
	}
	if !ch.First {
		add(len(ch.New), "new")
		add(ch.Fixed, "fixed")
		add(len(r.Diagnostics)-len(ch.New), "still")
	}
	add(r.Summary.Errors, "errors")
	add(r.Summary.Warnings, "warnings")
	for _, p := range r.Promoted {
		parts = append(parts, "promoted "+a.out.Path(p))
	}
	if ch.First {
		parts = append(parts, "watching "+c.Root)
	}
	if len(parts) == 0 {
		parts = append(parts, "clean")
	}
	a.out.Messagef("%s (%d actions, %s)", strings.Join(parts, ", "), r.Actions.Run, r.Duration.Round(100_000))
}
