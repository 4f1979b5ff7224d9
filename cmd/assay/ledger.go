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

func (a *app) ledgerCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "ledger",
		Short:   "the record of who ingested, approved and promoted what",
		Example: `  assay ledger verify`,
		Args:    takes(0, 0, "a verb: verify"),
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
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.open(first(args), compiler.Options{})
			if err == nil {
				err = needsPolicy(c, "verify the ledger")
			}
			if err != nil {
				return err
			}
			r, err := verifyLedger(cmd.Context(), c)
			if err != nil {
				return err
			}
			if a.out.JSON {
				err = a.out.LedgerJSON(r)
			} else {
				a.out.Ledger(r)
			}
			if errs, _, _ := gates.Count(r.Diagnostics); err == nil && errs > 0 {
				err = errFaults
			}
			return err
		},
	})
	return cmd
}

// verifyLedger reads the ledger, and the notes that would show a cut tail.
func verifyLedger(ctx context.Context, c *compiler.Compiler) (ui.LedgerReport, error) {
	file := c.Policy.LedgerFile()
	r := ui.LedgerReport{File: file}
	text, err := c.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return r, fmt.Errorf("read %s: %w", file, cause(err))
	}
	l := provenance.ReadLedger(text)
	r.Events, r.Heads = l.Len(), l.Heads()
	notes, err := stampedNotes(ctx, c)
	if err != nil {
		return r, err
	}
	r.Diagnostics = gates.CheckLedger(file, l, notes)
	return r, nil
}

// stampedNotes are the notes that carry a provenance block.
func stampedNotes(ctx context.Context, c *compiler.Compiler) ([]*markdown.Note, error) {
	d, err := vault.OpenDir(c.Root)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	s, err := d.Scan(ctx, vault.ScanOptions{Exclude: c.Policy.Vault.Exclude})
	if err != nil {
		return nil, err
	}
	var notes []*markdown.Note
	for _, f := range s.Files() {
		if c.Policy.Vault.Area(f.Path) != gates.Wiki || !isNote(f.Path) {
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
