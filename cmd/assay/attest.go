package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/review"
	"assay/compiler/sources"
)

func (a *app) attestCommand() *cobra.Command {
	var reason string
	var reject, revoke bool
	cmd := &cobra.Command{
		Use:   "attest claim|note|folder --reason …",
		Short: "a person's word that a weak claim holds, or that it does not",
		Long: `Attest writes to the ledger that a person has read the source and stands by a claim
that is graded T1. The word is bound to the claim and to its evidence, and lapses
when either changes. The claim stays T1 and may be promoted.

--reject writes the opposite: the claim keeps its tier, is promoted by nobody, and is not
asked about again until it or its evidence changes. --revoke takes every word on the
claim back. ` + "`assay review`" + ` asks for such words claim by claim.

Of a permanent note, or of all below a folder, it writes that a person lets them stand
though nobody promoted them: they are unpromoted-note no longer. No claim gets another
tier by it, and edits are judged as those of promoted notes are.`,
		Example: `  assay attest "02_Drafts/Tea.md:14" --reason "table 3 of the source says it, as an image"
  assay attest "02_Drafts/Tea.md:14" --reject --reason "the source speaks of coffee"
  assay attest 01_Wiki --reason "written before this vault had a policy; read through"`,
		Args: takes(1, 1, "one claim: Note.md:14, a claim's id or its ^block id; or a note or folder"),
		PreRunE: func(*cobra.Command, []string) error {
			if strings.TrimSpace(reason) == "" {
				return hinted(errors.New("an attestation needs a reason"), "--reason \"what you saw in the source\"")
			}
			return nil
		},
		RunE: a.onGoverned("attest", ofFirst, func(cmd *cobra.Command, c *compiler.Compiler, args []string) error {
			id, done := inVault(c, args[0]), "attested"
			asked := sources.Refusal{What: "attest", Subject: id}
			by, err := a.decider("a word on a claim", a.out.Command("assay attest …"), "--as")
			if err != nil {
				return a.onRecord(cmd.Context(), c, asked, err)
			}
			if review.IsNotes(c, id) {
				if reject || revoke {
					return hinted(errors.New("--reject and --revoke are said of a claim"), "name one: Note.md:14, its id or its ^block id")
				}
				return a.vouch(cmd, c, id, reason, by)
			}
			var claim *reports.PacketClaim
			switch {
			case reject && revoke:
				return hinted(errors.New("--reject and --revoke are two things"), "take the words back first, then reject")
			case reject:
				done = "rejected"
				claim, err = review.RejectClaim(cmd.Context(), c, id, reason, by, "")
			case revoke:
				done = "taken back"
				claim, err = review.TakeBack(cmd.Context(), c, id, reason, by)
			default:
				claim, err = review.Attest(cmd.Context(), c, id, reason, by, "")
			}
			if err != nil {
				return a.onRecord(cmd.Context(), c, asked, err)
			}
			a.signed(cmd.Context(), c, by)
			return a.answer(claim, nil, func() { a.out.Printf("%s %s\n", a.out.Bold(done), claim.Text) })
		}),
	}
	cmd.Flags().StringVar(&reason, "reason", "", "`why` the claim holds, in your words")
	cmd.Flags().BoolVar(&reject, "reject", false, "the claim does not hold")
	cmd.Flags().BoolVar(&revoke, "revoke", false, "take back what was said of the claim, for it or against it")
	a.asFlag(cmd)
	return cmd
}

// vouch lets permanent notes stand that nobody promoted.
func (a *app) vouch(cmd *cobra.Command, c *compiler.Compiler, name, reason, by string) error {
	v, err := review.Vouch(cmd.Context(), c, name, reason, by)
	if err != nil {
		return err
	}
	a.signed(cmd.Context(), c, by)
	return a.answer(v, nil, func() {
		for _, note := range v.Notes {
			a.out.Printf("%s %s\n", a.out.Bold("vouched for"), note)
		}
		if len(v.Notes) == 0 {
			a.out.Printf("nothing to do: the ledger knows how each of %d permanent notes got there\n", len(v.Known))
		}
	})
}
