package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"assay/compiler"
	"assay/vault"
	"assay/vault/git"
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
		if err == nil && h.changed {
			err = h.look()
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

// hook is the pre-commit hook of a vault's repository.
type hook struct {
	root    string // of the vault
	at      git.Hooks
	program string // this one, as an absolute path; "" where it will not stay there

	state   hookState
	vaults  []string // that ours checks, below the top of the working tree
	keeper  keeper   // who keeps the hook, where that is somebody else
	changed bool
	remarks []string
}

type hookState string

const (
	hookAbsent    hookState = "absent"
	hookInstalled hookState = "installed"
	hookOther     hookState = "other" // there is one, and it is not ours
)

// hookMark is in every hook that assay wrote.
const hookMark = "# assay hook 1:"

// hookRun is what a hook must do, whoever writes it.
const hookRun = "assay check --staged"

// file is the hook's; kept is where one that was there before is kept.
func (h *hook) file() string { return filepath.Join(h.at.Dir, "pre-commit") }
func (h *hook) kept() string { return filepath.Join(h.at.Dir, "pre-commit.before-assay") }

// vault is the vault's folder as the hook names it.
func (h *hook) vault() string {
	if h.at.Prefix == "" {
		return "."
	}
	return strings.TrimSuffix(h.at.Prefix, "/")
}

// look finds out what is there.
func (h *hook) look() error {
	if info, err := os.Stat(h.at.Dir); err == nil && !info.IsDir() {
		return hinted(fmt.Errorf("core.hooksPath is %s, which is no folder: git runs no hooks here", h.at.Path), "git config --unset core.hooksPath")
	}
	h.keeper, h.vaults = keeperOf(h.at), nil
	text, err := vault.ReadFile(h.file())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		h.state = hookAbsent
	case err != nil:
		return fmt.Errorf("read hook %s: %w", h.file(), cause(err))
	case strings.Contains(string(text), hookMark):
		h.state, h.vaults = hookInstalled, hookVaults(string(text))
		if !slices.Contains(h.vaults, h.vault()) {
			h.state = hookAbsent
		}
		h.keeper = nobody
	default:
		h.state = hookOther
		if h.keeper == nobody {
			h.keeper = keeperOfText(string(text))
		}
		if strings.Contains(string(text), hookRun) {
			h.state = hookInstalled
		}
	}
	if h.keeper.file != "" { // what its owner has it run stands somewhere else
		if text, err := vault.ReadFile(filepath.Join(h.at.Top, filepath.FromSlash(h.keeper.file))); err == nil && strings.Contains(string(text), hookRun) {
			h.state = hookInstalled
		}
	}
	return nil
}

// ours reports whether the file is one that assay wrote.
func (h *hook) ours() bool { return len(h.vaults) > 0 }

// install writes the hook, if that can be done without taking anything from anybody.
func (h *hook) install() error {
	if h.state == hookInstalled {
		return makeState(h.root)
	}
	switch {
	case h.at.Shared:
		return hinted(fmt.Errorf("core.hooksPath is set to %s for all your repositories, and what is there would run in each", h.at.Path),
			fmt.Sprintf("add this line to %s: %s", h.file(), h.guarded()))
	case h.keeper != nobody:
		return hinted(fmt.Errorf("%s keeps the hooks of this repository", h.keeper.name), h.keeper.advice(h.command()))
	case h.state == hookOther && h.at.Inside:
		return hinted(fmt.Errorf("%s is a hook of this repository's own", h.file()), "add this line to it: "+h.command())
	}
	keep := h.state == hookOther
	if keep {
		if exists(h.kept()) {
			return hinted(fmt.Errorf("keep the hook that is there: %s is there too", h.kept()), "add this line to "+h.file()+": "+h.command())
		}
		if err := os.Rename(h.file(), h.kept()); err != nil {
			return fmt.Errorf("keep the hook that is there: %w", err)
		}
		h.remarks = append(h.remarks, "the hook that was there runs first; it is kept as "+h.kept())
	}
	if err := h.write(append(h.vaults, h.vault())); err != nil {
		if keep {
			err = errors.Join(err, os.Rename(h.kept(), h.file()))
		}
		return err
	}
	if _, err := exec.LookPath("assay"); err != nil && h.program == "" {
		h.remarks = append(h.remarks, "assay is not on PATH: until it is, the hook stops every commit")
	}
	if h.at.Inside {
		h.remarks = append(h.remarks, "it lies in the working tree: commit it, and others who set core.hooksPath have it too")
	}
	if exists(filepath.Join(h.at.Top, preCommitFile)) {
		h.remarks = append(h.remarks, "the repository has a "+preCommitFile+": `pre-commit install` would keep this hook and run both; or "+preCommit.advice(h.command()))
	}
	return makeState(h.root)
}

// uninstall takes the vault out of the hook, and the hook away when none is left.
func (h *hook) uninstall() error {
	if !h.ours() {
		if h.state == hookInstalled {
			return hinted(fmt.Errorf("%s runs %s, and assay did not write it", h.file(), hookRun), "take the line out yourself")
		}
		return nil
	}
	left := slices.DeleteFunc(slices.Clone(h.vaults), func(v string) bool { return v == h.vault() })
	if len(left) == len(h.vaults) {
		return nil
	}
	if len(left) > 0 {
		return h.write(left)
	}
	if exists(h.kept()) {
		if err := os.Rename(h.kept(), h.file()); err != nil {
			return fmt.Errorf("put back %s: %w", h.kept(), cause(err))
		}
		h.remarks = append(h.remarks, "the hook that was there before is back")
	} else if err := os.Remove(h.file()); err != nil {
		return fmt.Errorf("remove hook: %w", err)
	}
	h.changed = true
	return nil
}

// write puts the hook in place as a whole.
func (h *hook) write(vaults []string) error {
	program := h.program
	if h.at.Inside { // it may be committed, and lie elsewhere for others
		program = ""
	}
	slices.Sort(vaults)
	vaults = slices.Compact(vaults)
	if err := os.MkdirAll(h.at.Dir, 0o777); err != nil {
		return fmt.Errorf("write hook: %w", err)
	}
	if err := vault.Replace(h.file(), []byte(hookText(program, vaults)), 0o755); err != nil {
		return fmt.Errorf("write hook: %w", err)
	}
	h.changed = true
	return nil
}

// command is the line that a hook needs.
func (h *hook) command() string {
	if h.vault() == "." {
		return hookRun
	}
	return hookRun + " -- " + shellQuote(h.vault())
}

// guarded is that line for a hook which runs in other repositories too.
func (h *hook) guarded() string {
	mark := "pipeline-policy.yaml"
	if h.vault() != "." {
		mark = h.vault() + "/" + mark
	}
	return "[ ! -e " + shellQuote(mark) + " ] || " + h.command()
}

// String says it to a person.
func (h *hook) String() string {
	where := h.file()
	if h.keeper.file != "" {
		where = h.keeper.file + " (" + h.keeper.name + ")"
	}
	switch {
	case h.state == hookInstalled && h.changed:
		return "installed " + where
	case h.state == hookInstalled:
		return "installed already: " + where
	case h.changed:
		return "uninstalled from " + h.file()
	case h.state == hookOther:
		return "not installed: " + where + " is another hook; `assay hook install` keeps it, or says what to add"
	}
	return "not installed; `assay hook install` writes " + h.file()
}

// hookReport is where the hook stands, as JSON.
type hookReport struct {
	Hook    string    `json:"hook"`  // path of the file
	State   hookState `json:"state"` // installed, absent or other
	Changed bool      `json:"changed"`
	Vaults  []string  `json:"vaults"`           // that ours checks, below the top of the working tree
	Keeper  string    `json:"keeper,omitempty"` // who keeps the hooks, if somebody else does
	Kept    string    `json:"kept,omitempty"`   // path of the hook that was there before
	Remarks []string  `json:"remarks"`
}

func (h *hook) report() hookReport {
	r := hookReport{Hook: h.file(), State: h.state, Changed: h.changed, Vaults: append([]string{}, h.vaults...), Keeper: h.keeper.name, Remarks: append([]string{}, h.remarks...)}
	if h.ours() && exists(h.kept()) {
		r.Kept = h.kept()
	}
	return r
}

// hookText is the hook: plain sh, which Git for Windows brings along.
func hookText(program string, vaults []string) string {
	var b strings.Builder
	b.WriteString(`#!/bin/sh
` + hookMark + ` written by "assay hook install", taken back by "assay hook uninstall".
# It judges what is staged, and refuses a commit whose permanent notes have errors.
# To go past it once: git commit --no-verify

# What was here before runs first.
before="${0%/*}/pre-commit.before-assay"
if [ -x "$before" ]; then
	"$before" "$@" || exit $?
fi

assay=assay
`)
	if program != "" {
		b.WriteString(`command -v assay >/dev/null 2>&1 || assay=` + shellQuote(filepath.ToSlash(program)) + " # where it was when this was written\n")
	}
	b.WriteString(`command -v "$assay" >/dev/null 2>&1 || {
	echo 'assay: error: assay is not on PATH, so nothing has checked this commit' >&2
	echo 'hint: put it on PATH, or commit without the check: git commit --no-verify' >&2
	exit 1
}

status=0
check() {
	[ -d "$1" ] || return 0 # not in this checkout
	"$assay" check --staged -- "$1" || status=$?
}
`)
	for _, v := range vaults {
		b.WriteString(hookLine + shellQuote(v) + "\n")
	}
	b.WriteString(`[ "$status" = 0 ] || echo 'hint: to commit all the same: git commit --no-verify' >&2
exit "$status"
`)
	return b.String()
}

const hookLine = "check "

// checked is a line of a hook that checks a vault, whose name may hold a line break.
var checked = regexp.MustCompile(`\n` + hookLine + `'((?:[^']|'\\'')*)'`)

// hookVaults are the vaults that a hook of ours checks.
func hookVaults(text string) (vaults []string) {
	for _, line := range checked.FindAllStringSubmatch(text, -1) {
		vaults = append(vaults, strings.ReplaceAll(line[1], `'\''`, "'"))
	}
	return vaults
}

// shellQuote makes one word of a text, whatever is in it.
func shellQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// A keeper is a program that writes hooks and would not let ours be.
type keeper struct {
	name string
	file string // in which one tells it what to run, below the top of the working tree
	how  string // what to put there; %s stands for the command
}

const preCommitFile = ".pre-commit-config.yaml"

var (
	nobody    = keeper{}
	preCommit = keeper{"pre-commit", preCommitFile, "add this to the list `repos:` in " + preCommitFile + ":\n" +
		"  - repo: local\n    hooks:\n      - id: assay\n        name: assay\n        entry: %s\n        language: system\n        pass_filenames: false\n        always_run: true"}
	lefthook = keeper{"lefthook", "lefthook.yml", "add this to lefthook.yml:\npre-commit:\n  commands:\n    assay:\n      run: %s"}
)

func (k keeper) advice(command string) string { return strings.ReplaceAll(k.how, "%s", command) }

// husky's hooks are files of its folder, which the scripts in its folder _ run.
func husky(dir string) keeper {
	file := ".husky/pre-commit"
	if dir != "" {
		file = path.Join(strings.TrimSuffix(dir, "/_"), "pre-commit")
	}
	return keeper{"husky", file, "add this line to " + file + ": %s"}
}

// keeperOf tells who keeps the hooks by where they lie.
func keeperOf(at git.Hooks) keeper {
	dir, err := filepath.Rel(at.Top, at.Dir)
	if dir = filepath.ToSlash(dir); err != nil || at.Path == "" || !at.Inside {
		return nobody
	}
	if base := path.Base(strings.TrimSuffix(dir, "/_")); base == ".husky" || strings.HasSuffix(dir, "/_") {
		return husky(dir)
	}
	return nobody
}

// keeperOfText tells it by what each writes into its hooks.
func keeperOfText(text string) keeper {
	switch {
	case strings.Contains(text, "File generated by pre-commit"):
		return preCommit
	case strings.Contains(text, "lefthook"):
		return lefthook
	case strings.Contains(text, "husky"):
		return husky("")
	}
	return nobody
}
