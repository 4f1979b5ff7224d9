package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
)

// open opens the vault that a path lies in; "" for the current folder.
func (a *app) open(path string) (*compiler.Compiler, error) { return a.openBy(path, compiler.Open) }

func (a *app) openBy(path string, open func(string, view.World, compiler.Options) (*compiler.Compiler, error)) (*compiler.Compiler, error) {
	path = cmp.Or(path, ".")
	if _, err := os.Stat(path); err != nil {
		return nil, hinted(fmt.Errorf("open vault %s: %w", path, cause(err)), "name a folder, or a file in one")
	}
	path = vaultAt(path)
	by, err := a.actor()
	if err != nil {
		return nil, err
	}
	a.opts.As, a.opts.Named, a.opts.Command = by, a.as != "", a.command
	if a.opts.Waiting == nil {
		a.opts.Waiting = func(holder string) { a.out.Messagef("waiting for another assay: %s", holder) }
	}
	c, err := open(path, world(a.getenv), a.opts)
	if err != nil {
		return nil, err
	}
	a.out.Texts = c.ReadFile
	a.here(c.Root)
	return c, nil
}

// vaultAt is where to look for the vault of a path. A file below the current folder is
// one of it, where nothing upwards says that it is a vault: what the file cites lies
// beside its folder.
func vaultAt(path string) string {
	info, err := os.Stat(path)
	if err != nil || info.IsDir() {
		return path
	}
	found, err := compiler.FindRoot(path)
	here, hereErr := compiler.FindRoot(".")
	abs, absErr := filepath.Abs(path)
	if err != nil || hereErr != nil || absErr != nil || found != filepath.Dir(abs) || !strings.HasPrefix(found, here+string(filepath.Separator)) {
		return path
	}
	for _, mark := range []string{gates.PolicyFile, ".obsidian", ".assay", ".git"} {
		if exists(filepath.Join(found, mark)) {
			return path
		}
	}
	return "."
}

// here has paths and commands told as they are typed in the current folder.
func (a *app) here(root string) {
	a.out.Rel = relativeTo(root)
	if a.out.Rel == nil {
		return
	}
	if entries, err := os.ReadDir(root); err == nil {
		for _, e := range entries {
			name := e.Name()
			if e.IsDir() {
				name += "/"
			}
			a.out.Tops = append(a.out.Tops, name)
		}
	}
	to := a.out.Rel(".")
	switch {
	case strings.Trim(filepath.ToSlash(to), "./") == "": // straight up, from within the vault, which assay finds by itself
		a.out.Enter = a.dir
	case len(root) < len(to):
		a.out.Enter = root
	default:
		a.out.Enter = to
	}
}

// vaultOf is the path by which to find the vault of what was typed: the file, where
// there is one of that name, so that a command works on a vault from outside it;
// else the current folder.
func vaultOf(typed string) string {
	path := typed
	for range 2 { // Note.md:14 and Note.md:14:3
		if exists(path) {
			return path
		}
		i := strings.LastIndexByte(path, ':')
		if i <= 0 || strings.Trim(path[i+1:], "0123456789") != "" {
			break
		}
		path = path[:i]
	}
	if exists(path) {
		return path
	}
	return ""
}

// relativeTo turns paths of the vault into what one would type in the current
// folder.
func relativeTo(root string) func(string) string {
	cwd, err := os.Getwd()
	if err != nil {
		return nil
	}
	cwd, root = realPath(cwd), realPath(root)
	return func(path string) string {
		abs := filepath.Join(root, filepath.FromSlash(path))
		if rel, err := filepath.Rel(cwd, abs); err == nil {
			return rel
		}
		return abs
	}
}

// inVault turns a path as typed into one of the vault, with '/'. The line of
// Note.md:14 stays.
func inVault(c *compiler.Compiler, typed string) string {
	path := vaultOf(typed)
	if path == "" {
		return typed
	}
	if rel, ok := inside(c, path); ok {
		return rel + typed[len(path):]
	}
	return typed
}

// inside is the vault's path of a file that is there, if it lies in the vault.
func inside(c *compiler.Compiler, path string) (string, bool) {
	abs, err := filepath.Abs(path)
	if err != nil || !exists(abs) {
		return "", false
	}
	for _, root := range []string{c.Root, realPath(c.Root)} {
		for _, p := range []string{abs, realPath(abs)} {
			rel, err := filepath.Rel(root, p)
			if err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
				return filepath.ToSlash(rel), true
			}
		}
	}
	return "", false
}

func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// cause strips the operation and path that an error of package os repeats.
func cause(err error) error {
	if e, ok := err.(*os.PathError); ok {
		return e.Err
	}
	return err
}

// A vaultRun is what a command does with a vault and what was typed.
type vaultRun func(*cobra.Command, *compiler.Compiler, []string) error

// onVault is a command on the vault that a path lies in, which at tells of what was typed.
func (a *app) onVault(at func(args []string) string, do vaultRun) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		c, err := a.open(at(args))
		if err != nil {
			return err
		}
		return do(cmd, c, args)
	}
}

// onGoverned is one on a vault that has a policy, for what only such a vault can do.
func (a *app) onGoverned(what string, at func(args []string) string, do vaultRun) func(*cobra.Command, []string) error {
	return a.onVault(at, func(cmd *cobra.Command, c *compiler.Compiler, args []string) error {
		if c.Guest() {
			return hinted(fmt.Errorf("%s: the vault has no %s", what, gates.PolicyFile), "`assay init` writes one, and moves nothing")
		}
		return do(cmd, c, args)
	})
}

// here is the current folder; first, the first of the arguments, or ""; ofFirst, where the vault
// of the first is.
func here([]string) string { return "" }

func first(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

func ofFirst(args []string) string { return vaultOf(first(args)) }

// answer gives an answer, where there is no error: as JSON where that was asked for, else
// as text writes it.
func (a *app) answer(v any, err error, text func()) error {
	if err != nil {
		return err
	}
	return a.tell(func() error { return a.out.Object(v) }, text)
}

// tell answers in the form that was asked for.
func (a *app) tell(asJSON func() error, asText func()) error {
	if a.out.JSON {
		return asJSON()
	}
	asText()
	return nil
}

// watch shows progress of a command, step by step, until something is said.
func (a *app) watch() (step func(reports.Event)) {
	p := a.out.NewProgress()
	return func(e reports.Event) {
		if e.Source != "" {
			a.crawling.Store(true)
		}
		p.Step(e)
	}
}
