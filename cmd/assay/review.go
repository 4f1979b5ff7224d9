package main

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/gates"
	"assay/provenance"
)

func (a *app) reviewCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "review [draft]",
		Short: "what waits for a person, and the packet to decide on",
		Long: `Review lists what only a person can settle, worst first: claims in conflict, weak
claims, drafts that are held and what holds them, drafts that pass and wait. With a
draft it shows the packet for its promotion: each claim with its tier, quote and
source, the diff, the conflicts and the cost.`,
		Example: `  assay review
  assay review "02_Drafts/Tea.md"`,
		Args: takes(0, 1, "one draft at most"), ValidArgsFunction: a.completeDraft,
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.open(vaultOf(first(args)), compiler.Options{})
			if err != nil {
				return err
			}
			if len(args) == 1 && !isFolder(args[0]) {
				return a.packet(cmd, c, inVault(c, args[0]))
			}
			items, err := c.Review(cmd.Context())
			if err != nil {
				return err
			}
			report, err := c.Check(cmd.Context(), compiler.CheckOptions{})
			if err != nil {
				return err
			}
			rows := a.reviewed(c, items, report.Diagnostics)
			if !a.out.JSON {
				a.out.Review(rows)
				return nil
			}
			return a.out.Object(struct {
				Review []ui.ReviewRow `json:"review"`
			}{rows})
		},
	}
}

// reviewed joins what waits with what the gates say of it, and with the drafts that
// are held.
func (a *app) reviewed(c *compiler.Compiler, items []compiler.ReviewItem, ds []gates.Diagnostic) []ui.ReviewRow {
	rows := make([]ui.ReviewRow, 0, len(items))
	ready := map[string]bool{}
	for _, item := range items {
		row := ui.ReviewRow{ReviewItem: item}
		switch {
		case item.Claim.ID == "":
			ready[item.Note] = true
		case item.Claim.Tier == provenance.T4.String():
			for _, d := range ds {
				if d.Claim == item.Claim.ID && d.Graded && d.Tier == provenance.T4 {
					row.Told = append(row.Told, d)
				}
			}
		}
		rows = append(rows, row)
	}
	if !c.Guest {
		for _, note := range draftsOf(c) {
			if ready[note] || hasHeld(items, note) {
				continue
			}
			rows = append(rows, ui.ReviewRow{
				ReviewItem: compiler.ReviewItem{Note: note, Command: "assay review " + gates.ShellWord(note)},
				Held:       holding(note, ds),
			})
		}
	}
	ui.SortReview(rows)
	return rows
}

// hasHeld reports whether the compiler names a held draft by itself.
func hasHeld(items []compiler.ReviewItem, note string) bool {
	for _, item := range items {
		if item.Note == note && item.Claim.ID == "" {
			return true
		}
	}
	return false
}

// holding is what holds a draft: the worst that the gates say of it.
func holding(note string, ds []gates.Diagnostic) string {
	n := 0
	worst := ""
	for _, d := range gates.WorstFirst(ds) {
		if d.Span.File != note || !d.Graded {
			continue
		}
		if n++; n == 1 {
			worst = d.Tier.String() + ": " + d.Message
		}
	}
	switch {
	case n == 0:
		return "its packet says why"
	case n > 1:
		return fmt.Sprintf("%s; and %d more", worst, n-1)
	}
	return worst
}

// completeDraft offers the drafts of the vault to a shell.
func (a *app) completeDraft(_ *cobra.Command, args []string, typed string) (names []string, d cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	c, err := a.open("", compiler.Options{})
	if err != nil {
		return nil, cobra.ShellCompDirectiveDefault
	}
	for _, note := range draftsOf(c) {
		if name := a.out.Path(note); strings.HasPrefix(name, typed) {
			names = append(names, name)
		}
	}
	return names, cobra.ShellCompDirectiveDefault
}

// draftsOf are the notes in the drafts folder, in order.
func draftsOf(c *compiler.Compiler) (notes []string) {
	if c.Policy.Vault.Drafts == "" {
		return nil
	}
	root := filepath.Join(c.Root, filepath.FromSlash(c.Policy.Vault.Drafts))
	filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.EqualFold(filepath.Ext(name), ".md") || strings.HasPrefix(d.Name(), ".") {
			return nil // a folder that is not there holds no drafts
		}
		if rel, err := filepath.Rel(root, name); err == nil {
			notes = append(notes, path.Join(c.Policy.Vault.Drafts, filepath.ToSlash(rel)))
		}
		return nil
	})
	return notes
}
