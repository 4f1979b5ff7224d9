package main

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/spf13/cobra"

	"assay/compiler"
	"assay/compiler/change"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/ingest/tool"
	"assay/vault/git"
)

// changeFlags ask for a check of a change instead of the vault as it lies.
type changeFlags struct{ change.Changed }

func (f *changeFlags) add(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.Staged, "staged", false, "judge what is staged, as git's index has it; for hooks")
	cmd.Flags().StringVar(&f.Since, "diff", "", "report only what changed since `commit`, and what that broke; main... is where main and HEAD parted")
}

func (f *changeFlags) asked(cmd *cobra.Command) bool { return f.Staged || cmd.Flags().Changed("diff") }

// check refuses a commit without a name, which is what an unset variable of a script gives.
func (f *changeFlags) check(cmd *cobra.Command) error {
	if cmd.Flags().Changed("diff") && f.Since == "" {
		return hinted{errors.New(`--diff: "" names no commit`), "name a commit, branch or tag, such as HEAD or origin/main"}
	}
	return nil
}

// openChanged opens the vault that a path lies in for a check of a change.
func (a *app) openChanged(ctx context.Context, path string, o compiler.Options, f changeFlags) (*compiler.Compiler, checkOf, error) {
	var set *change.Changeset
	c, err := a.openBy(path, o, func(path string, w view.World, o compiler.Options) (*compiler.Compiler, error) {
		var err error
		if set, err = change.OpenChanged(ctx, path, w, o, f.Changed); err != nil {
			return nil, err
		}
		return set.Compiler, nil
	})
	if err != nil {
		return nil, nil, err
	}
	return c, set.Check, nil
}

// repository finds the repository of a vault, by a git that does not lie in it.
func repository(root string, getenv func(string) string) (*git.Repo, error) {
	program, err := tool.Programs{Path: getenv("PATH"), Avoid: []string{root}}.Look("git")
	if err != nil {
		return nil, hinted{err, "install it, or check the files as they lie with `assay check`"}
	}
	return git.Open(root, git.Options{Program: filepath.Clean(program), Getenv: getenv})
}

// isIdleHook reports that git runs us for a commit that is none of the vault's: then a
// hook should not be heard.
func (a *app) isIdleHook(r *reports.CheckReport) bool {
	return r.Change != nil && r.Change.Staged && len(r.Change.Touched) == 0 && a.getenv("GIT_INDEX_FILE") != ""
}
