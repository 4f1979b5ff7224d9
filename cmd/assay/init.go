package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"assay/gates"
	"assay/templates"
	"assay/vault"
)

func (a *app) initCommand() *cobra.Command {
	var dry bool
	cmd := &cobra.Command{
		Use:   "init [folder]",
		Short: "a policy for the vault that is there, or a new vault",
		Long: `Init looks at a folder. Where there is a vault already (an Obsidian vault, a wiki/
with its raw/ sources, a folder of notes) it proposes a policy that fits, and writes
that and AGENTS.md; it moves and changes nothing. An empty folder becomes a small
vault with a place for everything.`,
		Example: `  assay init -n          what it sees and what it would write
  assay init
  assay init my-vault`,
		Args: takes(0, 1, "one folder at most"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.initVault(cmd.Context(), cmp.Or(first(args), "."), dry)
		},
	}
	cmd.Flags().BoolVarP(&dry, "dry-run", "n", false, "show what would be written; write nothing")
	return cmd
}

// initReport is the answer of `assay init`.
type initReport struct {
	Vault   string   `json:"vault"`
	Found   []string `json:"found"` // what was seen, a sentence each
	Written []string `json:"written"`
	Kept    []string `json:"kept"` // there already, left alone
	Policy  string   `json:"policy"`
}

func (a *app) initVault(ctx context.Context, dir string, dry bool) error {
	if exists(filepath.Join(dir, gates.PolicyFile)) {
		return hinted(fmt.Errorf("%s has a %s already", dir, gates.PolicyFile), "`assay doctor` says what it configures")
	}
	s, err := survey(dir)
	if err != nil {
		return fmt.Errorf("look at %s: %w", dir, err)
	}
	files, err := s.Files()
	if err != nil {
		return err
	}
	r := initReport{Vault: dir, Found: append([]string{}, s.Found...), Written: []string{}, Kept: []string{}, Policy: string(files[0].Data)}
	// A proposal that assay itself would refuse is a fault of this program.
	if _, err := gates.ParsePolicy(gates.PolicyFile, files[0].Data); err != nil {
		return err
	}
	var writes []vault.Write
	for _, f := range files {
		if exists(filepath.Join(dir, filepath.FromSlash(f.Path))) {
			r.Kept = append(r.Kept, f.Path)
			continue
		}
		r.Written = append(r.Written, f.Path)
		writes = append(writes, vault.Write{Path: f.Path, Data: f.Data})
	}
	if !dry {
		if err := writeAll(ctx, dir, "assay init", writes); err != nil {
			return err
		}
	}
	return a.answer(r, nil, func() { a.initText(r, dry) })
}

func writeAll(ctx context.Context, dir, command string, writes []vault.Write) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("make folder %s: %w", dir, cause(err))
	}
	d, err := vault.OpenDir(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	unlock, err := vault.Lock(ctx, d, vault.LockOptions{Command: command})
	if err != nil {
		return err
	}
	defer unlock()
	return vault.Apply(ctx, d, writes)
}

func (a *app) initText(r initReport, dry bool) {
	for _, found := range r.Found {
		a.out.Printf("%s\n", found)
	}
	verb := "wrote      "
	if dry {
		verb = "would write"
	}
	for _, path := range r.Written {
		a.out.Printf("%s %s\n", a.out.Bold(verb), filepath.Join(r.Vault, filepath.FromSlash(path)))
	}
	for _, path := range r.Kept {
		a.out.Printf("%s %s\n", a.out.Dim("left alone "), filepath.Join(r.Vault, filepath.FromSlash(path)))
	}
	if dry {
		a.out.Printf("\n%s", r.Policy)
		return
	}
	next := "`assay check` grades what is there; `assay build` stores evidence and drafts what is missing"
	if r.Vault != "." {
		next = fmt.Sprintf("`assay build %s` stores evidence and drafts what is missing", r.Vault)
	}
	a.out.Messagef("%s %s", a.out.Bold("next:"), next)
}

// survey looks at a folder and says what policy would suit it.
func survey(dir string) (templates.Starter, error) {
	d := gates.Default().Vault
	s := templates.Starter{Wiki: d.Wiki, Drafts: d.Drafts, Inbox: d.Inbox, Sources: d.Sources, Exclude: []string{"AGENTS.md"}, Uncited: gates.Default().Gates.Uncited}
	seen, err := look(dir)
	if err != nil {
		return s, err
	}
	if seen.empty() {
		s.Empty, s.Evidence = true, []string{"raw"}
		return s, nil
	}
	seen.settle(&s)
	s.Direct = true // whoever wrote what is there wrote it by hand
	return s, nil
}
