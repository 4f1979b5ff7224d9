package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/compiler/review"
	"assay/compiler/sources"
	"assay/gates"
)

func (a *app) resolveCommand() *cobra.Command {
	var o review.ResolveOptions
	var way string
	cmd := &cobra.Command{
		Use:   "resolve conflict --as way",
		Short: "end a conflict between two claims, so that both stay traceable",
		Long: `Resolve edits the notes of a conflict and writes to the ledger how it ended and why.

update puts the claim that stands in the place of the one that does not, with its own
citation; the old one stays below its paragraph as a quotation, with its quote and date.
narrow and parallelize have the claims say first when they hold, as their sources do.
escalate leaves it to a person, who says which side stands: new, existing or both.

-n shows the patch. Before anything is written the vault is graded as it would be; a
patch that leaves the conflict, or takes its evidence from another claim, is refused.
Escalated conflicts, and those of notes with a tag of promotion.high_stakes_tags, are
for a person at a terminal; an agent gets AUTH_REQUIRED. Undo it with git before
you commit: restore the notes and ledger.jsonl together.`,
		Example: `  assay resolve cf_k3v9… --as update -n
  assay resolve cf_k3v9… --as update --keep existing --reason "the paper measured it"
  assay resolve cf_k3v9… --as narrow --when "on Linux"
  assay resolve cf_k3v9… --as escalate --keep both --reason "two ways of counting"`,
		Args: takes(1, 1, "one conflict: its id, as `assay conflicts` shows it"),
		PreRunE: func(*cobra.Command, []string) error {
			if o.As = gates.Way(way); o.As == "" {
				return hinted(errors.New("a conflict has four ways out"), "--as update, narrow, parallelize or escalate; `assay conflicts` proposes one")
			}
			return nil
		},
		RunE: a.onGoverned("resolve", here, func(cmd *cobra.Command, c *compiler.Compiler, args []string) error {
			return a.resolve(cmd, c, args[0], o)
		}),
	}
	flags := cmd.Flags()
	flags.StringVar(&way, "as", "", "the `way` out: update, narrow, parallelize or escalate")
	flags.StringVar(&o.Keep, "keep", "", "the `side` that stands: new, existing, or both (escalate)")
	flags.StringVar(&o.When, "when", "", "what the existing claim says first, such as `\"in version 3\"`")
	flags.StringVar(&o.NewWhen, "new-when", "", "what the new claim says first, a `phrase`")
	flags.StringVar(&o.Reason, "reason", "", "`why`, where it is not what was proposed")
	flags.StringVar(&a.as, "by", "", "`who` does this, such as person:ada or agent:codex (default: you)")
	flags.BoolVarP(&o.Dry, "dry-run", "n", false, "show the patch; change nothing")
	return cmd
}

func (a *app) resolve(cmd *cobra.Command, c *compiler.Compiler, id string, o review.ResolveOptions) error {
	dry := o.Dry
	o.By, o.Dry = c.Opts.As, true
	shown, err := review.Resolve(cmd.Context(), c, id, o)
	if err != nil {
		return a.refused(cmd.Context(), c, err, id, o)
	}
	if dry || shown.Done {
		return a.resolved(shown)
	}
	o.Dry = false
	if o.By, err = a.decider("settling a conflict", a.resolveLine(id, o), "--by"); err != nil {
		return a.refused(cmd.Context(), c, err, id, o)
	}
	if shown.Needs != "" {
		question := a.plain(func(u *ui.Out) { u.Resolution(shown) }) + fmt.Sprintf("\nresolve %s as %s? digest %s", id, o.As, shown.Digest)
		if err := a.confirm(cmd.Context(), question, shown.Digest, shown.Needs, a.resolveLine(id, o)); err != nil {
			return a.onRecord(cmd.Context(), c, refusalOf(id, o), err)
		}
		// Who answered at the terminal is a person; no flag says otherwise.
		o.By, o.Digest = a.person(), shown.Digest
	}
	r, err := review.Resolve(cmd.Context(), c, id, o)
	if err != nil {
		return a.refused(cmd.Context(), c, err, id, o)
	}
	return a.resolved(r)
}

// refused puts it on record that a way out was refused, and names the command for a person,
// where only a person can.
func (a *app) refused(ctx context.Context, c *compiler.Compiler, err error, id string, o review.ResolveOptions) error {
	err = a.onRecord(ctx, c, refusalOf(id, o), err)
	if errors.Is(err, sources.ErrAuthRequired) {
		return hinted(err, "a person has to run: "+a.resolveLine(id, o))
	}
	return err
}

func refusalOf(id string, o review.ResolveOptions) sources.Refusal {
	return sources.Refusal{What: "resolve as " + string(o.As), Subject: id}
}

func (a *app) resolveLine(id string, o review.ResolveOptions) string {
	line := "assay resolve " + gates.ShellWord(id) + " --as " + string(o.As)
	for _, f := range [][2]string{{"--keep", o.Keep}, {"--when", o.When}, {"--new-when", o.NewWhen}, {"--reason", o.Reason}} {
		if f[1] != "" {
			line += " " + f[0] + " " + gates.ShellWord(f[1])
		}
	}
	return a.out.Command(line)
}

func (a *app) resolved(r *review.Resolution) error {
	return a.answer(r, nil, func() { a.out.Resolution(r) })
}
