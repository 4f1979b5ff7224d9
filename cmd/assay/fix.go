package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"assay/compiler"
	"assay/compiler/fix"
)

func (a *app) fixCommand() *cobra.Command {
	var w writing
	cmd := &cobra.Command{
		Use:   "fix [vault]",
		Short: "repair citations and links where it is certain what is meant",
		Long: `Fix repairs what is certain, shows it as a diff, and asks once:

  range     a citation names other lines than the one that says it
  file      the cited file has another name or folder now: one has the text that was
            ingested from it, or it is the only one of its name and says the claim
  name      several files answer to a name, and one says the claim word for word
  heading   a wikilink names a heading with other case or punctuation
  passage   of the files that a page lists one says the claim word for word: it is
            cited behind the claim
  derived   the cited passages say a claim together and none alone: (Derived), in a
            vault that has a policy

No claim is changed. All of it is tried before anything is written: a fix after which a
claim reads otherwise, has a worse verdict, or cites what it did not cite is dropped.
Every other byte stays as it is. It is one transaction; git takes it back.`,
		Example: `  assay fix -n
  assay fix
  assay fix my-wiki --yes --json`,
		Args: takes(0, 1, "one vault at most"),
		RunE: a.onVault(first, func(cmd *cobra.Command, c *compiler.Compiler, _ []string) error {
			found, err := fix.Find(cmd.Context(), c, a.watch())
			if err != nil {
				return err
			}
			found.DryRun = w.dry
			err = a.write(cmd.Context(), c, w, "fix", found.Diff, len(found.Fixes), found.Apply)
			return a.answer(found, err, func() { a.out.Fixed(found) })
		}),
	}
	w.register(cmd)
	a.jobsFlag(cmd)
	return cmd
}

// writing says whether a command writes what it shows, and asks before.
type writing struct{ dry, yes bool }

func (w *writing) register(cmd *cobra.Command) {
	cmd.Flags().BoolVarP(&w.dry, "dry-run", "n", false, "show what would be done; write nothing")
	cmd.Flags().BoolVarP(&w.yes, "yes", "y", false, "do not ask")
}

// write shows a diff of so many changes and has them written, once somebody said yes.
func (a *app) write(ctx context.Context, c *compiler.Compiler, w writing, command, diff string, changes int, apply func(context.Context, *compiler.Compiler) error) error {
	if !a.out.JSON && (w.dry || !w.yes) {
		a.out.Diff(diff)
	}
	if changes == 0 || w.dry {
		return nil
	}
	if err := a.saysYes(ctx, w.yes, command, "diff"); err != nil {
		return err
	}
	return apply(ctx, c)
}

// saysYes asks whether what a command showed, such as its diff, is to be written.
func (a *app) saysYes(ctx context.Context, yes bool, command, shown string) error {
	if yes {
		return nil
	}
	refused := hinted(errors.New(command+": nobody said yes, so nothing was written"),
		fmt.Sprintf("`assay %s -n` shows the %s, `assay %[1]s --yes` writes it", command, shown))
	if !a.out.Screen || a.out.JSON {
		return refused
	}
	typed, err := a.ask(ctx, "write it? [y/N] ")
	switch {
	case errors.Is(err, errNoTerminal):
		return refused
	case err != nil:
		return err
	case !strings.EqualFold(typed, "y") && !strings.EqualFold(typed, "yes"):
		return hinted(errors.New(command+": nothing was written"), fmt.Sprintf("`assay %s -n` shows the %s again", command, shown))
	}
	return nil
}
