package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/compiler/adopt"
)

func (a *app) adoptCommand() *cobra.Command {
	var o adopt.Options
	var w writing
	var undo, force bool
	cmd := &cobra.Command{
		Use:   "adopt [vault]",
		Short: "make an assay vault of a wiki that another tool wrote",
		Long: `Adopt looks at a wiki made by another tool: how it cites, which folders hold its pages,
which its originals, which are summaries that were generated from them. It shows what
it would do, asks once, and then

  writes a policy for the folders as they are, AGENTS.md, and a baseline,
  stores the text of the originals as evidence, in a folder of its own.

No page is touched and nothing is moved: assay reads every way of citing as it is, so
other tools go on working. With --rewrite-citations those citations become assay's own
footnotes, to the passage and with its words, whose claim holds; all others stay as
they are written, and so does every other byte. --undo takes an adoption back.

A policy asks more than none. What is found today is let be by a baseline, so that only
what is new fails a check; claims that cite nothing are counted, until gates.uncited
asks for more. Instructions for agents, changelogs, daily notes and templates become no
permanent notes. Where no citation leads to a text that is here, it declines.`,
		Example: `  assay adopt -n                    what it sees, and what it would write
  assay adopt
  assay adopt my-wiki --yes --json
  assay adopt --rewrite-citations
  assay adopt --undo`,
		Args: takes(0, 1, "one vault at most"),
		RunE: a.onVault(first, func(cmd *cobra.Command, c *compiler.Compiler, _ []string) error {
			o.DryRun = w.dry
			if undo {
				r, err := adopt.Abandon(cmd.Context(), c, o.DryRun)
				if errors.Is(err, adopt.ErrNotAdopted) {
					return hinted(err, "`assay adopt` makes one")
				}
				return a.answer(r, err, func() { a.out.Abandoned(r) })
			}
			if o.Rewrite && !o.DryRun && !force {
				if err := allCommitted(cmd.Context(), c.Root, a.getenv); err != nil {
					return err
				}
			}
			return a.adopt(cmd.Context(), c, o, w.yes)
		}),
	}
	f := cmd.Flags()
	w.register(cmd)
	f.BoolVar(&o.Rewrite, "rewrite-citations", false, "turn citations that hold into footnotes to the passage")
	f.BoolVar(&undo, "undo", false, "take an adoption back")
	f.BoolVar(&force, "force", false, "rewrite citations although git has changes that are not committed")
	cmd.MarkFlagsMutuallyExclusive("undo", "rewrite-citations")
	a.asFlag(cmd)
	a.jobsFlag(cmd)
	return cmd
}

func (a *app) adopt(ctx context.Context, c *compiler.Compiler, o adopt.Options, yes bool) error {
	look, err := survey(c.Root)
	if err != nil {
		return fmt.Errorf("look at %s: %w", c.Root, err)
	}
	if look.Empty {
		return hinted(fmt.Errorf("adopt: there is nothing in %s", c.Root), "`assay init` makes a small vault with a place for everything")
	}
	o.Progress, o.Look = a.watch(), look
	dry := o.DryRun
	if !yes || dry {
		o.DryRun = true
		plan, err := adopt.Run(ctx, c, o)
		if err != nil || dry || len(plan.Written) == 0 {
			return a.adopted(plan, err)
		}
		if a.out.Screen && !a.out.JSON {
			a.out.Adoption(plan)
		}
		if err := a.saysYes(ctx, false, "adopt", "plan"); err != nil {
			return err
		}
		o.DryRun = false
	}
	r, err := adopt.Run(ctx, c, o)
	return a.adopted(r, err)
}

func (a *app) adopted(r *adopt.Adoption, err error) error {
	return a.answer(r, err, func() {
		a.out.Adoption(r)
		switch {
		case len(r.Written) == 0:
			a.out.Messagef("nothing to do: it is adopted as it stands")
		case r.DryRun:
			a.out.Messagef("%s `%s`", a.out.Bold("next:"), a.out.Command("assay adopt"))
		default:
			a.out.AdoptionNext(r)
		}
	})
}

// allCommitted refuses where git has changes of the vault that are not committed: with
// them, a diff of what was rewritten could not be told from a person's work. A vault
// without git, or a machine without it, is no reason to refuse.
func allCommitted(ctx context.Context, root string, getenv func(string) string) error {
	ctx, stop := context.WithTimeout(ctx, 30*time.Second)
	defer stop()
	repo, err := repository(root, getenv)
	if err != nil {
		return nil
	}
	defer repo.Close()
	file, err := repo.Uncommitted(ctx)
	if err != nil || file == "" {
		return nil
	}
	return hinted(fmt.Errorf("adopt: git has changes that are not committed, such as %s", ui.Visible(file)),
		"commit them first, so that what is rewritten can be told apart; --force goes on without")
}
