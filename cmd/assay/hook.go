package main

import (
	"cmp"
	"context"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"assay/compiler"
	"assay/vault"
)

func (a *app) hookCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "hook",
		Short: "have git check what is about to be committed",
		Long: `A pre-commit hook runs ` + "`assay check --staged`" + ` before each commit: what is staged is
judged as git's index has it, and a commit whose permanent notes have errors is refused,
with the line. Old errors in notes that a commit does not touch do not stop it, nor does
a commit of something else than notes and evidence. ` + "`git commit --no-verify`" + ` goes past it.`,
		Example: `  assay hook install
  assay hook status
  assay hook uninstall`,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.hookInstallCommand(), a.hookUninstallCommand(), a.hookStatusCommand())
	return cmd
}

func (a *app) hookInstallCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "install [vault]",
		Short: "install the hook",
		Long: `Install writes a pre-commit hook to where git looks for it: the folder that
core.hooksPath names, else the repository's own, which all its worktrees share. A hook
that is there already is kept under another name and runs first. What other programs
keep (husky, pre-commit, lefthook), what is committed with the repository, and what is
shared by all repositories of a user is left alone: then you are told which lines to add
where, and the status is 2. Installing twice changes nothing.`,
		Example: `  assay hook install
  assay hook install docs/vault     a vault in a folder of its repository`,
		Args: takes(0, 1, "at most one vault"),
		RunE: a.withHook((*hook).install),
	}
}

func (a *app) hookUninstallCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "uninstall [vault]",
		Short: "take the hook back, and put back what was there before",
		Long: `Uninstall removes the hook that ` + "`assay hook install`" + ` wrote, and gives a hook that was
there before its name back. It touches no other hook.`,
		Example: "  assay hook uninstall",
		Args:    takes(0, 1, "at most one vault"),
		RunE:    a.withHook((*hook).uninstall),
	}
}

func (a *app) hookStatusCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "status [vault]",
		Short:   "is the hook there, and does git run it?",
		Long:    "Status says whether the hook is where git looks for it, and what else is there.",
		Example: "  assay hook status --json",
		Args:    takes(0, 1, "at most one vault"),
		RunE:    a.withHook(func(*hook) error { return nil }),
	}
}

// withHook finds a vault's hook, does something with it and says how it stands.
func (a *app) withHook(do func(*hook) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		h, err := a.hook(cmd.Context(), cmp.Or(first(args), "."))
		if err == nil {
			err = do(h)
		}
		if err != nil {
			return err
		}
		return a.answer(h.report(), nil, func() {
			a.out.Printf("%s\n", h.String())
			for _, remark := range h.remarks {
				a.out.Messagef("%s", remark)
			}
		})
	}
}

// hook finds where a vault's hook is, or would be.
func (a *app) hook(ctx context.Context, path string) (*hook, error) {
	root, err := compiler.FindRoot(path)
	if err != nil {
		return nil, err
	}
	repo, err := repository(root, a.getenv)
	if err != nil {
		return nil, err
	}
	defer repo.Close()
	at, err := repo.Hooks(ctx)
	if err != nil {
		return nil, err
	}
	h := &hook{root: root, at: at}
	if program, err := os.Executable(); err == nil && !strings.HasPrefix(program, os.TempDir()) { // `go run` leaves nothing behind
		h.program = program
	}
	return h, h.look()
}

// makeState makes the place where checks keep their results.
func makeState(root string) error {
	d, err := vault.OpenDir(root)
	if err != nil {
		return err
	}
	defer d.Close()
	return vault.MakeStateDir(d)
}
