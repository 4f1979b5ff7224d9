package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"assay/compiler"
)

func (a *app) attestCommand() *cobra.Command {
	var reason string
	cmd := &cobra.Command{
		Use:   "attest claim --reason …",
		Short: "a person's word that a weak claim holds",
		Long: `Attest writes to the ledger that a person has read the source and stands by a claim
that is graded T1. The word is bound to the claim and to its evidence, and lapses
when either changes. The claim stays T1 and may be promoted.`,
		Example: `  assay attest "02_Drafts/Tea.md:14" --reason "table 3 of the source says it, as an image"`,
		Args:    takes(1, 1, "one claim: Note.md:14, a claim's id or its ^block id"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if strings.TrimSpace(reason) == "" {
				return hinted{errors.New("an attestation needs a reason"), "--reason \"what you saw in the source\""}
			}
			c, err := a.open(vaultOf(args[0]), compiler.Options{})
			if err == nil {
				err = needsPolicy(c, "attest")
			}
			if err != nil {
				return err
			}
			by, err := a.actor()
			if err != nil {
				return err
			}
			claim, err := c.Attest(cmd.Context(), inVault(c, args[0]), reason, by)
			if err != nil {
				return err
			}
			if a.out.JSON {
				return a.out.Object(claim)
			}
			a.out.Printf("%s %s\n", a.out.Bold("attested"), claim.Text)
			return nil
		},
	}
	cmd.Flags().StringVar(&reason, "reason", "", "`why` the claim holds, in your words")
	a.asFlag(cmd)
	return cmd
}
