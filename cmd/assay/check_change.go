package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/compiler/change"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
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
		return hinted(errors.New(`--diff: "" names no commit`), "name a commit, branch or tag, such as HEAD or origin/main")
	}
	return nil
}

// checkOf checks a vault, or a change of it.
type checkOf func(context.Context, compiler.CheckOptions) (*reports.CheckReport, error)

// openChecked opens a vault, or a change of it, and gives what checks it.
func (a *app) openChecked(cmd *cobra.Command, path string, f changeFlags) (*compiler.Compiler, checkOf, error) {
	if !f.asked(cmd) {
		c, err := a.open(path)
		return c, c.Check, err
	}
	var check checkOf
	c, err := a.openBy(path, func(path string, w view.World, o compiler.Options) (*compiler.Compiler, error) {
		set, err := change.OpenChanged(cmd.Context(), path, w, o, f.Changed)
		if err != nil {
			return nil, err
		}
		check = set.Check
		return set.Compiler, nil
	})
	return c, check, err
}

// repository finds the repository of a vault, by a git that does not lie in it.
func repository(root string, getenv func(string) string) (*git.Repo, error) {
	program, err := tool.Programs{Path: getenv("PATH"), Avoid: []string{root}}.Look("git")
	if err != nil {
		return nil, hinted(err, "install it, or check the files as they lie with `assay check`")
	}
	return git.Open(root, git.Options{Program: filepath.Clean(program), Getenv: getenv})
}

// isIdleHook reports that git runs us for a commit that is none of the vault's: then a
// hook should not be heard.
func (a *app) isIdleHook(r *reports.CheckReport) bool {
	return r.Change != nil && r.Change.Staged && len(r.Change.Touched) == 0 && a.getenv("GIT_INDEX_FILE") != ""
}

// acceptor asks a person whether a change may lower the bar of its own claims.
func (a *app) acceptor(cmd *cobra.Command, change changeFlags) (func(context.Context, []gates.Lowering) (string, error), error) {
	if !change.asked(cmd) {
		return nil, hinted(errors.New("--accept-policy is for a change"), "use it with --staged or --diff")
	}
	command := a.out.Command("assay check --staged --accept-policy")
	if !change.Staged {
		command = a.out.Command("assay check --diff " + gates.ShellWord(change.Since) + " --accept-policy")
	}
	return func(ctx context.Context, list []gates.Lowering) (string, error) {
		var question strings.Builder
		question.WriteString("the change lowers the bar of its own claims:\n")
		const most = 20 // lines that somebody reads; a baseline may have thousands
		for _, l := range list[:min(len(list), most)] {
			fmt.Fprintf(&question, "  %s: %s\n", ui.Visible(l.File), ui.Visible(l.Text))
		}
		if n := len(list) - most; n > 0 {
			fmt.Fprintf(&question, "  and %d more, which `--format json` lists\n", n)
		}
		digest := gates.DigestOf(list)
		fmt.Fprintf(&question, "digest %s\naccept it?", digest)
		if err := a.confirm(ctx, question.String(), digest, "accepting a lower bar is for a person", command); err != nil {
			return "", err
		}
		return a.person(), nil
	}, nil
}
