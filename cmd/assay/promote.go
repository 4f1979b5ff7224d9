package main

import (
	"github.com/spf13/cobra"

	"assay/compiler"
	"assay/compiler/review"
	"assay/compiler/sources"
	"assay/gates"
	"assay/provenance"
	"assay/vault/markdown"
)

func (a *app) promoteCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "promote draft",
		Short: "make a draft permanent, if every claim holds",
		Long: `Promote moves a draft into the permanent notes and stamps it with what it rests on.
Every claim must be verified (T5), or be weak and attested by a person; every source
must have passed its life up to here; and who promotes must not be who ingested.
-n shows the packet: the claims with their tiers and quotes, the diff, the conflicts.`,
		Example: `  assay promote "02_Drafts/Tea.md" -n
  assay promote "02_Drafts/Tea.md"`,
		Args: takes(1, 1, "one draft"), ValidArgsFunction: a.completeDraft,
	}
	dry := cmd.Flags().BoolP("dry-run", "n", false, "show the packet; promote nothing")
	a.asFlag(cmd)
	cmd.RunE = a.onGoverned("promote", ofFirst, func(cmd *cobra.Command, c *compiler.Compiler, args []string) error {
		note := inVault(c, args[0])
		if *dry {
			return a.packet(cmd, c, note)
		}
		asked := sources.Refusal{What: "promote", Subject: note}
		by, err := a.decider("promoting a draft", a.out.Command("assay promote "+gates.ShellWord(note)), "--as")
		if err == nil {
			err = mayDecide(c, note, by, a.out.Command)
		}
		if err != nil {
			return a.onRecord(cmd.Context(), c, asked, err)
		}
		report, err := review.Promote(cmd.Context(), c, note, by)
		if err != nil {
			return hinted(a.onRecord(cmd.Context(), c, asked, err), "`assay review "+gates.ShellWord(note)+"` shows what stops it")
		}
		a.signed(cmd.Context(), c, by)
		return a.built(report, nil)
	})
	return cmd
}

// mayDecide holds promotion to who may decide it: under review, and for notes with
// a high-stakes tag, a person.
func mayDecide(c *compiler.Compiler, note, by string, here func(string) string) error {
	if provenance.KindOfActor(by) == provenance.Person {
		return nil
	}
	command := here("assay promote " + gates.ShellWord(note))
	if c.Policy.Promotion.Mode == "review" {
		return needsPerson("policy has promotions reviewed by a person (promotion.mode: review)", command)
	}
	if text, err := c.ReadFile(note); err == nil {
		if n := markdown.Parse(note, text, markdown.Options{}); c.Policy.HighStakes(n.Meta.Tags) {
			return needsPerson("the note has a tag of promotion.high_stakes_tags", command)
		}
	}
	return nil
}

func (a *app) packet(cmd *cobra.Command, c *compiler.Compiler, note string) error {
	packet, err := review.Packet(cmd.Context(), c, note)
	return a.answer(packet, err, func() { a.out.Packet(packet) })
}
