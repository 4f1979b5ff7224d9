package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"assay/vault"
	"assay/vault/git"
)

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
	h.keeper = keeperOf(h.at)
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
		h.state = hookAbsent
		return h.write(left)
	}
	if exists(h.kept()) {
		if err := os.Rename(h.kept(), h.file()); err != nil {
			return fmt.Errorf("put back %s: %w", h.kept(), cause(err))
		}
		h.remarks = append(h.remarks, "the hook that was there before is back")
		h.state = hookOther
	} else {
		if err := os.Remove(h.file()); err != nil {
			return fmt.Errorf("remove hook: %w", err)
		}
		h.state = hookAbsent
	}
	h.vaults, h.changed = nil, true
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
	h.vaults, h.changed = vaults, true
	if slices.Contains(vaults, h.vault()) {
		h.state = hookInstalled
	}
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
