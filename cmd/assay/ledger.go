package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/gates"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// signedJSON is what `assay ledger sign` answers.
type signedJSON struct {
	Signed int    `json:"signed"` // decisions
	By     string `json:"by"`
}

func (a *app) ledgerCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "ledger",
		Short:   "the record of who ingested, approved and promoted what",
		Example: `  assay ledger verify`,
		Args:    takes(0, 0, "a verb: verify or sign"),
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "verify [vault]",
		Short: "is the ledger whole: no line edited, none taken out",
		Long: `Verify reads the ledger as a graph: each line hashes to its id and names the lines it
follows, so an edited line or one taken out of the middle shows. Lines cut from the
end leave no trace in the ledger itself; notes whose provenance names what it no
longer records do show, and so does git. It ends with status 1 where the ledger is
not whole.`,
		Example: `  assay ledger verify
  assay ledger verify ../my-vault`,
		Args: takes(0, 1, "one vault at most"),
		RunE: a.onGoverned("verify the ledger", first, a.verifyLedger),
	})
	sign := &cobra.Command{
		Use:   "sign [vault]",
		Short: "sign what you decided, with your SSH key",
		Long: `Sign signs your approvals, attestations, promotions and accepted bars that are not
signed yet, with ssh-keygen -Y as git does it. The path of your key stands in
assay/signing_key of your configuration folder (Linux: ~/.config), and whose keys count
here in assay/allowed_signers beside it, in the form of ssh-keygen(1), with persons as
the ledger names them:

  person:ada namespaces="assay-ledger" ssh-ed25519 AAAA…

Where such a key is named, decisions are signed as they are made. A policy with
safety.require_signatures asks for it: check then tells of every decision without a
signature that holds.`,
		Example: `  assay ledger sign`,
		Args:    takes(0, 1, "one vault at most"),
		RunE: a.onGoverned("sign decisions", first, func(cmd *cobra.Command, c *compiler.Compiler, _ []string) error {
			by, err := a.decider("a signature", a.out.Command("assay ledger sign"), "--as")
			if err != nil {
				return err
			}
			if u := openUser(a.getenv, c.Root); u.key() == "" {
				_, err := u.sign(cmd.Context(), nil)
				return err
			}
			n, err := a.signDecisions(cmd.Context(), c, by)
			return a.answer(signedJSON{n, by}, err, func() { a.out.Printf("%d signed as %s\n", n, by) })
		}),
	}
	a.asFlag(sign)
	cmd.AddCommand(sign)
	return cmd
}

// verifyLedger reads the ledger, and the notes that would show a cut tail.
func (a *app) verifyLedger(cmd *cobra.Command, c *compiler.Compiler, _ []string) error {
	file := c.Policy.LedgerFile()
	text, err := c.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("read %s: %w", file, cause(err))
	}
	notes, err := stampedNotes(cmd.Context(), c)
	if err != nil {
		return err
	}
	l := provenance.ReadLedger(text)
	ds := gates.CheckLedger(file, l, notes)
	if c.Policy.Safety.RequireSignatures {
		ds = append(ds, gates.CheckSignatures(file, l, l.Unsigned(c.World.OpenSignatures(c.Root).Holds))...)
	}
	errs, _, _ := gates.Count(ds)
	r := ui.LedgerAnswer{Ledger: file, OK: errs == 0, Events: l.Len(), Heads: append([]string{}, l.Heads()...), Diagnostics: ui.Rows(ds, c.ReadFile)}
	return orFaults(a.answer(r, nil, func() { a.out.Ledger(r, ds) }), !r.OK)
}

// stampedNotes are the permanent notes that carry a provenance block.
func stampedNotes(ctx context.Context, c *compiler.Compiler) (notes []*markdown.Note, err error) {
	s, err := c.Dir.Scan(ctx, vault.ScanOptions{Exclude: c.Policy.Vault.Exclude})
	if err != nil {
		return nil, err
	}
	for _, f := range s.Files() {
		if c.Policy.Vault.Area(f.Path) != gates.Wiki || !vault.IsNote(f.Path) {
			continue
		}
		text, err := s.Read(f.Path)
		if err != nil {
			continue // `assay check` says which files cannot be read
		}
		if n := markdown.Parse(f.Path, text, markdown.Options{}); n.Meta.Stamp.Present {
			notes = append(notes, n)
		}
	}
	return notes, nil
}
